// New widgets of a drawing, with positions that a page can store. Their ids are assigned when they are added to a page.
// Pure.
import { limits } from '../../contract/limits.ts'
import type { PageWidget, Position } from '../../contract/page-document.ts'
import { cutTo } from '../../core/cut-text.ts'
import { type Box, boxOf, placed } from '../document/geometry.ts'
import { groupType, movedBy } from '../document/group.ts'

/** An imported widget; undefined if no widget type shows the element exactly. */
export type Made = PageWidget | undefined

const far = 1_000_000
const held = (value: number): number => (Number.isNaN(value) ? 0 : Math.min(far, Math.max(-far, value)))

/** A box within the limits of a page. */
export const boxed = ({ x, y, width, height }: Box): Box =>
  placed({ x: held(x), y: held(y), width: Math.max(0, held(width)), height: Math.max(0, held(height)) })

export const typed = (widgetType: string, position: Position, more: Partial<PageWidget> = {}): PageWidget => ({
  ...{ id: 'new', widgetType, version: 1 },
  position: { ...position, ...boxed(position) },
  ...more,
})

/** The common bounds of any number of boxes. */
export function around(boxes: readonly Box[]): Box | undefined {
  const [first] = boxes
  if (!first) return undefined
  let [left, top, right, bottom] = [first.x, first.y, first.x + first.width, first.y + first.height]
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

export const boxAround = (widgets: readonly PageWidget[]): Box | undefined =>
  around(widgets.map(({ position }) => boxOf(position)))

/** Groups the widgets in their places. */
export function groupOf(widgets: readonly PageWidget[]): PageWidget {
  const box = boxed(boxAround(widgets) ?? { x: 0, y: 0, width: 0, height: 0 })
  const children = widgets.map((widget) => movedBy(widget, -box.x, -box.y))
  return typed(groupType, { ...box, rotate: 0 }, { children })
}

export function nameWidget(widget: PageWidget, name: string | undefined): PageWidget {
  const widgetName = name && cutTo(name.trim(), limits.widgetNameLength)
  return widgetName ? { ...widget, widgetName } : widget
}

/** Maximum length of a picture stored in a page. */
export const longestPicture = limits.pagePictureLength
