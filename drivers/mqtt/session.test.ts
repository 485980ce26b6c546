// A session with a simulated broker that refuses, answers wrongly, falls silent and sends old messages.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MqttBroker, startMqttBroker } from '../../testkit/peers/mqtt-broker.ts'
import { silentPeer } from '../../testkit/peers/silent-peer.ts'
import type { DriverFault, Point, TagListener, TagReading, TagSession } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import { FrameGuard } from './frames.ts'
import type { MqttParams } from './params.ts'

let broker: MqttBroker
const sessions: TagSession[] = []
beforeEach(async () => {
  broker = await startMqttBroker()
})
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close()
  await broker.close()
})

const paramsOf = (more: object = {}): MqttParams =>
  about.params.parse({ ...about.initial, host: '127.0.0.1', port: broker.port, ...more })
async function open(params = paramsOf(), signal = new AbortController().signal): Promise<TagSession> {
  const session = await opener.open(params, signal)
  sessions.push(session)
  return session
}
const point = (address: string, id = 1, dataType: Point['dataType'] = 'int32'): Point => ({
  ...{ id, address, dataType, access: 'rw' },
})

const short = (reading: TagReading | undefined) =>
  reading &&
  ('fault' in reading ? reading.fault.code : reading.doubt ? [reading.value, reading.doubt.code] : reading.value)

/** Watches points; `seen` has all readings by id, in order. */
async function watch(session: TagSession, points: readonly Point[], params: MqttParams) {
  const seen = new Map<number, TagReading[]>()
  const ends: DriverFault[] = []
  const listener: TagListener = {
    onReading: (id, reading) => void seen.set(id, [...(seen.get(id) ?? []), reading]),
    onEnd: (fault) => void ends.push(fault),
  }
  const tags = points.map((each) => ({ point: each, periodMs: 1000 }))
  const refused = await session.watch!(tags, params, listener)
  const of = (id: number) => (seen.get(id) ?? []).map(short)
  return { refused, ends, of, seen }
}

describe('watched topics', () => {
  test('are reported with each message, all values of a payload', async () => {
    const params = paramsOf()
    const session = await open(params)
    const points = [point('a/b#x', 1), point('a/b#y', 2), point('c/d', 3)]
    const { of, refused } = await watch(session, points, params)
    expect([refused.size, of(1), of(2), of(3)]).toEqual([0, [1739], [1739], [1739]])
    broker.send([{ topic: 'a/b', payload: '{"x":1,"y":2}' }])
    broker.send([
      { topic: 'a/b', payload: '{"x":3}' },
      { topic: 'c/d', payload: '7' },
    ])
    await expect.poll(() => of(3)).toEqual([1739, 7])
    expect([of(1), of(2)]).toEqual([
      [1739, 1, 3],
      [1739, 2, 1715],
    ])
    expect((await session.read(points, params)).map(short)).toEqual([3, 1715, 7])
    // One request subscribes to all topics, and reading them again needs none.
    expect(broker.requests.filter((each) => /subscribe/.test(each))).toEqual(['subscribe a/b c/d'])
  })

  test('have an uncertain value while it is a retained one, unless the driver says otherwise', async () => {
    broker.retained.set('a/b', Buffer.from('5'))
    const params = paramsOf()
    const { of } = await watch(await open(params), [point('a/b')], params)
    broker.send([{ topic: 'a/b', payload: '6' }])
    await expect.poll(() => of(1)).toEqual([[5, 1747], 6])
    const current = paramsOf({ retained: 'current', clientId: 'second' })
    const second = await watch(await open(current), [point('a/b')], current)
    expect(second.of(1)).toEqual([5])
  })

  test('have a retained value by the time in its payload', async () => {
    const payload = (agoMs: number) => Buffer.from(JSON.stringify({ v: 5, at: Date.now() - agoMs }))
    broker.retained.set('new', payload(1000)).set('old', payload(3_600_000)).set('no', Buffer.from('{"v":5}'))
    const params = paramsOf({ timePath: 'at' })
    const points = ['new#v', 'old#v', 'no#v'].map((address, at) => point(address, at + 1))
    const { of } = await watch(await open(params), points, params)
    expect([of(1), of(2), of(3)]).toEqual([[5], [[5, 1747]], [[5, 1747]]])
  })

  test('have the age that the time in the payload says, and the session the clock of the device', async () => {
    const params = paramsOf({ timePath: 't', timeFormat: 's' })
    const session = await open(params)
    const { of, seen } = await watch(session, [point('a/b#v')], params)
    const now = Date.now()
    const send = (v: number, at: number) => broker.send([{ topic: 'a/b', payload: `{"v":${v},"t":${at / 1000}}` }])
    send(1, now - 60_000)
    send(2, now - 20_000)
    send(3, now - 30_000)
    await expect.poll(() => of(1)).toEqual([1739, 1, 2, [3, 1747]])
    expect((seen.get(1)![1] as { agoMs: number }).agoMs).toBe(0)
    expect(session.clock?.isDoubtful).toBe(true)
    expect(session.clock!.aheadMs).toBeLessThan(-29_000)
  })

  test('become faulty after the maximum silence, and recover with the next message', async () => {
    const params = { ...paramsOf(), staleAfterS: 0.05 }
    const session = await open(params)
    const { of } = await watch(session, [point('a/b'), point('c/d', 2)], params)
    broker.send([{ topic: 'a/b', payload: '1' }])
    await expect.poll(() => of(1)).toEqual([1739, 1, 1714])
    expect((await session.read([point('a/b')], params)).map(short)).toEqual([1714])
    broker.send([{ topic: 'a/b', payload: '2' }])
    await expect.poll(() => of(1).slice(0, 4)).toEqual([1739, 1, 1714, 2])
    expect(of(2)).toEqual([1739])
  })

  test('have the reason of the broker where it refuses them, and the others are watched', async () => {
    broker.reasonOf = (request, topic) => (request === 'subscribe' && topic === 'secret/x' ? 128 : undefined)
    const params = paramsOf()
    const session = await open(params)
    const { refused, of } = await watch(session, [point('secret/x'), point('a/b', 2)], params)
    expect([...refused].map(([id, { code }]) => [id, code])).toEqual([[1, 1745]])
    broker.send([{ topic: 'a/b', payload: '1' }])
    await expect.poll(() => of(2)).toEqual([1739, 1])
  })

  test('of many are subscribed to in requests of fifty', async () => {
    const params = paramsOf()
    const points = Array.from({ length: 120 }, (_, id) => point(`t/${id}`, id + 1))
    await watch(await open(params), points, params)
    expect(broker.requests.filter((each) => each.startsWith('subscribe')).length).toBe(3)
  })

  test('end with the connection', async () => {
    const params = paramsOf()
    const session = await open(params)
    const { ends } = await watch(session, [point('a/b')], params)
    broker.cut()
    await expect.poll(() => ends.map(({ code }) => code)).toEqual([1722])
    expect(session.isOpen).toBe(false)
    await expect(session.read([point('x/y')], params)).rejects.toMatchObject({ code: 1722 })
    expect(await session.write(point('a/b'), 1, params)).toMatchObject({ kind: 'unsent', fault: { code: 1722 } })
  })
})

