// Limits of a history request. [S9]
import type { Named } from '../../../contract/errors.ts'
import type { Aggregation, Period, StorageMode } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { periodEdges } from '../../../core/period.ts'
import type { AtQuery, Span } from '../../../signal/history/history.ts'

const dayMs = 24 * 3600_000

export type Refusal = Extract<Named, { error: 'endBeforeStart' | 'spanTooLong' | 'tooManySignals' | 'tooManyPoints' }>

/** Why a span is refused, or undefined. 30 days are allowed to the last millisecond. */
export function cannotSpan({ from, to }: { from: number; to: number }): Refusal | undefined {
  if (to < from) return { error: 'endBeforeStart' }
  if (to - from > limits.querySpanDays * dayMs) return { error: 'spanTooLong', details: { days: limits.querySpanDays } }
  return undefined
}

/** Why a number of series is refused, or undefined. */
export const cannotDraw = (series: number, most: number = limits.curveSignals): Refusal | undefined =>
  series > most ? { error: 'tooManySignals', details: { limit: most } } : undefined

export const tooManyBuckets: Refusal = { error: 'tooManyPoints', details: { limit: limits.aggregateBuckets } }

/**
 * Starts of the buckets of a span in a time zone, and their bounds within the span; without a bucket the span is one
 * bucket. Undefined when there are too many.
 */
export function bucketEdges(
  bucket: Period | undefined,
  zone: string,
  { from, to }: Span,
): { times: number[]; bounds: number[] } | undefined {
  if (!bucket) return { times: [from], bounds: [from, to + 1] }
  const edges = periodEdges(bucket, zone, { from, to }, limits.aggregateBuckets)
  if (!edges) return undefined
  const bounds = edges.map((edge) => Math.min(Math.max(edge, from), to + 1))
  return { times: edges.slice(0, -1), bounds }
}

/** Why a number of values in one answer is refused, or undefined. */
export const cannotBucket = (buckets: number, series: number): Refusal | undefined =>
  buckets * series > limits.curvePoints ? { error: 'tooManyPoints', details: { limit: limits.curvePoints } } : undefined

/** Maximum points of a JSON answer that is built and checked as a whole; a larger one is written in pieces. */
export const maxAtOnce = 5000

/** Maximum number of intervals of thinned rows: minutes of nearly a week. */
export const maxIntervals = limits.aggregateBuckets
export const tooManyIntervals: Refusal = { error: 'tooManyPoints', details: { limit: maxIntervals } }

/** Maximum number of readings that are searched for one page of a table. */
export const maxSearched = 5_000_000

/** Readings below which the rows of a table are counted one by one. */
export const maxCounted = 200_000

/** Maximum readings in one answer of the replay call. */
export const maxReplayed = limits.curvePoints

/** How far back the last reading of a variable is searched. */
export const lookbackMs = dayMs

/** The same for a variable stored on change, whose last reading holds until the next one. */
export const changeLookbackMs = 31 * dayMs

type Storing = { id: number; mode: StorageMode; removedAt: number | null }

/** How far back the last reading of each column is searched at a time. */
export const lookbackOf = (columns: readonly Storing[], at: number): Pick<AtQuery, 'lookbackMs' | 'rare'> => ({
  lookbackMs,
  rare: {
    columnIds: columns
      .filter(({ mode, removedAt }) => mode === 'change' && (removedAt === null || removedAt > at))
      .map(({ id }) => id),
    lookbackMs: changeLookbackMs,
  },
})

/** Maximum number of gaps in one answer. */
export const maxHoles = 1000

const unitMs = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: dayMs,
  week: 7 * dayMs,
  // The length of the longest month, so that only real gaps count.
  month: 31 * dayMs,
} as const

const periodMs = ({ every, unit }: Period): number => every * unitMs[unit]

/** The longest time between two readings of a report that is not a gap. */
export function gapMsOf({ mode, period }: { mode: StorageMode; period: Period | null }): number {
  const isRegular = mode === 'periodic' || mode === 'interval' || mode === 'conditional'
  return isRegular && period ? 2.5 * periodMs(period) : Number.POSITIVE_INFINITY
}

/** Columns with readings of a rolling counter, with its rollover; differences and averages do not roll over. */
export const rolloversOf = (
  columns: readonly { id: number; rollover: number | null; aggregation: Aggregation | null }[],
): Map<number, number> =>
  new Map(
    columns.flatMap(({ id, rollover, aggregation }) =>
      rollover === null || aggregation === 'delta' || aggregation === 'average' ? [] : [[id, rollover] as const],
    ),
  )

type Stored = { signalId: number; aggregation: unknown }

/**
 * The columns that store the variables' own values, in the order of the variables. Visits each of the thousands of
 * columns once, however many variables are requested.
 */
export function ownColumns<C extends Stored>(columns: readonly C[], signalIds: readonly number[]): C[] {
  const bySignal = new Map<number, C[]>([...new Set(signalIds)].map((id) => [id, []]))
  for (const column of columns) if (!column.aggregation) bySignal.get(column.signalId)?.push(column)
  return [...bySignal.values()].flat()
}
