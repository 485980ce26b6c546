// The surroundings of a gesture: the widgets that it may move, in their visible positions, and those that do not move.
// Pure.
import { limits } from '../../contract/limits.ts'
import type { PageWidget, Position } from '../../contract/page-document.ts'
import { idsOf, isHidden, isLocked, replaced } from '../document/find.ts'
import { type Box, boxOf } from '../document/geometry.ts'
import { guidesOf } from '../document/guides.ts'
import { type Frame, frameOf, seenAt } from '../document/inside.ts'
import { type Lines, linesOf } from '../document/snap.ts'
import { type EditorState, withFitted } from '../state.ts'
import type { Setting } from './setting.ts'

/** A shorter movement is a click; pixels of the screen. */
export const slack = 3

/** Snapping distance; pixels of the page. */
export const reachOf = ({ scale }: Setting): number => limits.snap / scale

/** The selected widgets of the page, or of the opened group, in their visible positions; empty for a locked group. */
export function movable({ document, selected, inside }: EditorState): Frame {
  const { around, widgets } = frameOf(document, inside)
  const ids = new Set(selected)
  const isHeld = around.some(isLocked)
  return {
    around,
    widgets: widgets.filter((widget) => !isHeld && ids.has(widget.id) && !isLocked(widget) && !isHidden(widget)),
  }
}

/** The boxes of all widgets that do not move. */
export function boxesAround({ document, inside }: EditorState, moving: readonly PageWidget[]): Box[] {
  const gone = idsOf(moving)
  const { widgets } = frameOf(document, inside)
  return widgets.filter((widget) => !gone.has(widget.id) && !isHidden(widget)).map(({ position }) => boxOf(position))
}

/** The page edges are snapped to as well, and guides while they are visible. */
export const linesAround = ({ document: { con } }: EditorState, boxes: readonly Box[], { hasGuides }: Setting): Lines =>
  linesOf([{ x: 0, y: 0, width: con.width, height: con.height }, ...boxes], hasGuides ? guidesOf(con) : undefined)

/** Moves widgets of a frame to visible positions. */
export function withPositions(
  state: EditorState,
  { around, widgets }: Frame,
  positions: ReadonlyMap<string, Position> | undefined,
): EditorState {
  if (!positions) return state
  const change = (widget: PageWidget) => {
    const position = positions.get(widget.id)
    return position ? seenAt(widget, position, around) : widget
  }
  return withFitted(state, replaced(state.document.widgets, idsOf(widgets), change))
}
