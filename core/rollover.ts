// Arithmetic of counters that wrap to 0.

/**
 * The correction for the difference of two readings of a counter that wraps to 0 at `rollover`: `rollover` if it fell
 * by more than half of `rollover` and so wrapped; otherwise 0, since a smaller fall is a real one.
 */
export const rolledBetween = (from: number, to: number, rollover: number): number =>
  to - from < -rollover / 2 ? rollover : 0
