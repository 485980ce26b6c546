import { expect, test } from 'vitest'
import type { Curve } from '../services.ts'
import { timeWords } from './axes.ts'
import { bucketMeans, createMoving, reduced } from './moving.ts'

const curve = (change: Partial<Curve> = {}): Curve => ({
  ...{ equipmentId: 1, signalId: 1, times: [1000, 2000, 3000], values: [1, 2, 3], bad: [], holes: [] },
  ...{ gapMs: 60_000, isStep: false, unit: null, decimals: null, texts: null, dataType: 'float32' as const },
  ...change,
})
const pointsOf = (moving: ReturnType<typeof createMoving>) => {
  const { times, values } = moving.read()
  return [...times].map((at, index) => [at, values[index]])
}

test('history that arrives after live readings is placed before them', () => {
  const moving = createMoving(100)
  moving.add({ value: 9, time: 2500 })
  moving.add({ value: 10, time: 3500 })
  moving.seed(curve())
  expect(pointsOf(moving)).toEqual([
    [1000, 1],
    [2000, 2],
    [2500, 9],
    [3500, 10],
  ])
})

test('the line breaks at a bad reading, live or stored, and at gaps', () => {
  const moving = createMoving(100)
  moving.add({ value: null, time: 4000 })
  moving.seed(curve({ bad: [[1, 1714]], holes: [{ from: 1000, to: 2000 }] }))
  expect(pointsOf(moving)).toEqual([
    [1000, 1],
    [1001, Number.NaN],
    [2000, Number.NaN],
    [3000, 3],
    [4000, Number.NaN],
  ])
})

test('a value stored on change is kept until the next, from before the span on', () => {
  const moving = createMoving(100)
  moving.add({ value: 3, time: 5000 })
  moving.seed(curve({ times: [-86_400_000, 2000], values: [1, 3], isStep: true }))
  moving.forget(1000)
  expect(pointsOf(moving)).toEqual([
    [-86_400_000, 1],
    [1999, 1],
    [2000, 3],
    [5000, 3],
  ])
})

test('a value is not kept over a gap', () => {
  const moving = createMoving(100)
  moving.seed(curve({ times: [1000, 3000], values: [1, 3], isStep: true, holes: [{ from: 1000, to: 2000 }] }))
  expect(pointsOf(moving)).toEqual([
    [1000, 1],
    [1001, Number.NaN],
    [3000, 3],
  ])
})

test('booleans are 1 and 0, texts break the line, a missing value adds nothing', () => {
  const moving = createMoving(100)
  moving.add({ value: null, time: null })
  moving.add({ value: true, time: 1 })
  moving.add({ value: false, time: 2 })
  moving.add({ value: 'open', time: 3 })
  expect(pointsOf(moving).map(([, value]) => value)).toEqual([1, 0, Number.NaN])
})

test('points are reduced to the columns without losing a peak or a break', () => {
  const times = Float64Array.from({ length: 10_000 }, (_, at) => at)
  const values = Float64Array.from(times, (at) => (at === 5003 ? 99 : at === 7007 ? Number.NaN : 1))
  const points = reduced({ times, values }, 0, 10_000, 100)
  expect(points.length).toBeLessThanOrEqual(500)
  expect(points).toContainEqual([5003, 99])
  expect(points).toContainEqual([7007, null])
  expect(points.map(([at]) => at)).toEqual(points.map(([at]) => at).sort((one, other) => one - other))
})

test('the mean of a bucket is weighted by time and ignores bad stretches', () => {
  const columns = {
    times: Float64Array.from([0, 10, 40, 50]),
    values: Float64Array.from([4, 8, Number.NaN, 6]),
  }
  expect(bucketMeans(columns, 0, 80, 4)).toEqual([6, 8, 6, 6])
  expect(bucketMeans(columns, 40, 60, 2)).toEqual([null, 6])
  expect(bucketMeans(columns, 0, 160, 2, 80)).toEqual([(4 * 10 + 8 * 30 + 6 * 30) / 70, null])
})

test.each([
  [60_000, '08:41:07'],
  [3_600_000, '08:41'],
  [2 * 86_400_000, '11-21 08:41'],
  [31 * 86_400_000, '11-21'],
])('labels of a time axis of %i ms', (span, words) =>
  expect(timeWords(Date.UTC(2026, 10, 21, 8, 41, 7), span, 'UTC')).toBe(words),
)
