import { expect, test } from 'vitest'
import { gapsOf } from './series-gaps.ts'

const every = (s: number) => ({ every: s, unit: 'second' }) as const
const of = (signalId: number, mode: string, seconds: number | null, removedAt: number | null = null) =>
  ({ signalId, mode, period: seconds === null ? null : every(seconds), removedAt }) as never
const gap = (...series: never[]) => gapsOf(series, 100).get(1)

test.each([
  ['the most frequent counts', [of(1, 'periodic', 10), of(1, 'interval', 60)], 25_000],
  ['what is stored on change stands until the next', [of(1, 'change', null)], undefined],
  ['stored on change and now and then as well', [of(1, 'change', null), of(1, 'periodic', 60)], 150_000],
  ['under a condition counts where there is no other', [of(1, 'conditional', 1)], 2500],
  ['under a condition does not count beside another', [of(1, 'conditional', 1), of(1, 'periodic', 10)], 25_000],
  ['nor beside one on change', [of(1, 'conditional', 1), of(1, 'change', null)], undefined],
  ['a report that was removed does not count', [of(1, 'periodic', 1, 100), of(1, 'periodic', 10)], 25_000],
  ['but before it was removed it does', [of(1, 'periodic', 1, 101), of(1, 'periodic', 10)], 2500],
  ['and where there is no other', [of(1, 'periodic', 1, 100)], 2500],
  ['another variable says nothing', [of(2, 'periodic', 1)], undefined],
])('%s', (_, series, gapMs) => {
  expect(gap(...(series as never[]))).toBe(gapMs)
})
