// Publishes values to a customer's own server: mosquitto without TLS, with TLS, and with TLS both ways.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BoxOrder, Northbound } from '../../../contract/box.ts'
import { sealFor } from '../../../contract/sealed.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { Bench } from '../../../testkit/peers/bench.ts'
import { type Mosquitto, startMosquitto } from '../../../testkit/peers/mosquitto.ts'

let bench: Bench
let folder: string
beforeEach(async () => {
  bench = await Bench.begin()
  folder = mkdtempSync(join(tmpdir(), 'northbound-'))
  bench.cleanups.push(async () => rmSync(folder, { recursive: true }))
})
afterEach(() => bench.end())

type Message = { topic: string; text: string; retain: boolean }

async function server(options: Parameters<typeof startMosquitto>[0] = {}): Promise<Mosquitto> {
  const broker = await startMosquitto(options)
  bench.cleanups.push(() => broker.close())
  return broker
}
/** Collects all messages under plant/#, from now on. */
async function listening(broker: Mosquitto, more: IClientOptions = {}): Promise<Message[]> {
  const heard: Message[] = []
  const client: MqttClient = await connectAsync(broker.url, { ...(broker.ca ? { ca: broker.ca } : {}), ...more })
  bench.cleanups.unshift(() => client.endAsync(true))
  client.on('message', (topic, payload, { retain }) => heard.push({ topic, text: payload.toString(), retain }))
  await client.subscribeAsync('plant/#', { qos: 1 })
  return heard
}
const settings = (port: number, change: Partial<Northbound> = {}): Northbound => ({
  ...{ host: 'localhost', port, clientId: 'plant-7', username: '', timeoutS: 5, keepAliveS: 30 },
  ...{ auth: 'none', topic: 'plant/7', everyS: 1, ...change },
})
const variables = [
  { id: 1, name: 'Level' },
  { id: 2, name: 'Flow' },
]
type Order = Extract<BoxOrder, { act: 'mqtt' }>
const order = (of: Northbound | null, more: Partial<Order> = {}): Order => ({
  ...{ act: 'mqtt', settings: of, variables, secrets: {} },
  ...more,
})
const valuesIn = (heard: readonly Message[]) =>
  heard.filter(({ topic }) => topic === 'plant/7/values').map(({ text }) => JSON.parse(text))
const statusesIn = (heard: readonly Message[]) =>
  heard.filter(({ topic }) => topic === 'plant/7/status').map(({ text }) => text)

