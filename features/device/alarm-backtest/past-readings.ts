// Reads the stored readings of a rule's variables in time order, from all columns that store them. Reports a gap where
// a report that stores periodically did not, and a faulty reading where one variable has none while others continue.
import { good, type Value } from '../../../core/data-type.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import type { History, Scope, Series, Span } from '../../../signal/history/history.ts'

export type StoredColumn = {
  id: number
  signalId: number
  /** Maximum distance of the variable's readings while its gateway runs; null: stored on an event only. */
  periodMs: number | null
}

export type PastVisitor = {
  /** Time in epoch ms, never before the previous reading; a good reading has a value. */
  reading(signalId: number, value: Value | null, code: number, at: number): void
  /** Data is missing from this instant on. */
  lose(at: number): void
}

/** The code of a faulty reading, whose value is ignored. */
export const faulty = 0

/** Older values than this do not count as the value at the start of a range. */
const lookbackMs = 24 * 3600_000
/** Number of readings after which the event loop serves other requests. */
const readingsAtOnce = 5000
/** A gap is this number of missing periods, but at least a minute. */
const missedPeriods = 3
const leastGapMs = 60_000

type Past = { reader: Pick<History, 'at' | 'scan'>; scope: Scope; columns: readonly StoredColumn[] }

/** Visits every reading of the range and returns their number; rejects as soon as the signal aborts. */
export async function visitPast(
  { reader, scope, columns }: Past,
  { from, to }: Span,
  visitor: PastVisitor,
  signal: AbortSignal,
): Promise<number> {
  if (columns.length === 0) return 0
  const validity = validityOf(columns)
  const tell = (column: StoredColumn, value: Value | null, code: number, at: number) => {
    validity.read(column.signalId, at)
    visitor.reading(column.signalId, value, code === good && value !== null ? good : faulty, at)
  }
  const start = await reader.at({ ...scope, at: from - 1, lookbackMs }, { signal })
  for (const [c, reading] of start.data.entries()) {
    const column = columns[c]!
    // A value older than the permitted gap does not count at the start of the range.
    if (reading && from - reading.at <= gapOf(column)) tell(column, reading.value, reading.code, from)
  }
  // A gap is a silence of all columns that is longer than the slowest variable permits.
  const clock = clockOf(columns)
  let knownAt = from
  let count = 0
  /** Reports the variables whose value has ended since the last reading. */
  const pass = (now: number) => {
    const loseAt = clock && now - knownAt > clock.gapMs ? knownAt + clock.gapMs : undefined
    for (const { signalId, at } of validity.endBefore(loseAt ?? now)) visitor.reading(signalId, null, faulty, at)
    if (loseAt === undefined) return
    validity.clear()
    visitor.lose(loseAt)
  }
  for await (const { data } of reader.scan({ ...scope, from, to, order: 'ascending' }, { signal })) {
    const heads = data.columns.map(() => 0)
    for (let c = first(data.columns, heads); c >= 0; c = first(data.columns, heads)) {
      const series = data.columns[c]!
      const at = series.times[heads[c]!]!
      pass(at)
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
  pass(to)
  return count
}

const gapOf = ({ periodMs }: StoredColumn): number =>
  periodMs === null ? lookbackMs : Math.max(leastGapMs, missedPeriods * periodMs)

/** Maximum distance between readings of each variable; infinite if it is stored on events only. */
function gapsOf(columns: readonly StoredColumn[]): ReadonlyMap<number, number> {
  const bySignal = new Map<number, number>()
  for (const column of columns) {
    const gapMs = column.periodMs === null ? Number.POSITIVE_INFINITY : gapOf(column)
    bySignal.set(column.signalId, Math.min(bySignal.get(column.signalId) ?? Number.POSITIVE_INFINITY, gapMs))
  }
  return bySignal
}

/**
 * The clock of a report that stores periodically; undefined if a variable is stored on events only, because silence is
 * then no gap.
 */
function clockOf(columns: readonly StoredColumn[]): { gapMs: number } | undefined {
  const gapMs = Math.max(...gapsOf(columns).values())
  return Number.isFinite(gapMs) ? { gapMs } : undefined
}

/** The instant at which the last value of each variable ends. */
function validityOf(columns: readonly StoredColumn[]) {
  const gaps = gapsOf(columns)
  const ends = new Map<number, number>()
  let firstEnd = Number.POSITIVE_INFINITY
  const update = () => {
    firstEnd = Math.min(...ends.values())
  }
  return {
    read(signalId: number, at: number) {
      const before = ends.get(signalId)
      const end = at + gaps.get(signalId)!
      ends.set(signalId, end)
      // Most readings belong to other variables than the first to end.
      if (before === firstEnd) update()
      else firstEnd = Math.min(firstEnd, end)
    },
    /** Removes the values that ended before this instant, and returns them in time order. */
    endBefore(now: number): { signalId: number; at: number }[] {
      if (firstEnd >= now) return []
      const ended = [...ends].flatMap(([signalId, at]) => (at < now ? [{ signalId, at }] : []))
      for (const { signalId } of ended) ends.delete(signalId)
      update()
      return ended.sort((a, b) => a.at - b.at)
    },
    clear() {
      ends.clear()
      update()
    },
  }
}

/** The column whose next reading is the earliest; -1 at the end of the slice. */
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
