// Decides whether a value has changed enough to store it, but not too often: the newest is stored when the interval
// ends. Pure. [S3 History report] [S9 Change-report interval]
import type { Value } from '../../core/data-type.ts'
import { asDouble } from '../../core/formula-values.ts'
import { hasValue, type Reading } from './reading.ts'

type ChangeRange = {
  /** Minimum change to store; default 0, which stores every change. */
  fluctuation?: number | undefined
  /** The range is in percent of the last stored value. */
  isPercent?: boolean | undefined
}

type Kept = Pick<Reading, 'value' | 'code'>

/**
 * Whether a reading differs from the stored one by more than the range, or in quality. Bad readings differ by their
 * code.
 */
export function isMoved(kept: Kept, reading: Kept, { fluctuation = 0, isPercent = false }: ChangeRange): boolean {
  if (kept.code !== reading.code) return true
  if (!hasValue(reading.code) || kept.value === reading.value) return false
  const [from, to] = [rangeable(kept.value), rangeable(reading.value)]
  if (fluctuation === 0 || from === undefined || to === undefined) return true
  return Math.abs(to - from) > (isPercent ? (Math.abs(from) * fluctuation) / 100 : fluctuation)
}

/** A fluctuation does not apply to booleans: each change is stored. */
const rangeable = (value: Value | null) => (value === null || typeof value === 'boolean' ? undefined : asDouble(value))

export type ChangeWatch = {
  /** A reading arrived; true: store it now. */
  offer(reading: Reading, now: number): boolean
  /** The delayed reading that is due to be stored, or nothing. */
  due(now: number): Reading | undefined
  /** When `due` returns a reading, monotonic ms. */
  dueAt(): number
}

type ChangeWatchOptions = ChangeRange & {
  minIntervalMs: number
  /** Whether the first reading is stored; if not, later ones are only compared with it. */
  isFirstKept: boolean
}

/** `held`: a reading that moved far enough, but too soon after the stored one. */
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
