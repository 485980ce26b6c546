// What the tortured devices count: a number that comes once, and a second one by which a damaged first shows.

/** Of a 32-bit number another that follows from it, and looks nothing like it. */
export const checkOf = (n: number): number => Math.imul(n, 2_654_435_761) >>> 0

/** Seeded draws in [0, 1): the same seed, the same torture. */
export function createDraw(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
