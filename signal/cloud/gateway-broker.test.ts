// The shortcuts of the embedded broker, tested with real clients on a plain socket.
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { Client } from 'aedes'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually, until } from '../../testkit/eventually.ts'
import { type GatewayBroker, startGatewayBroker } from './gateway-broker.ts'

const up = 'gw/SN01/up/record'
const down = 'gw/SN01/down/ack'
const foreign = 'gw/SN02/down/ack'

let broker: GatewayBroker
let server: Server
let heard: [topic: string, payload: string][]
const entered = new Map<string, Client>()
const clients: MqttClient[] = []

beforeEach(async () => {
  heard = []
  entered.clear()
  broker = await startGatewayBroker(
    {
      authorizePublish: (client, { qos }, done) => {
        if (client && qos === 1) broker.hold(client)
        done(null)
      },
      authorizeSubscribe: (_, subscription, done) => done(null, subscription.topic === foreign ? null : subscription),
    },
    (topic, payload) => heard.push([topic, String(payload)]),
  )
  broker.aedes.on('clientReady', (client) => entered.set(client.id, client))
  server = createServer((socket) => void broker.aedes.handle(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true)
  await new Promise<void>((resolve) => broker.aedes.close(resolve))
  await new Promise((resolve) => server.close(resolve))
})

async function enter(clientId: string, subscribed?: string) {
  const client = await connectAsync(`mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, { clientId })
  clients.push(client)
  const told: string[] = []
  client.on('message', (_, payload) => told.push(String(payload)))
  if (subscribed) await client.subscribeAsync(subscribed)
  const own = await until(() => entered.get(clientId))
  return { client, told, own, isHeld: () => own.conn.writableCorked > 0 }
}

const tell = (client: Client, text: string, topic = down) =>
  new Promise<void>((resolve, reject) =>
    broker.tell(client, topic, text, (error) => (error ? reject(error) : resolve())),
  )

test('published messages are passed on, with and without confirmation, and to no other client', async () => {
  const listener = await enter('listener', '#')
  const { client } = await enter('box')
  await client.publishAsync(up, 'one', { qos: 1 })
  await client.publishAsync(up, 'two', { qos: 0 })
  await eventually(() =>
    expect(heard).toEqual([
      [up, 'one'],
      [up, 'two'],
    ]),
  )
  await listener.client.subscribeAsync(down)
  await tell(listener.own, 'for you')
  await eventually(() => expect(listener.told).toEqual(['for you']))
})

test.each([
  ['the topic', down],
  ['all that is for it', 'gw/SN01/down/#'],
])('a client subscribed to %s receives the message, and no other does', async (_, filter) => {
  const box = await enter('box', filter)
  const other = await enter('other', filter)
  await tell(box.own, 'hear')
  await eventually(() => expect(box.told).toEqual(['hear']))
  expect(other.told).toEqual([])
})

test('a client that is not, or no longer, subscribed receives nothing', async () => {
  const box = await enter('box')
  await tell(box.own, 'too early')
  await box.client.subscribeAsync(down)
  await tell(box.own, 'now')
  await box.client.unsubscribeAsync(down)
  await tell(box.own, 'too late')
  await box.client.subscribeAsync(down)
  await tell(box.own, 'again')
  await eventually(() => expect(box.told).toEqual(['now', 'again']))
})

test('a confirmation waits for the next message to the client', async () => {
  const box = await enter('box', down)
  const confirmed = box.client.publishAsync(up, 'one', { qos: 1 })
  await eventually(() => expect(heard).toHaveLength(1))
  await tell(box.own, 'committed')
  expect(box.isHeld()).toBe(false)
  await confirmed
  await eventually(() => expect(box.told).toEqual(['committed']))
})

test('and is sent after a moment without one', async () => {
  const box = await enter('box')
  await Promise.all([1, 2, 3].map((n) => box.client.publishAsync(up, String(n), { qos: 1 })))
  expect(heard).toHaveLength(3)
  await eventually(() => expect(box.isHeld()).toBe(false))
})

test('a client that closes while a message waits for it affects no other', async () => {
  const leaving = await enter('leaving', down)
  const staying = await enter('staying', down)
  broker.hold(leaving.own)
  broker.hold(staying.own)
  await leaving.client.endAsync(true)
  await tell(leaving.own, 'gone')
  await tell(staying.own, 'here')
  await eventually(() => expect(staying.told).toEqual(['here']))
})

test('a client whose subscription is refused receives nothing', async () => {
  const box = await enter('box', down)
  await expect(box.client.subscribeAsync([down, foreign])).rejects.toThrow()
  await tell(box.own, 'not for you', foreign)
  await tell(box.own, 'for you')
  await eventually(() => expect(box.told).toContain('for you'))
  expect(box.told).toEqual(['for you'])
})
