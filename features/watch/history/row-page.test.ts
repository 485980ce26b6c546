import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Reading, readerOf } from '../../../testkit/history-reader.ts'
import { readRowPage } from './row-page.ts'
import { maxCounted } from './rules.ts'

const quiet = new AbortController().signal
const scope = { orgId: 1, equipmentId: 1, gatewayIds: [1] }

async function page(
  columns: Record<number, readonly Reading[]>,
  {
    order = 'descending',
    pageNo = 1,
    pageSize = 3,
    from = 0,
    to = 1000,
    counts = undefined as number[] | undefined,
    at = undefined as number | undefined,
  } = {},
) {
  const reader = readerOf(columns, Math.ceil((to - from + 1) / 50))
  const columnIds = Object.keys(columns).map(Number)
  const found = counts ?? columnIds.map((id) => columns[id]!.filter(([at]) => at >= from && at <= to).length)
  const query = { ...scope, columnIds, from, to, order: order as 'ascending', pageNo, pageSize, counts: found, at }
  const answer = await readRowPage(reader, query, quiet)
  return { ...answer, times: answer.rows.map(({ time }) => time), calls: reader.calls }
}

test('a row has every column, with code 0 where one was not stored', async () => {
  const { rows, total, isEstimated } = await page({
    1: [
      [5, 1.5],
      [7, null, 1714],
    ],
    2: [[7, 'x']],
  })
  expect([total, isEstimated]).toEqual([2, false])
  expect(rows).toEqual([
    { time: 7, values: [null, 'x'], codes: [1714, 200] },
    { time: 5, values: [1.5, null], codes: [200, 0] },
  ])
})

test('without readings there are no rows, and nothing is read', async () => {
  expect(await page({ 1: [] })).toMatchObject({ total: 0, rows: [], calls: [] })
})

test('pages follow each other, in both orders, and their total is exact', async () => {
  const readings = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(readings, readings, fc.boolean(), async (a, b, isUp) => {
      const list = (times: number[]) => times.toSorted((x, y) => x - y).map((at): Reading => [at, at])
      const moments = [...new Set([...a, ...b])].sort((x, y) => (isUp ? x - y : y - x))
      const order = isUp ? 'ascending' : 'descending'
      const seen: number[] = []
      for (let pageNo = 1; pageNo <= 25; pageNo += 1) {
        const { times, total } = await page({ 1: list(a), 2: list(b) }, { order, pageNo })
        expect(total).toBe(moments.length)
        seen.push(...times)
      }
      expect(seen).toEqual(moments)
    }),
    { numRuns: 30 },
  )
})

test('a time is on the page that contains it, or the next row in the order', async () => {
  const readings = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { maxLength: 30 })
  const moment = fc.integer({ min: -5, max: 1005 })
  await fc.assert(
    fc.asyncProperty(readings, readings, moment, fc.boolean(), async (a, b, at, isUp) => {
      const list = (times: number[]) => times.toSorted((x, y) => x - y).map((each): Reading => [each, each])
      const moments = [...new Set([...a, ...b])].sort((x, y) => (isUp ? x - y : y - x))
      const order = isUp ? 'ascending' : 'descending'
      const columns = { 1: list(a), 2: list(b) }
      const { times, pageNo, total } = await page(columns, { order, at })
      expect(total).toBe(moments.length)
      const wanted = moments.find((each) => (isUp ? each >= at : each <= at)) ?? moments.at(-1)
      if (wanted !== undefined) expect(times).toContain(wanted)
      expect(times).toEqual((await page(columns, { order, pageNo })).times)
    }),
    { numRuns: 60 },
  )
})

describe('too many rows to count', () => {
  const many = maxCounted + 10
  const even = Array.from({ length: many }, (_, i): Reading => [i, i])

  test('stored at the same times: a page in the middle is found by counting', async () => {
    const to = many - 1
    for (const [order, pageNo, first] of [
      ['descending', 1, to],
      ['descending', 50_000, to - 149_997],
      ['ascending', 50_000, 149_997],
    ] as const) {
      const { total, isEstimated, times, calls } = await page({ 1: even, 2: even }, { order, pageNo, to })
      const step = order === 'ascending' ? 1 : -1
      expect([total, isEstimated, times]).toEqual([many, false, [first, first + step, first + 2 * step]])
      expect(calls.filter((call) => call === 'slice').length).toBeLessThan(3)
    }
    expect((await page({ 1: even }, { pageNo: 100_000, to })).rows).toEqual([])
  })

  test('stored at the same times: a time in the middle is found by counting', async () => {
    const to = many - 1
    for (const [order, at, pageNo, first] of [
      ['descending', to - 149_998, 50_000, to - 149_997],
      ['ascending', 149_999, 50_000, 149_997],
      ['ascending', to + 5, Math.ceil(many / 3), many - (many % 3 || 3)],
    ] as const) {
      const found = await page({ 1: even, 2: even }, { order, at, to })
      expect([found.pageNo, found.times[0]]).toEqual([pageNo, first])
      expect(found.calls.filter((call) => call === 'slice').length).toBeLessThan(6)
    }
  })

  test('stored at different times: a time is found by counting the rows before it', async () => {
    const [evens, odds] = [0, 1].map((by) => even.map(([at, value]): Reading => [at * 2 + by, value]))
    const at = many * 2 - 2000
    const { pageNo, times, calls } = await page({ 1: evens!, 2: odds!.slice(1) }, { to: many * 2, at })
    expect([pageNo, times]).toEqual([667, [at + 1, at, at - 1]])
    expect(calls.filter((call) => call === 'slice').length).toBeLessThan(4)
  })

  test('stored at different times: the first page is exact, the total is an estimate', async () => {
    const odd = even.map(([at, value]): Reading => [at + 0.5, value])
    const { times, isEstimated, total, calls } = await page({ 1: even, 2: odd.slice(0, -1) }, { to: many - 1 })
    expect(times).toEqual([many - 1, many - 1.5, many - 2])
    expect([isEstimated, calls.filter((call) => call === 'slice').length]).toEqual([true, 1])
    expect(total / (2 * many)).toBeCloseTo(1, 1)
  })

  test('a page too deep to search is refused', async () => {
    const huge = [3_000_000, 2_999_999]
    const list = Array.from({ length: 3_000_000 }, (_, i): Reading => [i, 0])
    const asked = { to: 3_000_000, pageNo: 900_000, counts: huge }
    await expect(page({ 1: list, 2: list.slice(1) }, asked)).rejects.toMatchObject({ code: 10012 })
  })
})

test('a deep page of many rows lets other requests run', async () => {
  const many = Array.from({ length: maxCounted }, (_, i): Reading => [i, i])
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const found = await page({ 1: many, 2: [[0, 1]] }, { to: maxCounted, pageNo: 50_000, counts: [maxCounted, 1] })
  isOver = true
  expect(found.rows).toHaveLength(3)
  // Without yielding there would be no turn. Their number depends on the machine: steps share a turn for 8 ms.
  expect(turns).toBeGreaterThan(1)
})
