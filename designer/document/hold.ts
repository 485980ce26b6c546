// Holds widgets on their page: 5 pixels of each stay on it during any move, and a paste beyond the page starts again at
// the top left. Pure. [S9]
import { limits } from '../../contract/limits.ts'
import { type Box, type Point, unionOf } from './geometry.ts'

type Page = { width: number; height: number }

const margin = limits.pageMargin
const offset = limits.pasteOffset

/** The part of a move that leaves some of each box on the page. */
export function heldOnPage(boxes: readonly Box[], by: Point, page: Page): Point {
  return boxes.reduce(
    (step, { x, y, width, height }) => ({
      x: heldStep(x, width, step.x, page.width),
      y: heldStep(y, height, step.y, page.height),
    }),
    by,
  )
}

function heldStep(at: number, length: number, step: number, room: number): number {
  const [least, most] = [margin - length - at, room - margin - at]
  // A box that is outside already is not pulled in by a move.
  return Math.min(Math.max(step, Math.min(least, 0)), Math.max(most, 0))
}

/** The move that brings a part of a box onto the page; 0 if there is one already. */
export function pulledOn({ x, y, width, height }: Box, page: Page): Point {
  const along = (at: number, length: number, room: number) =>
    Math.min(Math.max(at, margin - length), room - margin) - at
  return { x: along(x, width, page.width), y: along(y, height, page.height) }
}

/** The offset of paste number `turn`; 0: in place. */
export function pasteStep(boxes: readonly Box[], turn: number, page: Page): Point {
  const around = unionOf(boxes)
  if (!around) return { x: 0, y: 0 }
  const first = stepsFrom(boxes, { x: 0, y: 0 }, page)
  if (turn <= first) return { x: offset * turn, y: offset * turn }
  const corner = { x: -around.x, y: -around.y }
  const again = Math.max(0, turn - Math.max(first, 0) - 1) % (Math.max(stepsFrom(boxes, corner, page), 0) + 1)
  return { x: corner.x + offset * again, y: corner.y + offset * again }
}

/** The number of paste steps from an offset until a box would leave the page; -1 if a box is outside. */
function stepsFrom(boxes: readonly Box[], from: Point, page: Page): number {
  const moved = boxes.map((box) => ({ ...box, x: box.x + from.x, y: box.y + from.y }))
  const isOutside = moved.some((box) => {
    const { x, y } = pulledOn(box, page)
    return x !== 0 || y !== 0
  })
  if (isOutside) return -1
  const room = Math.min(...moved.map(({ x, y }) => Math.min(page.width - margin - x, page.height - margin - y)))
  return Math.floor(room / offset)
}
