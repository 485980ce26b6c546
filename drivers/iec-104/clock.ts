// Compares the clock of a station with the gateway's, by the time tags of spontaneous reports. Pure.
import type { DeviceClock } from '../driver.ts'

const observed = 16
/** A tag this far in the future shows a wrong clock or zone; less is the difference of two good clocks. */
const maxAheadMs = 2000
/** If all recent reports are older than this on arrival, it is the clock or the zone that is wrong. */
const maxBehindMs = 600_000
const enoughForBehind = 4

export class StationClock {
  /** How far the tags of the last spontaneous reports were ahead at their arrival. */
  readonly #aheads: number[] = []
  #isInvalid = false
  #hasTags = false

  /**
   * A time tag has arrived. `isLive`: the report is new; only these show how the clock is set, because others are stored by
   * the station.
   */
  observe(tagAt: number, { now, isInvalid, isLive }: { now: number; isInvalid: boolean; isLive: boolean }): void {
    this.#hasTags = true
    if (!isLive) return
    this.#isInvalid = isInvalid
    if (isInvalid) return
    this.#aheads.push(tagAt - now)
    if (this.#aheads.length > observed) this.#aheads.shift()
  }

  /** Nothing before the first time tag. The report that arrived fastest shows the difference best. */
  get state(): DeviceClock | undefined {
    if (!this.#hasTags) return undefined
    const aheadMs = this.#aheads.length > 0 ? Math.max(...this.#aheads) : 0
    const isBehind = this.#aheads.length >= enoughForBehind && aheadMs < -maxBehindMs
    return { aheadMs: Math.round(aheadMs), isDoubtful: this.#isInvalid || aheadMs > maxAheadMs || isBehind }
  }

  /** Time since a tag; 0 if it is invalid or in the future, or the clock is doubtful. */
  agoMs(tagAt: number, now: number): number {
    return tagAt > now || this.state?.isDoubtful ? 0 : now - tagAt
  }
}
