import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  axisRange,
  type Columns,
  extentOf,
  firstFrom,
  nextReading,
  panned,
  readingAt,
  shareWithin,
  trace,
  within,
  zoomed,
} from './curve-data.ts'

const columns = (...points: [at: number, value: number][]): Columns => ({
  times: Float64Array.from(points, ([at]) => at),
  values: Float64Array.from(points, ([, value]) => value),
})
const none = { gapMs: Number.POSITIVE_INFINITY, holes: [], isStep: false }
/** One canvas pixel is `msPerPixel` wide; y is the value itself. */
const plain = (msPerPixel = 1) => ({
  left: 0,
  from: 0,
  perMs: 1 / msPerPixel,
  columnPx: 1,
  y: (value: number) => value,
})

function drawn(of: Columns, view: { from: number; to: number }, breaks: Partial<typeof none> = {}, msPerPixel = 1) {
  const path: string[] = []
  const pen = {
    moveTo: (x: number, y: number) => path.push(`M${x} ${y}`),
    lineTo: (x: number, y: number) => path.push(`L${x} ${y}`),
  }
  const count = trace(of, view, plain(msPerPixel), { ...none, ...breaks }, pen)
  return { path: path.join(' '), count }
}

describe('a line', () => {
  test('joins its readings', () => {
    expect(drawn(columns([0, 1], [10, 5], [20, 3]), { from: 0, to: 20 })).toEqual({
      path: 'M0 1 L10 5 L20 3',
      count: 3,
    })
  })

  test('comes in from the reading before the view and leaves to the one after it', () => {
    const { path, count } = drawn(columns([0, 1], [10, 5], [20, 3]), { from: 5, to: 15 })
    expect([path, count]).toEqual(['M0 1 L10 5 L20 3', 1])
  })

  test('breaks at a reading without a value', () => {
    expect(drawn(columns([0, 1], [10, 2], [20, Number.NaN], [30, 3], [40, 4]), { from: 0, to: 40 }).path).toBe(
      'M0 1 L10 2 M30 3 L40 4',
    )
  })

  test('breaks where two readings are too far apart, and over a hole', () => {
    const of = columns([0, 1], [10, 2], [100, 3], [110, 4], [120, 5])
    expect(drawn(of, { from: 0, to: 120 }, { gapMs: 50 }).path).toBe('M0 1 L10 2 M100 3 L110 4 L120 5')
    const holes = [{ from: 111, to: 119 }] as never[]
    expect(drawn(of, { from: 0, to: 120 }, { holes }).path).toBe('M0 1 L10 2 L100 3 L110 4 M120 5 L121.5 5')
  })

  test('shows a reading alone between breaks as a dot', () => {
    expect(drawn(columns([10, 7]), { from: 0, to: 20 }).path).toBe('M10 7 L11.5 7')
  })

  test('for a state holds its value until the next reading', () => {
    expect(drawn(columns([0, 0], [10, 1], [20, 0]), { from: 0, to: 20 }, { isStep: true }).path).toBe(
      'M0 0 L10 0 L10 1 L20 1 L20 0',
    )
  })

  test('for an open state continues until the state is unknown', () => {
    const state = { isStep: true, holdTo: 30 }
    expect(drawn(columns([0, 0], [10, 1]), { from: 0, to: 50 }, state as never).path).toBe('M0 0 L10 0 L10 1 L30 1')
    expect(drawn(columns([0, 0], [10, 1]), { from: 0, to: 20 }, state as never).path).toBe('M0 0 L10 0 L10 1 L20 1')
  })

  test('loses no peak, however many readings fall on one pixel', () => {
    const readings = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 400 })
    fc.assert(
      fc.property(readings, fc.integer({ min: 1, max: 500 }), (values, msPerPixel) => {
        const of = columns(...values.map((value, i): [number, number] => [i * 3, value]))
        const { path } = drawn(of, { from: 0, to: values.length * 3 }, {}, msPerPixel)
        const ys = path.match(/[ML][-\d.]+ [-\d.]+/g)!.map((each) => Number(each.split(' ')[1]))
        expect(Math.max(...ys)).toBe(Math.max(...values))
        expect(Math.min(...ys)).toBe(Math.min(...values))
        expect(ys.at(-1)).toBe(values.at(-1))
      }),
    )
  })

  test('with a million readings takes a few strokes per pixel', () => {
    const times = Float64Array.from({ length: 1_000_000 }, (_, i) => i)
    const { path, count } = drawn({ times, values: times.map((i) => Math.sin(i)) }, { from: 0, to: 1e6 }, {}, 1000)
    expect(count).toBe(1_000_000)
    expect(path.match(/[ML]/g)!.length).toBeLessThan(5000)
  })
})

