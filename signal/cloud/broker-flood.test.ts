// Floods the broker from one gateway or an unknown client: memory stays bounded, and others are served.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { clientIdOf, upTopic } from '../../contract/topics.ts'
import { monitorToken } from '../../features/device/live/contract.ts'
import { eventually } from '../../testkit/eventually.ts'
import { type FakeGateway, fakeGateway } from '../../testkit/gateway.ts'
import { mqttConnect, mqttPacket, mqttText } from '../../testkit/mqtt-bytes.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'
import { liveSite, registered, type Site } from '../../testkit/site.ts'
import { watch } from '../../testkit/watch.ts'

let server: TestServer
let honest: Site
let mine: { sn: string; secret: string }
let box: FakeGateway
beforeAll(async () => {
  server = await testServer()
  honest = await liveSite(server, 'Honest')
})
afterAll(async () => {
  await honest.box[Symbol.asyncDispose]()
  await server.stop()
})
beforeEach(async () => {
  mine = await registered(server.admin)
  box = fakeGateway({ port: server.mqttPort, ...mine })
  return () => box[Symbol.asyncDispose]()
})

const metric = async (line: string) =>
  Number(new RegExp(`^${line} ([\\d.e+]+)$`, 'm').exec(await server.metrics.text())?.[1] ?? 0)
const refusals = (reason: string) => metric(`gatehouse_connections_refused_total\\{reason="${reason}"\\}`)
const rejections = (reason: string) => metric(`gatehouse_messages_rejected_total\\{reason="${reason}"\\}`)

/** Checks that a value of the honest gateway reaches a browser. */
async function othersAreServed(value: number): Promise<void> {
  const { equipmentId, box: other, id } = honest
  const seen = await watch(server.url, await server.admin.call(monitorToken, { equipmentId }))
  await eventually(async () => {
    // Nothing is sent before the socket is subscribed.
    await other.live({ [id('Level')]: value })
    expect(seen.messages.some((m) => m.type === 'signalVal' && m.values.includes(value))).toBe(true)
  })
  seen.close()
}

test('of three thousand live messages in a burst most are dropped unread, and others are served', async () => {
  await box.connect()
  const before = await rejections('tooFast')
  const payload = JSON.stringify({ session: box.session, equipmentId: 1, bindingId: 1, at: 0, ids: [1], values: [1] })
  const flood = Promise.all(Array.from({ length: 3000 }, () => box.publish(upTopic(mine.sn, 'live'), payload)))
  await othersAreServed(11)
  await flood
  await eventually(async () => {
    expect((await rejections('tooFast')) - before).toBeGreaterThan(2000)
    expect(await metric('gatehouse_gateways_paced_total')).toBeGreaterThan(0)
  })
  expect(box.isConnected()).toBe(true)
  await othersAreServed(12)
})

test('a backlog at full speed is slowed but not disconnected: every message arrives', async () => {
  await box.connect()
  const uuid = '7d9f1c0e-8a53-4f0b-9f39-5f1f5a1b2c3d'
  const count = limits.gatewayPacketsBurst + 500
  const taken: number[] = []
  const result = { uuid, status: 'success', code: 200, at: 0 } as const
  for (let i = 0; i < count; i += 1) taken.push(await box.say('result', result).then(() => i))
  expect(taken).toHaveLength(count)
  expect(box.isConnected()).toBe(true)
})

test('a gateway that keeps sending garbage is disconnected', async () => {
  await box.connect()
  const before = await refusals('garbage')
  for (let i = 0; i < limits.gatewayGarbageBurst + 20; i += 1)
    await box.publish(upTopic(mine.sn, 'live'), '{').catch(() => undefined)
  await eventually(async () => expect(await refusals('garbage')).toBeGreaterThan(before))
  await eventually(() => expect(box.isConnected()).toBe(false))
  await othersAreServed(13)
})

test('tens of thousands of pings are a flood and disconnect', async () => {
  const before = await refusals('flood')
  const socket = await raw(connectPacket())
  for (let i = 0; i < 20 && !socket.destroyed; i += 1) socket.write(Buffer.alloc(65_536, Buffer.from([0xc0, 0])))
  await eventually(() => expect(socket.destroyed).toBe(true))
  expect(await refusals('flood')).toBeGreaterThan(before)
  await othersAreServed(14)
})

test('a subscription to fifty thousand topics is too large and disconnects', async () => {
  const before = await refusals('tooLarge')
  const socket = await raw(connectPacket())
  const filters = Array.from({ length: 50_000 }, (_, i) => Buffer.concat([mqttText(`a/${i}`), Buffer.from([0])]))
  socket.write(mqttPacket(0x82, Buffer.concat([Buffer.from([0, 1]), ...filters])))
  await eventually(() => expect(socket.destroyed).toBe(true))
  expect(await refusals('tooLarge')).toBeGreaterThan(before)
})

