// The change made by one step of editing: the top-level widgets that differ by reference, so that a command is a plain
// function from document to document. A group is one of them, with its contents. Reversible. Pure.
import type { PageContainer, PageDocument, PageWidget } from '../../contract/page-document.ts'

export type Change = {
  con: readonly [before: PageContainer, after: PageContainer] | null
  widgets: readonly (readonly [id: string, before: PageWidget | null, after: PageWidget | null])[]
  /** The ids in order, if the order cannot be derived from the widgets. */
  order: readonly [before: readonly string[], after: readonly string[]] | null
}

const idsOf = ({ widgets }: PageDocument): string[] => widgets.map(({ id }) => id)

/** The difference of two documents; undefined if they are the same. */
export function changeOf(before: PageDocument, after: PageDocument): Change | undefined {
  const old = new Map(before.widgets.map((widget) => [widget.id, widget]))
  const now = new Map(after.widgets.map((widget) => [widget.id, widget]))
  const gone = before.widgets.filter(({ id }) => !now.has(id)).map((widget) => [widget.id, widget, null] as const)
  const others = after.widgets
    .filter((widget) => old.get(widget.id) !== widget)
    .map((widget) => [widget.id, old.get(widget.id) ?? null, widget] as const)
  const [from, to] = [idsOf(before), idsOf(after)]
  const isSameOrder = from.length === to.length && from.every((id, i) => id === to[i])
  const con = before.con === after.con ? null : ([before.con, after.con] as const)
  if (!con && gone.length + others.length === 0 && isSameOrder) return undefined
  return { con, widgets: [...gone, ...others], order: isSameOrder ? null : [from, to] }
}

/** Applies a change to the document that it was calculated from. */
export function changed(document: PageDocument, { con, widgets, order }: Change): PageDocument {
  const byId = new Map(document.widgets.map((widget) => [widget.id, widget]))
  for (const [id, , after] of widgets) if (after) byId.set(id, after)
  const ids = order ? order[1] : idsOf(document)
  return { ...document, con: con ? con[1] : document.con, widgets: ids.map((id) => byId.get(id)!) }
}

export const reversed = ({ con, widgets, order }: Change): Change => ({
  con: con && [con[1], con[0]],
  widgets: widgets.map(([id, before, after]) => [id, after, before]),
  order: order && [order[1], order[0]],
})

/** Merges two consecutive changes into one. */
export function joined(first: Change, second: Change): Change {
  const widgets = new Map(first.widgets.map((each) => [each[0], each]))
  for (const [id, before, after] of second.widgets) {
    const known = widgets.get(id)
    widgets.set(id, [id, known ? known[1] : before, after])
  }
  const con = first.con && second.con ? ([first.con[0], second.con[1]] as const) : (second.con ?? first.con)
  const order =
    first.order && second.order ? ([first.order[0], second.order[1]] as const) : (second.order ?? first.order)
  return { con, widgets: [...widgets.values()], order }
}
