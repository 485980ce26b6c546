// The adapter on a real mosquitto with its dynamic security plugin.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientIdOf, downFilter, downTopic, upTopic } from '../../contract/topics.ts'
import { freePort } from '../../testkit/ports.ts'
import { externalBroker } from './external-broker.ts'
import type { GatewayLink } from './link.ts'

const plugin = '/usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so'
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const fault = (message: string, cause: unknown) => new Error(message, { cause })

type Broker = { port: number; url: string; stop(): Promise<void> }

const opens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('it never came to be')
}

async function startMosquitto(isSecured: boolean): Promise<Broker> {
  const folder = await mkdtemp(join(tmpdir(), 'mosquitto-'))
  await chmod(folder, 0o777)
  const port = await freePort()
  const security = join(folder, 'security.json')
  const lines = [
    `listener ${port} 127.0.0.1`,
    `allow_anonymous ${!isSecured}`,
    'persistence false',
    'set_tcp_nodelay true',
  ]
  if (isSecured) {
    execFileSync('mosquitto_ctrl', ['dynsec', 'init', security, 'platform', 'platform-secret'])
    await chmod(security, 0o666)
    lines.push(`plugin ${plugin}`, `plugin_opt_config_file ${security}`)
  }
  await writeFile(join(folder, 'mosquitto.conf'), `${lines.join('\n')}\n`)
  const child: ChildProcess = spawn('/usr/sbin/mosquitto', ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
  await until(() => opens(port))
  return {
    port,
    url: `mqtt://platform:platform-secret@127.0.0.1:${port}`,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

describe('a mosquitto with dynamic security', () => {
  let broker: Broker
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
    broker = await startMosquitto(true)
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
    await broker.stop()
  })

  async function withBox<T>(client: MqttClient, act: (client: MqttClient) => Promise<T>): Promise<T> {
    try {
      return await act(client)
    } finally {
      await client.endAsync(true)
    }
  }

  test('a gateway speaks to the platform and hears it, on its own topics', async () => {
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

  test('it neither reads nor writes the topics of another', async () => {
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

  test('a wrong secret is refused, and an old one after a change', async () => {
    await expect(box('B', 'wrong')).rejects.toThrow()
    await link.admit(sns.B, 'secret-b2')
    await expect(box('B', 'secret-b')).rejects.toThrow()
    await withBox(await box('B', 'secret-b2'), async () => undefined)
  })

  test('once a box is pinned a second box with the same secret is refused, until it is freed', async () => {
    await link.pinBox(sns.A, boxes.A)
    await expect(box('A', 'secret-a', 'ffffffffffffffff')).rejects.toThrow()
    await withBox(await box('A', 'secret-a'), async () => undefined)
    await link.pinBox(sns.A, null)
    await withBox(await box('A', 'secret-a', 'ffffffffffffffff'), async () => undefined)
  })
})

test('a broker that lets everyone read everything is refused at the start', async () => {
  const broker = await startMosquitto(false)
  const needs = { credential: async () => undefined, onMessage: () => undefined, onRefused: () => undefined, log }
  const link = externalBroker({ url: broker.url, gateways: async () => [], fault }, needs)
  await expect(link.start()).rejects.toThrow('MQTT_URL cannot be used')
  await broker.stop()
})

test('a broker that cannot be reached is one clear line', async () => {
  const needs = { credential: async () => undefined, onMessage: () => undefined, onRefused: () => undefined, log }
  const link = externalBroker({ url: `mqtt://127.0.0.1:${await freePort()}`, gateways: async () => [], fault }, needs)
  await expect(link.start()).rejects.toThrow('the broker at MQTT_URL cannot be reached')
})