describe('topics that are not watched', () => {
  test('are read by a subscription that ends with the read', async () => {
    broker.retained.set('a/b', Buffer.from('{"v":1}'))
    const params = paramsOf({ retained: 'current' })
    const session = await open(params)
    const points = [point('a/b#v'), point('?', 2)]
    expect((await session.read(points, params)).map(short)).toEqual([1, 1715])
    broker.retained.set('a/b', Buffer.from('{"v":2}'))
    expect((await session.read(points, params)).map(short)).toEqual([2, 1715])
    const [, ...requests] = broker.requests
    expect(requests).toEqual(['subscribe a/b', 'unsubscribe a/b', 'subscribe a/b', 'unsubscribe a/b'])
  })

  test('without a message have a fault, the others their value', async () => {
    broker.retained.set('a/b', Buffer.from('1'))
    const params = paramsOf({ timeoutMs: 100, retained: 'current' })
    const session = await open(params)
    expect((await session.read([point('a/b'), point('none/x', 2)], params)).map(short)).toEqual([1, 1714])
  })
})

describe('a write', () => {
  test('is accepted when the broker has the command; the next message shows the result', async () => {
    const params = paramsOf()
    const session = await open(params)
    await watch(session, [point('a/b#v')], params)
    broker.send([{ topic: 'a/b', payload: '{"v":4}' }])
    broker.onPublish = ({ payload }) => broker.send([{ topic: 'a/b', payload }])
    expect(await session.write(point('a/b#v'), 9, params)).toEqual({ kind: 'accepted' })
    expect((await session.read([point('a/b#v')], params)).map(short)).toEqual([9])
    expect(broker.published).toMatchObject([{ topic: 'a/b/set', qos: 1, isRetained: false }])
  })

  test('is not sent when it has expired, or has no command', async () => {
    const params = paramsOf()
    const session = await open(params)
    expect(await session.write(point('a/b#v'), 9, params, () => false)).toEqual({ kind: 'expired' })
    expect(await session.write(point('a/b#v[1]'), 9, params)).toMatchObject({ kind: 'unsent', fault: { code: 1716 } })
    expect(await session.write(point('?'), 9, params)).toMatchObject({ kind: 'unsent', fault: { code: 1715 } })
    expect(broker.published).toEqual([])
  })

  test.each([
    [135, 1745],
    [153, 1718],
    [16, 1720],
  ])('that a broker of MQTT 5 answers with reason %i fails with %i', async (reason, code) => {
    broker.reasonOf = (request) => (request === 'publish' ? reason : undefined)
    const params = paramsOf({ version: '5' })
    const session = await open(params)
    await expect(session.write(point('a/b#v'), 9, params)).rejects.toMatchObject({ code, broken: false })
  })

  test('without an answer fails, and its late answer does not confirm another one', async () => {
    const params = paramsOf({ timeoutMs: 60 })
    const session = await open(params)
    let late: Buffer = Buffer.alloc(0)
    broker.alter = (answer, request) => {
      if (request !== 'publish') return answer
      late = answer
      return Buffer.alloc(0)
    }
    await expect(session.write(point('a/b#v'), 9, params)).rejects.toMatchObject({ code: 1714, broken: true })
    broker.alter = undefined
    broker.sendRaw(late)
    broker.sendRaw(late)
    await expect.poll(() => session.isOpen).toBe(false)
  })
})

