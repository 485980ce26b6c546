// How far a value has moved within a sliding time span: keeps the extreme values of the span in bounded memory. Pure.

/** A former value that leaves the time span at `until` (ms). */
type Past = { value: number; until: number }

/** The state of the span; plain data. `standing`: the current value. */
export type MovementState = { past: Past[]; standing: number | null }

type Movement = {
  /** Records that the value changed. */
  take(value: number, now: number): void
  /**
   * The largest rise (or fall) to the current value within the span that ends now; undefined before the first value.
   */
  size(now: number): number | undefined
  /** When an old value leaves the span, so that `size` may become smaller; infinity: never. */
  nextAt(): number
  /** Drops all values, as they are unknown from here on. */
  forget(): void
}

/** Resolution of the span: values within one step count as one. */
const steps = 500

/** Measures a movement: the rise for `sign` 1, the fall for -1. */
export function createMovement(
  sign: 1 | -1,
  overMs: number,
  state: MovementState = { past: [], standing: null },
): Movement {
  const stepMs = overMs / steps
  /** Former extremes, oldest first: each less extreme than the one before it. */
  const { past } = state

  function expire(now: number): void {
    let gone = 0
    while (gone < past.length && past[gone]!.until <= now - overMs) gone += 1
    if (gone > 0) past.splice(0, gone)
  }

  return {
    take(value, now) {
      const was = state.standing
      state.standing = value
      expire(now)
      if (was === null) return
      const isFurther = (one: number, other: number) => (one - other) * sign <= 0
      while (past.length > 0 && isFurther(was, past.at(-1)!.value)) past.pop()
      // If a more extreme value follows within one step, this value adds nothing.
      const last = past.at(-1)
      if (!last || now - last.until >= stepMs) past.push({ value: was, until: now })
    },
    size(now) {
      expire(now)
      if (state.standing === null) return undefined
      const outermost = past[0]?.value ?? state.standing
      return Math.max(0, (state.standing - outermost) * sign)
    },
    nextAt: () => (past[0] ? past[0].until + overMs : Number.POSITIVE_INFINITY),
    forget() {
      past.length = 0
      state.standing = null
    },
  }
}
