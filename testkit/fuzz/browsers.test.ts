// Tests that any input of a browser, to any call or to its socket, gets the envelope, and causes no unexpected error.
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { rooms } from '../../apps/server/rooms.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { equipmentSocketPath } from '../../contract/sockets.ts'
import { equipmentInfo } from '../../features/device/equipment/contract.ts'
import { monitorToken } from '../../features/device/live/contract.ts'
import { inputSchema, members, sample } from '../sample.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../server.ts'
import { configure, device, site } from '../site.ts'
import { damagedBytes, effort, fuzzTimeoutMs, mutated } from './mutate.ts'

let server: TestServer
let equipmentId: number
let caller: Caller
const faults: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line) => void faults.push(line) })
  server = await testServer({ log, callsPerMinute: 1e9, loginsPerMinute: 1e9 })
  equipmentId = (await site(server, 'Fuzzed')).equipmentId
  caller = server.admin
})
afterAll(() => server.stop())

const endpoints: readonly Endpoint[] = rooms.flat().map(({ endpoint }) => endpoint)
const posts = endpoints.filter(({ method, accepts }) => method === 'POST' && accepts.includes('json'))

/** A valid input of the call, with all members and existing ids. */
function rightInput(endpoint: Endpoint): unknown {
  const all = Object.fromEntries(members(inputSchema(endpoint)).map(([key, schema]) => [key, sample(schema)]))
  return { ...all, ...('equipmentId' in all ? { equipmentId } : {}) }
}

/** The new device has no gateway, because the fuzzing has used up the tries to claim one. */
async function freshDevice(): Promise<number> {
  const id = await device(caller, `Fuzzed ${Date.now()}`)
  await configure(caller, id)
  return id
}

const isThere = async () => (await caller.ask(equipmentInfo, { id: equipmentId })).code === 200

async function codeOf(endpoint: Endpoint, body: string | Buffer): Promise<number | 'bytes'> {
  const who = endpoint.may === 'public' ? server.nobody : caller
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Uint8Array(Buffer.from(body)),
  }
  const response = await who.raw(endpoint.path, init)
  if (!response.headers.get('content-type')?.includes('json')) {
    await response.arrayBuffer()
    return 'bytes'
  }
  const { code } = (await response.json()) as { code: number }
  // Some calls end a session or delete the device; the next call needs another one.
  if (code === 1101 && !(await isThere())) equipmentId = await freshDevice()
  if (code === 1006) caller = await server.as('admin', adminPassword)
  return code
}

test(
  'bodies of every call, changed in any way',
  async () => {
    const inputs = fc
      .constantFrom(...posts)
      .chain((endpoint) => mutated(rightInput(endpoint)).map((input) => ({ endpoint, input })))
    await fc.assert(
      fc.asyncProperty(inputs, async ({ endpoint, input }) => {
        const code = await codeOf(endpoint, JSON.stringify(input) ?? '')
        expect([endpoint.path, code, faults]).not.toEqual([endpoint.path, 90099, expect.anything()])
        expect(typeof code === 'number' ? code : 200).toBeGreaterThanOrEqual(200)
      }),
      effort(400),
    )
  },
  fuzzTimeoutMs,
)

test(
  'bodies that are hardly JSON',
  async () => {
    const bodies = fc
      .constantFrom(...posts)
      .chain((endpoint) =>
        damagedBytes(Buffer.from(JSON.stringify(rightInput(endpoint)))).map((body) => ({ endpoint, body })),
      )
    await fc.assert(
      fc.asyncProperty(bodies, async ({ endpoint, body }) => {
        expect([endpoint.path, await codeOf(endpoint, body)]).not.toEqual([endpoint.path, 90099])
      }),
      effort(150),
    )
  },
  fuzzTimeoutMs,
)

test(
  'words in a socket',
  async () => {
    const words = fc.array(fc.oneof(fc.string(), fc.uint8Array({ maxLength: 200 }), fc.constant('ping')), {
      maxLength: 10,
    })
    caller = await server.as('admin', adminPassword)
    equipmentId = await freshDevice()
    await fc.assert(
      fc.asyncProperty(words, async (said) => {
        const token = await caller.call(monitorToken, { equipmentId })
        const socket = new WebSocket(server.url.replace('http', 'ws') + equipmentSocketPath + token)
        const gone = new Promise((resolve) => socket.once('close', resolve))
        socket.on('error', () => undefined)
        await new Promise((resolve) => socket.once('open', resolve))
        for (const word of said) socket.send(word)
        socket.close()
        await gone
        expect(faults).toEqual([])
      }),
      effort(40),
    )
  },
  fuzzTimeoutMs,
)
