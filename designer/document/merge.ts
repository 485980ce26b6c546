// Merges two edits of one page from their common base, by top-level widget. A widget that only one side has changed is
// taken from that side; for a widget that both sides have changed, my version is used and reported. Pipes are connected
// again to existing widgets. Pure.
import type { PageContainer, PageDocument, PageWidget } from '../../contract/page-document.ts'
import { followed } from '../pipe/follow.ts'
import { idsIn } from './find.ts'
import { fitted } from './fit.ts'
import { ungrouped } from './group.ts'

type Merged = {
  document: PageDocument
  /** Ids of widgets that both sides changed, or that one changed and the other deleted. */
  both: string[]
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
const byId = ({ widgets }: PageDocument) => new Map(widgets.map((widget) => [widget.id, widget]))

export function merged(base: PageDocument, mine: PageDocument, theirs: PageDocument): Merged {
  const [old, own, other] = [byId(base), byId(mine), byId(theirs)]
  const both: string[] = []
  const pick = (id: string): PageWidget | undefined => {
    const [from, a, b] = [old.get(id), own.get(id), other.get(id)]
    if (isSame(a, b) || isSame(b, from)) return a
    if (isSame(a, from)) return b
    both.push(id)
    // A change is preferred to a deletion.
    return a ?? b
  }
  const picked = orderOf(base, mine, theirs).flatMap((id) => pick(id) ?? [])
  const { widgets, twice } = once(picked, (widget) => own.get(widget.id) === widget)
  const con = mergedCon(base.con, mine.con, theirs.con)
  return {
    document: { ...theirs, con, widgets: followed(widgets, widgets) },
    both: [...new Set([...both, ...twice])],
  }
}

/** A widget that is in different groups on both sides stays where mine has it. `twice`: the ids concerned. */
function once(picked: PageWidget[], isMine: (widget: PageWidget) => boolean) {
  const taken = new Set(idsIn(picked.filter(isMine)))
  const twice = idsIn(picked.filter((widget) => !isMine(widget))).filter((id) => taken.has(id))
  if (twice.length === 0) return { widgets: picked, twice }
  const rest = (widget: PageWidget): PageWidget[] => {
    if (taken.has(widget.id)) return widget.children ? ungrouped(widget).flatMap(rest) : []
    if (!widget.children) return [widget]
    const children = widget.children.flatMap(rest)
    const isSame =
      children.length === widget.children.length && children.every((each, i) => each === widget.children?.[i])
    return isSame ? [widget] : children.length === 0 ? [] : [{ ...widget, children }]
  }
  const widgets = picked.flatMap((widget) => (isMine(widget) ? [widget] : rest(widget)))
  return { widgets: fitted(picked, widgets), twice }
}

/** Properties of the page itself: my changes over theirs, so that a guide of mine does not undo their new size. */
function mergedCon(base: PageContainer, mine: PageContainer, theirs: PageContainer): PageContainer {
  const changed = Object.entries(mine).filter(([key, value]) => !isSame(value, base[key]))
  const con: PageContainer = { ...theirs, ...Object.fromEntries(changed) }
  for (const key of Object.keys(base)) if (!(key in mine)) delete con[key]
  return con
}

const idsOf = ({ widgets }: PageDocument): string[] => widgets.map(({ id }) => id)

/**
 * The order of the side that changed it, mine before theirs; widgets of the other side follow their neighbour there.
 */
function orderOf(base: PageDocument, mine: PageDocument, theirs: PageDocument): string[] {
  const kept = (ids: readonly string[], of: ReadonlySet<string>) => ids.filter((id) => of.has(id)).join(' ')
  const [before, own, other] = [idsOf(base), idsOf(mine), idsOf(theirs)]
  const known = new Set(before.filter((id) => own.includes(id)))
  const isMine = kept(own, known) !== kept(before, known)
  const [first, second] = isMine ? [own, other] : [other, own]
  const order = [...first]
  const taken = new Set(order)
  for (const [i, id] of second.entries()) {
    if (taken.has(id)) continue
    // Inserts the widget after its neighbour, wherever the neighbour is now.
    const at = second.slice(0, i).findLastIndex((each) => taken.has(each))
    order.splice(at < 0 ? 0 : order.indexOf(second[at]!) + 1, 0, id)
    taken.add(id)
  }
  return order
}
