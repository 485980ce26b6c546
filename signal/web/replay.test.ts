import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { begin, end, history, minute, naiveReading, stage } from '../../testkit/replay-stage.ts'
import type { Frames } from './frames.ts'
import { ReplaySource } from './replay.ts'
import { grow, type TrendPoint } from './trend.ts'
import { createLiveSource, type SignalSource } from './values.ts'

function naiveTrend(id: number, at: number): TrendPoint[] {
  const points: TrendPoint[] = []
  const before = naiveReading(id, at - 10 * minute)
  if (before) grow(points, before.at, before.value, before.code)
  for (const row of history) {
    if (row.id === id && row.at > at - 10 * minute && row.at <= at) grow(points, row.at, row.value, row.code)
  }
  return points
}

function expectMoment(source: SignalSource, at: number): void {
  for (const id of [1, 2, 3]) {
    const row = naiveReading(id, at)
    const { value, code, time } = source.subscribe(id).read()
    expect([id, value, code, time]).toEqual([id, row?.value ?? null, row?.code ?? 0, row?.at ?? null])
    expect(source.subscribe(id).trend()).toEqual(naiveTrend(id, at))
  }
}

describe('seeking', () => {
  test('shows the last readings at or before the time, and the ten minutes before it', async () => {
    const { source, settle } = stage()
    source.seek(begin + 30 * minute + 123)
    await settle()
    expect(source.read()).toMatchObject({ at: begin + 30 * minute + 123, wanted: null, isLoading: false })
    expectMoment(source, begin + 30 * minute + 123)
  })

  test('back and forth, with short answers and a small memory, equals a naive look-up', async () => {
    const moments = fc.array(fc.integer({ min: begin, max: end }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(moments, fc.integer({ min: 20, max: 400 }), async (seeks, most) => {
        const { source, settle } = stage({ most, kept: 600 })
        for (const at of seeks) {
          source.seek(at)
          await settle()
          expect(source.read().at).toBe(at)
          expectMoment(source, at)
        }
        source.stop()
      }),
      { numRuns: 40 },
    )
  })

  test('keeps showing the previous time until the new one is loaded', async () => {
    const { source, settle, frame } = stage()
    source.seek(begin + 20 * minute)
    await settle()
    source.seek(begin + 80 * minute)
    frame()
    expect(source.read()).toMatchObject({ at: begin + 20 * minute, isLoading: true })
    expectMoment(source, begin + 20 * minute)
    await settle()
    expectMoment(source, begin + 80 * minute)
  })

  test('repeatedly requests only the last time', async () => {
    const { source, settle } = stage()
    for (let i = 0; i < 50; i += 1) source.seek(begin + 20 * minute + i * minute)
    await settle()
    expectMoment(source, begin + 69 * minute)
  })

  test('never goes beyond the end of the past', async () => {
    const { source, settle, clock } = stage()
    clock.end = begin + 50 * minute
    source.seek(end)
    await settle()
    expect(source.read().at).toBe(begin + 50 * minute)
  })
})

describe('playing', () => {
  test('runs at the given speed, and equals a look-up at every frame', async () => {
    const { source, settle, frame } = stage()
    source.seek(begin + 20 * minute)
    await settle()
    source.play(60)
    await settle()
    for (let i = 1; i <= 100; i += 1) {
      frame(100)
      await settle()
      expect(source.read().at).toBe(begin + 20 * minute + i * 6000)
      expectMoment(source, source.read().at!)
    }
  })

  test('notifies only the cells that changed, once a frame', async () => {
    const { source, settle, frame } = stage()
    source.seek(begin + 20 * minute)
    await settle()
    const [quick, slow] = [vi.fn(), vi.fn()]
    source.subscribe(1).watch(quick)
    source.subscribe(3).watch(slow)
    source.play(60)
    await settle()
    frame(500)
    expect([quick.mock.calls.length, slow.mock.calls.length]).toEqual([1, 0])
  })

  test('loads ahead, so that it does not have to wait', async () => {
    const { source, settle, load, frame } = stage()
    source.seek(begin + 20 * minute)
    await settle()
    source.play(600)
    await settle()
    const asked = load.mock.calls.length
    frame(1000)
    expect(source.read()).toMatchObject({ at: begin + 30 * minute, isLoading: false })
    expect(asked).toBeGreaterThan(1)
  })

  test('waits for late history instead of showing unknown values', async () => {
    const { source, settle, frame } = stage()
    source.seek(begin + 20 * minute)
    await settle()
    source.play(600)
    frame(2000)
    frame(2000)
    expect(source.read()).toMatchObject({ at: begin + 20 * minute, isLoading: true })
    await settle()
    frame(1000)
    expect(source.read().at).toBe(begin + 30 * minute)
  })

  test('stops automatically at the end of the past', async () => {
    const { source, settle, frame, waiting } = stage()
    source.seek(end - minute)
    await settle()
    source.play(600)
    await settle()
    frame(10_000)
    expect(source.read()).toMatchObject({ at: end, isPlaying: false })
    expect(waiting).toHaveLength(0)
  })

  test('paused, nothing changes and no frame is requested', async () => {
    const { source, settle, frame, waiting } = stage()
    source.seek(begin + 20 * minute)
    await settle()
    source.play(10)
    source.pause()
    frame(1000)
    expect(source.read().at).toBe(begin + 20 * minute)
    expect(waiting).toHaveLength(0)
  })
})

describe('a fault', () => {
  test('is reported and stops playing; seeking again repeats the request', async () => {
    const { source, settle, faults } = stage()
    faults.push(Object.assign(new Error('no'), { code: 90005 }))
    source.seek(begin + 20 * minute)
    await settle()
    expect(source.read()).toMatchObject({ fault: { code: 90005, message: 'no' }, isLoading: false, isPlaying: false })
    source.seek(begin + 20 * minute)
    await settle()
    expect(source.read().fault).toBeNull()
    expectMoment(source, begin + 20 * minute)
  })

  test('an answer after stop is ignored', async () => {
    const { source, settle, waiting } = stage()
    const heard = vi.fn()
    source.watch(heard)
    source.seek(begin + 20 * minute)
    heard.mockClear()
    source.stop()
    await settle()
    expect(heard).not.toHaveBeenCalled()
    expect(waiting).toHaveLength(0)
  })
})

// A drawing works with either source: the same tests apply to both.
describe.each(['live', 'past'] as const)('a source, %s', (kind) => {
  async function make() {
    const rows = [
      [1, 5, 100_000_000],
      [1, 6, 100_020_000],
    ] as const
    const waiting: (() => void)[] = []
    const next = (draw: () => void) => {
      waiting.push(draw)
      return () => void waiting.splice(waiting.indexOf(draw), 1)
    }
    const pass = async () => {
      for (let i = 0; i < 20; i += 1) {
        await Promise.resolve()
        for (const draw of waiting.splice(0)) draw()
      }
    }
    if (kind === 'live') {
      const frames: Frames = { next, painted: () => undefined, visible: () => true }
      const source = createLiveSource({ frames, now: () => 0, isClockKnown: () => false })
      const show = async () => {
        for (const [id, value, time] of rows) {
          source.take({
            type: 'signalVal',
            equipmentId: 1,
            receivedAt: time,
            ids: [id],
            values: [value],
            times: [time],
          })
        }
        await pass()
      }
      return { source: source as SignalSource & { stop(): void }, show }
    }
    const load = async (from: number, to: number) => ({
      from,
      to,
      start: [],
      times: rows.map(([, , at]) => at - from),
      ids: rows.map(([id]) => id),
      values: rows.map(([, value]) => value),
      codes: null,
    })
    const source = new ReplaySource({ load, end: () => 100_030_000, frames: { next }, now: () => 0 })
    const show = async () => {
      source.seek(100_030_000)
      await pass()
    }
    return { source, show }
  }

  test('has one cell per signal, which is empty at first', async () => {
    const { source } = await make()
    expect(source.subscribe(1)).toBe(source.subscribe(1))
    expect(source.subscribe(1).read()).toEqual({ value: null, code: 0, time: null, receivedAt: null, drawnAt: null })
    expect(source.subscribe(1).trend()).toEqual([])
  })

  test('shows the newest reading with its code and time, and its trend', async () => {
    const { source, show } = await make()
    const cell = source.subscribe(1)
    await show()
    expect(cell.read()).toMatchObject({ value: 6, code: 200, time: 100_020_000 })
    expect(cell.trend()).toEqual([
      [100_000_000, 5],
      [100_020_000, 6],
    ])
  })

  test('returns the same reading until there is another, as React requires of a store', async () => {
    const { source, show } = await make()
    const cell = source.subscribe(1)
    await show()
    expect(cell.read()).toBe(cell.read())
  })

  test('notifies each watcher once, and none that left', async () => {
    const { source, show } = await make()
    const [stays, leaves] = [vi.fn(), vi.fn()]
    source.subscribe(1).watch(stays)
    source.subscribe(1).watch(leaves)()
    await show()
    expect([stays.mock.calls.length, leaves.mock.calls.length]).toEqual([1, 0])
  })

  test('notifies no watcher after stop', async () => {
    const { source, show } = await make()
    const heard = vi.fn()
    source.subscribe(1).watch(heard)
    source.stop()
    await show()
    expect(heard).not.toHaveBeenCalled()
  })
})

test('renewed data is loaded again: the time stays, and playing continues', async () => {
  const { source, settle, load, frame, clock } = stage()
  source.seek(begin + 50 * minute)
  await settle()
  source.play(10)
  frame(100)
  await settle()
  const { at } = source.read()
  const asked = load.mock.calls.length
  source.renew()
  expect(source.read()).toMatchObject({ at, wanted: at, isPlaying: true, isLoading: true })
  await settle()
  expect(load.mock.calls.length).toBeGreaterThan(asked)
  expect(source.read()).toMatchObject({ at, wanted: null, isPlaying: true, isLoading: false })
  expectMoment(source, at!)
  clock.now += 1000
  frame(1000)
  expect(source.read().at).toBeGreaterThan(at!)
})

test('renew loads nothing before the first seek', () => {
  const { source, load } = stage()
  source.renew()
  expect(load).not.toHaveBeenCalled()
  expect(source.read().wanted).toBeNull()
})
