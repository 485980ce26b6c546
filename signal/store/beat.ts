// A fixed period, independent of the calendar, counted on the monotonic clock. Pure.
import type { Period } from '../../contract/gateway-config.ts'

export type BeatState = { next: number }
export const stillBeat = (): BeatState => ({ next: Number.POSITIVE_INFINITY })

/** A steady beat. Missed beats are not repeated: only the latest counts. */
export function createBeat(everyMs: number, state: BeatState = stillBeat()) {
  return {
    start(now: number) {
      state.next = now + everyMs
    },
    stop() {
      state.next = Number.POSITIVE_INFINITY
    },
    /** The time of the latest due beat, or nothing if none is due. */
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
  // Independent of the calendar, a month has its mean length.
  month: 2_629_746_000,
}

export const lengthMs = ({ every, unit }: Period): number => every * unitMs[unit]
