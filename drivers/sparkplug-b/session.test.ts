// The host against a simulated edge node and broker: requests for births, states, refusals, retained and foreign messages.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type MqttBroker, startMqttBroker } from '../../testkit/peers/mqtt-broker.ts'
import { type NodeMetric, SparkplugNode } from '../../testkit/peers/sparkplug-node.ts'
import type { ConfiguredDriver, DriverFault, Point, TagReading, WatchingSession } from '../driver.ts'
import type { Broker } from '../mqtt/broker.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import { HostNode } from './host-node.ts'
import { HostState } from './host-state.ts'
import type { SparkplugParams } from './params.ts'

let broker: MqttBroker
let node: SparkplugNode
const sessions: WatchingSession[] = []
const int = (name: string, whole: number, more: Partial<NodeMetric> = {}): NodeMetric => ({
  ...{ name, type: 3, value: { field: 10, whole }, ...more },
})
beforeEach(async () => {
  broker = await startMqttBroker()
  node = new SparkplugNode(broker)
  node.devices.set('', [int('Load', 1)]).set('press', [int('Temp', 10, { alias: 1 })])
})
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close()
  await broker.close()
})

const paramsOf = (more: object = {}): SparkplugParams =>
  about.params.parse({ host: '127.0.0.1', port: broker.port, groupId: 'g', edgeNodeId: 'n', timeoutMs: 300, ...more })
const point = (address: string, id: number): Point => ({ id, address, dataType: 'int32', access: 'rw' })
const points = [point('press#Temp', 1), point('#Load', 2)]
const configured: ConfiguredDriver[] = [{ id: 1, points }]
const short = (reading: TagReading) => ('fault' in reading ? `fault ${reading.fault.code}` : reading.value)

async function open(params = paramsOf(), drivers: readonly ConfiguredDriver[] = []): Promise<WatchingSession> {
  const session = await opener.open(params, new AbortController().signal, '', drivers)
  sessions.push(session)
  return session
}

async function watch(session: WatchingSession, params = paramsOf(), wanted: readonly Point[] = points) {
  const seen: Record<number, unknown[]> = {}
  const ends: DriverFault[] = []
  const tags = wanted.map((each) => ({ point: each, periodMs: 1000 }))
  const refused = await session.watch(tags, params, {
    onReading: (id, reading) => {
      seen[id] = [...(seen[id] ?? []), short(reading)]
    },
    onEnd: (fault) => void ends.push(fault),
  })
  return { refused, seen, ends, last: (id: number) => seen[id]?.at(-1) }
}

const rebirths = () => broker.published.filter(({ topic }) => topic === 'spBv1.0/g/NCMD/n').length

test('variables have the values of the births, and then those of each message', async () => {
  const session = await open()
  const { last, seen, refused } = await watch(session, paramsOf(), [...points, point('Temp', 3)])
  expect([...refused].map(([id, { code }]) => [id, code])).toEqual([[3, 1715]])
  expect([last(1), last(2), rebirths()]).toEqual([10, 1, 1])
  node.publishData('press', [{ alias: 1, value: { field: 10, whole: 11 } }])
  node.publishData('', [int('Load', 2)])
  await expect.poll(() => last(2)).toBe(2)
  expect(last(1)).toBe(11)
  node.publishDeviceDeath('press')
  await expect.poll(() => last(1)).toBe('fault 1722')
  expect(last(2)).toBe(2)
  node.publishDeath()
  await expect.poll(() => last(2)).toBe('fault 1722')
  node.publishBirths()
  await expect.poll(() => last(1)).toBe(10)
  // A birth of the node comes first; until that of the device its variables are faulty.
  expect(seen[1]!.slice(-2)).toEqual(['fault 1722', 10])
})

test('an edge node that is offline leaves its variables faulty, and is followed when it is born', async () => {
  broker.onPublish = undefined
  const { last } = await watch(await open())
  expect([last(1), last(2)]).toEqual(['fault 1722', 'fault 1722'])
  node.publishBirths()
  await expect.poll(() => last(1)).toBe(10)
  expect(last(2)).toBe(1)
})

test('retained messages, and those of other edge nodes, change nothing', async () => {
  const { last, seen } = await watch(await open())
  node.alter = (messages) => messages.map((message) => ({ ...message, isRetained: true }))
  node.publishBirths()
  node.alter = (messages) => messages.map(({ payload }) => ({ topic: 'spBv1.0/g/NDATA/m', payload }))
  node.publishData('', [int('Load', 9)])
  node.alter = undefined
  node.publishBirths()
  await expect.poll(() => seen[2]!.length).toBeGreaterThan(1)
  expect(last(2)).toBe(1)
  expect(seen[2]).not.toContain(9)
})

test('a command has the alias and type of the birth, and is accepted', async () => {
  const session = await open()
  await watch(session)
  expect(await session.write(points[0]!, -3, paramsOf())).toEqual({ kind: 'accepted' })
  expect(await session.write(points[1]!, 7, paramsOf(), () => false)).toEqual({ kind: 'expired' })
  expect(await session.write(point('press#None', 5), 7, paramsOf())).toMatchObject({ fault: { code: 1715 } })
  expect(await session.write(point('oven#Temp', 5), 7, paramsOf())).toMatchObject({ fault: { code: 1722 } })
  await expect.poll(() => broker.published.length).toBe(2)
  const [, command, ...others] = broker.published
  expect([command?.topic, command?.qos, command?.isRetained]).toEqual(['spBv1.0/g/DCMD/n/press', 0, false])
  expect(others).toEqual([])
})

