// Which border of a period has come, by the platform's clock and the zone's calendar, whatever the clock does. Pure.
import type { Period } from '../../contract/gateway-config.ts'
import { nextPeriodStart, periodStart } from '../../core/period.ts'

/** A moment on both clocks: `now` monotonic ms, `at` epoch ms. Until the platform was heard, `at` is the box's own. */
export type Instant = { now: number; at: number; isPlatform: boolean }

/** Monotonic moments: of the border that ended the period in which we were, and of the latest one. */
export type Passed = {
  ended: number
  latest: number
  /** The latest has just come: what reads now stood then. Not so after a sleep: a missed border is not invented. */
  isFresh: boolean
}

export type Borders = {
  /** The borders that came since it was last asked. A border never comes twice. */
  passed(): Passed | undefined
  /** When the next one is expected, monotonic ms; the clock may be set before that. */
  nextAt(): number
  /** The end of the period in which we are, epoch ms; and to be in the one that ends there, as before a restart. */
  endsAt(): number
  resume(endsAt: number): void
}

/** A border noticed later than this was slept through. */
const freshMs = 10_000
/** A clock that is set back by less than this, or than a period, waits; by more, it was wrong before. */
const waitedMs = 3_600_000

/** The period in which we are, epoch ms, and by which clock. */
export type BorderState = { begin: number; next: number; isPlatform: boolean }

export const placedAt = (period: Period, zone: string, { at, isPlatform }: Instant): BorderState => ({
  begin: periodStart(period, zone, at),
  next: nextPeriodStart(period, zone, at),
  isPlatform,
})

export function createBorders(
  period: Period,
  zone: string,
  time: () => Instant,
  state: BorderState = placedAt(period, zone, time()),
): Borders {
  return {
    passed() {
      const instant = time()
      const { now, at } = instant
      const isOther =
        instant.isPlatform !== state.isPlatform || at < state.begin - Math.max(waitedMs, state.next - state.begin)
      if (!isOther && at < state.next) return undefined
      const ended = state.next
      Object.assign(state, placedAt(period, zone, instant))
      if (isOther) return undefined
      const lateMs = at - state.begin
      return { ended: now - (at - ended), latest: now - lateMs, isFresh: lateMs <= freshMs }
    },
    nextAt() {
      const { now, at } = time()
      return now + Math.max(0, state.next - at)
    },
    endsAt: () => state.next,
    resume(endsAt) {
      state.begin = periodStart(period, zone, endsAt - 1)
      state.next = endsAt
    },
  }
}