describe('a broker', () => {
  test.each([
    ['3.1.1', 1, 1720],
    ['3.1.1', 2, 1745],
    ['3.1.1', 3, 1711],
    ['3.1.1', 4, 1748],
    ['3.1.1', 5, 1748],
    ['5', 134, 1748],
    ['5', 132, 1720],
    ['5', 138, 1745],
    ['5', 130, 1721],
  ])('of MQTT %s that refuses the connection with %i leads to %i', async (version, reason, code) => {
    broker.reasonOf = (request) => (request === 'connect' ? reason : undefined)
    await expect(open(paramsOf({ version }))).rejects.toMatchObject({ code, broken: true })
    await expect.poll(() => broker.clients()).toBe(0)
  })

  test.each<[string, Buffer]>([
    ['an answer to no request', Buffer.of(0x90, 3, 0, 7, 0)],
    ['an answer to no command', Buffer.of(0x40, 2, 0, 7)],
    ['an unknown packet', Buffer.of(0x00, 0)],
    ['a message without a topic', Buffer.of(0x30, 2, 0, 9)],
    ['a length without end', Buffer.of(0x30, 255, 255, 255, 255)],
    ['the start of a message of 200 MB', Buffer.of(0x30, 255, 255, 255, 95, 0, 1)],
  ])('that sends %s loses its connection', async (_, bytes) => {
    const params = paramsOf()
    const session = await open(params)
    const { ends, of } = await watch(session, [point('a/b')], params)
    broker.sendRaw(bytes)
    await expect.poll(() => ends.map(({ code }) => code)).toEqual([1712])
    expect(of(1)).toEqual([1739])
    expect(session.isOpen).toBe(false)
  })

  test('may send unknown topics and damaged payloads, which change nothing else', async () => {
    const params = paramsOf()
    const session = await open(params)
    const { of } = await watch(session, [point('a/b#v'), point('c/d', 2)], params)
    broker.sendRaw(Buffer.from([0x30, 6, 0, 3, ...Buffer.from('x/y'), 0x31]))
    broker.send([
      { topic: 'a/b', payload: Buffer.of(0xff, 0x00) },
      { topic: 'c/d', payload: '1' },
    ])
    await expect.poll(() => of(2)).toEqual([1739, 1])
    expect(of(1)).toEqual([1739, 1728])
  })

  test('without an answer ends the attempt, and aborting ends it earlier', async () => {
    broker.alter = () => Buffer.alloc(0)
    await expect(open(paramsOf({ timeoutMs: 60 }))).rejects.toMatchObject({ code: 1714 })
    const abort = new AbortController()
    const opening = open(paramsOf({ timeoutMs: 60_000 }), abort.signal).catch((error: unknown) => error)
    await expect.poll(() => broker.clients()).toBe(1)
    abort.abort()
    expect(await opening).toMatchObject({ code: 1722 })
    await expect.poll(() => broker.clients()).toBe(0)
  })

  test('with an open port but no TLS handshake ends the attempt', async () => {
    const { port, close } = await silentPeer('tcp')
    await expect(open(paramsOf({ port, tls: true, timeoutMs: 60 }))).rejects.toMatchObject({ code: 1714 })
    await close()
  })
})

test('secrets that the gateway cannot open, and files that are none, are faults', async () => {
  const user = { userName: 'ops', password: { secret: 7 } }
  await expect(open(paramsOf(user))).rejects.toMatchObject({ code: 1750 })
  const file = { tls: true, caCertificate: { text: 'AAAA' } }
  await expect(open(paramsOf(file))).rejects.toMatchObject({ code: 1728 })
  await expect.poll(() => broker.clients()).toBe(0)
})

test('frames are followed in segments of any length', () => {
  const frames = Buffer.concat([
    Buffer.of(0x30, 3, 1, 2, 3),
    Buffer.of(0xd0, 0),
    Buffer.of(0x30, 0x80, 1),
    Buffer.alloc(128),
  ])
  for (let size = 1; size < 9; size++) {
    const guard = new FrameGuard()
    for (let at = 0; at < frames.length; at += size) expect(guard.accepts(frames.subarray(at, at + size))).toBe(true)
    expect(guard.accepts(Buffer.of(0x30, 0xff, 0xff, 0x7f))).toBe(false)
  }
})
