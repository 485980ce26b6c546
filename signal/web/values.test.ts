import { describe, expect, test, vi } from 'vitest'
import type { SignalVal } from '../../contract/sockets.ts'
import type { Frames } from './frames.ts'
import { createLatencyMeter } from './latency.ts'
import { createLiveSource } from './values.ts'

/** Frames that pass when the test decides. */
function stage({ most }: { most?: number } = {}) {
  const waiting: (() => void)[] = []
  const state = { visible: true, now: 10_000, known: true, paintMs: 0 }
  const frames: Frames = {
    next: (draw) => {
      waiting.push(draw)
      return () => void waiting.splice(waiting.indexOf(draw), 1)
    },
    painted: (done) => {
      state.now += state.paintMs
      done()
    },
    visible: () => state.visible,
  }
  const latency = createLatencyMeter()
  const source = createLiveSource({
    frames,
    latency,
    now: () => state.now,
    isClockKnown: () => state.known,
    ...(most ? { most } : {}),
  })
  const frame = () => {
    for (const draw of waiting.splice(0)) draw()
  }
  return { source, frame, state, latency, waiting }
}

const message = (
  rows: [id: number, value: SignalVal['values'][number], time: number][],
  codes?: number[],
): SignalVal => ({
  type: 'signalVal',
  equipmentId: 1,
  receivedAt: 9_990,
  ids: rows.map(([id]) => id),
  values: rows.map(([, value]) => value),
  times: rows.map(([, , time]) => time),
  ...(codes ? { codes } : {}),
})

describe('a cell', () => {
  test('is empty before its first reading', () => {
    const { source } = stage()
    expect(source.subscribe(7).read()).toEqual({ value: null, code: 0, time: null, receivedAt: null, drawnAt: null })
  })

  test('is one per signal', () => {
    const { source } = stage()
    expect(source.subscribe(7)).toBe(source.subscribe(7))
  })

  test('has value, code, time, and the times of receipt and drawing', () => {
    const { source, frame } = stage()
    const cell = source.subscribe(7)
    source.take(message([[7, 4.82, 9_950]], [1714]))
    frame()
    expect(cell.read()).toEqual({
      value: 4.82,
      code: 1714,
      time: 9_950,
      receivedAt: 9_990,
      toldAt: 10_000,
      drawnAt: 10_000,
    })
  })

  test('keeps the newer of two readings, in any order', () => {
    const { source } = stage()
    const cell = source.subscribe(7)
    source.take(message([[7, 'new', 200]]))
    source.take(message([[7, 'old', 100]]))
    expect(cell.read().value).toBe('new')
  })

  test('accepts a reading of the same time, which is not earlier', () => {
    const { source } = stage()
    const cell = source.subscribe(7)
    source.take(message([[7, 1, 100]]))
    source.take(message([[7, 2, 100]]))
    expect(cell.read().value).toBe(2)
  })

  test('grows its trend', () => {
    const { source } = stage()
    const cell = source.subscribe(7)
    source.take(message([[7, 1, 0]]))
    source.take(message([[7, 2, 12_000]]))
    expect(cell.trend()).toEqual([
      [0, 1],
      [12_000, 2],
    ])
  })
})