describe('publishing', () => {
  it('sends all values after connecting, then those read since, and says when it leaves', async () => {
    const broker = await server()
    const heard = await listening(broker)
    await bench.configured(await bench.device())
    expect(await bench.order(order(settings(broker.port)))).toMatchObject({ status: 'success' })
    await eventually(() => expect(valuesIn(heard).length).toBeGreaterThan(0))
    await eventually(() =>
      expect(Object.assign({}, ...valuesIn(heard).map(({ values }) => values))).toMatchObject({
        Level: { v: 10, q: 200 },
        Flow: { v: 20, q: 200 },
      }),
    )
    const [first] = valuesIn(heard)
    expect(first).toMatchObject({ sn: bench.sn })
    expect(Math.abs(first.values.Level.t - bench.platform.now())).toBeLessThan(60_000)
    expect(Object.keys(Object.assign({}, ...valuesIn(heard).map(({ values }) => values))).sort()).toEqual([
      'Flow',
      'Level',
    ])
    await bench.write(1, 77)
    await eventually(() => expect(valuesIn(heard).some(({ values }) => values.Level?.v === 77)).toBe(true))
    const told = await bench.told((box) => box.mqtt?.status === 'connected' && box.mqtt.published > 0)
    expect(told.mqtt).toMatchObject({ variables: 2, hasPassword: false, hasKey: false, reason: null })
    expect(statusesIn(heard)).toEqual(['online'])
    expect(await bench.order(order(null))).toMatchObject({ status: 'success' })
    await eventually(() => expect(statusesIn(heard)).toEqual(['online', 'offline']))
    expect((await bench.told((box) => box.mqtt === null && box.traffic.sent > 0)).mqtt).toBeNull()
  })

  it('reconnects to its server, and continues after a restart of the agent', async () => {
    const broker = await server()
    const peer = await bench.device()
    await bench.configured(peer)
    await bench.order(order(settings(broker.port)))
    await bench.told((box) => box.mqtt?.status === 'connected')
    await broker.kill()
    await eventually(() => expect(bench.platform.all('box').at(-1)?.box.mqtt?.status).not.toBe('connected'))
    await broker.restart()
    const heard = await listening(broker)
    await eventually(() => expect(valuesIn(heard).length).toBeGreaterThan(0))
    await bench.edge.stop()
    const before = heard.length
    await bench.start()
    await eventually(() => expect(valuesIn(heard.slice(before)).length).toBeGreaterThan(0))
  })

  it('sends values as they change also after a release and a new binding', async () => {
    const broker = await server()
    const heard = await listening(broker)
    const bound = await bench.configured(await bench.device())
    await bench.order(order(settings(broker.port)))
    await eventually(() => expect(statusesIn(heard)).toEqual(['online']))
    expect(await bench.platform.command({ kind: 'release' })).toMatchObject({ status: 'success' })
    await eventually(() => expect(statusesIn(heard)).toEqual(['online', 'offline']))
    expect(await bench.platform.command({ kind: 'configure', bound })).toMatchObject({ status: 'success' })
    await bench.order(order(settings(broker.port)))
    await eventually(() => expect(valuesIn(heard).some(({ values }) => values.Level?.v === 10)).toBe(true))
    await bench.write(1, 77)
    await eventually(() => expect(valuesIn(heard).some(({ values }) => values.Level?.v === 77)).toBe(true))
  })

  it('works with a sealed password; a refusal of the server is reported in words', async () => {
    const passwords = join(folder, 'passwords')
    execFileSync('mosquitto_passwd', ['-b', '-c', passwords, 'plant', 'right'])
    const broker = await server({ lines: [`password_file ${passwords}`, 'allow_anonymous false'] })
    const heard = await listening(broker, { username: 'plant', password: 'right' })
    await bench.configured(await bench.device())
    const own = settings(broker.port, { username: 'plant' })
    const sealedAs = (text: string) => sealFor({ sn: bench.sn, secret: 's' }, new Map([[7, text]]))
    await bench.order(order(own, { secrets: { password: { secret: 7 } } }), sealedAs('wrong'))
    const refused = await bench.told((box) => box.mqtt?.status === 'failed')
    expect(refused.mqtt?.reason).toMatch(/not authorized|bad user/i)
    await bench.order(order(own, { secrets: { password: { secret: 7 } } }), sealedAs('right'))
    await eventually(() => expect(valuesIn(heard).length).toBeGreaterThan(0))
    // Secrets left out of an order are kept.
    const before = heard.length
    await bench.order(order({ ...own, everyS: 2 }))
    await eventually(() => expect(valuesIn(heard.slice(before)).length).toBeGreaterThan(0))
    expect((await bench.told((box) => box.mqtt?.settings.everyS === 2)).mqtt?.hasPassword).toBe(true)
    expect(readFileSync(join(bench.dataDir, 'settings.json'), 'utf8')).not.toContain('right')
  })
})

describe('with TLS', () => {
  it('checks the server against the root certificate of the order', async () => {
    const broker = await server({ tls: true })
    const heard = await listening(broker)
    await bench.configured(await bench.device())
    const own = settings(broker.port, { auth: 'oneWay' })
    await bench.order(order(own))
    expect((await bench.told((box) => box.mqtt?.status === 'failed')).mqtt?.reason).toMatch(/self.signed/i)
    await bench.order(order(own, { ca: broker.ca! }))
    await eventually(() => expect(valuesIn(heard).length).toBeGreaterThan(0))
    const told = await bench.told((box) => box.mqtt?.status === 'connected')
    expect(told.mqtt?.ca).toMatchObject({ subject: 'CN=localhost', until: expect.any(Number) })
  })

  it('presents its own certificate when the server requests one', async () => {
    const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const files = ['-keyout', join(folder, 'own.key'), '-out', join(folder, 'own.pem')]
    execFileSync('openssl', [...kind, '-subj', '/CN=plant-7', ...files], { stdio: 'pipe' })
    const [certificate, key] = ['own.pem', 'own.key'].map((name) => readFileSync(join(folder, name), 'utf8'))
    const broker = await server({ tls: true, lines: [`cafile ${join(folder, 'own.pem')}`, 'require_certificate true'] })
    const heard = await listening(broker, { cert: certificate!, key: key! })
    await bench.configured(await bench.device())
    const own = settings(broker.port, { auth: 'mutual' })
    await bench.order(order(own, { ca: broker.ca! }))
    await bench.told((box) => box.mqtt !== null && box.mqtt.status !== 'connected')
    const sealed = sealFor({ sn: bench.sn, secret: 's' }, new Map([[9, key!]]))
    await bench.order(order(own, { certificate: certificate!, secrets: { key: { secret: 9 } } }), sealed)
    await eventually(() => expect(valuesIn(heard).length).toBeGreaterThan(0))
    const { mqtt } = await bench.told((box) => box.mqtt?.status === 'connected')
    expect(mqtt).toMatchObject({ hasKey: true, certificate: { subject: 'CN=plant-7' } })
    expect(JSON.stringify(bench.platform.heard)).not.toContain('PRIVATE KEY')
  })
})
