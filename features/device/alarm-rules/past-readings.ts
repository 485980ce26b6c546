// The stored readings of a rule's variables in the order of time, out of all columns that store them. What nobody knows is
// told as a loss: a report that stores by the clock and did not.
import { good, type Value } from '../../../core/data-type.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import type { History, Scope, Series, Span } from '../../../signal/history/history.ts'

export type StoredColumn = {
  id: number
  signalId: number
  /** It stores at least so often while its gateway runs; null: only when something happens. */
  periodMs: number | null
}

export type PastVisitor = {
  /** Epoch ms, never before the one told last; a good reading has a value. */
  reading(signalId: number, value: Value | null, code: number, at: number): void
  /** From here on nobody knows. */
  lose(at: number): void
}

/** The value of a faulty reading means nothing. */
export const faulty = 0

/** Values older than this say nothing of how a span begins. */
const lookbackMs = 24 * 3600_000
/** Readings after which other requests are served. */
const readingsAtOnce = 5000
/** Missing so many periods is a gap, and so is a minute at least. */
const missedPeriods = 3
const leastGapMs = 60_000

type Past = { reader: Pick<History, 'at' | 'scan'>; scope: Scope; columns: readonly StoredColumn[] }

/** Visits every reading of the span; rejects as soon as the signal aborts. Answers how many there were. */
export async function visitPast(
  { reader, scope, columns }: Past,
  { from, to }: Span,
  visitor: PastVisitor,
  signal: AbortSignal,
): Promise<number> {
  if (columns.length === 0) return 0
  const tell = (column: StoredColumn, value: Value | null, code: number, at: number) =>
    visitor.reading(column.signalId, value, code === good && value !== null ? good : faulty, at)
  const start = await reader.at({ ...scope, at: from - 1, lookbackMs }, { signal })
  for (const [c, reading] of start.data.entries()) {
    const column = columns[c]!
    // What stood long before a gap does not stand at its end.
    if (reading && from - reading.at <= gapOf(column)) tell(column, reading.value, reading.code, from)
  }
  // A variable is known as long as one of its columns stores it; the densest by the clock says when none does.
  const clock = clockOf(columns)
  let knownAt = from
  let count = 0
  for await (const { data } of reader.scan({ ...scope, from, to, order: 'ascending' }, { signal })) {
    const heads = data.columns.map(() => 0)
    for (let c = first(data.columns, heads); c >= 0; c = first(data.columns, heads)) {
      const series = data.columns[c]!
      const at = series.times[heads[c]!]!
      if (clock && at - knownAt > clock.gapMs) visitor.lose(knownAt + clock.gapMs)
      knownAt = at
      tell(columns[c]!, valueAt(series, heads[c]!), series.codes?.[heads[c]!] ?? good, at)
      heads[c]! += 1
      count += 1
      if (count % readingsAtOnce === 0) {
        await nextTurn()
        signal.throwIfAborted()
      }
    }
  }
  if (clock && to - knownAt > clock.gapMs) visitor.lose(Math.min(to, knownAt + clock.gapMs))
  return count
}

const gapOf = ({ periodMs }: StoredColumn): number =>
  periodMs === null ? lookbackMs : Math.max(leastGapMs, missedPeriods * periodMs)

/** Nothing where a variable is stored only when something happens: silence is no gap then. */
function clockOf(columns: readonly StoredColumn[]): { gapMs: number } | undefined {
  const bySignal = new Map<number, number>()
  for (const column of columns) {
    const gapMs = column.periodMs === null ? Number.POSITIVE_INFINITY : gapOf(column)
    bySignal.set(column.signalId, Math.min(bySignal.get(column.signalId) ?? Number.POSITIVE_INFINITY, gapMs))
  }
  const gapMs = Math.max(...bySignal.values())
  return Number.isFinite(gapMs) ? { gapMs } : undefined
}

/** The column whose next reading is the earliest; -1: the slice is through. */
function first(columns: readonly Series[], heads: readonly number[]): number {
  let [best, bestAt] = [-1, Number.POSITIVE_INFINITY]
  for (let c = 0; c < columns.length; c += 1) {
    const at = columns[c]!.times[heads[c]!]
    if (at !== undefined && at < bestAt) [best, bestAt] = [c, at]
  }
  return best
}

function valueAt(series: Series, index: number): Value | null {
  if (series.kind !== 'number' && series.kind !== 'bool') return series.values[index] ?? null
  const value = series.values[index]!
  if (Number.isNaN(value)) return null
  return series.kind === 'bool' ? value !== 0 : value
}
