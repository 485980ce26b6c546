// A period off the calendar, counted on the monotonic clock. Pure.
import type { Period } from '../../contract/gateway-config.ts'

export type BeatState = { next: number }
export const stillBeat = (): BeatState => ({ next: Number.POSITIVE_INFINITY })

/** A steady beat. Beats that were missed are not made up for: the latest stands for all. */
export function createBeat(everyMs: number, state: BeatState = stillBeat()) {
  return {
    start(now: number) {
      state.next = now + everyMs
    },
    stop() {
      state.next = Number.POSITIVE_INFINITY
    },
    /** The moment of the beat that has come, or nothing. */
    due(now: number): number | undefined {
      if (now < state.next) return undefined
      const moment = state.next + Math.floor((now - state.next) / everyMs) * everyMs
      state.next = moment + everyMs
      return moment
    },
    nextAt: () => state.next,
  }
}

const unitMs: Record<Period['unit'], number> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  // Off the calendar a month is the mean one.
  month: 2_629_746_000,
}

export const lengthMs = ({ every, unit }: Period): number => every * unitMs[unit]
