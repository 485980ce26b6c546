// The link against third-party brokers, and against the faults of a line.
import { connect } from 'mqtt'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { downTopic, Hello, upTopic } from '../../../contract/topics.ts'
import { startMosquitto } from '../../../testkit/peers/mosquitto.ts'
import { startPlatform } from '../../../testkit/peers/platform.ts'
import { silentServer } from '../../../testkit/peers/silent.ts'
import { createClock } from '../clock.ts'
import { Link, type LinkOptions } from './link.ts'

const sn = 'EG-0003'
const boxId = '0123456789abcdef'
const pace = { backOffMs: 20, backOffMaxMs: 50, refusedRetryMs: 40, helloRetryMs: 100, helloEveryMs: 60_000 }
const cleanups: (() => Promise<unknown>)[] = []
const logged: string[] = []
const commands: unknown[] = []
let link: Link

function start(more: Partial<LinkOptions> & { url: string }): Link {
  logged.length = 0
  commands.length = 0
  link = new Link({
    sn,
    secret: 's',
    boxId,
    clock: createClock(),
    pace,
    log: (message) => logged.push(message),
    profile: () => ({ firmware: '1', configHash: null, bindingId: null, mode: 'standard', vpn: false }),
    onWelcome: () => undefined,
    onOpen: () => undefined,
    onCommand: (raw) => commands.push(raw),
    ...more,
  })
  cleanups.unshift(() => link.stop())
  link.start()
  return link
}
const until = (condition: () => boolean) => expect.poll(condition).toBe(true)

afterEach(async () => {
  vi.useRealTimers()
  for (const clean of cleanups.splice(0)) await clean()
})

it('calls back on each answer of the platform, on a welcome once per connection', async () => {
  const platform = await startPlatform(sn)
  cleanups.push(() => platform.close())
  let [welcomes, answers] = [0, 0]
  start({
    url: platform.url,
    onWelcome: () => {
      welcomes += 1
    },
    onAnswer: () => {
      answers += 1
    },
  })
  await until(() => welcomes === 1)
  link.sayHello()
  await until(() => answers === 2)
  expect(welcomes).toBe(1)
})

describe.each([
  ['plain', false],
  ['with TLS and a private authority', true],
])('on mosquitto, %s', (_name, tls) => {
  it('says hello, is welcomed, publishes, and leaves with a good-bye', async () => {
    const broker = await startMosquitto({ tls })
    cleanups.push(() => broker.close())
    const heard: string[] = []
    const platform = connect(broker.url, { ...(broker.ca ? { ca: broker.ca } : {}), protocolVersion: 4 })
    cleanups.unshift(() => platform.endAsync(true))
    await platform.subscribeAsync('gw/+/up/#', { qos: 1 })
    platform.on('message', (topic, payload) => {
      heard.push(topic)
      if (topic !== upTopic(sn, 'hello')) return
      const { session, at } = Hello.parse(JSON.parse(payload.toString()))
      platform.publish(
        downTopic(sn, 'welcome'),
        JSON.stringify({ session, echo: at, at: Date.now(), accepted: true }),
        { qos: 1 },
      )
    })
    // The link sends only one hello, however slow broker and platform are.
    const patient = { ...pace, helloRetryMs: 60_000 }
    start({ url: broker.url, pace: patient, ...(broker.ca ? { ca: broker.ca } : {}) })
    await until(() => link.state === 'online')
    const live = { equipmentId: 1, bindingId: 1, at: 0, ids: [1], values: [5] }
    expect(await link.send('live', live)).toBe(true)
    expect(link.isReady).toBe(true)
    await link.stop()
    await until(() => heard.includes(upTopic(sn, 'bye')))
    expect(heard).toEqual([upTopic(sn, 'hello'), upTopic(sn, 'live'), upTopic(sn, 'bye')])
  })
})

