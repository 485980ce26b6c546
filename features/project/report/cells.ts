// Aggregates of a custom report per bucket: from the historian's aggregates, or reading by reading where these are not
// enough. An unknown value has a reason, and is never 0. Pure.
import type { Value } from '../../../core/data-type.ts'
import { type Formula, holds } from '../../../core/formula.ts'
import { rolledBetween } from '../../../core/rollover.ts'
import type { Aggregates } from '../../../signal/history/history.ts'
import type { Hearer, StoredColumn, StoredVariable } from '../../watch/open/history-buckets.ts'
import type { AggregateName, Cell } from './expressions.ts'

/** Codes of contract/errors. */
export const codes = {
  good: 200,
  wrongType: 1716,
  nothingStored: 2611,
  storedBad: 2612,
  notStored: 2613,
  notInProject: 2614,
} as const

export const none = (code: number): Cell => ({ value: null, code, isPart: false })
const cell = (value: number, isPart: boolean): Cell =>
  Number.isFinite(value) ? { value, code: codes.good, isPart } : none(codes.wrongType)

/** If a bucket has less than this share of the expected readings, it is marked as incomplete. */
const whole = 0.9
/** If no reading arrives for more than this number of periods, readings are missing; history uses the same number. */
const silentPeriods = 2.5
/** Minimum share of known time for hours, which are measured and not counted. */
const wholeHours = 0.99

type Statistic = Exclude<AggregateName, 'hours'>
type Edges = ArrayLike<number>

/** The time that a bucket has lasted so far. */
const lasted = (edges: Edges, bucket: number, now: number): number =>
  Math.max(0, Math.min(edges[bucket + 1]!, now) - edges[bucket]!)

type Counted = {
  variable: StoredVariable
  /** Aggregates of the historian, by column. */
  columns: ReadonlyMap<number, Aggregates>
  edges: Edges
  now: number
  /** The last good number before the first bucket. */
  before: { at: number; value: number } | undefined
}

/**
 * The column with the most readings in a bucket. A selectively stored column is used only if no other one has readings.
 */
function columnAt({ variable, columns }: Counted, bucket: number) {
  let found: InColumn | undefined
  for (const column of variable.columns) {
    const of = columns.get(column.id)
    if (of && (!found || isBetter(bucket, { of, column }, found))) found = { of, column }
  }
  return found && { of: found.of, periodMs: found.column.periodMs }
}

type InColumn = { of: Aggregates; column: StoredColumn }

function isBetter(bucket: number, one: InColumn, other: InColumn): boolean {
  const [n, m] = [one.of.n[bucket]!, other.of.n[bucket]!]
  if (n > 0 && m > 0 && one.column.isSelective !== other.column.isSelective) return other.column.isSelective
  return n > m
}

const listOf = {
  avg: 'average',
  min: 'min',
  max: 'max',
  first: 'first',
  last: 'last',
  sum: 'sum',
} as const satisfies Partial<Record<Statistic, keyof Aggregates>>

/** One aggregate of one variable in every bucket. */
export function countedCells(name: Statistic, counted: Counted): Cell[] {
  const rise = riseOf(counted)
  return Array.from({ length: counted.edges.length - 1 }, (_, bucket) => {
    const found = columnAt(counted, bucket)
    const rose = rise(bucket, found)
    const { of } = found ?? {}
    if (name === 'count') return cell(of?.good[bucket] ?? 0, false)
    if (!of || of.n[bucket] === 0) return none(codes.nothingStored)
    if (of.good[bucket] === 0) return none(codes.storedBad)
    const isSparse = isSparseAt(counted, bucket, found)
    return name === 'delta' ? cell(rose.value, rose.reachesBack || isSparse) : cell(of[listOf[name]][bucket]!, isSparse)
  })
}

type Found = ReturnType<typeof columnAt>

function isSparseAt({ edges, now }: Counted, bucket: number, found: Found): boolean {
  if (!found?.periodMs) return false
  return found.of.good[bucket]! * found.periodMs < whole * lasted(edges, bucket, now)
}

/** The rise of a counter per bucket: since its last reading, which may be before the bucket. */
function riseOf({ before, edges }: Counted) {
  let known = before?.value
  let wasEmpty = false
  return (bucket: number, found: Found): { value: number; reachesBack: boolean } => {
    const { of, periodMs = null } = found ?? {}
    if (bucket === 0 && before && periodMs !== null) wasEmpty = edges[0]! - before.at > silentPeriods * periodMs
    const last = of?.last[bucket] ?? Number.NaN
    const value = last - (known ?? of?.first[bucket] ?? Number.NaN)
    const reachesBack = known === undefined || (wasEmpty && periodMs !== null)
    if (Number.isFinite(last)) known = last
    wasEmpty = !of || of.n[bucket] === 0
    return { value, reachesBack }
  }
}

