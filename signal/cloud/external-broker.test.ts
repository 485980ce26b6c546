// The adapter with a real mosquitto and its dynamic security plugin.
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientIdOf, downFilter, downTopic, upTopic } from '../../contract/topics.ts'
import { eventually } from '../../testkit/eventually.ts'
import { type Mosquitto, startMosquitto } from '../../testkit/peers/mosquitto.ts'
import { freePort } from '../../testkit/ports.ts'
import { externalBroker } from './external-broker.ts'
import type { GatewayLink } from './link.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const fault = (message: string, cause: unknown) => new Error(message, { cause })

const until = (holds: () => boolean | Promise<boolean>) => eventually(async () => expect(await holds()).toBe(true))

describe('a mosquitto with dynamic security', () => {
  let broker: Mosquitto
  let link: GatewayLink
  const heard: { topic: string; text: string }[] = []
  const boxes = { A: '00000000000000aa', B: '00000000000000bb' }
  const sns = { A: 'GH-TEST-A', B: 'GH-TEST-B' }

  const box = (name: 'A' | 'B', secret: string, boxId = boxes[name]) =>
    connectAsync(
      `mqtt://127.0.0.1:${broker.port}`,
      { username: sns[name], password: secret, clientId: clientIdOf(sns[name], boxId), reconnectPeriod: 0 },
      false,
    )

  beforeAll(async () => {
    broker = await startMosquitto({ secured: true })
    link = externalBroker(
      { url: broker.url, gateways: async () => [{ sn: sns.A, secret: 'secret-a', boxId: null }], fault },
      {
        credential: async () => undefined,
        onMessage: (topic, payload) => void heard.push({ topic, text: payload.toString() }),
        onRefused: () => undefined,
        log,
      },
    )
    await link.start()
    await link.admit(sns.B, 'secret-b')
  })
  afterAll(async () => {
    await link.stop()
    await broker.close()
  })

  async function withBox<T>(client: MqttClient, act: (client: MqttClient) => Promise<T>): Promise<T> {
    try {
      return await act(client)
    } finally {
      await client.endAsync(true)
    }
  }

  test('a gateway and the platform exchange messages on its own topics', async () => {
    await withBox(await box('A', 'secret-a'), async (client) => {
      const got: string[] = []
      client.on('message', (topic) => got.push(topic))
      await client.subscribeAsync(downFilter(sns.A))
      await client.publishAsync(upTopic(sns.A, 'beat'), 'mine', { qos: 1 })
      await until(() => heard.some(({ topic, text }) => topic === upTopic(sns.A, 'beat') && text === 'mine'))
      await link.publish(sns.A, 'open', { intervalMs: 1000, delayS: 10 })
      await until(() => got.includes(downTopic(sns.A, 'open')))
    })
  })

  test('a gateway admitted by an earlier version may use new topics after the next start', async () => {
    const administrator = await connectAsync(broker.url)
    const topic = upTopic(sns.A, 'tunnel')
    const command = { command: 'removeRoleACL', rolename: `gw-${sns.A}`, acltype: 'publishClientSend', topic }
    await administrator.publishAsync('$CONTROL/dynamic-security/v1', JSON.stringify({ commands: [command] }), {
      qos: 1,
    })
    await administrator.endAsync()
    const said = (text: string) => heard.some((each) => each.topic === topic && each.text === text)
    const say = (text: string) =>
      box('A', 'secret-a').then((client) =>
        withBox(client, async () => {
          await client.publishAsync(topic, text, { qos: 1 })
          await client.publishAsync(upTopic(sns.A, 'beat'), text, { qos: 1 })
          await until(() => heard.some((each) => each.topic !== topic && each.text === text))
        }),
      )
    await say('before')
    expect(said('before')).toBe(false)
    await link.stop()
    await link.start()
    await say('after')
    expect(said('after')).toBe(true)
  })

  test('a gateway neither reads nor writes the topics of another', async () => {
    await withBox(await box('A', 'secret-a'), async (client) => {
      const got: string[] = []
      client.on('message', (topic) => got.push(topic))
      await client.subscribeAsync([downFilter(sns.B), '#', 'gw/+/down/#', upTopic(sns.B, 'live')]).catch(() => [])
      await client.subscribeAsync(downFilter(sns.A))
      await client.publishAsync(upTopic(sns.B, 'beat'), 'forged', { qos: 1 }).catch(() => undefined)
      await client.publishAsync(upTopic(sns.A, 'beat'), 'last', { qos: 1 })
      await until(() => heard.some(({ text }) => text === 'last'))
      await link.publish(sns.B, 'open', { intervalMs: 1000, delayS: 10 })
      await link.publish(sns.A, 'open', { intervalMs: 1000, delayS: 10 })
      await until(() => got.length > 0)
      expect(got).toEqual([downTopic(sns.A, 'open')])
      expect(heard.some(({ text }) => text === 'forged')).toBe(false)
    })
  })

  test('a wrong secret is refused, and so is the old one after a change', async () => {
    await expect(box('B', 'wrong')).rejects.toThrow()
    await link.admit(sns.B, 'secret-b2')
    await expect(box('B', 'secret-b')).rejects.toThrow()
    await withBox(await box('B', 'secret-b2'), async () => undefined)
  })

  test('once a box is pinned, a second box with the same secret is refused until it is unpinned', async () => {
    await link.pinBox(sns.A, boxes.A)
    await expect(box('A', 'secret-a', 'ffffffffffffffff')).rejects.toThrow()
    await withBox(await box('A', 'secret-a'), async () => undefined)
    await link.pinBox(sns.A, null)
    await withBox(await box('A', 'secret-a', 'ffffffffffffffff'), async () => undefined)
  })

  test('an expelled gateway is disconnected and refused until it is admitted again', async () => {
    await link.admit(sns.B, 'secret-b3')
    await withBox(await box('B', 'secret-b3'), async (client) => {
      await link.expel(sns.B)
      await until(() => !client.connected)
    })
    await expect(box('B', 'secret-b3')).rejects.toThrow()
    await link.admit(sns.B, 'secret-b4')
    await withBox(await box('B', 'secret-b4'), async () => undefined)
  })
})