test('a write-only variable is written after a birth that is requested for it', async () => {
  const session = await open()
  expect(await session.write(points[1]!, 7, paramsOf())).toEqual({ kind: 'accepted' })
  await expect.poll(rebirths).toBe(2)
})

test('a single query reads new births and leaves the edge node again', async () => {
  const session = await open()
  expect((await session.read(points, paramsOf())).map(short)).toEqual([10, 1])
  node.devices.set('press', [int('Temp', 12, { alias: 1 })])
  expect((await session.read(points, paramsOf())).map(short)).toEqual([12, 1])
  expect(broker.requests.filter((each) => each.startsWith('unsubscribe')).length).toBe(2)
  broker.onPublish = undefined
  await expect(session.read(points, paramsOf())).rejects.toMatchObject({ code: 1714 })
})

test('many metrics are listed in pages, after one request for their births', async () => {
  node.devices.set(
    'press',
    Array.from({ length: 150 }, (_, index) => int(`In/${index}`, index)),
  )
  const session = await open()
  const first = await session.browse('press#In/', 0, paramsOf())
  const second = await session.browse('press#In/', first.next!, paramsOf())
  expect([first.nodes.length, second.nodes.length, second.next, rebirths()]).toEqual([100, 50, undefined, 1])
  await expect(session.browse('oven#', 0, paramsOf())).rejects.toMatchObject({ code: 1722 })
  await expect(session.browse('press', 0, paramsOf())).rejects.toMatchObject({ code: 1715 })
})

test('a broker that refuses the topics of the edge node ends the attempt', async () => {
  broker.reasonOf = (request) => (request === 'subscribe' ? 128 : undefined)
  const session = await open()
  await expect(watch(session)).rejects.toMatchObject({ code: 1745 })
})

test('the end of the connection is reported', async () => {
  const { ends } = await watch(await open())
  broker.cut()
  await expect.poll(() => ends.map(({ code }) => code)).toEqual([1722])
})

test.each<['3.0' | '2.2', string, RegExp, RegExp]>([
  ['3.0', 'spBv1.0/STATE/gatehouse', /^\{"online":true,"timestamp":\d+\}$/, /^\{"online":false,"timestamp":\d+\}$/],
  ['2.2', 'STATE/gatehouse', /^ONLINE$/, /^OFFLINE$/],
])(
  'the state of the host of Sparkplug %s is published, and withdrawn at the end',
  async (stateVersion, topic, on, off) => {
    const session = await open(paramsOf({ stateVersion }), configured)
    expect(broker.retained.get(topic)?.toString()).toMatch(on)
    await session.close()
    expect(broker.retained.get(topic)?.toString()).toMatch(off)
  },
)

test('a single query, or a driver without a state, publishes none', async () => {
  await open(paramsOf())
  await open(paramsOf({ stateVersion: 'none' }), configured)
  expect([...broker.retained.keys()]).toEqual([])
})

test('aborting while the state is published frees the socket', async () => {
  broker.alter = (answer, request) => (request.startsWith('subscribe') ? Buffer.alloc(0) : answer)
  const abort = new AbortController()
  const params = paramsOf({ timeoutMs: 60_000 })
  const opening = opener.open(params, abort.signal, '', configured).catch(({ code }: DriverFault) => code)
  await expect.poll(() => broker.requests.some((each) => each.startsWith('subscribe'))).toBe(true)
  abort.abort()
  expect(await opening).toBe(1722)
  await expect.poll(() => broker.clients()).toBe(0)
})

test('a state that the will of an earlier connection overwrites is published again', async () => {
  const topic = 'spBv1.0/STATE/gatehouse'
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const sent: string[] = []
    const publish = async (_topic: string, payload: string) => void sent.push(payload)
    const broker = { isOpen: true, subscribe: async () => [1], publish } as unknown as Broker
    const state = HostState.of(paramsOf())!
    const offline = { topic, payload: Buffer.from('{"online": false, "timestamp": 1}'), isRetained: false }
    await state.publish(broker)
    for (let time = 0; time < 5; time++) state.correct(broker, offline)
    state.correct(broker, { ...offline, isRetained: true })
    vi.advanceTimersByTime(9000)
    expect(sent.length).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(sent.length).toBe(2)
    state.correct(broker, offline)
    state.stop()
    vi.advanceTimersByTime(60_000)
    expect([sent.length, sent[1]]).toEqual([2, sent[0]])
  } finally {
    vi.useRealTimers()
  }
})

test('births are requested at growing intervals until the edge node is born', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    vi.advanceTimersByTime(1)
    let requests = 0
    const waiting = new HostNode({ group: 'g', node: 'n' }, () => {
      requests++
    })
    for (let time = 0; time < 5; time++) waiting.requestBirth()
    expect(requests).toBe(1)
    const after = [1000, 2000, 4000, 8000].map((ms) => {
      vi.advanceTimersByTime(ms)
      return requests
    })
    expect(after).toEqual([2, 3, 4, 5])
    waiting.stop()
    vi.advanceTimersByTime(1_000_000)
    expect(requests).toBe(5)
  } finally {
    vi.useRealTimers()
  }
})
