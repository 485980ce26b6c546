// Agents that answer with messages of another version or security, or with reports without end.
import { createSocket, type Socket } from 'node:dgram'
import { afterEach, expect, test } from 'vitest'
import { startSnmpAgent } from '../../testkit/peers/snmp-agent.ts'
import { DriverFault, type Point } from '../driver.ts'
import { opener } from './driver.ts'
import { SnmpParams } from './params.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const tlv = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag, content.length), content])
}
const small = (value: number) => tlv(2, Buffer.of(value))

/** A message of v3 with this PDU, from an engine that has just started. */
const messageV3 = (id: Uint8Array, flags: number, pdu: number): Buffer =>
  tlv(
    0x30,
    small(3),
    tlv(0x30, tlv(2, id), tlv(2, Buffer.of(0x40, 0)), tlv(4, Buffer.of(flags)), small(3)),
    tlv(
      4,
      tlv(0x30, tlv(4, Buffer.from('8000000001', 'hex')), small(0), small(0), tlv(4), tlv(4, Buffer.alloc(12)), tlv(4)),
    ),
    tlv(0x30, tlv(4), tlv(4), tlv(pdu, tlv(2, id), small(0), small(0), tlv(0x30))),
  )

/** A peer of v3 that answers each request with its number. Messages have less than 128 bytes. */
async function startPeer(answer: (id: Buffer) => Buffer): Promise<{ port: number; asked: () => number }> {
  const socket: Socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  closers.push(() => new Promise<void>((resolve) => socket.close(resolve)))
  let asked = 0
  socket.on('message', (bytes, from) => {
    asked++
    const id = bytes.subarray(9, 9 + bytes[8]!)
    socket.send(answer(id), from.port, from.address)
  })
  return { port: socket.address().port, asked: () => asked }
}

const point: Point = { id: 1, address: '1.3.6.1.4.1.7.1', dataType: 'int32', access: 'r' }
const fault = (run: Promise<unknown>) =>
  run.then(
    () => 'none',
    (error: unknown) => (error instanceof DriverFault ? error.code : error),
  )
const openOf = (params: SnmpParams) => opener.open(params, new AbortController().signal, '', [])

test.each([0, 1, 2, 3])('an answer of v3 with flags %i to a request of v2c is dropped', async (flags) => {
  const agent = await startSnmpAgent()
  closers.push(() => agent.close())
  const params = SnmpParams.parse({ host: '127.0.0.1', port: agent.port, timeoutMs: 150 })
  const session = await openOf(params)
  closers.push(() => session.close())
  // The number of the request follows the community `public`.
  agent.script = (usual) => [messageV3(usual.subarray(17, 17 + usual[16]!), flags, 0xa2)]
  expect(await fault(session.read([point], params))).toBe(1714)
  agent.script = undefined
  expect(await fault(session.read([point], params))).toBe('none')
})

test('an authenticated answer to a user without authentication is dropped', async () => {
  const peer = await startPeer((id) => messageV3(id, 1, 0xa2))
  const more = { version: 'v3', userName: 'ops', authProtocol: 'none', privProtocol: 'none' }
  const params = SnmpParams.parse({ host: '127.0.0.1', port: peer.port, timeoutMs: 150, ...more })
  expect(await fault(openOf(params))).toBe(1714)
})

test('reports without end are no answer', async () => {
  const peer = await startPeer((id) => messageV3(id, 0, 0xa8))
  const more = { version: 'v3', userName: 'ops', authProtocol: 'none', privProtocol: 'none' }
  const params = SnmpParams.parse({ host: '127.0.0.1', port: peer.port, timeoutMs: 100, ...more })
  expect(await fault(openOf(params))).toBe(1714)
  expect(peer.asked()).toBeGreaterThan(2)
})

test('a password that the gateway lacks closes the connection', async () => {
  const more = { version: 'v3', userName: 'ops', privProtocol: 'none', authPassword: { secret: 5 } }
  const params = SnmpParams.parse({ host: '127.0.0.1', port: 9, timeoutMs: 100, ...more })
  await expect(openOf(params)).rejects.toMatchObject({ code: 1748, broken: true })
})