test('a broker that lets everyone read everything is refused at the start', async () => {
  const broker = await startMosquitto()
  const needs = { credential: async () => undefined, onMessage: () => undefined, onRefused: () => undefined, log }
  const link = externalBroker({ url: broker.url, gateways: async () => [], fault }, needs)
  await expect(link.start()).rejects.toThrow('MQTT_URL cannot be used')
  await broker.close()
})

const needs = { credential: async () => undefined, onMessage: () => undefined, onRefused: () => undefined, log }

test.each([
  ['takes messages of any size', { max_packet_size: null }, 'set max_packet_size 1050000'],
  ['refuses the largest message', { max_packet_size: '100000' }, 'set max_packet_size 1050000'],
  ['keeps retained messages', { retain_available: null }, 'set retain_available false'],
  ['keeps commands for who is away', { queue_qos0_messages: 'true' }, 'set queue_qos0_messages false'],
])('a broker that %s is refused at the start, with the setting that fixes it', async (_, change, mends) => {
  const broker = await startMosquitto({ secured: true, change })
  const link = externalBroker({ url: broker.url, gateways: async () => [], fault }, needs)
  try {
    await expect(link.start()).rejects.toThrow(mends)
  } finally {
    await link.stop()
    await broker.close()
  }
})

test('a pin that the broker lost is set at the next start', async () => {
  const broker = await startMosquitto({ secured: true })
  const sn = 'GH-TEST-C'
  const known: { sn: string; secret: string; boxId: string | null }[] = []
  const start = async () => {
    const link = externalBroker({ url: broker.url, gateways: async () => known, fault }, needs)
    await link.start()
    return link
  }
  const connects = async (boxId: string) => {
    const options = { username: sn, password: 'secret-c', clientId: clientIdOf(sn, boxId), reconnectPeriod: 0 }
    const box = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, options, false).catch(() => undefined)
    await box?.endAsync(true)
    return box !== undefined
  }
  const [own, second] = ['00000000000000cc', 'ffffffffffffffff']
  const before = await start()
  await before.admit(sn, 'secret-c')
  await before.stop()
  // The database has the box, and the platform stopped before it informed the broker.
  known.push({ sn, secret: 'secret-c', boxId: own })
  expect(await connects(second)).toBe(true)
  const after = await start()
  expect([await connects(second), await connects(own)]).toEqual([false, true])
  await after.stop()
  await broker.close()
})

test('an unreachable broker is reported in one line', async () => {
  const needs = { credential: async () => undefined, onMessage: () => undefined, onRefused: () => undefined, log }
  const link = externalBroker({ url: `mqtt://127.0.0.1:${await freePort()}`, gateways: async () => [], fault }, needs)
  await expect(link.start()).rejects.toThrow('the broker at MQTT_URL cannot be reached')
})
