// Groups: widgets that are moved, turned and resized together. Positions in a group are relative to its corner. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { isLocked } from './find.ts'
import { boxOf, middleOf, placed, turned, unionOf } from './geometry.ts'

export const groupType = 'group'

/** Groups the unlocked widgets of the selection, in the place of the topmost; undefined for fewer than two. */
export function grouped(
  widgets: readonly PageWidget[],
  ids: ReadonlySet<string>,
  id: string,
): PageWidget[] | undefined {
  const inner = widgets.filter((widget) => ids.has(widget.id) && !isLocked(widget))
  const box = unionOf(inner.map(({ position }) => boxOf(position)))
  if (inner.length < 2 || !box) return undefined
  const children = inner.map((widget) => movedBy(widget, -box.x, -box.y))
  const group: PageWidget = { id, widgetType: groupType, position: placed({ ...box, rotate: 0 }), children }
  const last = inner.at(-1)!
  return widgets.flatMap((widget) => (widget === last ? [group] : inner.includes(widget) ? [] : [widget]))
}

/** The widgets of a group in their visible places, for its place in the order. */
export function ungrouped(group: PageWidget): PageWidget[] {
  const { position, children = [] } = group
  const about = middleOf(position)
  return children.map((child) => {
    const moved = movedBy(child, position.x, position.y)
    const middle = turned(middleOf(moved.position), about, position.rotate)
    const { width, height } = moved.position
    const rotate = (moved.position.rotate + position.rotate) % 360
    const at = placed({ ...moved.position, x: middle.x - width / 2, y: middle.y - height / 2 })
    return { ...moved, position: { ...at, rotate } }
  })
}

export const movedBy = (widget: PageWidget, dx: number, dy: number): PageWidget => ({
  ...widget,
  position: placed({ ...widget.position, x: widget.position.x + dx, y: widget.position.y + dy }),
})

/** Puts a widget into another box; the contents of a group are scaled with it. */
export function inBox(widget: PageWidget, position: PageWidget['position']): PageWidget {
  const { position: before, children } = widget
  if (!children) return { ...widget, position }
  const [sx, sy] = [ratio(position.width, before.width), ratio(position.height, before.height)]
  if (sx === 1 && sy === 1) return { ...widget, position }
  const scaled = children.map((child) => {
    const { x, y, width, height } = child.position
    return inBox(child, placed({ ...child.position, x: x * sx, y: y * sy, width: width * sx, height: height * sy }))
  })
  return { ...widget, position, children: scaled }
}

const ratio = (now: number, before: number): number => (before > 0 ? now / before : 1)
