// The route of a pipe at right angles: it leaves and enters ports in their direction, avoids boxes if possible, and
// turns seldom. A search over the few lines along the edges of the boxes; deterministic. Pure.
import type { Box, Point } from '../document/geometry.ts'
import { heap } from './heap.ts'

export type Side = 'left' | 'right' | 'top' | 'bottom'
/** An end of a pipe. `side`: the direction in which the pipe leaves; undefined: a free end. */
export type End = { at: Point; side?: Side | undefined }

/** Distance from a box at which a pipe turns; pixels of the page. */
const clearance = 12
/** The cost of a turn, as a length; the factors for a length close to a box, and inside one. */
const [turnCost, closeCost, insideCost] = [40, 3, 50]
/** Prefers a turn halfway among routes of equal cost. */
const asideCost = 1
/** Maximum number of boxes, to limit the work. */
const mostBoxes = 24

const steps: readonly Point[] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
]
const headings: Record<Side, number> = { right: 0, bottom: 1, left: 2, top: 3 }
const opposite = (heading: number): number => (heading + 2) % 4

export const stepOf = (side: Side): Point => steps[headings[side]]!

/** Finds a route around the boxes. Returns the corners from one end to the other, inclusive. */
export function route(from: End, to: End, boxes: readonly Box[]): Point[] {
  const [start, goal] = [outOf(from, to), outOf(to, from)]
  const near = nearest(boxes, from.at, to.at)
  const way = search(start, goal, from, to, near) ?? plain(start, goal)
  return straightened([from.at, ...way, to.at])
}

/** The first point where the pipe may turn; ports that face each other share the room between them. */
function outOf({ at, side }: End, other: End): Point {
  if (!side) return at
  const step = stepOf(side)
  const room = (other.at.x - at.x) * step.x + (other.at.y - at.y) * step.y
  const isFacing = other.side !== undefined && opposite(headings[side]) === headings[other.side]
  const length = isFacing && room > 0 ? Math.min(clearance, room / 2) : clearance
  return { x: at.x + step.x * length, y: at.y + step.y * length }
}

function nearest(boxes: readonly Box[], from: Point, to: Point): readonly Box[] {
  if (boxes.length <= mostBoxes) return boxes
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2]
  const far = (box: Box) => Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y)
  return boxes.toSorted((a, b) => far(a) - far(b)).slice(0, mostBoxes)
}

function plain(start: Point, goal: Point): Point[] {
  return [start, { x: goal.x, y: start.y }, goal]
}

type Spot = { column: number; row: number; heading: number; cost: number; before: Spot | null }

type Place = { column: number; row: number }
type Grid = { xs: readonly number[]; ys: readonly number[]; first: Place; last: Place; middle: Place }

/** The lines that a pipe may follow: through its ends, halfway, and beside each box. */
function gridOf(start: Point, goal: Point, boxes: readonly Box[]): Grid {
  const middle = { x: (start.x + goal.x) / 2, y: (start.y + goal.y) / 2 }
  const all = [start, goal, middle]
  const xs = linesOf(
    all.map(({ x }) => x),
    boxes.map(({ x, width }) => [x, x + width]),
  )
  const ys = linesOf(
    all.map(({ y }) => y),
    boxes.map(({ y, height }) => [y, y + height]),
  )
  const at = ({ x, y }: Point) => ({ column: xs.indexOf(x), row: ys.indexOf(y) })
  return { xs, ys, first: at(start), last: at(goal), middle: at(middle) }
}

