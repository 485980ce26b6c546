// The order of births, data and deaths of an edge node.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NodeMetric, nodePayload } from '../../testkit/peers/sparkplug-node.ts'
import type { Device } from './device.ts'
import { EdgeNode } from './edge-node.ts'
import type { Kind } from './topic.ts'

const now = 1_767_225_600_000
const int = (name: string, whole: number, more: Partial<NodeMetric> = {}): NodeMetric => ({
  ...{ name, type: 3, value: { field: 10, whole }, ...more },
})
const bdSeq = (whole: number): NodeMetric => ({ name: 'bdSeq', type: 4, value: { field: 11, whole } })

/** Feeds an edge node with messages; `read` has its state of `d#T` and `#N`. */
class Feed {
  readonly edge = new EdgeNode()
  at = now

  send(kind: Kind, seq: number | undefined, metrics: readonly NodeMetric[] = [], at = ++this.at) {
    return this.edge.accept(kind, kind.startsWith('D') ? 'd' : '', nodePayload(at, seq, metrics), at)
  }

  bear(): this {
    this.send('NBIRTH', 0, [bdSeq(4), int('N', 1)])
    this.send('DBIRTH', 1, [int('T', 10, { alias: 5 }), int('U', 20)])
    return this
  }

  get read(): unknown[] {
    return [
      ['d', 'T'],
      ['', 'N'],
    ].map(([device, metric]) => {
      const reading = this.edge.readingOf(device!, metric!, 'int32', this.at)
      if ('fault' in reading) return `fault ${reading.fault.code}`
      return reading.doubt ? `doubt ${reading.value}` : reading.value
    })
  }
}

test('data by name and by alias change the values of a birth', () => {
  const feed = new Feed().bear()
  expect(feed.read).toEqual([10, 1])
  expect(feed.send('DDATA', 2, [{ alias: 5, value: { field: 10, whole: 11 } }]).tags?.map(({ name }) => name)).toEqual([
    'T',
  ])
  feed.send('NDATA', 3, [int('N', 2)])
  expect(feed.read).toEqual([11, 2])
})

test('before a birth there is no value, and data request one', () => {
  const feed = new Feed()
  expect(feed.read).toEqual(['fault 1722', 'fault 1722'])
  expect(feed.send('NDATA', 1, [int('N', 2)]).rebirth).toBeTruthy()
  expect(feed.read).toEqual(['fault 1722', 'fault 1722'])
})

test.each<[string, (feed: Feed) => { rebirth?: string }]>([
  ['a gap', (feed) => feed.send('DDATA', 3, [int('T', 12)])],
  ['a repeated message', (feed) => feed.send('DBIRTH', 1, [int('T', 12)])],
  ['no number', (feed) => feed.send('DDATA', undefined, [int('T', 12)])],
  ['an unknown alias', (feed) => feed.send('DDATA', 2, [{ alias: 6, value: { field: 10, whole: 11 } }])],
  ['an unknown name', (feed) => feed.send('NDATA', 2, [int('X', 12)])],
  ['another type', (feed) => feed.send('NDATA', 2, [int('N', 12, { type: 4 })])],
  ['the death of another birth', (feed) => feed.send('NDEATH', undefined, [bdSeq(3)])],
  ['a birth without a number', (feed) => feed.send('NBIRTH', undefined, [bdSeq(4)])],
  ['a birth older than the one before it', (feed) => feed.send('NBIRTH', 0, [bdSeq(4), int('N', 7)], now - 5)],
  ['bytes that are no payload', (feed) => feed.edge.accept('DDATA', 'd', Buffer.of(0xff), now)],
])('%s makes all values faulty until the next birth', (_, damage) => {
  const feed = new Feed().bear()
  expect(damage(feed)).toMatchObject({ isAll: true, rebirth: expect.any(String) })
  expect(feed.read.join()).toMatch(/^fault \d+,fault \d+$/)
  feed.send('DDATA', 4, [int('T', 13)])
  expect(feed.read.join()).toMatch(/^fault \d+,fault \d+$/)
  feed.bear()
  expect(feed.read).toEqual([10, 1])
})

