// A period off the calendar, counted on the monotonic clock. Pure.
import type { Period } from '../../../contract/gateway-config.ts'

/** A steady beat. Beats that were missed are not made up for: the latest stands for all. */
export function createBeat(everyMs: number) {
  let next = Number.POSITIVE_INFINITY
  return {
    start(now: number) {
      next = now + everyMs
    },
    stop() {
      next = Number.POSITIVE_INFINITY
    },
    /** The moment of the beat that has come, or nothing. */
    due(now: number): number | undefined {
      if (now < next) return undefined
      const moment = next + Math.floor((now - next) / everyMs) * everyMs
      next = moment + everyMs
      return moment
    },
    nextAt: () => next,
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
