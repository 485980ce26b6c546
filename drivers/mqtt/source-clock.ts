// Compares the times in messages with the gateway's clock: the age of a value by the clock of its device, and a doubt
// where that time cannot be right. Pure.
import { type DeviceClock, DriverFault } from '../driver.ts'
import { isoTimeOf } from '../json-time.ts'

/** The age of a value, and why it is uncertain. */
export type Age = { agoMs: number; doubt?: DriverFault }

/** How much slower than the gateway's clock a device's may run: 0.1 %. */
const maxDrift = 0.001

export const uncertain = (reason: string): DriverFault => new DriverFault(1747, reason)

export class SourceClock {
  /** How far the device is ahead, by the freshest message; and the gateway's time of that estimate. */
  #aheadMs = Number.NEGATIVE_INFINITY
  #estimatedAt = 0
  #lastAt = Number.NEGATIVE_INFINITY
  #isDoubtful = false

  /** The clock as compared last; undefined before the first message with a time. */
  get state(): DeviceClock | undefined {
    if (this.#lastAt === Number.NEGATIVE_INFINITY) return undefined
    return { aheadMs: this.#aheadMs, isDoubtful: this.#isDoubtful }
  }

  /**
   * The age of a value whose message has this time (epoch ms by the device's clock) and arrived at `now` (epoch ms by
   * the gateway's). `maxAwayMs`: the largest credible difference.
   */
  ageOf(at: number, now: number, maxAwayMs: number): Age {
    const away = at - now
    // A time before that of the message before it: an older value that arrives late, or a clock that was set back.
    const isBackwards = at < this.#lastAt
    const isCredible = Math.abs(away) <= maxAwayMs
    const relaxed = this.#aheadMs - maxDrift * Math.max(0, now - this.#estimatedAt)
    this.#aheadMs = isBackwards || !isCredible ? away : Math.max(away, relaxed)
    this.#estimatedAt = now
    this.#lastAt = at
    this.#isDoubtful = isBackwards || !isCredible
    if (isBackwards) return { agoMs: 0, doubt: uncertain('its time is before that of the message before it') }
    if (!isCredible) return { agoMs: 0, doubt: uncertain(`its time is ${spanText(-away)} the clock of the gateway`) }
    return { agoMs: Math.max(0, this.#aheadMs - away) }
  }
}

function spanText(behindMs: number): string {
  const seconds = Math.round(Math.abs(behindMs) / 1000)
  return `${seconds} s ${behindMs > 0 ? 'behind' : 'ahead of'}`
}

type TimeFormat = 'ms' | 's' | 'iso'

/** The year 9999. */
const maxTimeMs = 253_402_300_799_999

/** A time as written in a payload, in epoch ms; undefined if it has another format. */
export function timeOf(written: string, format: TimeFormat): number | undefined {
  if (format === 'iso') return isoTimeOf(written)
  if (!/^\d{1,16}(\.\d{1,9})?$/.test(written)) return undefined
  const at = Number(written) * (format === 's' ? 1000 : 1)
  return at <= maxTimeMs ? at : undefined
}