function search(start: Point, goal: Point, from: End, to: End, boxes: readonly Box[]): Point[] | undefined {
  const grid = gridOf(start, goal, boxes)
  const { xs, ys, first, last } = grid
  const out = to.side && headings[to.side]
  const open = heap<Spot>()
  const done = new Set<number>()
  const put = (spot: Spot) =>
    open.push(spot, spot.cost + Math.abs(xs[spot.column]! - goal.x) + Math.abs(ys[spot.row]! - goal.y))
  const began = from.side ? [headings[from.side]] : steps.keys()
  for (const heading of began) put({ ...first, heading, cost: 0, before: null })
  for (let spot = open.pop(); spot; spot = open.pop()) {
    const key = (spot.row * xs.length + spot.column) * 4 + spot.heading
    if (done.has(key)) continue
    done.add(key)
    // A route may not arrive at the port from the inside.
    const isThere = spot.column === last.column && spot.row === last.row
    if (isThere && spot.heading !== out) return wayTo(spot, xs, ys)
    for (const next of after(spot, grid, out, boxes)) put(next)
  }
  return undefined
}

/** The grid points that a route can reach next, with their costs. */
function after(spot: Spot, { xs, ys, last, middle }: Grid, out: number | undefined, boxes: readonly Box[]): Spot[] {
  const isMidway = spot.column === middle.column || spot.row === middle.row
  const turnHere = turnCost + (isMidway ? 0 : asideCost)
  return [...steps.entries()].flatMap(([heading, step]) => {
    const [column, row] = [spot.column + step.x, spot.row + step.y]
    const [x, y] = [xs[column], ys[row]]
    if (heading === opposite(spot.heading) || x === undefined || y === undefined) return []
    const turn = heading === spot.heading ? 0 : turnHere
    const enter = out !== undefined && isTurnAtEnd({ column, row }, heading, last, out) ? turnCost : 0
    const length = lengthOf(xs[spot.column]!, ys[spot.row]!, x, y, boxes)
    return [{ column, row, heading, before: spot, cost: spot.cost + turn + enter + length }]
  })
}

const isTurnAtEnd = ({ column, row }: Place, heading: number, last: Place, out: number): boolean =>
  column === last.column && row === last.row && heading !== opposite(out)

function wayTo(end: Spot, xs: readonly number[], ys: readonly number[]): Point[] {
  const way: Point[] = []
  for (let spot: Spot | null = end; spot; spot = spot.before) way.push({ x: xs[spot.column]!, y: ys[spot.row]! })
  return way.reverse()
}

const linesOf = (own: readonly number[], edges: readonly (readonly [number, number])[]): number[] =>
  [...new Set([...own, ...edges.flatMap(([low, high]) => [low - clearance, high + clearance])])].sort((a, b) => a - b)

/** The weighted length of a stretch. */
function lengthOf(ax: number, ay: number, bx: number, by: number, boxes: readonly Box[]): number {
  const length = Math.abs(bx - ax) + Math.abs(by - ay)
  let factor = 1
  for (const box of boxes) {
    if (isThrough(ax, ay, bx, by, box, 0)) return length * insideCost
    if (isThrough(ax, ay, bx, by, box, clearance)) factor = closeCost
  }
  return length * factor
}

function isThrough(ax: number, ay: number, bx: number, by: number, box: Box, around: number): boolean {
  return (
    Math.max(ax, bx) > box.x - around &&
    Math.min(ax, bx) < box.x + box.width + around &&
    Math.max(ay, by) > box.y - around &&
    Math.min(ay, by) < box.y + box.height + around
  )
}

/** Whether a route crosses the inside of a box. */
export const crosses = (way: readonly Point[], box: Box): boolean =>
  way.some((at, i) => i > 0 && isThrough(way[i - 1]!.x, way[i - 1]!.y, at.x, at.y, box, 0))

/** Removes corners at which the route does not turn; both ends stay. */
export function straightened(way: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const at of way) {
    const last = kept.at(-1)
    if (last && last.x === at.x && last.y === at.y) continue
    const before = kept.at(-2)
    const isAlong =
      before && last && ((before.x === last.x && last.x === at.x) || (before.y === last.y && last.y === at.y))
    if (isAlong) kept.pop()
    const now = kept.at(-1)
    if (!now || now.x !== at.x || now.y !== at.y) kept.push(at)
  }
  return kept.length > 1 ? kept : [way[0]!, way.at(-1)!]
}
