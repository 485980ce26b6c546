// The buckets of a custom report: consecutive periods by the calendar and clock of its zone.
import { type ClockPeriod, nextPeriodStart, periodStart } from '../../../core/period.ts'
import { instantOf, wallOf } from '../../../core/zone.ts'
import type { ReportBucket } from './contract.ts'
import { minutesOf } from './rules.ts'

/** A period of a report from `from` up to, but not including, `to`, epoch ms. */
export type Bucket = { from: number; to: number; shift: string | null }

const dayMs = 86_400_000
const minuteMs = 60_000

type Begin = { at: number; shift: string | null }

/** The bucket that contains an instant. */
export function bucketAt(bucket: ReportBucket, zone: string, at: number): Bucket {
  const [first] = bucketsOf(bucket, zone, { from: at, to: at }, 1)!
  return first!
}

/** All whole buckets that overlap the span; `undefined` if there are more than `most`. */
export function bucketsOf(
  bucket: ReportBucket,
  zone: string,
  { from, to }: { from: number; to: number },
  most: number,
): Bucket[] | undefined {
  const begins = bucket.unit === 'shift' ? shiftsFrom(bucket, zone, from) : periodsFrom(periodOf(bucket), zone, from)
  const found: Bucket[] = []
  let open: Begin | undefined
  for (const begin of begins) {
    if (open) {
      if (found.length === most) return undefined
      found.push({ from: open.at, to: begin.at, shift: open.shift })
    }
    if (begin.at > to) return found
    open = begin
  }
  return found
}

function periodOf({ unit, every, dayStart }: ReportBucket): ClockPeriod {
  if (unit === 'minute' || unit === 'hour') return { every, unit }
  return { every: 1, unit: unit === 'shift' ? 'day' : unit, offsetS: minutesOf(dayStart) * 60 }
}

function* periodsFrom(period: ClockPeriod, zone: string, from: number): Generator<Begin> {
  let at = periodStart(period, zone, from)
  for (;;) {
    yield { at, shift: null }
    at = nextPeriodStart(period, zone, at)
  }
}

/** Shifts begin when the clock first shows their time; a shift within the skipped hour has no bucket. */
function* shiftsFrom({ shifts }: ReportBucket, zone: string, from: number): Generator<Begin> {
  let last: Begin | undefined
  let hasBegun = false
  // Starts two days before: the last shift of that day may reach into the span, and a clock change is at most a day.
  let day = Math.floor(wallOf(zone, from) / dayMs) - 2
  for (; ; day += 1) {
    for (const { name, start } of shifts) {
      const next = { at: instantOf(zone, day * dayMs + minutesOf(start) * minuteMs), shift: name }
      // Two shifts that start in the hour skipped by summer time start at the same instant after it: the later one is
      // used.
      if (last && next.at > last.at) {
        if (hasBegun || next.at > from) {
          yield last
          hasBegun = true
        }
      }
      last = last && next.at < last.at ? last : next
    }
  }
}
