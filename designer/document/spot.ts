// The place of a widget that is added without a pointer: centred in the visible part, moved aside if a widget has that
// place. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { type Point, whole } from './geometry.ts'

const step = 20

/** Finds the upper left corner for a new widget of this size. */
export function freeSpot(
  widgets: readonly PageWidget[],
  { width, height }: { width: number; height: number },
  middle: Point,
): Point {
  const taken = new Set(widgets.map(({ position: { x, y } }) => `${x} ${y}`))
  const at = { x: whole(middle.x - width / 2), y: whole(middle.y - height / 2) }
  while (taken.has(`${at.x} ${at.y}`)) {
    at.x += step
    at.y += step
  }
  return at
}
