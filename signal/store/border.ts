// Boundaries of calendar periods, by the platform's clock and the zone, robust against changes of the clock. Pure.
import type { Period } from '../../contract/gateway-config.ts'
import { nextPeriodStart, periodStart } from '../../core/period.ts'

/**
 * An instant on both clocks: `now` monotonic ms, `at` epoch ms. Before the first message of the platform, `at` is the
 * box's own time.
 */
export type Instant = { now: number; at: number; isPlatform: boolean }

/** Monotonic times of the boundary that ended the current period, and of the latest boundary. */
type Passed = {
  ended: number
  latest: number
  /**
   * The latest boundary has just passed, so current readings were valid then. False after a sleep: no values are
   * invented for a missed boundary.
   */
  isFresh: boolean
}

export type Borders = {
  /** The boundaries since the last call. A boundary is never reported twice. */
  passed(): Passed | undefined
  /** When the next boundary is expected, monotonic ms; the clock may be set before that. */
  nextAt(): number
  /**
   * The end of the current period, epoch ms. `resume` continues, after a restart, the period that ends at this time.
   */
  endsAt(): number
  resume(endsAt: number): void
}

/** A boundary noticed later than this passed during sleep. */
const freshMs = 10_000
/**
 * If the clock is set back by less than this, or by less than a period, boundaries wait; if by more, the earlier clock
 * was wrong.
 */
const waitedMs = 3_600_000

/** The current period, epoch ms, and whether it follows the platform's clock. */
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