test('a gateway that keeps subscribing to foreign topics is disconnected', async () => {
  const before = await refusals('forbiddenTopic')
  const socket = await raw(connectPacket())
  const asked = Buffer.concat([Buffer.from([0, 1]), mqttText('#'), Buffer.from([0])])
  for (let i = 0; i < 50; i += 1) socket.write(mqttPacket(0x82, asked))
  await eventually(() => expect(socket.destroyed).toBe(true))
  expect((await refusals('forbiddenTopic')) - before).toBeLessThan(50)
  await othersAreServed(15)
})

test('unsubscribing from hundreds of topics in one packet is too large and disconnects', async () => {
  const before = await refusals('tooLarge')
  const socket = await raw(connectPacket())
  const filters = Array.from({ length: 200 }, (_, i) => mqttText(String(i)))
  socket.write(mqttPacket(0xa2, Buffer.concat([Buffer.from([0, 1]), ...filters])))
  await eventually(() => expect(socket.destroyed).toBe(true))
  expect(await refusals('tooLarge')).toBeGreaterThan(before)
})

test('a topic of sixty thousand characters disconnects', async () => {
  const socket = await raw(connectPacket())
  socket.write(mqttPacket(0x30, Buffer.concat([mqttText(`gw/${'x'.repeat(60_000)}/up/live`), Buffer.from('{}')])))
  await eventually(() => expect(socket.destroyed).toBe(true))
  await othersAreServed(15)
})

test('a gateway that reconnects in a loop is refused for a while, and leaves nothing behind', async () => {
  const before = await refusals('tooOften')
  for (let i = 0; i < limits.gatewayConnectsBurst + 20; i += 1) {
    const socket = await raw(connectPacket())
    socket.destroy()
  }
  await eventually(async () => expect(await refusals('tooOften')).toBeGreaterThan(before))
  await eventually(async () => expect(await metric('gatehouse_gateway_connections')).toBe(1))
  await othersAreServed(16)
})

test('hundreds of silent connections do not block others', async () => {
  const silent = await Promise.all(Array.from({ length: 400 }, () => raw(Buffer.alloc(0))))
  await eventually(async () => expect(await metric('gatehouse_gateway_strangers')).toBe(400))
  await box.connect()
  await othersAreServed(17)
  for (const socket of silent) socket.destroy()
  await eventually(async () => expect(await metric('gatehouse_gateway_strangers')).toBe(0))
}, 60_000)

test('a connection that closes before its first packet is removed immediately', async () => {
  const before = await refusals('tooSlow')
  const socket = connect(server.mqttPort, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.on('error', () => undefined)
  socket.write(connectPacket().subarray(0, 20))
  await eventually(async () => expect(await metric('gatehouse_gateway_strangers')).toBe(1))
  socket.end()
  await new Promise((resolve) => socket.once('close', resolve))
  await eventually(async () => expect(await metric('gatehouse_gateway_strangers')).toBe(0))
  expect(await refusals('tooSlow')).toBe(before)
})

test('300 gateways that reconnect together are all online again, with few statements', async () => {
  const boxes: { sn: string; secret: string }[] = []
  for (let i = 0; i < 300; i += 1) boxes.push(await registered(server.admin))
  const gateways = boxes.map((each) => fakeGateway({ port: server.mqttPort, ...each }))
  try {
    await Promise.all(gateways.map((each) => each.connect({ connectTimeout: 30_000 })))
    const { kysely } = server.database
    const online = async () => {
      const rows = await kysely.selectFrom('gateway').select('sn').where('state', '=', 'online').execute()
      return boxes.filter(({ sn }) => rows.some((row) => row.sn === sn)).length
    }
    expect(await online()).toBe(300)
    let statements = 0
    server.database.pool.on('acquire', () => {
      statements += 1
    })
    for (const each of gateways) each.cut()
    await eventually(async () => expect(await online()).toBe(0))
    statements = 0
    const welcomes = Promise.all(gateways.map((each) => each.connect({ connectTimeout: 30_000 })))
    expect((await welcomes).every(({ accepted }) => accepted)).toBe(true)
    const told = statements
    await othersAreServed(18)
    expect(await online()).toBe(300)
    // One query per gateway would need at least six each; statements of periodic jobs are counted too.
    expect(told).toBeLessThan(boxes.length * 2)
  } finally {
    await Promise.all(gateways.map((each) => each[Symbol.asyncDispose]()))
  }
}, 120_000)

/** The CONNECT packet of this box. */
const connectPacket = () =>
  mqttConnect({ clientId: clientIdOf(mine.sn, box.boxId), username: mine.sn, password: mine.secret })

async function raw(first: Buffer): Promise<Socket> {
  const socket = connect(server.mqttPort, '127.0.0.1')
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  if (first.length === 0) return socket
  const answered = new Promise((resolve) => socket.once('data', resolve).once('close', resolve))
  socket.write(first)
  await answered
  return socket
}
