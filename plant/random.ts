// Seeded random numbers: the same seed gives the same run, so a demo, a test and a bug report can be repeated.

/** A source of random numbers. `seed` after some draws continues the same sequence elsewhere. */
export type Dice = {
  readonly seed: number
  /** A uniformly distributed number in [0, 1). */
  next(): number
  /** Normal with mean 0 and deviation 1. */
  gauss(): number
}

/** Mulberry32: 32 bits of state are enough for noise, and they fit into a plain state object. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  // Sum of four uniforms: bounded (no outlier trips an alarm) and cheap; variance 4/12.
  const gauss = () => (next() + next() + next() + next() - 2) * Math.sqrt(3)
  return {
    get seed() {
      return state
    },
    next,
    gauss,
  }
}
