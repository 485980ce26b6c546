// Hours of a week in a time zone, during which a user may be notified.
import { instantOf, wallOf } from './zone.ts'

/** Minutes of a day, `to` excluded; over midnight if `to` is smaller, the whole day if both are equal. */
type Hours = {
  from: number
  to: number
  /** Days on which the hours start, 1 is Monday; absent: every day. */
  days?: readonly number[] | undefined
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const dayMinutes = 24 * 60
/** The day 0 of the epoch, 1970-01-01, was a Thursday. */
const weekdayOf = (day: number) => ((day + 3) % 7) + 1

/** The first instant from `at` on that is within the hours; `at` itself if no day has hours. */
export function nextWithin({ from, to, days }: Hours, zone: string, at: number): number {
  const wall = wallOf(zone, at)
  const today = Math.floor(wall / dayMs)
  // Starts with yesterday, whose hours may extend past midnight, and ends with the same day of next week.
  for (let day = today - 1; day <= today + 7; day += 1) {
    if (days && !days.includes(weekdayOf(day))) continue
    const begin = day * dayMs + from * minuteMs
    const end = begin + ((to - from + dayMinutes) % dayMinutes || dayMinutes) * minuteMs
    if (wall < begin) return Math.max(at, instantOf(zone, begin))
    if (wall < end) return at
  }
  return at
}
