// Converts between positions in a group and visible positions on the page: each group around a widget may be turned
// about its centre. Pure.
import type { PageDocument, PageWidget, Position } from '../../contract/page-document.ts'
import { find, groupsAround, idsOf, isLocked, replaced } from './find.ts'
import { middleOf, type Point, placed, turned } from './geometry.ts'
import { inBox, movedBy } from './group.ts'

/** The position of a widget as seen on the page. `around`: the groups around the widget, the outermost first. */
export function seenIn(position: Position, around: readonly PageWidget[]): Position {
  let seen = position
  for (const group of around.toReversed()) {
    const { x, y, rotate } = group.position
    const moved = { ...seen, x: seen.x + x, y: seen.y + y }
    seen = at(moved, turned(middleOf(moved), middleOf(group.position), rotate), rotate)
  }
  return seen
}

/** The position in the innermost group for a visible position on the page. */
export function innerOf(position: Position, around: readonly PageWidget[]): Position {
  let inner = position
  for (const group of around) {
    const { x, y, rotate } = group.position
    const back = at(inner, turned(middleOf(inner), middleOf(group.position), -rotate), -rotate)
    inner = { ...back, x: back.x - x, y: back.y - y }
  }
  return inner
}

function at(position: Position, middle: Point, by: number): Position {
  const { width, height } = position
  const rotate = by === 0 ? position.rotate : (((position.rotate + by) % 360) + 360) % 360
  return { ...position, x: middle.x - width / 2, y: middle.y - height / 2, rotate }
}

/** A widget in its visible position; the same object if it is in no group. */
export const asSeen = (widget: PageWidget, around: readonly PageWidget[]): PageWidget =>
  around.length === 0 ? widget : { ...widget, position: placed(seenIn(widget.position, around)) }

/** The widgets with these ids in their visible positions, in the order of the ids. */
export function seenOf({ widgets }: PageDocument, ids: readonly string[]): PageWidget[] {
  const top = new Set(widgets)
  return ids.flatMap((id) => {
    const widget = find(widgets, id)
    if (!widget || top.has(widget)) return widget ?? []
    return asSeen(widget, groupsAround(widgets, id) ?? [])
  })
}

/** The widgets that are edited together: those of the page, or of the opened group, in their visible positions. */
export type Frame = { around: readonly PageWidget[]; widgets: readonly PageWidget[] }

export function frameOf({ widgets }: PageDocument, inside: string | null): Frame {
  const group = inside === null ? undefined : find(widgets, inside)
  if (!group?.children) return { around: [], widgets }
  const around = [...(groupsAround(widgets, group.id) ?? []), group]
  return { around, widgets: group.children.map((child) => asSeen(child, around)) }
}

/** A widget of a frame, moved to a visible box. */
export const seenAt = (widget: PageWidget, position: Position, around: readonly PageWidget[]): PageWidget =>
  inBox(widget, around.length === 0 ? position : placed(innerOf(position, around)))

/** The innermost group around a widget; null: the page. */
export const groupOf = (widgets: readonly PageWidget[], id: string): string | null =>
  groupsAround(widgets, id)?.at(-1)?.id ?? null

/** The unlocked widgets that are in no locked group. */
export function freeOf({ widgets }: PageDocument, ids: readonly string[]): PageWidget[] {
  const top = new Set(widgets)
  return ids.flatMap((id) => {
    const widget = find(widgets, id)
    if (!widget || isLocked(widget)) return []
    return top.has(widget) || !groupsAround(widgets, id)?.some(isLocked) ? [widget] : []
  })
}

/** Moves widgets by a visible distance, also in turned groups. */
export function steppedBy(widgets: PageWidget[], moved: readonly PageWidget[], by: Point): PageWidget[] {
  const top = idsOf(widgets)
  return replaced(widgets, idsOf(moved), (widget) => {
    const around = top.has(widget.id) ? [] : (groupsAround(widgets, widget.id) ?? [])
    const rotate = around.reduce((sum, { position }) => sum + position.rotate, 0)
    const step = turned(by, { x: 0, y: 0 }, -rotate)
    return movedBy(widget, step.x, step.y)
  })
}
