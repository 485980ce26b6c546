// Whether a value still stands: never told, good, stale or bad. One rule for tables, widgets and pages.
import { good } from '../../core/data-type.ts'

/** How old a value may be before it is stale: three intervals and five seconds. */
export const staleAfterMs = (intervalS: number): number => intervalS * 3000 + 5000

export type Freshness = 'never' | 'good' | 'stale' | 'bad'

/**
 * `staleMs` null: nothing is known yet of how the values come in, and none is called stale. Stale is what the gateway
 * has not told again: a slow driver's value may be old and still stand.
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
 * How to read the values of a device: how often they arrive, when they are stale. Values in the past have the age
 * they had then, and are stale where their report has a gap.
 */
export type Around = {
  intervalS: number
  staleMs: number | null
  isReachable: boolean
  /** The time of viewing, epoch ms: now, or the time in playback. */
  now: () => number
  /** Played back from history: a variable without a value was not stored. */
  isPast: boolean
  /** The time zone of its times; that of the place if none. */
  zone: string | undefined
}