describe('the readings in view', () => {
  const of = columns([0, 9], [10, 2], [20, Number.NaN], [30, 4], [40, 8])

  test('are found by time', () => {
    expect([0, 10, 11, 99].map((at) => firstFrom(of.times, at))).toEqual([0, 1, 2, 5])
  })

  test('have a minimum and a maximum, breaks ignored', () => {
    expect(extentOf(of, 10, 30)).toEqual([2, 4])
    expect(extentOf(columns([5, Number.NaN]), 0, 10)).toBeUndefined()
  })

  test('have the two neighbours as extent if the view is between them', () =>
    expect(extentOf(of, 31, 39)).toEqual([4, 8]))

  test('have an axis with a margin, none below zero without readings there, and a band for a constant', () => {
    expect(axisRange(100, 200)).toEqual([94, 206])
    expect(axisRange(1, 100)[0]).toBe(0)
    expect(axisRange(50, 50)).toEqual([45, 55])
    expect(axisRange(0, 0)).toEqual([-1, 1])
  })
})

describe('under the cursor', () => {
  const of = columns([0, 1], [100, 2], [1000, 3])
  const line = { isStep: false, gapMs: 500, reachMs: 20 }

  test('the nearest reading is shown, but none across a gap', () => {
    expect(readingAt(of, 60, line)).toEqual({ index: 1, at: 100, value: 2 })
    expect(readingAt(of, 40, line)).toMatchObject({ value: 1 })
    expect(readingAt(of, 600, line)).toBeUndefined()
  })

  test('a state has its last value', () => {
    const state = { isStep: true, gapMs: Number.POSITIVE_INFINITY, reachMs: 0 }
    expect(readingAt(of, 999, state)).toMatchObject({ value: 2 })
    expect(readingAt(of, 1000, state)).toMatchObject({ value: 3 })
    expect(readingAt(of, -1, state)).toBeUndefined()
  })

  test('the next reading is the nearest of all lines', () => {
    const both = [of, columns([50, 0])]
    expect([nextReading(both, 0, 1), nextReading(both, 100, -1), nextReading(both, 1000, 1)]).toEqual([
      50,
      50,
      undefined,
    ])
  })
})

describe('time within limits', () => {
  const limits = { low: 1, high: 5, gapMs: 100 }

  test('is weighted by the duration of each reading', () => {
    expect(shareWithin(columns([0, 2], [30, 9], [40, 2]), { from: 0, to: 100 }, limits)).toBeCloseTo(0.9)
  })

  test('leaves out breaks and gaps, and is undefined without readings', () => {
    expect(shareWithin(columns([0, 2], [50, Number.NaN], [60, 9], [80, 9]), { from: 0, to: 80 }, limits)).toBeCloseTo(
      50 / 70,
    )
    expect(shareWithin(columns([0, 2], [500, 2]), { from: 100, to: 400 }, limits)).toBeUndefined()
  })
})

describe('the view', () => {
  const home = { from: 0, to: 100_000 }

  test('zooms around a moment and stays within its home range', () => {
    expect(zoomed(home, home, 0.5, 25_000)).toEqual({ from: 12_500, to: 62_500 })
    expect(zoomed(home, home, 2, 25_000)).toEqual(home)
    expect(zoomed({ from: 0, to: 1000 }, home, 0.1, 500)).toEqual({ from: 0, to: 1000 })
  })

  test('pans to the edge and no further', () => {
    expect(panned({ from: 0, to: 10_000 }, home, 200_000)).toEqual({ from: 90_000, to: 100_000 })
    expect(within({ from: -500, to: 500 }, home)).toEqual({ from: 0, to: 1000 })
  })
})
