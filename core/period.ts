// Periods in an IANA zone, across daylight saving. A day of 23 or 25 hours is one day, an hour that occurs twice is two
// hours, and a boundary that the clock skips is the first instant after the gap. Boundaries strictly increase.
import { changeBetween, instantOf, wallOf, zoneOffset } from './zone.ts'

/**
 * Seconds to hours count from local midnight (from 1970 if longer than a day), days from 1970-01-01, weeks from
 * Mondays, months from January (from 1970 if more than a year). All are shifted by `offsetS` seconds of wall time.
 */
export type ClockPeriod = {
  every: number
  unit: 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month'
  offsetS?: number | undefined
}

const dayMs = 86_400_000
const unitMs = { second: 1000, minute: 60_000, hour: 3_600_000, day: dayMs, week: 7 * dayMs } as const
// 1970-01-01 was a Thursday, so the Monday before it is three days earlier.
const firstMondayMs = -3 * dayMs

/** The start of the period that contains an instant (epoch ms): the latest boundary at or before it. */
export function periodStart(period: ClockPeriod, zone: string, at: number): number {
  return isShort(period) ? shortStart(period, zone, Math.floor(at)) : longBorders(period, zone, at).start
}

/** The first boundary after an instant (epoch ms). */
export function nextPeriodStart(period: ClockPeriod, zone: string, at: number): number {
  return isShort(period) ? shortNext(period, zone, Math.floor(at)) : longBorders(period, zone, at).next
}

/**
 * The boundaries of all periods that `from` to `to` (both included) touch, from one at or before `from` to one after
 * `to`. Undefined for more than `most` periods.
 */
export function periodEdges(
  period: ClockPeriod,
  zone: string,
  { from, to }: { from: number; to: number },
  most: number,
): number[] | undefined {
  const edges = [periodStart(period, zone, from)]
  while (edges.at(-1)! <= to) {
    if (edges.length > most) return undefined
    edges.push(nextPeriodStart(period, zone, edges.at(-1)!))
  }
  return edges
}

/** Shorter than a day: there is a boundary whenever the clock shows one, twice if the clock shows it twice. */
const isShort = ({ every, unit }: ClockPeriod): boolean => unit !== 'month' && every * unitMs[unit] < dayMs

const offsetMs = ({ offsetS = 0 }: ClockPeriod) => offsetS * 1000

// The grid of a period consists of the wall times of its boundaries.

/** The latest boundary of the period at or before a wall time. */
function gridFloor(period: ClockPeriod, wall: number): number {
  const { every, unit } = period
  const shifted = wall - offsetMs(period)
  if (unit === 'month') return monthOfGrid(every, shifted, 0) + offsetMs(period)
  const length = every * unitMs[unit]
  const from = isShort(period) ? Math.floor(shifted / dayMs) * dayMs : unit === 'week' ? firstMondayMs : 0
  return from + Math.floor((shifted - from) / length) * length + offsetMs(period)
}

/** The first boundary of the period after a wall time. */
function gridNext(period: ClockPeriod, wall: number): number {
  const { every, unit } = period
  const floor = gridFloor(period, wall)
  if (unit === 'month') return monthOfGrid(every, wall - offsetMs(period), 1) + offsetMs(period)
  const next = floor + every * unitMs[unit]
  // Short periods are counted anew from each midnight.
  return isShort(period) ? Math.min(next, gridFloor(period, next)) : next
}

/** The first day of the month in which the period of this wall time started, or of the period `later` periods on. */
function monthOfGrid(every: number, wall: number, later: number): number {
  const date = new Date(wall)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (every > 12) {
    const months = (year - 1970) * 12 + month
    return Date.UTC(1970, (Math.floor(months / every) + later) * every)
  }
  const begun = Math.floor(month / every) + later
  return Date.UTC(year, Math.min(begun * every, 12))
}

// Short periods: while the offset is constant, boundaries are the grid; at a change, there are three cases.

function shortStart(period: ClockPeriod, zone: string, at: number): number {
  const offset = zoneOffset(zone, at)
  const border = gridFloor(period, at + offset)
  const change = changeBetween(zone, border - offset, at)
  if (change === undefined) return border - offset
  // The boundary is skipped by the clock change, or falls exactly on it.
  if (border >= change + zoneOffset(zone, change - 1)) return change
  return shortStart(period, zone, change - 1)
}

function shortNext(period: ClockPeriod, zone: string, at: number): number {
  const offset = zoneOffset(zone, at)
  const border = gridNext(period, at + offset)
  const change = changeBetween(zone, at, border - offset)
  if (change === undefined) return border - offset
  const shown = wallOf(zone, change)
  if (border <= shown || gridFloor(period, shown) === shown) return change
  return shortNext(period, zone, change)
}

/** Boundaries of periods of a day or longer: each boundary counts once, at its first occurrence. */
function longBorders(period: ClockPeriod, zone: string, at: number): { start: number; next: number } {
  // A clock change is never more than a day.
  let border = gridFloor(period, wallOf(zone, at) - 2 * dayMs)
  let start = instantOf(zone, border)
  for (;;) {
    border = gridNext(period, border)
    const next = instantOf(zone, border)
    if (Number.isNaN(next)) throw new RangeError('No date is so far ahead')
    if (next > at) return { start, next }
    start = next
  }
}
