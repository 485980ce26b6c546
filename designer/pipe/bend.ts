// A pipe that was bent by hand preserves its middle: only its first and last stretch follow the ports. Pure.
import type { Box, Point } from '../document/geometry.ts'
import { crosses, type End, stepOf, straightened } from './route.ts'

/** The corners for new ends; undefined if the middle cannot be preserved. */
export function bent(
  corners: readonly Point[],
  [from, to]: readonly [End, End],
  bodies: readonly Box[],
): Point[] | undefined {
  const [first, last] = [corners[0]!, corners.at(-1)!]
  const [by, same] = [minus(from.at, first), minus(to.at, last)]
  const isWhole = Math.hypot(by.x - same.x, by.y - same.y) < 0.2
  const next = isWhole ? corners.map(({ x, y }) => ({ x: x + by.x, y: y + by.y })) : stretched(corners, from.at, to.at)
  if (!next) return undefined
  const way = straightened([from.at, ...next.slice(1, -1), to.at])
  const isOut = leaves(way, from) && leaves(way.toReversed(), to)
  return isOut && !bodies.some((body) => crosses(way, body)) ? way : undefined
}

const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y })

/** Moves the corner beside an end, perpendicular to its stretch. */
function stretched(corners: readonly Point[], from: Point, to: Point): Point[] | undefined {
  if (corners.length < 4) return undefined
  const next = [...corners]
  next[0] = from
  next[next.length - 1] = to
  next[1] = besides(from, corners[0]!, corners[1]!)
  next[next.length - 2] = besides(to, corners.at(-1)!, next.at(-2)!)
  return next
}

const besides = (end: Point, before: Point, corner: Point): Point =>
  Math.abs(before.y - corner.y) <= Math.abs(before.x - corner.x) ? { x: corner.x, y: end.y } : { x: end.x, y: corner.y }

/** Whether the pipe leaves its port outwards. */
function leaves([at, next]: readonly Point[], { side }: End): boolean {
  if (!side || !at || !next) return true
  const step = stepOf(side)
  return (next.x - at.x) * step.x + (next.y - at.y) * step.y > 0
}
