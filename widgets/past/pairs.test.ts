import { describe, expect, it, test } from 'vitest'
import type { Curve } from '../services.ts'
import { axisOf, pairsOf } from './pairs.ts'
import { pathOf } from './xy-chart.tsx'

const curve = (change: Partial<Curve>): Curve => ({
  ...{ equipmentId: 1, signalId: 2, times: [], values: [], bad: [], holes: [], gapMs: 5000, isStep: false },
  ...{ unit: null, decimals: null, texts: null, dataType: 'float32' },
  ...change,
})

describe('pairs', () => {
  test('are made at each moment of either variable, with the last value of the other', () => {
    const x = curve({ times: [1000, 3000], values: [1, 3] })
    const y = curve({ times: [2000, 3000], values: [20, 30] })
    expect(pairsOf(x, y)).toEqual([
      { at: 2000, x: 1, y: 20 },
      { at: 3000, x: 3, y: 30 },
    ])
  })

  test('do not exist where one value is bad or too old', () => {
    const x = curve({ times: [1000, 2000, 9000], values: [1, 2, 3], bad: [[1, 1714]] })
    const y = curve({ times: [1000], values: [10] })
    expect(pairsOf(x, y)).toEqual([{ at: 1000, x: 1, y: 10 }])
  })

  test('exist up to the gap of the curve, also beyond a minute', () => {
    const x = curve({ times: [150_000, 150_001], values: [1, 2] })
    const y = curve({ times: [0], values: [10], gapMs: 150_000 })
    expect(pairsOf(x, y)).toEqual([{ at: 150_000, x: 1, y: 10 }])
  })

  test('use a state until the next one is stored', () => {
    const x = curve({ times: [1000, 900_000], values: [1, 2] })
    const y = curve({ times: [0], values: [true], isStep: true, gapMs: Number.POSITIVE_INFINITY })
    expect(pairsOf(x, y).map(({ y: value }) => value)).toEqual([1, 1])
  })
})

it.each([
  [[0.3, 9.7], undefined, { low: 0, high: 10, ticks: [0, 2, 4, 6, 8, 10] }],
  [[5, 5], undefined, { low: 4.4, high: 5.6, ticks: [4.4, 4.6, 4.8, 5, 5.2, 5.4, 5.6] }],
  [[], undefined, { low: 0, high: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] }],
  [[500], [0, 100] as const, { low: 0, high: 100, ticks: [0, 20, 40, 60, 80, 100] }],
  [[1, 2], [7, 7] as const, { low: 1, high: 2, ticks: [1, 1.2, 1.4, 1.6, 1.8, 2] }],
])('the axis of %j within %j', (values, fixed, axis) => {
  const made = axisOf(values, fixed)
  expect(made.ticks).toEqual(axis.ticks)
  expect([made.low, made.high].map((end) => Number(end.toPrecision(6)))).toEqual([axis.low, axis.high])
})

test('a trace breaks at a longer gap than usual', () => {
  const points = [0, 1000, 9000].map((at) => ({ at, x: at, y: 1 }))
  const same = (value: number) => value
  expect(pathOf(points, 5000, same, same)).toBe('M0 1L1000 1M9000 1')
})
