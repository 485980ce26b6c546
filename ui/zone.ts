// Wall times in other time zones: users enter times in the device's time zone.
import { formatTime } from './format.ts'

export const dayMs = 86_400_000

const stamp = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

/** Wall time minus UTC at that time, ms. */
export function zoneOffsetMs(at: number, zone: string): number {
  const whole = Math.floor(at / 1000) * 1000
  return stamp(formatTime(whole, zone)) - whole
}

/**
 * The instant at which the clock of a zone shows `2026-11-21T08:00` (seconds may follow), epoch ms; NaN for anything
 * else. A time that a clock change skips is moved by the length of the gap; a time that occurs twice is the first.
 */
export function instantOf(text: string, zone: string): number {
  const wall = /^\d{4}-\d\d-\d\d$/.test(text) ? stamp(`${text}T00:00:00`) : stamp(text)
  if (!Number.isFinite(wall)) return Number.NaN
  // The offsets a day before and a day after are the only ones possible around one time.
  const [before, after] = [zoneOffsetMs(wall - dayMs, zone), zoneOffsetMs(wall + dayMs, zone)]
  const candidates = [wall - before, wall - after].sort((a, b) => a - b)
  return candidates.find((at) => at + zoneOffsetMs(at, zone) === wall) ?? wall - before
}

/** A time as `2026-11-21T08:00`, the format of a date-and-time input. */
export const localText = (at: number, zone: string): string => formatTime(at, zone).replace(' ', 'T').slice(0, 16)

/** Midnight in a time zone, `days` after the day of `at`. */
export function dayStart(at: number, zone: string, days = 0): number {
  const date = new Date(stamp(`${formatTime(at, zone).slice(0, 10)}T00:00:00`) + days * dayMs)
  return instantOf(date.toISOString().slice(0, 10), zone)
}
