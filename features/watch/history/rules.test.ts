import { expect, it, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import {
  bucketEdges,
  cannotBucket,
  cannotDraw,
  cannotSpan,
  changeLookbackMs,
  lookbackMs,
  lookbackOf,
  ownColumns,
} from './rules.ts'

const days = 24 * 3600_000

it.each([
  [0, 0, undefined],
  [5, 4, 'endBeforeStart'],
  [0, limits.querySpanDays * days, undefined],
  [0, limits.querySpanDays * days + 1, 'spanTooLong'],
])('a span from %d to %d: %s', (from, to, fault) => expect(cannotSpan({ from, to })?.error).toBe(fault))

it.each([
  [10, undefined, undefined],
  [11, undefined, 10],
  [100, 100, undefined],
  [101, 100, 100],
])('%d series, at most %s: %s', (series, most, limit) => {
  expect(cannotDraw(series, most)?.details).toEqual(limit === undefined ? undefined : { limit })
})

it.each([
  [10_000, 20, undefined],
  [10_000, 21, 200_000],
])('%d buckets of %d series: %s', (buckets, series, limit) => {
  expect(cannotBucket(buckets, series)?.details).toEqual(limit === undefined ? undefined : { limit })
})

const hour = 3600_000

test('buckets follow the time zone and end with the span', () => {
  const from = Date.UTC(2026, 2, 1, 10, 30)
  const to = from + 2 * hour
  expect(bucketEdges(undefined, 'UTC', { from, to })).toEqual({ times: [from], bounds: [from, to + 1] })
  const starts = [10, 11, 12].map((each) => Date.UTC(2026, 2, 1, each))
  expect(bucketEdges({ every: 1, unit: 'hour' }, 'UTC', { from, to })).toEqual({
    times: starts,
    bounds: [from, ...starts.slice(1), to + 1],
  })
  expect(bucketEdges({ every: 1, unit: 'day' }, 'Asia/Shanghai', { from, to })?.times).toEqual([
    Date.UTC(2026, 1, 28, 16),
  ])
})

test('10,000 buckets are allowed, one more is not', () => {
  const second = { every: 1, unit: 'second' } as const
  expect(bucketEdges(second, 'UTC', { from: 0, to: 9_999_999 })?.times).toHaveLength(10_000)
  expect(bucketEdges(second, 'UTC', { from: 0, to: 10_000_000 })).toBeUndefined()
})

test('each column of a device is visited once, however often its variable is requested', () => {
  let looks = 0
  const columns = Array.from({ length: 5000 }, (_, at) => ({
    ...{ id: at, aggregation: at % 10 === 0 ? 'avg' : null },
    get signalId() {
      looks += 1
      return at % 500
    },
  }))
  const asked = Array.from({ length: 1000 }, (_, at) => at % 4)
  const found = ownColumns(columns, asked)
  expect(looks).toBeLessThanOrEqual(columns.length)
  expect(new Set(found.map(({ id }) => id % 500))).toEqual(new Set([1, 2, 3]))
  expect(found).toHaveLength(30)
  expect(ownColumns(columns, [2, 1]).map(({ id }) => id % 500)).toEqual([...Array(10).fill(2), ...Array(10).fill(1)])
})

test('only columns that stored on change at the time are searched a month back', () => {
  const column = { id: 1, mode: 'change', removedAt: null } as const
  const columns = [
    column,
    { ...column, id: 2, mode: 'periodic' as const },
    { ...column, id: 3, removedAt: 99 },
    { ...column, id: 4, removedAt: 101 },
  ]
  expect(lookbackOf(columns, 100)).toEqual({ lookbackMs, rare: { columnIds: [1, 4], lookbackMs: changeLookbackMs } })
})
