// Pairs of readings of two variables, and the axes for drawing them. Pure.
import type { CurveShape } from '../services.ts'
import { numbersOf } from './live-lines.ts'

export type Point = { at: number; x: number; y: number }

/**
 * Combines two curves: one point per moment at which either variable was stored and both values are known. A reading is
 * valid until the next reading of its variable, but no longer than the `gapMs` of its curve; a bad reading makes the
 * value of its variable unknown.
 */
export function pairsOf(x: CurveShape, y: CurveShape): Point[] {
  const both = [x, y].map((curve) => ({ ...numbersOf(curve), reach: curve.gapMs, next: 0 }))
  const times = [...new Set([...x.times, ...y.times])].sort((a, b) => a - b)
  return times.flatMap((at) => {
    const [left, right] = both.map((each) => {
      while (each.next < each.times.length && each.times[each.next]! <= at) each.next += 1
      const last = each.next - 1
      return last >= 0 && at - each.times[last]! <= each.reach ? each.values[last]! : Number.NaN
    }) as [number, number]
    return Number.isNaN(left) || Number.isNaN(right) ? [] : [{ at, x: left, y: right }]
  })
}

export type Axis = { low: number; high: number; ticks: number[] }

/**
 * The range set by the author, or that of the values rounded to whole steps; a constant gets a small range around it.
 */
export function axisOf(values: readonly number[], fixed: readonly [number, number] | undefined, most = 6): Axis {
  const set = fixed && fixed[1] > fixed[0] ? fixed : undefined
  let [low, high] = set ?? [0, 1]
  if (!set && values.length > 0) {
    low = values.reduce((least, each) => Math.min(least, each))
    high = values.reduce((largest, each) => Math.max(largest, each))
    if (!(high > low)) {
      const room = Math.abs(low) / 10 || 1
      low -= room
      high += room
    }
  }
  const step = stepOf(high - low, most)
  if (!set) {
    low = Math.floor(low / step + 1e-9) * step
    high = Math.ceil(high / step - 1e-9) * step
  }
  const first = Math.ceil(low / step - 1e-9)
  const count = Math.min(50, Math.floor(high / step + 1e-9) - first + 1)
  const ticks = Array.from({ length: Math.max(0, count) }, (_, n) => Number(((first + n) * step).toPrecision(12)))
  return { low, high, ticks }
}

/** 1, 2 or 5 times a power of ten, so that there are at most `most` steps. */
function stepOf(length: number, most: number): number {
  const least = length / most
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least * (1 - 1e-9)) ?? 10 * power
}
