// The counters of the test devices: a number that occurs once, and a second one that reveals damage of the first.

/** A second number derived from a 32-bit number, very different from it. */
export const checkOf = (n: number): number => Math.imul(n, 2_654_435_761) >>> 0

/** Seeded random numbers in [0, 1): the same seed gives the same run. */
export function createDraw(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
