import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Reading, readerOf } from '../../../testkit/history-reader.ts'
import { firstOfEach, intervalsOf, readThinPage } from './row-thin.ts'
import { maxCounted, maxIntervals } from './rules.ts'

const quiet = new AbortController().signal
const scope = { orgId: 1, equipmentId: 1, gatewayIds: [1] }
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Order = 'ascending' | 'descending'
const defaults = { order: 'descending' as Order, pageNo: 1, pageSize: 3, from: 0, to: 99, every: 10 }

/** Reads a page with intervals of `every` ms, starting at 0. */
async function page(
  columns: Record<number, readonly Reading[]>,
  more: Partial<typeof defaults> & { counts?: number[]; at?: number } = {},
) {
  const { order, pageNo, pageSize, from, to, every, at } = { ...defaults, ...more }
  const reader = readerOf(columns, Math.ceil((to - from + 1) / 20))
  const columnIds = Object.keys(columns).map(Number)
  const found = columnIds.map((id) => columns[id]!.filter(([time]) => time >= from && time <= to).length)
  const first = Math.ceil(from / every)
  const intervals = Array.from({ length: Math.max(0, Math.floor(to / every) - first + 1) }, (_, index) => {
    const start = (first + index) * every
    return { from: start, to: Math.min(to, start + every - 1) }
  })
  const counts = more.counts ?? found
  const query = { ...scope, columnIds, from, to, order, pageNo, pageSize, counts, at, intervals }
  const answer = await readThinPage(reader, query, quiet)
  return { ...answer, times: answer.rows.map(({ time }) => time), calls: reader.calls }
}
const list = (times: readonly number[]) => times.toSorted((a, b) => a - b).map((at): Reading => [at, at])

describe('intervals', () => {
  test('begin at multiples from midnight in the device’s time zone, and only within the span', () => {
    const midnight = Date.UTC(2026, 4, 1) - 8 * hour
    const span = { from: midnight + 1, to: midnight + day - 1 }
    const five = intervalsOf({ every: 5, unit: 'hour' }, 'Asia/Shanghai', span)
    expect(five?.map(({ from }) => (from - midnight) / hour)).toEqual([5, 10, 15, 20])
    expect(five?.at(-1)?.to).toBe(span.to)
    const days = intervalsOf({ every: 1, unit: 'day' }, 'Asia/Shanghai', { ...span, from: midnight })
    expect(days).toEqual([{ from: midnight, to: span.to }])
  })

  test('number 25 on a day with 25 hours', () => {
    const midnight = Date.UTC(2026, 9, 24, 22)
    const hours = intervalsOf({ every: 1, unit: 'hour' }, 'Europe/Berlin', {
      from: midnight,
      to: midnight + 25 * hour - 1,
    })
    expect(hours).toHaveLength(25)
  })

  test('are refused if there are too many', () => {
    const to = (maxIntervals + 5) * minute
    expect(intervalsOf({ every: 1, unit: 'minute' }, 'UTC', { from: 0, to })).toBeUndefined()
  })
})

test('each interval shows its first row, with all columns stored at that time', async () => {
  const columns = { 1: list([3, 11, 12, 40]), 2: [[12, 'x'] as const, [12, 'y'] as const, [3, 'z'] as const].slice(2) }
  expect(await page(columns)).toMatchObject({ total: 3, isEstimated: false, times: [40, 11, 3] })
  const { rows } = await page(columns, { order: 'ascending' })
  expect(rows[0]).toEqual({ time: 3, values: [3, 'z'], codes: [200, 200] })
})

test('an interval that begins before the span is skipped: its first row may lie before', async () =>
  expect((await page({ 1: list([3, 7, 11]) }, { from: 5 })).times).toEqual([11]))

test('pages follow each other in both orders, equal to a list of all first rows', async () => {
  const readings = fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(readings, readings, fc.boolean(), fc.integer({ min: 0, max: 99 }), async (a, b, isUp, at) => {
      const all = [...new Set([...a, ...b])].sort((x, y) => x - y)
      const firsts = all.filter((time, i) => i === 0 || Math.floor(all[i - 1]! / 10) < Math.floor(time / 10))
      const wanted = isUp ? firsts : firsts.toReversed()
      const order = isUp ? 'ascending' : 'descending'
      const columns = { 1: list(a), 2: list(b) }
      const seen: number[] = []
      for (let pageNo = 1; pageNo <= 5; pageNo += 1) {
        const { times, total } = await page(columns, { order, pageNo })
        expect(total).toBe(wanted.length)
        seen.push(...times)
      }
      expect(seen).toEqual(wanted)
      const next = wanted.find((each) => (isUp ? each >= at : each <= at)) ?? wanted.at(-1)
      if (next !== undefined) expect((await page(columns, { order, at })).times).toContain(next)
    }),
    { numRuns: 60 },
  )
})

describe('with more readings than are counted', () => {
  const counts = [maxCounted + 1]

  test('each interval of the page is read only up to its first row', async () => {
    const times = Array.from({ length: 40 }, (_, index) => index * 250_000 + 17)
    const found = await page({ 1: list(times) }, { counts, every: 1_000_000, to: 9_999_999, pageNo: 2 })
    expect(found).toMatchObject({ pageNo: 2, total: 10, isEstimated: true })
    expect(found.times).toEqual([6_000_017, 5_000_017, 4_000_017])
    expect(found.calls.filter((call) => call === 'slice').length).toBeLessThan(4)
  })

  test('an interval without readings has no row on its page', async () => {
    const found = await page(
      { 1: list([5_500_000, 9_000_000]) },
      { counts, every: 1_000_000, to: 9_999_999, pageSize: 5 },
    )
    expect(found.times).toEqual([9_000_000, 5_500_000])
    expect(found.total).toBe(10)
  })
})

test('without readings there are no rows, and nothing is read', async () =>
  expect(await page({ 1: [] })).toMatchObject({ total: 0, rows: [], calls: [] }))

test('only the first row of an interval is accepted', () => {
  const isFirst = firstOfEach([
    { from: 10, to: 19 },
    { from: 30, to: 39 },
  ])
  expect([5, 12, 13, 20, 31, 31].map(isFirst)).toEqual([false, true, false, false, true, false])
})
