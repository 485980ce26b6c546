// The time range of a history widget, and the text of its moments. Pure.
import { limits } from '../../contract/limits.ts'
import { isBeyondDays } from '../../core/zone.ts'
import { formatTime, nothingShown } from '../../ui/format.ts'
import type { CustomHead, Span } from '../services.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
export const longestMs = limits.querySpanDays * dayMs
/** Maximum of `timeRange`, in minutes. */
export const maxMinutes = longestMs / minuteMs

/** The last minutes before a moment, or a chosen span. */
export type Chosen = { minutes: number } | Span

export const spanOf = (chosen: Chosen, now: number): Span =>
  'minutes' in chosen
    ? { from: Math.floor(now - Math.min(chosen.minutes, maxMinutes) * minuteMs), to: Math.floor(now) }
    : { from: chosen.from, to: chosen.to }

/** Maximum time range in minutes that older pages may have stored. */
export const maxStoredMinutes = 366 * 1440

/** A number of calendar days in a time zone. */
type Calendar = { days: number; zone: string }

/** Whether a span is valid. `calendar`: the longest span; by default 30 days of 24 hours. */
export const isSpan = ({ from, to }: Span, calendar?: Calendar): boolean =>
  to > from && (calendar ? !isBeyondDays(calendar.zone, { from, to }, calendar.days) : to - from <= longestMs)

/** Longest span of a custom report, in calendar days. */
export const daysOf = (report: Pick<CustomHead, 'bucket'> | undefined): number =>
  report?.bucket.unit === 'month' ? limits.monthSpanDays : limits.querySpanDays

const usual = [60, 480, 1440, 7 * 1440, 30 * 1440]

/** The ranges offered: the usual ones and the widget's own, ascending. */
export const rangesWith = (own: number): number[] =>
  [...new Set([...usual, Math.min(own, maxMinutes)])].sort((a, b) => a - b)

type RangeWord = readonly ['lastMinutes' | 'lastHours' | 'lastDays', count: number]

export function rangeWord(minutes: number): RangeWord {
  if (minutes % 1440 === 0) return ['lastDays', minutes / 1440]
  return minutes % 60 === 0 ? ['lastHours', minutes / 60] : ['lastMinutes', minutes]
}

const marks = /YYYY|YY|MM|DD|HH|mm|ss|SSS/g

/** A moment in a pattern such as `YYYY-MM-DD HH:mm:ss`, in a zone; an empty pattern means the complete one. */
export function momentWords(at: number | null, format: string, zone: string): string {
  const text = formatTime(at, zone)
  if (text === nothingShown || format.trim() === '') return text
  const parts: Record<string, string> = {
    YYYY: text.slice(0, 4),
    YY: text.slice(2, 4),
    MM: text.slice(5, 7),
    DD: text.slice(8, 10),
    HH: text.slice(11, 13),
    mm: text.slice(14, 16),
    ss: text.slice(17, 19),
    SSS: String((at ?? 0) % 1000).padStart(3, '0'),
  }
  return format.slice(0, 60).replace(marks, (mark) => parts[mark]!)
}

/** Whether a page in the past has moved far enough to query again. */
export const hasMoved = (before: number, now: number, minutes: number): boolean =>
  Math.abs(now - before) >= Math.max(10_000, (minutes * minuteMs) / 200)
