// Places a drawing on a page: an empty page gets its size and background, on another page it becomes one group. Pure.
import { limits } from '../../contract/limits.ts'
import { countWidgets, type PageDocument, type PageWidget } from '../../contract/page-document.ts'
import { type Added, added } from '../document/clipboard.ts'
import { middleOf, type Point } from '../document/geometry.ts'
import { groupType, movedBy, ungrouped } from '../document/group.ts'
import { heldOnPage } from '../document/hold.ts'
import { groupOf } from './made.ts'

export type Laid = { width: number; height: number; ground: string; widgets: readonly PageWidget[] }

/** The number of widgets that fit on a page, besides the group around them. */
export const roomOn = ({ widgets }: PageDocument): number =>
  Math.max(0, limits.pageWidgets - countWidgets(widgets) - (widgets.length > 0 ? 1 : 0))

const [leastPage, mostPage] = [100, 10_000]
const side = (length: number): number => Math.min(mostPage, Math.max(leastPage, Math.round(length)))

export function laidOn(document: PageDocument, { width, height, ground, widgets }: Laid, middle: Point): Added {
  const [first] = widgets
  if (!first) return { document, selected: [] }
  if (document.widgets.length === 0) {
    const con = { ...document.con, width: side(width), height: side(height), bgColor: ground }
    // A single group around everything has no purpose, so it is removed.
    const isLayer = widgets.length === 1 && first.widgetType === groupType && !first.widgetName && !first.clickEvent
    const laid = added({ ...document, con }, isLayer ? ungrouped(first) : widgets)
    // The drawing is the whole page, so that nothing is selected.
    return 'refused' in laid ? laid : { ...laid, selected: [] }
  }
  const group = widgets.length > 1 ? groupOf(widgets) : first
  const from = middleOf(group.position)
  const by = heldOnPage([group.position], { x: middle.x - from.x, y: middle.y - from.y }, document.con)
  return added(document, [movedBy(group, by.x, by.y)])
}
