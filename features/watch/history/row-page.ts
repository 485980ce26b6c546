// A page of the rows of a report, with bounded work and memory for any span. Few rows are counted one by one. If all
// columns were stored at the same times, a page is found by counting readings; otherwise it is searched from the start
// of the order.
import { fail } from '../../../contract/errors.ts'
import type { Value } from '../../../core/data-type.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import type { Damage, History, Scope, Span } from '../../../signal/history/history.ts'
import { type Order, type RowCursor, rowCursor } from './row-cursor.ts'
import { maxCounted, maxSearched } from './rules.ts'
import { codeAt, valueAt } from './series.ts'

export type Row = { time: number; values: (Value | null)[]; codes: number[] }

export type RowPage = {
  /** Number of the page, from 1. */
  pageNo: number
  total: number
  /** True if there are too many rows to count, so that `total` is an estimate. */
  isEstimated: boolean
  rows: Row[]
  damaged: Damage[]
}

type Reader = Pick<History, 'scan' | 'count'>
/** The `columnIds` with readings in the span, and their number in `counts`. */
export type PageQuery = Scope &
  Span & {
    order: Order
    pageNo: number
    /** Requests the page with this time instead, or with the next row in the order; else the last page. */
    at?: number | undefined
    pageSize: number
    counts: readonly number[]
  }

/** If the wanted row is less than this number of rows away, rows are read instead of searched. */
const nearRows = 2000
const maxHalvings = 40
/** Number of rows between two yields to other requests. */
export const rowsAtOnce = 1000

/** Reads a page; throws 10012 when it is too deep to find. */
export async function readRowPage(reader: Reader, query: PageQuery, signal: AbortSignal): Promise<RowPage> {
  const { at, ...numbered } = query
  if (at === undefined) return { pageNo: query.pageNo, ...(await readNumbered(reader, query, signal)) }
  const before = await rowsBefore(reader, query, at, signal)
  const pageNo = Math.floor(before / query.pageSize) + 1
  const page = await readNumbered(reader, { ...numbered, pageNo }, signal)
  if (page.rows.length > 0 || pageNo === 1) return { pageNo, ...page }
  // No row follows that time, and the rows before it fill their pages exactly.
  return { pageNo: pageNo - 1, ...(await readNumbered(reader, { ...numbered, pageNo: pageNo - 1 }, signal)) }
}

