// What may be asked of history at once. [S9]
import { limits } from '../../contract/limits.ts'

const dayMs = 24 * 3600_000

export type Refusal =
  | { fault: 'endBeforeStart'; details: Record<string, never> }
  | { fault: 'spanTooLong'; details: { days: number } }
  | { fault: 'tooManySignals' | 'tooManyPoints'; details: { limit: number } }

/** Why a span is refused, or nothing. 30 days are allowed to the last millisecond. */
export function cannotSpan({ from, to }: { from: number; to: number }): Refusal | undefined {
  if (to < from) return { fault: 'endBeforeStart', details: {} }
  if (to - from > limits.querySpanDays * dayMs) return { fault: 'spanTooLong', details: { days: limits.querySpanDays } }
  return undefined
}

/** Why so many series are refused, or nothing. */
export const cannotDraw = (series: number, most: number = limits.curveSignals): Refusal | undefined =>
  series > most ? { fault: 'tooManySignals', details: { limit: most } } : undefined

/** Why so many buckets are refused, or nothing: of one series, and of all together. */
export function cannotBucket(buckets: number, series: number): Refusal | undefined {
  if (buckets > limits.aggregateBuckets) return { fault: 'tooManyPoints', details: { limit: limits.aggregateBuckets } }
  if (buckets * series > limits.curvePoints) return { fault: 'tooManyPoints', details: { limit: limits.curvePoints } }
  return undefined
}

/** Readings a table is searched through for one page, beyond what is asked by its number directly. */
export const mostSearched = 5_000_000

/** Readings below which the rows of a table are counted one by one. */
export const mostCounted = 200_000

/** Readings of one answer of replay. */
export const mostReplayed = limits.curvePoints

/** How far back replay looks for what a variable showed at its beginning. */
export const replayLookbackMs = dayMs

/** Reasons that one answer names. */
export const mostHoles = 1000
