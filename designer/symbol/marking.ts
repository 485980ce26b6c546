// Turns widgets that were just saved as a symbol into a placed one: unchanged, with the marks of its parameters. Pure.
import type { PageDocument, PageWidget } from '../../contract/page-document.ts'
import { freeId } from '../document/clipboard.ts'
import { find, idsIn, isLocked, replaced } from '../document/find.ts'
import { boxOf, placed } from '../document/geometry.ts'
import { grouped, groupType, movedBy } from '../document/group.ts'
import { boundAs, mapObjects, refOf, withoutRef, withPart } from './marks.ts'
import type { Placeable } from './placed.ts'
import { type Draft, isLayer, type Texts, withTextMarks } from './symbol.ts'

/**
 * The given ids in page order, because a drawing has its widgets in that order; a selected group includes its contents.
 */
export function inOrder({ widgets }: PageDocument, ids: readonly string[]): string[] {
  const chosen = new Set(ids)
  const walk = (all: readonly PageWidget[]): string[] =>
    all.flatMap(({ id, children = [] }) => (chosen.has(id) ? [id] : walk(children)))
  return walk(widgets)
}

/**
 * The page with the widgets as one placed symbol, and its id; undefined if they are in a larger group or locked. `ids`
 * in page order.
 */
export function markedAs(
  document: PageDocument,
  ids: readonly string[],
  { keys, parts }: Draft,
  texts: Texts,
  symbol: Placeable,
): { document: PageDocument; selected: string[] } | undefined {
  const own = asGroup(document, ids)
  if (!own) return undefined
  const mark = (widget: PageWidget): PageWidget => {
    const { children } = widget
    const plain = withoutRef(children ? { ...widget, children: children.map(mark) } : widget)
    return withPart(plain, parts.get(widget.id) ?? widget.id)
  }
  const marked = (group: PageWidget): PageWidget => {
    const children = mapObjects((group.children ?? []).map(mark), (object) => {
      const key = keys.get(boundAs(object) ?? '')
      return withTextMarks(key === undefined ? object : { ...object, symbolSlot: key }, texts)
    })
    return { ...group, ref: refOf(symbol), widgetName: group.widgetName || symbol.title, children }
  }
  const widgets = replaced(own.widgets, new Set([own.id]), marked)
  return { document: { ...document, widgets }, selected: [own.id] }
}

function asGroup({ widgets }: PageDocument, ids: readonly string[]): { widgets: PageWidget[]; id: string } | undefined {
  const [id = ''] = ids
  const first = find(widgets, id)
  if (!first || ids.some((each) => isLocked(find(widgets, each)!))) return undefined
  if (ids.length === 1 && isLayer(first)) return { widgets, id }
  const chosen = new Set(ids)
  if (widgets.filter((widget) => chosen.has(widget.id)).length < ids.length) return undefined
  const fresh = freeId(new Set(idsIn(widgets)))
  const several = grouped(widgets, chosen, fresh)
  if (several) return { widgets: several, id: fresh }
  const box = boxOf(first.position)
  const children = [movedBy(first, -box.x, -box.y)]
  const group = { id: fresh, widgetType: groupType, position: placed({ ...box, rotate: 0 }), children }
  const { x, y, width, height } = group.position
  const position = { x, y, width, height, rotate: 0 }
  return { widgets: replaced(widgets, chosen, () => ({ ...group, position })), id: fresh }
}