/** How many rows precede a time, in the order of the table. */
async function rowsBefore(reader: Reader, query: PageQuery, at: number, signal: AbortSignal): Promise<number> {
  const { from, to, order, counts, columnIds } = query
  const span = order === 'ascending' ? { from, to: Math.min(at - 1, to) } : { from: Math.max(at + 1, from), to }
  if (span.from > span.to || sum(counts) === 0) return 0
  if (sum(counts) > maxCounted && isEven(counts)) {
    const one = { ...query, ...span, columnIds: columnIds.slice(0, 1) }
    return countOf(reader, one, signal)
  }
  const skip = Number.POSITIVE_INFINITY
  return (await walk(reader, { ...query, ...span }, { skip, isWhole: false }, signal)).seen
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** If all counts are equal, the columns are assumed to be stored at the same times. */
const isEven = (counts: readonly number[]): boolean => counts.every((n) => n === counts[0])

/** The number of readings of the single column of a scope. */
async function countOf(
  reader: Reader,
  { orgId, equipmentId, gatewayIds, columnIds, from, to }: Scope & Span,
  signal: AbortSignal,
): Promise<number> {
  const [counted] = await reader.count({ orgId, equipmentId, gatewayIds, columnIds, from, to }, { signal })
  return counted?.n ?? 0
}

async function readNumbered(reader: Reader, query: PageQuery, signal: AbortSignal): Promise<Omit<RowPage, 'pageNo'>> {
  const { counts, pageNo, pageSize } = query
  const skip = (pageNo - 1) * pageSize
  const readings = sum(counts)
  if (readings === 0) return { total: 0, isEstimated: false, rows: [], damaged: [] }
  if (readings <= maxCounted) {
    const { rows, seen, damaged } = await walk(reader, query, { skip, isWhole: true }, signal)
    return { total: seen, isEstimated: false, rows, damaged }
  }
  if (isEven(counts)) {
    const total = counts[0]!
    if (skip >= total) return { total, isEstimated: false, rows: [], damaged: [] }
    const start = await approach(reader, query, skip, signal)
    const { rows, damaged } = await walk(
      reader,
      { ...query, ...start.span },
      { skip: start.left, isWhole: false },
      signal,
    )
    return { total, isEstimated: false, rows, damaged }
  }
  const { rows, seen, passed, damaged, isEnd } = await walk(reader, query, { skip, isWhole: false }, signal)
  const total = isEnd ? seen : Math.max(seen, Math.round((seen / Math.max(passed, 1)) * readings))
  return { total, isEstimated: !isEnd, rows, damaged }
}

type Walked = { rows: Row[]; seen: number; passed: number; isEnd: boolean; damaged: Damage[] }

/** Reads a page of rows after `skip`. `isWhole`: continues to the end, to count all rows. */
async function walk(
  reader: Reader,
  query: PageQuery,
  { skip, isWhole }: { skip: number; isWhole: boolean },
  signal: AbortSignal,
): Promise<Walked> {
  const { pageSize, order, counts: _, pageNo: _no, at: _at, ...wanted } = query
  const walked: Walked = { rows: [], seen: 0, passed: 0, isEnd: false, damaged: [] }
  for await (const { data, damaged } of reader.scan({ ...wanted, order }, { signal })) {
    walked.damaged.push(...damaged)
    const cursor = rowCursor(data.columns, order)
    while (cursor.next()) {
      walked.seen += 1
      if (walked.seen % rowsAtOnce === 0) await nextTurn()
      if (walked.seen > skip && walked.rows.length < pageSize) walked.rows.push(rowOf(cursor, data.columns))
      else if (!isWhole && walked.rows.length === pageSize)
        return { ...walked, passed: walked.passed + cursor.passed() }
    }
    walked.passed += cursor.passed()
    if (!isWhole && walked.passed > maxSearched) throw fail('tooManyPoints', { limit: maxSearched })
  }
  return { ...walked, isEnd: true }
}

/** The row at the cursor's position. */
export function rowOf(cursor: RowCursor, columns: Parameters<typeof rowCursor>[0]): Row {
  const row: Row = { time: cursor.time(), values: [], codes: [] }
  for (const [c, series] of columns.entries()) {
    const i = cursor.at(c)
    row.values.push(i < 0 ? null : valueAt(series, i))
    row.codes.push(i < 0 ? 0 : codeAt(series, i))
  }
  return row
}

/** Halves the span until the page is near its start, counting the readings of one column as a substitute for all. */
async function approach(
  reader: Reader,
  { columnIds, from, to, order, orgId, equipmentId, gatewayIds }: PageQuery,
  skip: number,
  signal: AbortSignal,
): Promise<{ span: Span; left: number }> {
  const scope = { orgId, equipmentId, gatewayIds, columnIds: columnIds.slice(0, 1) }
  const isUp = order === 'ascending'
  let [low, high] = [from, to]
  let left = skip
  for (let i = 0; i < maxHalvings && left > nearRows && low < high; i += 1) {
    // The half of the span that comes first in the requested order.
    const middle = Math.floor((low + high) / 2)
    const first = isUp ? { from: low, to: middle } : { from: middle + 1, to: high }
    const n = await countOf(reader, { ...scope, ...first }, signal)
    const isBefore = n <= left
    if (isBefore) left -= n
    if (isUp === isBefore) low = middle + 1
    else high = middle
  }
  return { span: isUp ? { from: low, to } : { from, to: high }, left }
}
