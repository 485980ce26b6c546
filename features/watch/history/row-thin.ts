// Thinned rows of a report: the first row of each interval of the device's clock. Few readings are walked, with exact
// pages. With many readings a page consists of intervals, and each interval is read until its first row: a page has
// fewer rows if intervals are empty.
import { nextTurn } from '../../../core/next-turn.ts'
import { type ClockPeriod, periodEdges } from '../../../core/period.ts'
import type { Damage, History, Span } from '../../../signal/history/history.ts'
import { type RowCursor, rowCursor } from './row-cursor.ts'
import { type PageQuery, type Row, type RowPage, rowOf, rowsAtOnce } from './row-page.ts'
import { maxCounted, maxIntervals } from './rules.ts'

type Reader = Pick<History, 'scan'>

/**
 * The intervals that start within a span, in the order of time; the last one ends with the span. Undefined if there are
 * too many. An interval that starts before the span is omitted, because its first row may be before the span.
 */
export function intervalsOf(period: ClockPeriod, zone: string, span: Span): Span[] | undefined {
  const edges = periodEdges(period, zone, span, maxIntervals)
  if (!edges) return undefined
  return edges
    .map((from, at) => ({ from, to: Math.min(span.to, (edges[at + 1] ?? Number.POSITIVE_INFINITY) - 1) }))
    .filter(({ from }) => from >= span.from && from <= span.to)
}

/** Returns a test whether a row is the first of an interval; to be called in time order. */
export function firstOfEach(intervals: readonly Span[]): (time: number) => boolean {
  let next = 0
  return (time) => {
    const known = next
    while (next < intervals.length && intervals[next]!.from <= time) next += 1
    return next > known
  }
}

/** A cursor that stops only at rows that `isFirst` accepts. For a single slice, whose rows take only milliseconds. */
export const thinned = (cursor: RowCursor, isFirst: (time: number) => boolean): RowCursor => ({
  ...cursor,
  next() {
    while (cursor.next()) if (isFirst(cursor.time())) return true
    return false
  },
})

/**
 * Reads a page with the first row of each interval. `intervals` in the order of time. Returns pages like `readRowPage`.
 */
export async function readThinPage(
  reader: Reader,
  query: PageQuery & { intervals: readonly Span[] },
  signal: AbortSignal,
): Promise<RowPage> {
  const { counts, intervals } = query
  const readings = counts.reduce((sum, n) => sum + n, 0)
  const damaged: Damage[] = []
  if (readings === 0 || intervals.length === 0) return { pageNo: 1, total: 0, isEstimated: false, rows: [], damaged }
  if (readings <= maxCounted) {
    const all = await rowsOf(reader, query, signal, damaged)
    const { pageNo, shown } = pageOf(all, query, ({ time }) => time)
    return { pageNo, total: all.length, isEstimated: false, rows: shown, damaged }
  }
  const { pageNo, shown } = pageOf(intervals, query, ({ from }) => from)
  const rows: Row[] = []
  for (const interval of shown) {
    const row = await firstIn(reader, query, interval, signal, damaged)
    if (row) rows.push(row)
  }
  return { pageNo, total: intervals.length, isEstimated: true, rows, damaged }
}

/** The requested page of items in time order: by its number, or the page with the last item not after `at`. */
function pageOf<T>(all: readonly T[], { order, pageNo, pageSize, at }: PageQuery, timeOf: (each: T) => number) {
  const inOrder = order === 'ascending' ? all : all.toReversed()
  const isBefore = (each: T) => (order === 'ascending' ? timeOf(each) < at! : timeOf(each) > at!)
  const rank = at === undefined ? undefined : Math.min(inOrder.filter(isBefore).length, Math.max(0, all.length - 1))
  const found = rank === undefined ? pageNo : Math.floor(rank / pageSize) + 1
  return { pageNo: found, shown: inOrder.slice((found - 1) * pageSize, found * pageSize) }
}

const scopeIn = ({ orgId, equipmentId, gatewayIds, columnIds }: PageQuery) => ({
  ...{ orgId, equipmentId, gatewayIds, columnIds },
  order: 'ascending' as const,
})

/** The first row of every interval that has one. */
async function rowsOf(
  reader: Reader,
  query: PageQuery & { intervals: readonly Span[] },
  signal: AbortSignal,
  damaged: Damage[],
): Promise<Row[]> {
  const { intervals } = query
  const isFirst = firstOfEach(intervals)
  const span = { from: intervals[0]!.from, to: query.to }
  const rows: Row[] = []
  for await (const slice of reader.scan({ ...scopeIn(query), ...span }, { signal })) {
    damaged.push(...slice.damaged)
    const { columns } = slice.data
    const cursor = rowCursor(columns, 'ascending')
    for (let seen = 1; cursor.next(); seen += 1) {
      if (isFirst(cursor.time())) rows.push(rowOf(cursor, columns))
      if (seen % rowsAtOnce === 0) await nextTurn()
    }
  }
  return rows
}

/** An interval is searched in growing parts: its first row is usually near its start. */
const firstPart = 1 / 64
const growth = 8

async function firstIn(
  reader: Reader,
  query: PageQuery,
  { from, to }: Span,
  signal: AbortSignal,
  damaged: Damage[],
): Promise<Row | undefined> {
  let length = Math.max(1000, Math.ceil((to - from + 1) * firstPart))
  for (let start = from; start <= to; length *= growth) {
    const part = { from: start, to: Math.min(to, start + length - 1) }
    for await (const slice of reader.scan({ ...scopeIn(query), ...part }, { signal })) {
      damaged.push(...slice.damaged)
      const cursor = rowCursor(slice.data.columns, 'ascending')
      if (cursor.next()) return rowOf(cursor, slice.data.columns)
    }
    start = part.to + 1
  }
  return undefined
}
