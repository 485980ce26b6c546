// Forecast of an alarm's value: a line through its last minutes, only if it fits well. Pure.

/** [epoch ms, value], oldest first. */
type Point = readonly [at: number, value: number]

/** A trend line. `at` and `value`: the last point; `perMs`: the slope. */
export type Heading = { at: number; value: number; perMs: number }
/** A forecast. `name`: the limit that the line reaches; null: only the value in some minutes is forecast. */
export type Ahead = { at: number; value: number; name: string | null }
type NamedLimit = { limit: number; name: string }

const minuteMs = 60_000
const fittedMs = 5 * minuteMs
const fewestPoints = 12
const shortestMs = 2 * minuteMs
/** A trend has one point every ten seconds; if the last one is older than this, the value is not current. */
const oldestMs = 30_000
/** Minimum coefficient of determination; a step reaches three quarters. */
const leastExplained = 0.9
/**
 * Maximum ratio of the slope of the later half to the slope of the whole: excludes curves that flatten out or just
 * begin.
 */
const mostBent = 1.5

function lineThrough(points: readonly Point[]): { perMs: number; explained: number } {
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [at, value] = [mean((point) => point[0]), mean((point) => point[1])]
  let [ofTime, ofValue, ofBoth] = [0, 0, 0]
  for (const [pointAt, pointValue] of points) {
    ofTime += (pointAt - at) ** 2
    ofValue += (pointValue - value) ** 2
    ofBoth += (pointAt - at) * (pointValue - value)
  }
  if (ofTime === 0 || ofValue === 0) return { perMs: 0, explained: 0 }
  return { perMs: ofBoth / ofTime, explained: ofBoth ** 2 / (ofTime * ofValue) }
}

/**
 * Fits a trend line. Undefined if the points of the last five minutes are too few, too old, too noisy or too curved.
 */
export function headingOf(points: readonly Point[], now: number): Heading | undefined {
  const recent = points.filter(([at]) => at > now - fittedMs && at <= now)
  const [first, last] = [recent[0], recent.at(-1)]
  if (!first || !last || recent.length < fewestPoints) return undefined
  if (last[0] - first[0] < shortestMs || now - last[0] > oldestMs) return undefined
  const { perMs, explained } = lineThrough(recent)
  if (explained < leastExplained) return undefined
  const bent = lineThrough(recent.slice(Math.floor(recent.length / 2))).perMs / perMs
  if (bent < 1 / mostBent || bent > mostBent) return undefined
  return { at: last[0], value: last[1], perMs }
}

/** A forecast reaches a limit within half an hour, or else five minutes ahead. */
const furthestMs = 30 * minuteMs
const usualMs = 5 * minuteMs

/**
 * The next limit that the line reaches, else the value in five minutes; `undefined` beyond the variable's own range.
 */
export function aheadOf(
  { at, value, perMs }: Heading,
  limits: readonly NamedLimit[],
  { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY }: { low?: number; high?: number } = {},
): Ahead | undefined {
  const met = limits
    .map(({ limit, name }) => ({ at: at + (limit - value) / perMs, value: limit, name }))
    .filter((one) => one.at > at && one.at <= at + furthestMs)
    .sort((one, other) => one.at - other.at)[0]
  const next = met ?? { at: at + usualMs, value: value + perMs * usualMs, name: null }
  return next.value < low || next.value > high ? undefined : next
}
