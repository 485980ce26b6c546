// Ten minutes of a value in the browser: starts with the platform's readings and grows with arriving values. [S9]
import { limits } from '../../contract/limits.ts'
import { good, type Value } from '../../core/data-type.ts'

/** [epoch ms, value], oldest first. */
export type TrendPoint = readonly [at: number, value: number]

const most = limits.trendPoints
const spanMs = most * limits.trendStepMs

/** A value as a point of a curve: text has none; on and off are 1 and 0. */
export function curveValue(value: Value | null): number | undefined {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/**
 * Adds a reading to the points, in place, since this happens for every arriving value. At most one point per step is
 * kept, besides the newest, which is provisional: it is replaced until a step has passed since the one before it.
 */
export function grow(points: TrendPoint[], at: number, value: Value | null, code: number): void {
  const number = curveValue(value)
  const last = points.at(-1)
  if (code !== good || number === undefined || (last && at < last[0])) return
  const before = points.at(-2)
  if (before && last && last[0] - before[0] < limits.trendStepMs) points[points.length - 1] = [at, number]
  else points.push([at, number])
  if (points.length > most + 1) points.shift()
}

/** Combines the platform's points of the last ten minutes with those that arrived since. */
export function joinTrend(filled: readonly TrendPoint[], points: readonly TrendPoint[]): TrendPoint[] {
  const end = filled.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
  return [...filled, ...points.filter(([at]) => at > end)].slice(-(most + 1))
}

/**
 * Ten minutes up to `now` in even steps, for a sparkline: each step shows the last point before its end, for at most
 * `holdMs`; an older point leaves a gap.
 */
export function steps(points: readonly TrendPoint[], now: number, holdMs: number): (number | null)[] {
  let next = 0
  let last: TrendPoint | undefined
  return Array.from({ length: most }, (_, index) => {
    const end = now - spanMs + (index + 1) * limits.trendStepMs
    while (next < points.length && points[next]![0] <= end) {
      last = points[next]
      next += 1
    }
    return last && end - last[0] <= holdMs ? last[1] : null
  })
}

/**
 * The values at bottom and top of a sparkline: its own range, but at least a twentieth of the variable's range, so that
 * the noise of a steady value does not fill the height.
 */
export function drawnRange(
  points: readonly (number | null)[],
  spanOf: number | undefined,
): [number, number] | undefined {
  const numbers = points.filter((point) => point !== null)
  if (numbers.length === 0) return undefined
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const room = Math.max(0, ((spanOf ?? 0) / 20 - (high - low)) / 2)
  return [low - room, high + room]
}

/**
 * How long a point counts before the curve shows a gap: two and a half intervals, but at least two and a half steps.
 */
export const holdMsOf = (intervalS: number): number => Math.max(2.5 * limits.trendStepMs, intervalS * 2500)