describe('drawing', () => {
  test('a thousand values are one flush in the next frame', () => {
    const { source, frame, waiting } = stage()
    const draw = vi.fn()
    source.subscribe(7).watch(draw)
    for (let i = 0; i < 1000; i += 1) source.take(message([[7, i, i]]))
    expect(draw).not.toHaveBeenCalled()
    expect(waiting).toHaveLength(1)
    frame()
    expect(draw).toHaveBeenCalledTimes(1)
  })

  test('only changed cells are notified', () => {
    const { source, frame } = stage()
    const [changed, quiet] = [vi.fn(), vi.fn()]
    source.subscribe(1).watch(changed)
    source.subscribe(2).watch(quiet)
    source.take(message([[1, 5, 100]]))
    frame()
    expect(changed).toHaveBeenCalledTimes(1)
    expect(quiet).not.toHaveBeenCalled()
  })

  test('a watcher that left is not notified', () => {
    const { source, frame } = stage()
    const draw = vi.fn()
    const leave = source.subscribe(1).watch(draw)
    source.take(message([[1, 5, 100]]))
    leave()
    frame()
    expect(draw).not.toHaveBeenCalled()
  })

  test('nothing is drawn after stop', () => {
    const { source, frame } = stage()
    const draw = vi.fn()
    source.subscribe(1).watch(draw)
    source.take(message([[1, 5, 100]]))
    source.stop()
    frame()
    expect(draw).not.toHaveBeenCalled()
  })
})

describe('bounds', () => {
  test('values without a subscription create no cell', () => {
    const { source, waiting } = stage()
    source.take(message([[99, 1, 1]]))
    expect(waiting).toHaveLength(0)
    expect(source.subscribe(99).read().value).toBeNull()
  })

  test('beyond the limit a cell is returned but not stored', () => {
    const { source } = stage({ most: 2 })
    source.subscribe(1)
    source.subscribe(2)
    const third = source.subscribe(3)
    source.take(message([[3, 1, 1]]))
    expect(third.read().value).toBeNull()
  })
})

describe('loaded values', () => {
  test('are shown until a newer one is streamed, and never replace it', () => {
    const { source, frame } = stage()
    const cell = source.subscribe(1)
    source.seed([{ id: 1, value: 3, code: 200, time: 100 }])
    frame()
    expect(cell.read()).toMatchObject({ value: 3, receivedAt: null, drawnAt: 10_000 })
    source.take(message([[1, 4, 150]]))
    source.seed([{ id: 1, value: 3, code: 200, time: 100 }])
    expect(cell.read().value).toBe(4)
  })

  test('a loaded trend does not remove points that were streamed since', () => {
    const { source } = stage()
    const cell = source.subscribe(1)
    source.take(message([[1, 4, 20_000]]))
    source.seed([{ id: 1, value: 3, code: 200, time: 10_000, trend: [[10_000, 3]] }])
    expect(cell.trend()).toEqual([[20_000, 4]])
  })

  test('a signal without readings stays empty', () => {
    const { source } = stage()
    source.seed([{ id: 1, value: null, code: 0, time: null }])
    expect(source.subscribe(1).read().time).toBeNull()
  })
})

describe('latency', () => {
  test('is paint minus reading, for streamed values', () => {
    const { source, frame, latency } = stage()
    source.subscribe(1)
    source.seed([{ id: 2, value: 1, code: 200, time: 5 }])
    source.take(message([[1, 1, 9_960]]))
    frame()
    expect(latency.read()).toEqual({ p50: 40, p99: 40, count: 1 })
  })

  test('is not measured before the clock is synchronised', () => {
    const { source, frame, latency, state } = stage()
    source.subscribe(1)
    state.known = false
    source.take(message([[1, 1, 9_000]]))
    frame()
    expect(latency.read()).toBeUndefined()
  })

  test('is not measured for values drawn while the tab became hidden, and painted when it was visible again', () => {
    const { source, frame, latency, state } = stage()
    source.subscribe(1)
    state.paintMs = 60_000
    source.take(message([[1, 1, 9_990]]))
    frame()
    expect(latency.read()).toBeUndefined()
  })

  test('is not measured for values that waited in a hidden tab', () => {
    const { source, frame, latency, state } = stage()
    source.subscribe(1)
    state.visible = false
    source.take(message([[1, 1, 9_000]]))
    state.visible = true
    frame()
    expect(latency.read()).toBeUndefined()
    source.take(message([[1, 2, 9_990]]))
    frame()
    expect(latency.read()).toMatchObject({ p50: 10 })
  })
})
