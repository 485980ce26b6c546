// Counters that begin again at 0.

/**
 * What to add to the difference of two readings of a counter: `rollover` (where it begins again at 0) where it went
 * through 0, that is, where it fell by more than half of that; any other fall is a fall.
 */
export const rolledBetween = (from: number, to: number, rollover: number): number =>
  to - from < -rollover / 2 ? rollover : 0
