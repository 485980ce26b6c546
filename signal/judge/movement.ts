// How far a value has moved within a span of time: the lowest (or highest) of what stood in it, kept in few places. Pure.

/** A value that stood until then (ms). */
type Past = { value: number; until: number }

/** What is known of the span; plain data. */
export type MovementState = { past: Past[]; standing: number | null }

export type Movement = {
  /** The value that stands from now on. */
  take(value: number, now: number): void
  /** How far it rose (or fell) at most within the span that ends now; undefined before the first value. */
  size(now: number): number | undefined
  /** When the span moves on, so that `size` may become smaller; Infinity: it does not. */
  nextAt(): number
  /** Nobody knows what stood meanwhile. */
  forget(): void
}

/** The span is followed in so many steps: what lies within one counts as one. */
const steps = 500

/** `sign` 1: how far it rose; -1: how far it fell. */
export function createMovement(
  sign: 1 | -1,
  overMs: number,
  state: MovementState = { past: [], standing: null },
): Movement {
  const stepMs = overMs / steps
  /** The outermost of what stood, oldest first: each less far out than the one before it. */
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
      // What stood within one step beside something further out adds nothing.
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
