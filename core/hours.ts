// Hours of a week in a time zone: when somebody may be told.
import { instantOf, wallOf } from './zone.ts'

/** Minutes of a day, `to` not among them; over midnight where `to` is the smaller, the whole day where they are the same. */
export type Hours = {
  from: number
  to: number
  /** Days on which they begin, 1 is Monday; without: every day. */
  days?: readonly number[] | undefined
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const dayMinutes = 24 * 60
/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number) => ((day + 3) % 7) + 1

/** The first instant from `at` on that lies within the hours; `at` itself where they are on no day. */
export function nextWithin({ from, to, days }: Hours, zone: string, at: number): number {
  const wall = wallOf(zone, at)
  const today = Math.floor(wall / dayMs)
  // From yesterday, whose hours may reach over midnight, to the same day of the next week.
  for (let day = today - 1; day <= today + 7; day += 1) {
    if (days && !days.includes(weekdayOf(day))) continue
    const begin = day * dayMs + from * minuteMs
    const end = begin + ((to - from + dayMinutes) % dayMinutes || dayMinutes) * minuteMs
    if (wall < begin) return Math.max(at, instantOf(zone, begin))
    if (wall < end) return at
  }
  return at
}
