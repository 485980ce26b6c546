// Pure rules of custom reports: keys, valid buckets, and the longest span of a query.
import { limits } from '../../../contract/limits.ts'
import { isBeyondDays } from '../../../core/zone.ts'
import type { ReportBucket } from './contract.ts'

/** Minutes after midnight of `HH:mm`. */
export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

type SpanFault = { error: 'endBeforeStart' } | { error: 'spanTooLong'; details: { days: number } }

type Of = { bucket: Pick<ReportBucket, 'unit'>; zone: string }

/**
 * Why a span is refused. Counts calendar days in the zone, so that a day of 25 hours is one; rows by month may have one
 * day more, so that every calendar month fits. [S9 Query span]
 */
export function cannotAsk(
  { from, to }: { from: number; to: number },
  { bucket: { unit }, zone }: Of,
): SpanFault | undefined {
  if (to < from) return { error: 'endBeforeStart' }
  const days = unit === 'month' ? limits.monthSpanDays : limits.querySpanDays
  return isBeyondDays(zone, { from, to }, days) ? { error: 'spanTooLong', details: { days } } : undefined
}

/** The invalid field of a bucket, with the reason. */
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

/**
 * The form in which the settings are stored: shifts sorted by time, without settings that the time unit does not use.
 */
export function tidyBucket({ unit, every, dayStart, shifts }: ReportBucket): ReportBucket {
  const isLong = unit === 'day' || unit === 'week' || unit === 'month'
  return {
    unit,
    every: unit === 'minute' || unit === 'hour' ? every : 1,
    dayStart: isLong ? dayStart : '00:00',
    shifts: unit === 'shift' ? [...shifts].sort((a, b) => minutesOf(a.start) - minutesOf(b.start)) : [],
  }
}
