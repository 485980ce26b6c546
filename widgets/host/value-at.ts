// The widget with values at a point of a page. Drawings without a click ignore the pointer, so the widget is found by
// its box. Pure.
import { type Position, signalOf } from '../../contract/page-document.ts'
import { type Bound, isOfVariable } from '../binds.ts'
import type { Placed } from './prepare.ts'

type Point = { x: number; y: number }

/** The platform removes the id of a scene variable that the viewer may not see. */
const isExplained = ({ kind, binding }: Bound): boolean =>
  kind === 'mvar' || (isOfVariable(kind) && signalOf(binding) !== undefined)

const keyOf = ({ kind, binding: { signalId, mvarId } }: Bound): string =>
  kind === 'mvar' ? `mvar ${mvarId}` : `signal ${signalId}`

/** The variables that a widget shows or is animated by, each once; the variable that its click writes is last. */
export function valuesOf({ bound, click }: Pick<Placed, 'bound' | 'click'>): Bound[] {
  const all = click?.bound ? [...bound, click.bound] : bound
  const known = new Map(all.filter(isExplained).map((each) => [keyOf(each), each]))
  return [...known.values()]
}

/** The topmost widget with values at a point, in pixels of the page. */
export function valueAt(
  widgets: readonly Placed[],
  point: Point,
  isHidden: (placed: Placed) => boolean = () => false,
): Placed | undefined {
  for (const placed of [...widgets].reverse()) {
    if (isHidden(placed)) continue
    const within = insideOf(placed.position, point)
    // Widgets of a group can extend beyond the box of the group.
    const found = valueAt(placed.children, within, isHidden)
    if (found) return found
    const { width, height } = placed.position
    const isIn = within.x >= 0 && within.y >= 0 && within.x <= width && within.y <= height
    if (isIn && valuesOf(placed).length > 0) return placed
  }
  return undefined
}

/** Converts a point to the unturned coordinates of a widget, from its corner. */
function insideOf({ x, y, width, height, rotate }: Position, at: Point): Point {
  const turn = (-rotate * Math.PI) / 180
  const [dx, dy] = [at.x - x - width / 2, at.y - y - height / 2]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return { x: dx * cos - dy * sin + width / 2, y: dx * sin + dy * cos + height / 2 }
}
