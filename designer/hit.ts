// Finds the widget under the pointer. Pure.
import type { PageWidget } from '../contract/page-document.ts'
import { find, isHidden } from './document/find.ts'
import { isOn, type Point } from './document/geometry.ts'
import { asSeen, frameOf, seenOf } from './document/inside.ts'
import { type EditorState, entered, selectedAs, toggled } from './state.ts'

/** The topmost widget under a point, within the opened group if there is one; `isDeep` returns the innermost widget. */
export function hitAt(
  { document, inside }: EditorState,
  point: Point,
  slack: number,
  isDeep: boolean,
): PageWidget | undefined {
  if (isDeep) return deepest(document.widgets, point, slack, [])
  const own = topmost(frameOf(document, inside).widgets, point, slack)
  return own && find(document.widgets, own.id)
}

const topmost = (seen: readonly PageWidget[], point: Point, slack: number): PageWidget | undefined =>
  seen.findLast((widget) => !isHidden(widget) && isOn(widget.position, point, slack))

function deepest(
  widgets: readonly PageWidget[],
  point: Point,
  slack: number,
  around: readonly PageWidget[],
): PageWidget | undefined {
  const hit = widgets.findLast((widget) => !isHidden(widget) && isOn(asSeen(widget, around).position, point, slack))
  return hit?.children ? (deepest(hit.children, point, slack, [...around, hit]) ?? hit) : hit
}

/** A press beside the opened group closes it, and deselects a guide. */
export function leftAt(held: EditorState, point: Point, slack: number): EditorState {
  const state = held.guide ? { ...held, guide: null } : held
  if (state.inside === null) return state
  const [group] = seenOf(state.document, [state.inside])
  if (group && (isOn(group.position, point, slack) || hitAt(state, point, slack, false))) return state
  return selectedAs({ ...state, inside: null }, [])
}

export function pressed(state: EditorState, id: string, isToggled: boolean): EditorState {
  if (isToggled) return toggled(state, id)
  return state.selected.includes(id) ? state : selectedAs(state, [id])
}

/** Opens the group under a point, and selects its widget there. */
export function enteredAt(state: EditorState, point: Point, slack: number): EditorState {
  const hit = hitAt(state, point, slack, false)
  if (!hit?.children) return state
  const within = entered(state, hit.id)
  const inner = hitAt(within, point, slack, false)
  return inner ? selectedAs(within, [inner.id]) : within
}