test('a birth of the node ends those of its devices', () => {
  const feed = new Feed().bear()
  feed.send('NBIRTH', 0, [bdSeq(5), int('N', 3)])
  expect(feed.read).toEqual(['fault 1722', 3])
  expect(feed.send('DDATA', 1, [int('T', 12)]).rebirth).toBeTruthy()
  expect(feed.read).toEqual(['fault 1712', 'fault 1712'])
})

test('the same birth again changes nothing', () => {
  const feed = new Feed().bear()
  feed.send('NDATA', 2, [int('N', 2)])
  expect(feed.send('NBIRTH', 0, [bdSeq(4), int('N', 1)], now + 1)).toEqual({})
  expect(feed.read).toEqual([10, 2])
})

test('a death ends the node, that of a device the device only', () => {
  const feed = new Feed().bear()
  expect(feed.send('DDEATH', 2)).toEqual({ device: 'd', isAll: true })
  expect(feed.read).toEqual(['fault 1722', 1])
  feed.send('DBIRTH', 3, [int('T', 14)])
  expect(feed.read).toEqual([14, 1])
  expect(feed.send('NDEATH', undefined, [bdSeq(4)])).toEqual({ isAll: true })
  expect(feed.read).toEqual(['fault 1722', 'fault 1722'])
})

test('the sequence number continues with 0 after 255', () => {
  const feed = new Feed().bear()
  for (let seq = 2; seq < 300; seq++) feed.send('NDATA', seq % 256, [int('N', seq)])
  expect(feed.read).toEqual([10, 299])
})

test('null has no value, and a value of the past is never the present one', () => {
  const feed = new Feed().bear()
  feed.send('DDATA', 2, [{ name: 'T', type: 3 }])
  expect(feed.read[0]).toBe('fault 1739')
  feed.send('DDATA', 3, [int('T', 15)])
  feed.send('DDATA', 4, [int('T', 16, { isHistorical: true, at: now - 1000 })])
  expect(feed.read[0]).toBe(15)
  feed.send('DDATA', 5, [int('T', 17, { at: now - 1000 })])
  expect(feed.read[0]).toBe('doubt 17')
})

test('an alias of two metrics names neither of them, also in commands', () => {
  const feed = new Feed()
  feed.send('NBIRTH', 0, [bdSeq(4), int('N', 1)])
  feed.send('DBIRTH', 1, [int('T', 10, { alias: 0 }), int('U', 20, { alias: 0 }), int('V', 30, { alias: 0 })])
  feed.send('DDATA', 2, [int('T', 11, { alias: 0 })])
  expect(feed.read[0]).toBe(11)
  const device = feed.edge.device('d') as Device
  expect([...device.tags].map(({ alias }) => alias)).toEqual([undefined, undefined, undefined])
  feed.send('DDATA', 3, [{ alias: 0, value: { field: 10, whole: 12 } }])
  expect(feed.read[0]).toBe('fault 1712')
})

test('metrics that need too much memory make the node faulty until the next birth', () => {
  const feed = new Feed().bear()
  const text = 'x'.repeat(900_000)
  const large = (name: string): NodeMetric => ({ name, type: 12, value: { field: 15, text } })
  const names = Array.from({ length: 80 }, (_, index) => `M${index}`)
  feed.send('DBIRTH', 2, [
    int('T', 10),
    ...names.map((name) => ({ ...large(name), value: { field: 15, text: '' } as const })),
  ])
  const effects = names.map((name, index) => feed.send('DDATA', 3 + index, [large(name)]))
  expect(effects.filter(({ rebirth }) => rebirth?.includes('memory')).length).toBe(1)
  expect(feed.read).toEqual(['fault 1711', 'fault 1711'])
  feed.bear()
  expect(feed.read).toEqual([10, 1])
})

test('a birth with one name twice is not valid', () => {
  const feed = new Feed().bear()
  expect(feed.send('DBIRTH', 2, [int('T', 10), int('T', 20)]).rebirth).toMatch('two metrics')
  expect(feed.read).toEqual(['fault 1719', 'fault 1719'])
  const other = new Feed()
  expect(other.send('NBIRTH', 0, [int('N', 10), int('N', 20)]).rebirth).toMatch('two metrics')
})

