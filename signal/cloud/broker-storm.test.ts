// Opens hundreds of each kind of unfinished connection: the counts return to their start, a valid gateway connects
// meanwhile, and the broker stops on request.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { clientIdOf, downFilter, upTopic } from '../../contract/topics.ts'
import { eventually } from '../../testkit/eventually.ts'
import { mqttConnect, mqttPacket, mqttText } from '../../testkit/mqtt-bytes.ts'
import { makeCertificate } from '../../testkit/peers/certificate.ts'
import { rawSocket, rawSockets } from '../../testkit/raw-socket.ts'
import { EmbeddedBroker } from './embedded-broker.ts'

const count = 200
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const secretHash = createHash('sha256').update('secret').digest()
const boxId = () => randomBytes(8).toString('hex')
let folder = ''
let cert: Buffer
let broker: EmbeddedBroker

function newBroker(key: Buffer) {
  const options = { host: '127.0.0.1', port: 0, tls: { port: 0, cert, key }, patienceMs: 3000 }
  const credential = async (sn: string) => (sn.startsWith('KNOWN') ? { sn, secretHash, boxId: null } : undefined)
  return new EmbeddedBroker(options, { credential, onMessage: () => undefined, onRefused: () => undefined, log })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-storm-'))
  await makeCertificate(folder)
  cert = await readFile(join(folder, 'cert.pem'))
  broker = newBroker(await readFile(join(folder, 'key.pem')))
  await broker.start()
})
afterAll(async () => {
  await broker.stop()
  await rm(folder, { recursive: true, force: true })
})

const plain = () => `http://127.0.0.1:${broker.port()}`
const secure = () => `http://127.0.0.1:${broker.tlsPort()}`

/** Connects as a valid gateway. */
async function getsIn(url: string): Promise<void> {
  const sn = `KNOWN-${boxId()}`
  const id = { username: sn, password: 'secret', clientId: clientIdOf(sn, boxId()), keepalive: 20 }
  const client = await connectAsync(url, { ...id, ca: cert, reconnectPeriod: 0 }, false)
  await client.endAsync()
}

const isEmpty = () => eventually(() => expect(broker.counts?.()).toEqual({ connections: 0, strangers: 0 }))

const hello = (change: Partial<Parameters<typeof mqttConnect>[0]> = {}, sn = `KNOWN-${boxId()}`) =>
  mqttConnect({ clientId: clientIdOf(sn, boxId()), username: sn, password: 'secret', ...change })
/** CONNECT with one byte changed: protocol level 8, flags 9, keep-alive 10 and 11. */
const changed = (place: number, byte: number) => {
  const packet = hello()
  const at = packet.indexOf('MQTT') + 4 + (place - 8)
  packet[at] = byte
  return packet
}
const subscribe = (topic: string) =>
  mqttPacket(0x82, Buffer.concat([Buffer.from([0, 1]), mqttText(topic), Buffer.from([0])]))

