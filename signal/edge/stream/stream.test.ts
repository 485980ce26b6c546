import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { staleAfterMs } from '../../web/freshness.ts'
import { createValues, type Values } from '../values.ts'
import { createStream, type LiveBatch, type Stream } from './stream.ts'

let values: Values
let sent: LiveBatch[]
let stream: Stream
let ready: boolean
let known: boolean
const settle = 5

beforeEach(() => {
  vi.useFakeTimers()
  values = createValues()
  sent = []
  ready = true
  known = true
  stream = createStream({
    values,
    now: () => Date.now(),
    platform: (moment) => (known ? 1_000_000 + moment : undefined),
    ready: () => ready,
    send: (batch) => sent.push(batch),
  })
})
afterEach(() => {
  stream.stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

const put = (id: number, value: number | string) => values.put(id, value, Date.now())
const ids = () => sent.splice(0).map((batch) => batch.ids)

describe('live streaming', () => {
  it('sends nothing before it is opened', () => {
    put(1, 5)
    vi.advanceTimersByTime(60_000)
    expect(sent).toEqual([])
  })

  it('starts with all values, then sends only changes', () => {
    put(1, 5)
    put(2, 6)
    stream.open({ intervalMs: 1000, delayS: 10 })
    expect(ids()).toEqual([[1, 2]])
    vi.advanceTimersByTime(1000)
    expect(ids()).toEqual([])
    put(2, 7)
    put(1, 5)
    vi.advanceTimersByTime(settle)
    expect(ids()).toEqual([[2]])
  })

  it.each([1, 2, 5, 6, 10, 60, 3600])('refreshes unchanged values before they are stale, at %d s', (intervalS) => {
    put(1, 5)
    stream.open({ intervalMs: intervalS * 1000, delayS: intervalS * 100 })
    sent.length = 0
    vi.advanceTimersByTime(staleAfterMs(intervalS) - 1000)
    expect(ids()).toEqual([[1]])
    vi.advanceTimersByTime(staleAfterMs(intervalS) - 1000)
    expect(ids()).toEqual([[1]])
  })

  it('sends a change immediately, and the same signal again only after the interval', () => {
    put(1, 5)
    stream.open({ intervalMs: 1000, delayS: 60 })
    ids()
    vi.advanceTimersByTime(2000)
    put(1, 6)
    vi.advanceTimersByTime(settle)
    expect(sent.splice(0).map((batch) => batch.values)).toEqual([[6]])
    put(1, 7)
    vi.advanceTimersByTime(500)
    expect(ids()).toEqual([])
    put(1, 8)
    vi.advanceTimersByTime(500)
    expect(sent.splice(0).map((batch) => batch.values)).toEqual([[8]])
  })

  it('streams as before after it was stopped with a change pending', () => {
    put(1, 5)
    stream.open({ intervalMs: 1000, delayS: 60 })
    vi.advanceTimersByTime(2000)
    put(1, 6)
    stream.stop()
    vi.advanceTimersByTime(2000)
    stream.open({ intervalMs: 1000, delayS: 60 })
    vi.advanceTimersByTime(2000)
    ids()
    put(1, 7)
    vi.advanceTimersByTime(settle)
    expect(sent.splice(0).map((batch) => batch.values)).toEqual([[7]])
  })

  it('does not let a signal wait for the phase of another', () => {
    put(1, 0)
    put(2, 0)
    stream.open({ intervalMs: 1000, delayS: 60 })
    ids()
    vi.advanceTimersByTime(2000)
    for (let round = 1; round <= 3; round += 1) {
      put(1, round)
      vi.advanceTimersByTime(settle)
      expect(ids()).toEqual([[1]])
      vi.advanceTimersByTime(400)
      put(2, round)
      vi.advanceTimersByTime(settle)
      expect(ids()).toEqual([[2]])
      vi.advanceTimersByTime(600 - 2 * settle)
    }
  })

  it('sends the next change immediately when opened between two reads', () => {
    put(1, 0)
    vi.advanceTimersByTime(700)
    stream.open({ intervalMs: 1000, delayS: 60 })
    ids()
    for (let read = 1; read <= 12; read += 1) {
      vi.advanceTimersByTime(read === 1 ? 300 : 1000 - settle)
      sent.splice(0)
      put(1, read)
      vi.advanceTimersByTime(settle)
      expect(sent.splice(0).map((batch) => batch.values)).toEqual([[read]])
    }
  })

  it('merges values read within a few milliseconds into one message', () => {
    stream.open({ intervalMs: 1000, delayS: 60 })
    put(1, 5)
    vi.advanceTimersByTime(2)
    put(2, 6)
    vi.advanceTimersByTime(settle)
    expect(ids()).toEqual([[1, 2]])
  })

  it('sends unchanged values again after five seconds, with the time of their last reading', () => {
    put(1, 5)
    stream.open({ intervalMs: 1000, delayS: 60 })
    ids()
    for (let second = 0; second < 5; second += 1) {
      vi.advanceTimersByTime(1000)
      put(1, 5)
    }
    vi.advanceTimersByTime(1000)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ ids: [1], values: [5] })
    expect(sent[0]?.times?.[0] ?? 0).toBeGreaterThanOrEqual(-1000)
  })

  it('carries platform time, ages and faults', () => {
    put(1, 5)
    values.fault(2, 1714, Date.now())
    vi.advanceTimersByTime(40)
    const at = 1_000_000 + Date.now()
    stream.open({ intervalMs: 1000, delayS: 10 })
    expect(sent).toEqual([{ at, ids: [1, 2], values: [5, null], times: [-40, -40], codes: [200, 1714] }])
  })

  it('leaves out ages and codes that have their default', () => {
    put(1, 5)
    stream.open({ intervalMs: 1000, delayS: 10 })
    expect(sent).toEqual([{ at: 1_000_000 + Date.now(), ids: [1], values: [5] }])
  })

  it('uses the smallest interval of the open watches', () => {
    stream.open({ intervalMs: 5000, delayS: 60 })
    stream.open({ intervalMs: 100, delayS: 2 })
    stream.open({ intervalMs: 1000, delayS: 4 })
    expect(stream.intervalMs()).toBe(100)
    vi.advanceTimersByTime(2000)
    expect(stream.intervalMs()).toBe(1000)
    vi.advanceTimersByTime(2000)
    expect(stream.intervalMs()).toBe(5000)
    vi.advanceTimersByTime(56_000)
    expect(stream.intervalMs()).toBeUndefined()
  })

  it('ends when all watches have expired, and then has no timer', () => {
    stream.open({ intervalMs: 100, delayS: 1 })
    vi.advanceTimersByTime(1100)
    put(1, 5)
    vi.advanceTimersByTime(60_000)
    expect(sent).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is prolonged by a renewed watch, never shortened', () => {
    stream.open({ intervalMs: 100, delayS: 10 })
    stream.open({ intervalMs: 100, delayS: 1 })
    vi.advanceTimersByTime(5000)
    expect(stream.intervalMs()).toBe(100)
  })

  it('opened with no duration sends one snapshot', () => {
    put(1, 5)
    stream.open({ intervalMs: 100, delayS: 0 })
    expect(ids()).toEqual([[1]])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('switches to a faster watch immediately', () => {
    stream.open({ intervalMs: 3_600_000, delayS: 86_400 })
    stream.open({ intervalMs: 100, delayS: 60 })
    put(1, 5)
    vi.advanceTimersByTime(100)
    expect(ids()).toEqual([[1]])
  })

  it('merges changes instead of queueing them while the line is slow', () => {
    stream.open({ intervalMs: 100, delayS: 60 })
    ready = false
    for (let value = 0; value < 50; value++) {
      put(1, value)
      put(2, -value)
      vi.advanceTimersByTime(100)
    }
    expect(sent).toEqual([])
    ready = true
    vi.advanceTimersByTime(100)
    expect(sent.map((batch) => [batch.ids, batch.values])).toEqual([
      [
        [1, 2],
        [49, -49],
      ],
    ])
  })

  it('stops in the middle of a snapshot when the line is full, and continues later', () => {
    for (let id = 1; id <= 1200; id++) put(id, id)
    let room = 1
    stream = createStream({
      values,
      now: () => Date.now(),
      platform: (moment) => moment,
      ready: () => room > 0,
      send: (batch) => {
        sent.push(batch)
        room--
      },
    })
    stream.open({ intervalMs: 100, delayS: 60 })
    expect(sent.map((batch) => batch.ids.length)).toEqual([500])
    room = 9
    vi.advanceTimersByTime(100)
    expect(sent.map((batch) => batch.ids.length)).toEqual([500, 500, 200])
    expect(new Set(sent.flatMap((batch) => batch.ids)).size).toBe(1200)
  })

  it('limits a message by its bytes too', () => {
    for (let id = 1; id <= 500; id++) put(id, '泵'.repeat(400))
    stream.open({ intervalMs: 100, delayS: 60 })
    for (const batch of sent) expect(Buffer.byteLength(JSON.stringify(batch))).toBeLessThan(1024 * 1024)
    expect(sent.flatMap((batch) => batch.ids)).toHaveLength(500)
    expect(sent.length).toBeGreaterThan(1)
  })

  it('cuts a text to the length that the platform accepts', () => {
    put(1, 'x'.repeat(900))
    stream.open({ intervalMs: 100, delayS: 60 })
    expect(sent[0]!.values).toEqual(['x'.repeat(500)])
  })

  it('sends everything again on a new connection, if monitoring is open', () => {
    put(1, 5)
    stream.resume()
    expect(sent).toEqual([])
    stream.open({ intervalMs: 1000, delayS: 60 })
    stream.resume()
    expect(ids()).toEqual([[1], [1]])
  })

  it('waits while platform time is unknown', () => {
    known = false
    put(1, 5)
    stream.open({ intervalMs: 100, delayS: 60 })
    expect(sent).toEqual([])
    known = true
    vi.advanceTimersByTime(100)
    expect(ids()).toEqual([[1]])
  })

  it('stores a limited number of watches', () => {
    for (let index = 0; index < 1000; index++) stream.open({ intervalMs: 100 + index, delayS: 60 })
    expect(stream.intervalMs()).toBe(100)
  })
})
