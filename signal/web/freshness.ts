// Freshness of a value: never read, good, stale or bad. One rule for tables, widgets and pages.
import { good } from '../../core/data-type.ts'

/** How old a value may be before it is stale: three intervals and five seconds. */
export const staleAfterMs = (intervalS: number): number => intervalS * 3000 + 5000

export type Freshness = 'never' | 'good' | 'stale' | 'bad'

/**
 * How fresh a value is. `staleMs` null: the update interval has not loaded yet, and no value is stale. A value is stale
 * if the gateway has not sent it again in time; the age of the reading does not matter, because a slow driver's value
 * may be old and still valid.
 */
export function freshnessOf(
  { code, time, receivedAt = null }: { code: number; time: number | null; receivedAt?: number | null },
  { now, staleMs, isReachable }: { now: number; staleMs: number | null; isReachable: boolean },
): Freshness {
  if (time === null) return 'never'
  if (code !== good) return 'bad'
  if (staleMs === null) return 'good'
  return !isReachable || now - (receivedAt ?? time) > staleMs ? 'stale' : 'good'
}

/**
 * How to interpret the values of a device: how often they arrive, and when they are stale. Past values have the age
 * that they had then, and are stale where their report has a gap.
 */
export type Around = {
  intervalS: number
  staleMs: number | null
  isReachable: boolean
  /** The time of viewing, epoch ms: now, or the time of playback. */
  now: () => number
  /** Played back from history: a variable without a value was not stored. */
  isPast: boolean
  /** The time zone in which times are shown; default that of the page. */
  zone: string | undefined
}