test.each([
  [0, 'fault 1739'],
  [192, 15],
  [500, 'doubt 15'],
  [64, 'doubt 15'],
  [515, 'fault 1739'],
  [undefined, 15],
])('a value with the quality %s of the edge node is %s', (quality, expected) => {
  const feed = new Feed().bear()
  feed.send('DDATA', 2, [int('T', 15, { ...(quality !== undefined && { quality }) })])
  expect(feed.read[0]).toBe(expected)
  feed.send('DDATA', 3, [int('T', 16)])
  expect(feed.read[0]).toBe(16)
  feed.send('DBIRTH', 4, [int('T', 15, { ...(quality !== undefined && { quality }) })])
  expect(feed.read[0]).toBe(expected)
})

test('values have an age by the clock of the edge node, also where that is wrong', () => {
  const edge = new EdgeNode()
  const behind = now - 3_600_000
  edge.accept('NBIRTH', '', nodePayload(behind, 0, [int('N', 1, { at: behind - 5000 })]), now)
  expect(edge.readingOf('', 'N', 'int32', now)).toEqual({ value: 1, agoMs: 5000 })
  expect(edge.clock).toEqual({ aheadMs: -3_600_000, isDoubtful: false })
  const unset = new EdgeNode()
  unset.accept('NBIRTH', '', nodePayload(1000, 0, [int('N', 1, { at: 500 })]), now)
  expect(unset.readingOf('', 'N', 'int32', now)).toEqual({ value: 1, agoMs: 0 })
  expect(unset.clock?.isDoubtful).toBe(true)
})

/** A message with the values that the node had when it sent it. */
type Sent = { kind: Kind; temp: number; load: number; deliver: () => void }

/** Messages of these kinds, each with new values. */
function messagesOf(kinds: readonly Kind[], feed: Feed): Sent[] {
  let [seq, temp, load] = [0, 0, 0]
  return kinds.map((kind, index) => {
    if (kind === 'NBIRTH') seq = 0
    const own = seq++ % 256
    const isOfNode = kind.startsWith('N')
    if (isOfNode) load = index
    else temp = index
    const metrics = isOfNode ? [int('N', load), ...(kind === 'NBIRTH' ? [bdSeq(1)] : [])] : [int('T', temp)]
    return { kind, temp, load, deliver: () => void feed.send(kind, own, metrics, now + 10 * index) }
  })
}

/**
 * The messages as they arrive: some are lost, repeated, or exchanged with the next. A birth of the node always arrives in
 * its place: the standard has no means to show the loss of one whose number, 0, is followed by a fitting one.
 */
function disturbed(sent: readonly Sent[], acts: readonly string[]): Sent[] {
  const left = [...sent]
  return sent.flatMap((_, index) => {
    const isBirth = left[index]!.kind === 'NBIRTH' || left[index + 1]?.kind === 'NBIRTH'
    const act = isBirth && acts[index] !== 'repeat' ? 'pass' : acts[index]
    if (act === 'swap' && index + 1 < left.length) left.splice(index, 2, left[index + 1]!, left[index]!)
    const message = left[index]!
    return act === 'lose' ? [] : act === 'repeat' ? [message, message] : [message]
  })
}

test('a good value is that of the last message, also after messages are lost, repeated or exchanged', () => {
  const acts = fc.array(fc.constantFrom('pass', 'pass', 'pass', 'lose', 'repeat', 'swap'), { maxLength: 40 })
  const kinds = fc.array(fc.constantFrom<Kind>('NDATA', 'DDATA', 'NBIRTH', 'DBIRTH'), { maxLength: 40 })
  fc.assert(
    fc.property(acts, kinds, (acts, kinds) => {
      const feed = new Feed()
      for (const { temp, load, deliver } of disturbed(messagesOf(['NBIRTH', 'DBIRTH', ...kinds], feed), acts)) {
        deliver()
        const [shownTemp, shownLoad] = feed.read
        if (typeof shownTemp === 'number') expect(shownTemp).toBe(temp)
        if (typeof shownLoad === 'number') expect(shownLoad).toBe(load)
      }
    }),
    { numRuns: 300 },
  )
})
