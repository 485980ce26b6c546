// Wall times of a device for millions of rows: the zone is queried once per quarter of an hour, within
// which no zone has changed its offset since 1972.
import { zoneOffset } from '../../../core/zone.ts'

const quarterMs = 15 * 60_000

export type DeviceClock = {
  /** `2026-03-01 08:00:00.123`. */
  text(at: number): string
  /** `+08:00`. */
  offset(at: number): string
  /** Ms that the clock is ahead of UTC. */
  offsetMs(at: number): number
}

const two = (value: number) => (value < 10 ? `0${value}` : String(value))
const three = (value: number) => (value < 100 ? `0${two(value)}` : String(value))

/** The clock of an IANA zone. */
export function deviceClock(zone: string): DeviceClock {
  let known = { quarter: Number.NaN, ms: 0, text: '+00:00' }
  let day = { number: Number.NaN, text: '' }

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

  function dayText(number: number): string {
    if (number !== day.number) day = { number, text: new Date(number * 86_400_000).toISOString().slice(0, 10) }
    return day.text
  }

  return {
    text(at) {
      const local = at + offsetAt(at).ms
      const number = Math.floor(local / 86_400_000)
      const ms = local - number * 86_400_000
      const seconds = Math.floor(ms / 1000)
      const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
      return `${dayText(number)} ${clock}.${three(ms % 1000)}`
    },
    offset: (at) => offsetAt(at).text,
    offsetMs: (at) => offsetAt(at).ms,
  }
}