const kinds: [name: string, sent: () => Buffer][] = [
  ['half a CONNECT', () => hello().subarray(0, 15)],
  ['one byte', () => Buffer.from([0x10])],
  ['no MQTT', () => Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['TLS where there is none', () => Buffer.from([0x16, 3, 1, 2, 0, 1])],
  ['a wrong secret', () => hello({ password: 'guess' })],
  ['an unknown SN', () => hello({}, `NOBODY-${boxId()}`)],
  ['a client id of another', () => hello({ clientId: clientIdOf('OTHER', boxId()) })],
  ['a kept session', () => changed(9, 0b1100_0000)],
  ['a version of the future', () => changed(8, 9)],
  ['no sign of life promised', () => Buffer.concat([changed(11, 0)])],
  ['two greetings', () => Buffer.concat([hello(), hello()])],
  ['a will on a topic of another', () => hello({ will: upTopic('OTHER', 'bye') })],
  ['subscriptions to everything', () => Buffer.concat([hello(), ...Array.from({ length: 50 }, () => subscribe('#'))])],
  [
    'a message for another',
    () => Buffer.concat([hello(), mqttPacket(0x30, Buffer.concat([mqttText('gw/OTHER/up/live')]))]),
  ],
]

describe('an unfinished connection', () => {
  test.each(kinds)(
    '%s',
    async (_, sent) => {
      const sockets = await rawSockets(plain(), count)
      for (const socket of sockets) socket.write(sent())
      await getsIn(plain().replace('http', 'mqtt'))
      // The test closes connections that the broker keeps because they may still become gateways.
      for (const socket of sockets) if (!socket.closed) socket.resetAndDestroy()
      await isEmpty()
    },
    60_000,
  )
})

test('a connected but silent client is disconnected after its keep-alive time', async () => {
  const sockets = await rawSockets(plain(), 20)
  for (const socket of sockets) socket.write(changed(11, 1))
  await eventually(() => expect(sockets.filter(({ closed }) => !closed)).toHaveLength(0))
  await isEmpty()
})

test('half a CONNECT packet is disconnected after its time limit', async () => {
  const sockets = await rawSockets(plain(), count)
  for (const socket of sockets) socket.write(hello().subarray(0, 15))
  await eventually(() => expect(broker.counts?.().strangers).toBe(count))
  await eventually(() => expect(sockets.filter(({ closed }) => !closed)).toHaveLength(0))
  await isEmpty()
}, 60_000)

test('one secret opens no more connections than a gateway needs', async () => {
  const sn = `KNOWN-${boxId()}`
  const sockets: Socket[] = []
  for (let i = 0; i < limits.gatewayBoxesAtOnce + 10; i += 1) {
    const socket = await rawSocket(plain())
    const answered = new Promise((resolve) => socket.once('data', resolve))
    socket.write(Buffer.concat([hello({}, sn), subscribe(downFilter(sn))]))
    await answered
    sockets.push(socket)
  }
  await eventually(() => expect(broker.counts?.().connections).toBe(limits.gatewayBoxesAtOnce))
  for (const socket of sockets) socket.destroy()
  await isEmpty()
})

test('wills of hundreds of disconnected gateways', async () => {
  const sockets = await rawSockets(plain(), count)
  for (const socket of sockets) {
    const sn = `KNOWN-${boxId()}`
    socket.write(hello({ will: upTopic(sn, 'bye') }, sn))
  }
  await eventually(() => expect(broker.counts?.()).toEqual({ connections: count, strangers: 0 }))
  for (const socket of sockets) socket.resetAndDestroy()
  await isEmpty()
}, 60_000)

describe('TLS', () => {
  test.each([
    ['handshakes that never begin', Buffer.alloc(0)],
    ['handshakes that never end', Buffer.from([0x16, 3, 1, 2, 0, 1, 0])],
  ])(
    '%s count as unauthenticated from the start, and end',
    async (_, sent) => {
      const sockets = await rawSockets(secure(), count)
      for (const socket of sockets) socket.write(sent)
      await eventually(() => expect(broker.counts?.()).toEqual({ connections: count, strangers: count }))
      await getsIn(secure().replace('http://127.0.0.1', 'mqtts://localhost'))
      await eventually(() => expect(sockets.filter(({ closed }) => !closed)).toHaveLength(0))
      await isEmpty()
    },
    60_000,
  )

  test('a client without TLS is disconnected immediately', async () => {
    const sockets = await rawSockets(secure(), count)
    for (const socket of sockets) socket.write(hello())
    await eventually(() => expect(sockets.filter(({ closed }) => !closed)).toHaveLength(0))
    await isEmpty()
  })
})

test('the broker stops although connections of every kind are open', async () => {
  const other = newBroker(await readFile(join(folder, 'key.pem')))
  await other.start()
  const sockets = await Promise.all([
    rawSocket(`http://127.0.0.1:${other.port()}`),
    rawSocket(`http://127.0.0.1:${other.tlsPort()}`),
    ...kinds.map(async ([, sent]) => {
      const socket = await rawSocket(`http://127.0.0.1:${other.port()}`)
      socket.write(sent())
      return socket
    }),
  ])
  await other.stop()
  await eventually(() => expect(sockets.filter(({ closed }) => !closed)).toHaveLength(0))
})

test('with TLS, plain MQTT is limited to this machine; without a port there is none', async () => {
  const key = await readFile(join(folder, 'key.pem'))
  const needs = { credential: async () => undefined, onMessage: () => undefined, onRefused: () => undefined, log }
  const everywhere = new EmbeddedBroker({ host: '0.0.0.0', port: 0, tls: { port: 0, cert, key } }, needs)
  const none = new EmbeddedBroker({ host: '0.0.0.0', port: null, tls: { port: 0, cert, key } }, needs)
  await everywhere.start()
  await none.start()
  // Another address of the loopback network takes the role of an external client.
  const from = (port: number | null) => rawSocket(`http://127.0.0.2:${port}`)
  const outside = await from(everywhere.tlsPort())
  await expect(from(everywhere.port())).rejects.toThrow()
  const inside = await rawSocket(`http://127.0.0.1:${everywhere.port()}`)
  expect(none.port()).toBeNull()
  for (const socket of [outside, inside]) socket.destroy()
  await everywhere.stop()
  await none.stop()
})
