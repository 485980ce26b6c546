// Converts readings to an SVG path. Independent of React, so that each of hundreds of rows costs only one string.

export type Point = number | null

/** The minimum and maximum of the points, or undefined if there is none. */
export function extent(points: readonly Point[]): [number, number] | undefined {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const point of points) {
    if (point === null || !Number.isFinite(point)) continue
    if (point < low) low = point
    if (point > high) high = point
  }
  return low <= high ? [low, high] : undefined
}

/**
 * Points evenly spaced over the width; `null` is drawn as a gap. A single point between gaps becomes a dot.
 * A constant is in the middle: a flat line at the bottom would look like zero.
 */
export function sparklinePath(
  points: readonly Point[],
  width: number,
  height: number,
  range: readonly [number, number] | undefined = extent(points),
): string {
  if (!range) return ''
  const [low, high] = range
  const step = points.length > 1 ? width / (points.length - 1) : 0
  const y = (value: number) => (high === low ? height / 2 : height - ((value - low) / (high - low)) * height)
  let path = ''
  let drawing = false
  points.forEach((point, index) => {
    if (point === null || !Number.isFinite(point)) {
      drawing = false
      return
    }
    const at = `${round(index * step)} ${round(Math.min(height, Math.max(0, y(point))))}`
    const next = points[index + 1]
    const alone = !drawing && (next === undefined || next === null)
    path += drawing ? `L${at}` : `M${at}${alone ? 'h.01' : ''}`
    drawing = true
  })
  return path
}

const round = (value: number): number => Math.round(value * 10) / 10