describe('a link', () => {
  it('does not trust a broker with an unknown authority', async () => {
    const broker = await startMosquitto({ tls: true })
    cleanups.push(() => broker.close())
    start({ url: broker.url })
    await until(() => logged.some((message) => /self.signed/i.test(message)))
    expect(link.state).toBe('connecting')
  })

  it('retries a dead broker, and logs it once', async () => {
    const gone = await silentServer()
    await gone.close()
    start({ url: `mqtt://127.0.0.1:${gone.port}` })
    await until(() => logged.length > 0)
    const said = logged.length
    const platform = await startPlatform(sn, gone.port)
    cleanups.push(() => platform.close())
    await until(() => link.state === 'online')
    expect(logged.slice(said)).toEqual(['link: online'])
  })

  it('leaves a broker that accepts and stays silent when it is stopped', async () => {
    const silent = await silentServer()
    cleanups.push(() => silent.close())
    start({ url: `mqtt://127.0.0.1:${silent.port}` })
    await until(() => silent.accepted() === 1)
    await link.stop()
    expect(link.state).toBe('off')
    expect(await link.send('beat', {})).toBe(false)
  })

  it('is not ready and sends nothing before it is welcomed', async () => {
    const platform = await startPlatform(sn)
    cleanups.push(() => platform.close())
    platform.welcome.answers = false
    start({ url: platform.url })
    await platform.until('hello')
    expect(link.isReady).toBe(false)
    expect(await link.send('live', { equipmentId: 1, bindingId: 1, at: 0, ids: [], values: [] })).toBe(false)
  })

  it('ignores a welcome of another session, and one to a hello it did not send', async () => {
    const platform = await startPlatform(sn)
    cleanups.push(() => platform.close())
    platform.welcome.answers = false
    start({ url: platform.url })
    const { session, at } = await platform.until('hello')
    platform.tell('welcome', { session: 'f'.repeat(16), echo: at, at: platform.now(), accepted: true })
    platform.tell('welcome', { session, echo: at - 99, at: platform.now(), accepted: true })
    platform.tell('open', { intervalMs: 50 } as never)
    platform.tell('command', 'marker' as never)
    await until(() => commands.length === 1)
    expect(link.state).toBe('connecting')
    platform.tell('welcome', { session, echo: at, at: platform.now(), accepted: true })
    platform.welcome.answers = true
    await until(() => link.state === 'online')
  })

  it('accepts the answer to a hello that it has repeated meanwhile', async () => {
    const platform = await startPlatform(sn)
    cleanups.push(() => platform.close())
    platform.welcome.answers = false
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const obeyed = new Promise((resolve) => start({ url: platform.url, onCommand: resolve }))
    const { session, at } = await platform.until('hello')
    for (let ms = 0; ms < 100 * pace.helloRetryMs; ms += pace.helloRetryMs) vi.advanceTimersByTime(pace.helloRetryMs)
    platform.tell('welcome', { session, echo: at, at: platform.now(), accepted: true })
    platform.tell('command', 'marker' as never)
    await obeyed
    expect(link.state).toBe('online')
  })

  it('ignores foreign messages', async () => {
    const platform = await startPlatform(sn)
    cleanups.push(() => platform.close())
    start({ url: platform.url })
    await until(() => link.state === 'online')
    platform.tell('nothing' as never, {} as never)
    platform.tell('open', { intervalMs: 1, delayS: -1 } as never)
    platform.tell('command', 'marker' as never)
    await until(() => commands.length === 1)
    expect(logged).toContainEqual(expect.stringContaining('unreadable message'))
    expect(logged).toContainEqual(expect.stringContaining('invalid open'))
  })

  it('logs the reason given with a welcome', async () => {
    const platform = await startPlatform(sn)
    cleanups.push(() => platform.close())
    platform.welcome.answers = false
    start({ url: platform.url })
    const { session, at } = await platform.until('hello', ({ run }) => run !== undefined)
    platform.tell('welcome', { session, echo: at, at: platform.now(), accepted: true, reason: 'two agents' })
    await until(() => link.state === 'online')
    expect(logged).toContain('link: two agents')
  })

  it('can be refused later, after the gateway was replaced', async () => {
    const platform = await startPlatform(sn)
    cleanups.push(() => platform.close())
    start({ url: platform.url })
    await until(() => link.state === 'online')
    platform.welcome.accepted = false
    link.sayHello()
    await until(() => link.state === 'refused')
    expect(link.isReady).toBe(false)
    platform.welcome.accepted = true
    await until(() => link.state === 'online')
  })
})
