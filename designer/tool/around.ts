// What a gesture has to do with: the widgets that it may move, where they are seen, and what stands still about them. Pure.
import { limits } from '../../contract/limits.ts'
import type { PageWidget, Position } from '../../contract/page-document.ts'
import { idsOf, isHidden, isLocked, replaced } from '../document/find.ts'
import { type Box, boxOf } from '../document/geometry.ts'
import { guidesOf } from '../document/guides.ts'
import { type Frame, frameOf, seenAt } from '../document/inside.ts'
import { type Lines, linesOf } from '../document/snap.ts'
import { type EditorState, withFitted } from '../state.ts'
import type { Setting } from './setting.ts'

/** So far a press is a click; pixels of the screen. */
export const slack = 3

/** How near a line is snapped to; pixels of the page. */
export const reachOf = ({ scale }: Setting): number => limits.snap / scale

/** What is selected of the page, or of the group that was entered, where it is seen; nothing of a locked group. */
export function movable({ document, selected, inside }: EditorState): Frame {
  const { around, widgets } = frameOf(document, inside)
  const ids = new Set(selected)
  const isHeld = around.some(isLocked)
  return {
    around,
    widgets: widgets.filter((widget) => !isHeld && ids.has(widget.id) && !isLocked(widget) && !isHidden(widget)),
  }
}

/** Of everything that stands still beside them. */
export function boxesAround({ document, inside }: EditorState, moving: readonly PageWidget[]): Box[] {
  const gone = idsOf(moving)
  const { widgets } = frameOf(document, inside)
  return widgets.filter((widget) => !gone.has(widget.id) && !isHidden(widget)).map(({ position }) => boxOf(position))
}

/** The page itself is snapped to too, and guides while they are seen. */
export const linesAround = ({ document: { con } }: EditorState, boxes: readonly Box[], { hasGuides }: Setting): Lines =>
  linesOf([{ x: 0, y: 0, width: con.width, height: con.height }, ...boxes], hasGuides ? guidesOf(con) : undefined)

/** The page with widgets of a frame where they are to be seen. */
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
