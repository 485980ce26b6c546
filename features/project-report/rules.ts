// Pure rules of custom reports: keys, buckets as they may be, and which spans may be asked for.
import { limits } from '../../contract/limits.ts'
import type { ReportBucket } from './contract.ts'

/** By it other fields use a field: `{energy}`. */
export const keyPattern = /^[a-zA-Z][a-zA-Z0-9_]{0,19}$/

const dayMs = 24 * 3_600_000

/** Minutes after midnight of `HH:mm`. */
export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

type SpanFault = { error: 'endBeforeStart' } | { error: 'spanTooLong'; details: { days: number } }

/** [S9 Query span] */
export function cannotAsk({ from, to }: { from: number; to: number }): SpanFault | undefined {
  if (to < from) return { error: 'endBeforeStart' }
  const days = limits.querySpanDays
  return to - from > days * dayMs ? { error: 'spanTooLong', details: { days } } : undefined
}

/** The field of a bucket that cannot be, with the reason. */
export function bucketFault(bucket: ReportBucket): { field: string; reason: 'missing' | 'notAllowed' } | undefined {
  const { unit, every, shifts } = bucket
  const whole = unit === 'minute' ? 60 : unit === 'hour' ? 24 : 1
  if (whole % every !== 0) return { field: 'bucket.every', reason: 'notAllowed' }
  if (unit !== 'shift') return undefined
  if (shifts.length === 0) return { field: 'bucket.shifts', reason: 'missing' }
  const starts = shifts.map(({ start }) => start)
  const twice = starts.findIndex((start, index) => starts.indexOf(start) !== index)
  return twice < 0 ? undefined : { field: `bucket.shifts.${twice}.start`, reason: 'notAllowed' }
}

/** As it is stored: shifts by their time, and nothing that its unit has no use for. */
export function tidyBucket({ unit, every, dayStart, shifts }: ReportBucket): ReportBucket {
  const isLong = unit === 'day' || unit === 'week' || unit === 'month'
  return {
    unit,
    every: unit === 'minute' || unit === 'hour' ? every : 1,
    dayStart: isLong ? dayStart : '00:00',
    shifts: unit === 'shift' ? [...shifts].sort((a, b) => minutesOf(a.start) - minutesOf(b.start)) : [],
  }
}
