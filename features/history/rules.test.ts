import { expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { cannotBucket, cannotDraw, cannotSpan } from './rules.ts'

const days = 24 * 3600_000

it.each([
  [0, 0, undefined],
  [5, 4, 'endBeforeStart'],
  [0, limits.querySpanDays * days, undefined],
  [0, limits.querySpanDays * days + 1, 'spanTooLong'],
])('a span from %d to %d: %s', (from, to, fault) => expect(cannotSpan({ from, to })?.fault).toBe(fault))

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
  [10_001, 1, 10_000],
  [10_000, 21, 200_000],
])('%d buckets of %d series: %s', (buckets, series, limit) => {
  expect(cannotBucket(buckets, series)?.details).toEqual(limit === undefined ? undefined : { limit })
})
