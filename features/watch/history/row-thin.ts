// The rows of a report thinned out: of each interval of the device's clock the first row. Few readings are walked once, and
// their pages are exact. Of many the pages are of intervals, and each interval is read from its start until a row is found:
// a page may have fewer rows where nothing was stored.
import { nextTurn } from '../../../core/next-turn.ts'
import { type ClockPeriod, periodEdges } from '../../../core/period.ts'
import type { Damage, History, Span } from '../../../signal/history/history.ts'
import { type RowCursor, rowCursor } from './row-cursor.ts'
import { type PageQuery, type Row, type RowPage, rowOf, rowsAtOnce } from './row-page.ts'
import { maxCounted, maxIntervals } from './rules.ts'

type Reader = Pick<History, 'scan'>

/**
 * The intervals that begin within a span, in time order; the last is cut at its end. Undefined: there are too many. The one
 * that the span begins in is none: nobody knows here whether its first row lies before.
 */
export function intervalsOf(period: ClockPeriod, zone: string, span: Span): Span[] | undefined {
  const edges = periodEdges(period, zone, span, maxIntervals)
  if (!edges) return undefined
  return edges
    .map((from, at) => ({ from, to: Math.min(span.to, (edges[at + 1] ?? Number.POSITIVE_INFINITY) - 1) }))
    .filter(({ from }) => from >= span.from && from <= span.to)
}

/** Whether a row is the first of an interval; asked of rows in time order. */
export function firstOfEach(intervals: readonly Span[]): (time: number) => boolean {
  let next = 0
  return (time) => {
    const known = next
    while (next < intervals.length && intervals[next]!.from <= time) next += 1
    return next > known
  }
}

/** A cursor that stands at such rows alone; of one slice, whose rows are passed over within milliseconds. */
export const thinned = (cursor: RowCursor, isFirst: (time: number) => boolean): RowCursor => ({
  ...cursor,
  next() {
    while (cursor.next()) if (isFirst(cursor.time())) return true
    return false
  },
})

/** `intervals` in time order. Pages as `readRowPage` reads them. */
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

/** Of what is in time order the page that is asked for: by its number, or with the last that is not after `at`. */
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

/** An interval is searched in parts that grow: mostly its first row is near its start. */
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
