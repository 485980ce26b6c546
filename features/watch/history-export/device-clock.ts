// Wall times of a device for millions of rows: the zone is queried once per quarter of an hour, within
// which no zone has changed its offset since 1972.
import { wallTexts } from '../../../core/wall-texts.ts'
import { zoneOffset } from '../../../core/zone.ts'

const quarterMs = 15 * 60_000

export type DeviceClock = {
  /** A time as text: `2026-03-01 08:00:00.123`. */
  text(at: number): string
  /** The offset of the zone as text: `+08:00`. */
  offset(at: number): string
  /** Ms that the clock is ahead of UTC. */
  offsetMs(at: number): number
}

const two = (value: number) => (value < 10 ? `0${value}` : String(value))

/** Creates the clock of an IANA zone. */
export function deviceClock(zone: string): DeviceClock {
  let known = { quarter: Number.NaN, ms: 0, text: '+00:00' }
  const wallText = wallTexts()

  function ask(quarter: number): void {
    const ms = zoneOffset(zone, quarter * quarterMs)
    const minutes = Math.round(Math.abs(ms) / 60_000)
    const text = `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
    known = { quarter, ms, text }
  }

  const offsetAt = (at: number) => {
    const quarter = Math.floor(at / quarterMs)
    if (quarter !== known.quarter) ask(quarter)
    return known
  }

  return {
    text: (at) => wallText(at + offsetAt(at).ms),
    offset: (at) => offsetAt(at).text,
    offsetMs: (at) => offsetAt(at).ms,
  }
}
