// A symbol on a page: a group with its drawing, bound through its parameters, with a reference to the symbol. Pure.
import type { Binding, PageWidget } from '../../contract/page-document.ts'
import type { SymbolContent } from '../../contract/user-symbol.ts'
import { freeId } from '../document/clipboard.ts'
import type { Point } from '../document/geometry.ts'
import { groupType, inBox } from '../document/group.ts'
import { bindingIn, inUnits, rebound } from '../panel/slots.ts'
import type { Unit } from '../panel/variable.ts'
import { retied, tiedBeside } from '../pipe/retie.ts'
import {
  boundAs,
  eachObject,
  mapObjects,
  originOf,
  partOf,
  refOf,
  slotOf,
  textMarksOf,
  withoutRef,
  withPart,
} from './marks.ts'

/** The data of a symbol that can be placed. */
export type Placeable = { key: string; version: number; title: string; content: SymbolContent }

/**
 * A binding for a parameter of a symbol. `unit` belongs to a variable that was selected; `shownUnit` to one that was
 * bound before, whose decimals are those of the drawing.
 */
export type Fill = { binding: Binding; unit?: Unit | undefined; shownUnit?: string | undefined }

/** The values of the parameters by key: bindings, absent if not bound; and texts. */
export type Filled = {
  slots: ReadonlyMap<string, Fill>
  texts: ReadonlyMap<string, string>
}
export const nothingFilled: Filled = { slots: new Map(), texts: new Map() }

/** Widgets with these parameter values; other parameters are unchanged. */
function filled(widgets: readonly PageWidget[], { slots, texts }: Filled): PageWidget[] {
  return mapObjects([...widgets], (object) => {
    const slot = slots.get(slotOf(object) ?? '')
    const next = slot ? inUnit(inUnits(bound(object as Binding, slot.binding), slot.unit), slot.shownUnit) : object
    const marks = textMarksOf(next).flatMap(({ field, param }): [string, string][] => {
      const text = texts.get(param)
      return text === undefined || typeof next[field] !== 'string' ? [] : [[field, text]]
    })
    return marks.length === 0 ? next : { ...next, ...Object.fromEntries(marks) }
  })
}

const inUnit = (data: Binding, unit: string | undefined): Binding =>
  unit !== undefined && 'unit' in data ? { ...data, unit } : data

/** If the binding is empty, the object keeps its type. */
function bound(object: Binding, binding: Binding): Binding {
  const { signalName: _, ...rest } = object
  const next = rebound(rest, binding)
  return next.type === undefined && object.type !== undefined ? { ...next, type: object.type } : next
}

/** The symbol as a group with its corner at a point; ids are those of the drawing until it is added to a page. */
export function placedSymbol(symbol: Placeable, { x, y }: Point, values: Filled): PageWidget {
  const { width, height, widgets } = symbol.content
  return {
    id: 'new',
    ref: refOf(symbol),
    widgetType: groupType,
    widgetName: symbol.title,
    position: { x, y, width, height, rotate: 0 },
    children: filled(widgets, values).map(asPart),
  }
}

function asPart(widget: PageWidget): PageWidget {
  const { children } = widget
  return withPart(children ? { ...widget, children: children.map(asPart) } : widget, widget.id)
}

/** The parameter values of a placed symbol. */
export function filledIn({ children = [] }: PageWidget): Filled {
  const slots = new Map<string, Fill>()
  const texts = new Map<string, string>()
  eachObject(children, (object) => {
    const key = slotOf(object)
    const known = slots.get(key ?? '')
    if (key !== undefined && boundAs(object) !== undefined && known?.shownUnit === undefined) {
      const { signalName, unit } = object
      const named = typeof signalName === 'string' ? { signalName } : {}
      const binding = known?.binding ?? { ...bindingIn(object as Binding), ...named }
      slots.set(key, { binding, ...(typeof unit === 'string' ? { shownUnit: unit } : {}) })
    }
    for (const { field, param } of textMarksOf(object)) {
      const text = object[field]
      if (typeof text === 'string' && !texts.has(param)) texts.set(param, text)
    }
  })
  return { slots, texts }
}

/** Sets the parameters; `values` has all that are bound. */
export const refilled = (group: PageWidget, values: Filled): PageWidget =>
  group.children ? { ...group, children: filled(group.children, values) } : group

/**
 * Updates the group to the symbol's current drawing. Place, size, name, click and animation stay, and so do the
 * parameter values; widgets that are still in the drawing keep their ids, so that pipes stay attached to them.
 */
function updatedFrom(group: PageWidget, symbol: Placeable): PageWidget {
  const { content } = symbol
  const fresh = idsFor(content.widgets, partsIn(group.children ?? []))
  const drawn = retied(filled(content.widgets, filledIn(group)), fresh).map((widget) => numbered(asPart(widget), fresh))
  const children = tiedBeside(drawn, group.children ?? [])
  const base = { ...group.position, width: content.width, height: content.height }
  return inBox({ ...group, ref: refOf(symbol), position: base, children }, group.position)
}

/** The ids of placed widgets by their ids in the drawing. */
function partsIn(widgets: readonly PageWidget[], found = new Map<string, string>()): Map<string, string> {
  for (const widget of widgets) {
    const part = partOf(widget)
    if (part !== undefined && !found.has(part)) found.set(part, widget.id)
    partsIn(widget.children ?? [], found)
  }
  return found
}

function idsFor(widgets: readonly PageWidget[], known: ReadonlyMap<string, string>): Map<string, string> {
  const ids = new Map<string, string>()
  const walk = (all: readonly PageWidget[]) => {
    for (const { id, children = [] } of all) {
      ids.set(id, known.get(id) ?? freeId(new Set(known.values())))
      walk(children)
    }
  }
  walk(widgets)
  return ids
}

function numbered(widget: PageWidget, ids: ReadonlyMap<string, string>): PageWidget {
  const { id, children } = widget
  return {
    ...widget,
    id: ids.get(id) ?? id,
    ...(children && { children: children.map((each) => numbered(each, ids)) }),
  }
}

/** Updates all instances of the symbol in a widget; the same object if there are none, or all have this version. */
export function updatedWithin(widget: PageWidget, symbol: Placeable): PageWidget {
  const origin = originOf(widget)
  if (origin?.key === symbol.key) return origin.version === symbol.version ? widget : updatedFrom(widget, symbol)
  if (!widget.children) return widget
  const children = widget.children.map((child) => updatedWithin(child, symbol))
  return children.every((child, i) => child === widget.children![i]) ? widget : { ...widget, children }
}

/** The number of placed instances with another version. */
export const countOlder = (widgets: readonly PageWidget[], of: Placeable): number =>
  widgets.reduce((sum, widget) => {
    const { key, version } = of
    const origin = originOf(widget)
    const own = origin?.key === key ? Number(origin.version !== version) : countOlder(widget.children ?? [], of)
    return sum + own
  }, 0)

/** Turns a placed symbol into an ordinary group. */
export const detached = (group: PageWidget): PageWidget => withoutRefs(group)

function withoutRefs(widget: PageWidget): PageWidget {
  const { children, ...rest } = withoutRef(widget)
  return children ? { ...rest, children: children.map(withoutRefs) } : rest
}
