// Which widget with values is at a place of a page. Drawings without a click let the pointer through, so it is found by
// its box. Pure.
import { type Position, signalOf } from '../../contract/page-document.ts'
import { type Bound, isOfVariable } from '../binds.ts'
import type { Placed } from './prepare.ts'

type Point = { x: number; y: number }

/** A variable that a scene names and the viewer does not see has no number. */
const isExplained = ({ kind, binding }: Bound): boolean =>
  kind === 'mvar' || (isOfVariable(kind) && signalOf(binding) !== undefined)

const keyOf = ({ kind, binding: { signalId, mvarId } }: Bound): string =>
  kind === 'mvar' ? `mvar ${mvarId}` : `signal ${signalId}`

/** The variables that a widget shows, or moves by, each once; those that it writes behind them. */
export function valuesOf({ bound, click }: Pick<Placed, 'bound' | 'click'>): Bound[] {
  const all = click?.bound ? [...bound, click.bound] : bound
  const known = new Map(all.filter(isExplained).map((each) => [keyOf(each), each]))
  return [...known.values()]
}

/** The topmost widget with values at a point, in the pixels of the page. */
export function valueAt(
  widgets: readonly Placed[],
  point: Point,
  isHidden: (placed: Placed) => boolean = () => false,
): Placed | undefined {
  for (const placed of [...widgets].reverse()) {
    if (isHidden(placed)) continue
    const within = insideOf(placed.position, point)
    // The widgets of a group may stand beyond its box.
    const found = valueAt(placed.children, within, isHidden)
    if (found) return found
    const { width, height } = placed.position
    const isIn = within.x >= 0 && within.y >= 0 && within.x <= width && within.y <= height
    if (isIn && valuesOf(placed).length > 0) return placed
  }
  return undefined
}

/** From the corner of a widget, as it is turned. */
function insideOf({ x, y, width, height, rotate }: Position, at: Point): Point {
  const turn = (-rotate * Math.PI) / 180
  const [dx, dy] = [at.x - x - width / 2, at.y - y - height / 2]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return { x: dx * cos - dy * sin + width / 2, y: dx * sin + dy * cos + height / 2 }
}
