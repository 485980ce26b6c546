// Reads and writes the HTTP server of Python's standard library, as the gateway does, also by TLS and with a login.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPoller } from '../../signal/edge/poll/poll.ts'
import { createValues } from '../../signal/edge/values.ts'
import { makeCertificate } from '../../testkit/peers/certificate.ts'
import { type HttpServer, hasPython, startHttpServer } from '../../testkit/peers/http-programs.ts'
import { checkDriver } from '../check-driver.ts'
import type { TagSession } from '../driver.ts'
import { opener } from './driver.ts'
import { HttpParams } from './params.ts'
import { permitGateway } from './reach.ts'

const document = {
  ...{ temp: 21.5, on: true, name: 'Hall 7 °C', list: [1, { kW: -3.25 }], none: null },
  ...{ i8: -128, u8: 255, i16: -32768, u16: 65535, i32: -2147483648, u32: 4294967295 },
}
const exact = '"i64":-9223372036854775808,"u64":18446744073709551615'
const expected: Record<string, readonly [dataType: string, value: unknown]> = {
  ...{ temp: ['float32', 21.5], on: ['bool', true], name: ['string', 'Hall 7 °C'], 'list[1].kW': ['float64', -3.25] },
  ...{ i8: ['int8', -128], u8: ['uint8', 255], i16: ['int16', -32768], u16: ['uint16', 65535] },
  ...{ i32: ['int32', -2147483648], u32: ['uint32', 4294967295] },
  ...{ i64: ['int64', '-9223372036854775808'], u64: ['uint64', '18446744073709551615'] },
}

const timeoutMs = 20_000

describe.skipIf(!hasPython())('Python http.server', () => {
  let folder: string
  let plain: HttpServer
  let secure: HttpServer
  beforeAll(async () => {
    permitGateway(true)
    folder = await mkdtemp(join(tmpdir(), 'http-'))
    await mkdir(join(folder, 'locked'))
    await writeFile(join(folder, 'status.json'), `${JSON.stringify(document).slice(0, -1)},${exact}}`)
    await writeFile(join(folder, 'temp.txt'), '23.5\n')
    await writeFile(join(folder, 'locked/v.json'), '{"v":5}')
    await makeCertificate(folder)
    plain = await startHttpServer(folder)
    secure = await startHttpServer(folder, folder)
  })
  afterAll(async () => {
    permitGateway(false)
    await Promise.all([plain.end(), secure.end()])
    await rm(folder, { recursive: true })
  })

  /** The outcome of reading one value with these parameters; or the fault of opening. */
  async function readOnce(address: string, params: HttpParams): Promise<unknown> {
    let session: TagSession | undefined
    try {
      session = await opener.open(params, new AbortController().signal, '', [])
      const [reading] = await session.read([{ id: 1, address, dataType: 'float64', access: 'r' }], params)
      return 'fault' in reading! ? reading.fault.code : reading!.value
    } catch (error) {
      return error
    } finally {
      await session?.close()
    }
  }

  test('values of every type are polled, and one is written and read back', async () => {
    const values = createValues()
    const poller = createPoller({
      ...{ home: '', values, now: () => performance.now(), random: Math.random, log: () => undefined },
      pace: { backOffMs: 20, backOffMaxMs: 50, refusedRetryMs: 60_000 },
      openerOf: async () => opener,
    })
    const points = [
      ...Object.entries(expected).map(([path, [dataType]]) => [`/status.json#${path}`, dataType]),
      ['/temp.txt', 'float32'],
      ['/status.json#nope', 'float32'],
      ['/status.json#none', 'float32'],
      ['/nope.json#v', 'float32'],
      ['/set.json#heating.target', 'float64'],
    ]
    const signals = points.map(([address, dataType], at) => ({ id: at + 1, address, dataType, access: 'rw' }))
    signals[3]!.access = 'r'
    const params = { timeoutMs, url: `http://127.0.0.1:${plain.port}`, collectMs: 50 }
    const checked = checkDriver({ id: 1, type: 'http', params, signals: signals as never })
    if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
    await poller.apply([checked])
    const stateOf = (id: number) => (values.get(id)?.code === 200 ? values.get(id)?.value : values.get(id)?.code)
    const wanted = [...Object.values(expected).map(([, value]) => value), 23.5, 1715, 1739, 1715, 1715]
    await expect.poll(() => signals.map(({ id }) => stateOf(id))).toEqual(wanted)
    const outcome = await poller.write({ signalId: signals.length, raw: 21.75, mayStart: () => true })
    expect(outcome).toMatchObject({ kind: 'written', value: 21.75, same: true })
    expect(await readFile(join(folder, 'set.json'), 'utf8')).toBe('{"heating":{"target":21.75}}')
    await poller.stop()
  })

  test('a login is required, and sent', async () => {
    const url = `http://127.0.0.1:${plain.port}/locked`
    expect(await readOnce('/v.json#v', HttpParams.parse({ timeoutMs, url }))).toBe(1748)
    const login = { auth: 'basic', userName: 'ops', password: { text: 's3cret' } }
    expect(await readOnce('/v.json#v', HttpParams.parse({ timeoutMs, url, ...login }))).toBe(5)
    expect(await readOnce('/v.json#v', HttpParams.parse({ timeoutMs, url, ...login, password: { text: 'x' } }))).toBe(
      1748,
    )
  })

  test('a certificate that no authority has signed must be accepted, by its fingerprint', async () => {
    const url = `https://localhost:${secure.port}`
    const fault = await readOnce('/status.json#temp', HttpParams.parse({ timeoutMs, url }))
    expect(fault).toMatchObject({ code: 1744, broken: true })
    const { fingerprint, thumbprint } = (fault as { details: Record<string, string> }).details
    expect([fingerprint, thumbprint]).toEqual([
      expect.stringMatching(/^[0-9A-F]{64}$/),
      expect.stringMatching(/^[0-9A-F]{40}$/),
    ])
    const read = (more: object) => readOnce('/status.json#temp', HttpParams.parse({ timeoutMs, url, ...more }))
    expect(await read({ serverFingerprint: fingerprint })).toBe(21.5)
    expect(await read({ serverFingerprint: 'A'.repeat(64) })).toMatchObject({ code: 1744 })
    expect(await read({ verifyCertificate: false })).toBe(21.5)
  })

  test('http to a TLS port and TLS to an http port are faults', async () => {
    expect(
      await readOnce('/status.json#temp', HttpParams.parse({ timeoutMs, url: `http://127.0.0.1:${secure.port}` })),
    ).toBeTypeOf('number')
    const tls = HttpParams.parse({ timeoutMs, url: `https://127.0.0.1:${plain.port}`, verifyCertificate: false })
    expect(await readOnce('/status.json#temp', tls)).toMatchObject({ broken: true })
  })
})
