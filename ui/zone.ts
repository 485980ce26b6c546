// Wall clocks of other places: what a person types and chooses is by the clock of the device.
import { formatTime } from './format.ts'

export const dayMs = 86_400_000

const stamp = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

/** Wall clock minus UTC at that moment, ms. */
export function zoneOffsetMs(at: number, zone: string): number {
  const whole = Math.floor(at / 1000) * 1000
  return stamp(formatTime(whole, zone)) - whole
}

/**
 * The moment at which the clock of a zone shows `2026-11-21T08:00` (seconds may follow), epoch ms; NaN for anything
 * else. A time that a change of clocks leaves out is the same distance behind it, one that comes twice the first.
 */
export function instantOf(text: string, zone: string): number {
  const wall = /^\d{4}-\d\d-\d\d$/.test(text) ? stamp(`${text}T00:00:00`) : stamp(text)
  if (!Number.isFinite(wall)) return Number.NaN
  // The offset a day before and after are all there can be around one moment.
  const [before, after] = [zoneOffsetMs(wall - dayMs, zone), zoneOffsetMs(wall + dayMs, zone)]
  const candidates = [wall - before, wall - after].sort((a, b) => a - b)
  return candidates.find((at) => at + zoneOffsetMs(at, zone) === wall) ?? wall - before
}

/** `2026-11-21T08:00`, as a field for date and time has it. */
export const localText = (at: number, zone: string): string => formatTime(at, zone).replace(' ', 'T').slice(0, 16)

/** Midnight by the clock of a zone, `days` after the day of `at`. */
export function dayStart(at: number, zone: string, days = 0): number {
  const date = new Date(stamp(`${formatTime(at, zone).slice(0, 10)}T00:00:00`) + days * dayMs)
  return instantOf(date.toISOString().slice(0, 10), zone)
}