/** Consumes readings and computes a cell for each bucket. */
export type Counting = Omit<Hearer, 'variable'> & { cells(): Cell[] }
export type Told = Hearer & Counting

type Heard = Parameters<Hearer['hear']>[0]

/** Moves a pointer along the buckets; -1 before the first, `length - 1` after the last. */
function pointer(edges: Edges) {
  let bucket = 0
  return (at: number): number => {
    if (at < edges[0]!) return -1
    while (bucket < edges.length - 1 && edges[bucket + 1]! <= at) bucket += 1
    return bucket
  }
}

/** How long a condition held. Bad readings, long gaps and dropped readings are unknown time. */
export function hoursCells(condition: Formula, edges: Edges, now: number): Counting {
  const count = edges.length - 1
  const [on, known] = [new Float64Array(count), new Float64Array(count)]
  const bucketOf = pointer(edges)
  let held: { at: number; until: number; isOn: boolean } | undefined

  function close(until: number): void {
    if (!held) return
    let at = Math.max(held.at, edges[0]!)
    const end = Math.min(until, held.until, edges[count]!)
    while (at < end) {
      const bucket = bucketOf(at)
      const next = Math.min(end, edges[bucket + 1]!)
      known[bucket]! += next - at
      if (held.isOn) on[bucket]! += next - at
      at = next
    }
    held = undefined
  }

  return {
    hear(reading: Heard, at: number, gapMs: number) {
      close(at)
      const isOn = reading ? holds(condition, () => reading) : undefined
      if (isOn !== undefined) held = { at, until: at + gapMs, isOn }
    },
    end: close,
    cells: () =>
      Array.from({ length: count }, (_, bucket) =>
        known[bucket]! > 0
          ? cell(on[bucket]! / 3_600_000, known[bucket]! < wholeHours * lasted(edges, bucket, now))
          : none(codes.nothingStored),
      ),
  }
}

/** Hours over several buckets: the sum of the known ones, marked as incomplete if any bucket is. */
export function hoursTogether(cells: readonly Cell[]): Cell {
  const known = cells.filter(({ value }) => value !== null)
  if (known.length === 0) return cells[0] ?? none(codes.nothingStored)
  const hours = known.reduce((sum, { value }) => sum + Number(value), 0)
  return cell(hours, known.length < cells.length || known.some(({ isPart }) => isPart))
}

const numberOf = (value: Value | null): number =>
  value === null || typeof value === 'string' ? Number.NaN : Number(value)

/** The rise of a counter that rolls over to 0, computed as in a summary on the gateway. */
export function rolledCells(rollover: number, variable: StoredVariable, edges: Edges): Told {
  const count = edges.length - 1
  const rise = new Float64Array(count)
  const [n, good] = [new Uint32Array(count), new Uint32Array(count)]
  const isPart = new Uint8Array(count)
  const bucketOf = pointer(edges)
  let last = Number.NaN
  let lastAt = Number.NEGATIVE_INFINITY
  let hasHole = false

  /** Adds a rise of a counter. `isUnsure`: readings before this one may be missing. */
  function rises(bucket: number, value: number, isUnsure: boolean): void {
    const fell = value - last
    good[bucket]! += 1
    if (Number.isFinite(fell)) rise[bucket]! += fell + rolledBetween(last, value, rollover)
    if (isUnsure || !Number.isFinite(fell)) isPart[bucket] = 1
  }

  return {
    variable,
    hear(reading: Heard, at: number, gapMs: number) {
      const bucket = bucketOf(at)
      if (!reading) {
        hasHole = true
        return
      }
      const value = reading.code === codes.good ? numberOf(reading.value) : Number.NaN
      if (bucket >= 0 && bucket < count) n[bucket]! += 1
      if (!Number.isFinite(value)) return
      if (bucket >= 0 && bucket < count) rises(bucket, value, hasHole || at - lastAt > gapMs)
      ;[last, lastAt] = [value, at]
      hasHole = false
    },
    end: () => undefined,
    cells: () =>
      Array.from({ length: count }, (_, bucket) => {
        if (n[bucket] === 0) return none(codes.nothingStored)
        return good[bucket] === 0 ? none(codes.storedBad) : cell(rise[bucket]!, isPart[bucket] === 1)
      }),
  }
}
