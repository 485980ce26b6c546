// When a value has changed enough to be worth keeping, and not too often: the newest is kept when the interval ends.
// Pure. [S3 History report] [S9 Change-report interval]
import type { Value } from '../../core/data-type.ts'
import { asDouble } from '../../core/formula-values.ts'
import { hasValue, type Reading } from './reading.ts'

export type ChangeRange = {
  /** Default 0: every change. */
  fluctuation?: number | undefined
  /** The range is in percent of the value last kept. */
  isPercent?: boolean | undefined
}

type Kept = Pick<Reading, 'value' | 'code'>

/** It differs from what was kept: more than the range allows, or in its quality. Of bad readings the code counts. */
export function isMoved(kept: Kept, reading: Kept, { fluctuation = 0, isPercent = false }: ChangeRange): boolean {
  if (kept.code !== reading.code) return true
  if (!hasValue(reading.code) || kept.value === reading.value) return false
  const [from, to] = [rangeable(kept.value), rangeable(reading.value)]
  if (fluctuation === 0 || from === undefined || to === undefined) return true
  return Math.abs(to - from) > (isPercent ? (Math.abs(from) * fluctuation) / 100 : fluctuation)
}

/** A boolean has no range: each change of it counts. */
const rangeable = (value: Value | null) => (value === null || typeof value === 'boolean' ? undefined : asDouble(value))

export type ChangeWatch = {
  /** A reading came; true: it is to be kept now, and counts as kept. */
  offer(reading: Reading, now: number): boolean
  /** The reading that was held back and is to be kept now, or nothing; it counts as kept. */
  due(now: number): Reading | undefined
  /** When `due` has something, monotonic ms. */
  dueAt(): number
}

export type ChangeWatchOptions = ChangeRange & {
  minIntervalMs: number
  /** What is compared with at first, without being kept. Default: the first reading is a change. */
  isFirstKept: boolean
}

/** `held`: moved, but too soon after what was kept. */
export type WatchState = { kept: Kept | undefined; keptAt: number; held: Reading | undefined }
export const newWatch = (): WatchState => ({ kept: undefined, keptAt: Number.NEGATIVE_INFINITY, held: undefined })

export function createChangeWatch(
  { minIntervalMs, isFirstKept, ...range }: ChangeWatchOptions,
  state: WatchState = newWatch(),
): ChangeWatch {
  function keep(reading: Reading, now: number): Reading {
    state.kept = reading
    state.keptAt = now
    state.held = undefined
    return reading
  }

  return {
    offer(reading, now) {
      if (!state.kept && !isFirstKept) {
        state.kept = reading
        return false
      }
      state.held = !state.kept || isMoved(state.kept, reading, range) ? reading : undefined
      if (!state.held || now < state.keptAt + minIntervalMs) return false
      keep(state.held, now)
      return true
    },
    due: (now) => (state.held && now >= state.keptAt + minIntervalMs ? keep(state.held, now) : undefined),
    dueAt: () => (state.held ? state.keptAt + minIntervalMs : Number.POSITIVE_INFINITY),
  }
}
