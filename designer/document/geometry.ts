// Geometry of widgets: turning, resizing by a handle, union, hit test. Lengths in pixels of the page, angles in degrees
// clockwise. Pure.
import { limits } from '../../contract/limits.ts'
import type { Position } from '../../contract/page-document.ts'

export type Point = { x: number; y: number }
export type Box = Point & { width: number; height: number }

// Adding 0 turns -0 into 0; JSON does not store -0.
/** Rounds to one decimal. [S9] */
export const rounded = (value: number): number => Math.round(value * 10) / 10 + 0

/** Rounded to a whole number. */
export const whole = (value: number): number => Math.round(value) + 0

/** Limits a coordinate to the reach of a page: a widget in a group that grows without limit could not be saved. */
const within = (value: number): number => rounded(Math.min(limits.pageReach, Math.max(-limits.pageReach, value)))

export const placed = <T extends Box>(box: T): T => ({
  ...box,
  x: within(box.x),
  y: within(box.y),
  width: within(box.width),
  height: within(box.height),
})

export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })

/** Rotates a point about another by degrees. */
export function turned(point: Point, about: Point, degrees: number): Point {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const [dx, dy] = [point.x - about.x, point.y - about.y]
  return { x: about.x + dx * cos - dy * sin, y: about.y + dx * sin + dy * cos }
}

export function cornersOf(position: Position): Point[] {
  const { x, y, width, height, rotate } = position
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
  return rotate ? corners.map((corner) => turned(corner, middleOf(position), rotate)) : corners
}

export function boxAround(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** The bounds of a widget, including its rotation. */
export const boxOf = (position: Position): Box => (position.rotate ? boxAround(cornersOf(position)) : position)

/** The bounds of all boxes; undefined without boxes. */
export const unionOf = (boxes: readonly Box[]): Box | undefined =>
  boxes.length === 0
    ? undefined
    : boxAround(
        boxes.flatMap(({ x, y, width, height }) => [
          { x, y },
          { x: x + width, y: y + height },
        ]),
      )

/** Whether a point is on a widget, with a tolerance of `slack`, because a line has no height. */
export function isOn(position: Position, point: Point, slack = 0): boolean {
  const { x, y } = position.rotate ? turned(point, middleOf(position), -position.rotate) : point
  const inX = x >= position.x - slack && x <= position.x + position.width + slack
  return inX && y >= position.y - slack && y <= position.y + position.height + slack
}

export const isWithin = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

/** The edges that a handle moves: -1 left or top, 1 right or bottom, 0 neither. */
export type Handle = { x: -1 | 0 | 1; y: -1 | 0 | 1 }
type ResizeHow = { keepRatio?: boolean; aboutMiddle?: boolean }

/** Resizes by a movement of a handle on the screen; the opposite handle stays in place, also for a turned widget. */
export function resized(position: Position, handle: Handle, by: Point, how: ResizeHow = {}): Position {
  const along = turned(by, { x: 0, y: 0 }, -position.rotate)
  const both = how.aboutMiddle ? 2 : 1
  let width = Math.max(limits.leastShape, position.width + handle.x * along.x * both)
  let height = Math.max(limits.leastShape, position.height + handle.y * along.y * both)
  if (how.keepRatio && position.width > 0 && position.height > 0) {
    const scale = scaleOf(position, handle, { width, height })
    width = Math.max(limits.leastShape, position.width * scale)
    height = Math.max(limits.leastShape, position.height * scale)
  }
  const before = middleOf(position)
  const grown = { x: (width - position.width) / 2, y: (height - position.height) / 2 }
  const shift = how.aboutMiddle ? { x: 0, y: 0 } : { x: handle.x * grown.x, y: handle.y * grown.y }
  const middle = turned({ x: before.x + shift.x, y: before.y + shift.y }, before, position.rotate)
  return placed({ ...position, x: middle.x - width / 2, y: middle.y - height / 2, width, height })
}

function scaleOf(position: Position, handle: Handle, { width, height }: { width: number; height: number }): number {
  if (handle.y === 0) return width / position.width
  if (handle.x === 0) return height / position.height
  return Math.max(width / position.width, height / position.height)
}

/** Turns a widget with others about their common centre. */
export function turnedAbout(position: Position, about: Point, degrees: number): Position {
  const middle = turned(middleOf(position), about, degrees)
  const rotate = rounded((((position.rotate + degrees) % 360) + 360) % 360)
  return placed({ ...position, x: middle.x - position.width / 2, y: middle.y - position.height / 2, rotate })
}
