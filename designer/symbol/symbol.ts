// Widgets of a page as a symbol: the drawing without bindings, and its parameters. Pure.
import { type Binding, mvarOf, type PageWidget, wordKeys } from '../../contract/page-document.ts'
import type { SymbolContent, SymbolSlot, SymbolText } from '../../contract/user-symbol.ts'
import { freeId } from '../document/clipboard.ts'
import { idsIn } from '../document/find.ts'
import { boxOf, unionOf } from '../document/geometry.ts'
import { groupType, movedBy } from '../document/group.ts'
import { bindingIn } from '../panel/slots.ts'
import { retied } from '../pipe/retie.ts'
import {
  boundAs,
  eachObject,
  type Json,
  mapObjects,
  originOf,
  partOf,
  slotOf,
  textMarksOf,
  withoutRef,
} from './marks.ts'
import { ownParts } from './names.ts'

/** A text of the drawing; `param`: its parameter in the previous version. */
export type FoundText = { value: string; param: SymbolText | undefined }

/**
 * The content to save, before texts are chosen. `left`: number of links to pages, devices and reports that are omitted.
 */
export type Draft = {
  content: SymbolContent
  texts: FoundText[]
  left: number
  /** The parameters by their current bindings, and the ids in the drawing by those on the page. */
  keys: ReadonlyMap<string, string>
  parts: ReadonlyMap<string, string>
}

/** Names of a bound variable. */
export type Names = { name: string; title: string }

/**
 * Creates the draft of a symbol. `widgets`: in their visible positions. `before`: the symbol of a placed instance,
 * whose parameters are preserved.
 */
export function draftOf(
  widgets: readonly PageWidget[],
  known: ReadonlyMap<number, Names>,
  before?: SymbolContent,
): Draft {
  const { width, height, inner } = drawingOf(widgets)
  const parts = partsOf(inner)
  const own = retied(inner, parts).map((widget) => asDrawn(widget, parts))
  const { keys, slots } = slotsOf(own, known, before)
  let left = 0
  const drawn = mapObjects(own, (object) => {
    const as = boundAs(object)
    const slot = as === undefined ? slotOf(object) : keys.get(as)
    const { kept, lost } = withoutLinks(slot === undefined ? object : unbound(object))
    left += lost
    return slot === undefined ? kept : { ...kept, symbolSlot: slot }
  })
  const texts = textsOf(drawn, before)
  return { content: { width, height, slots, texts: [], widgets: drawn }, texts, left, keys, parts }
}

/** The contents of a single plain group, or else the whole selection. */
function drawingOf(widgets: readonly PageWidget[]): { width: number; height: number; inner: PageWidget[] } {
  const [first] = widgets
  if (widgets.length === 1 && first?.children && isLayer(first)) {
    const { width, height } = first.position
    return { width, height, inner: first.children }
  }
  const box = unionOf(widgets.map(({ position }) => boxOf(position))) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { width: box.width, height: box.height, inner: widgets.map((widget) => movedBy(widget, -box.x, -box.y)) }
}

/** A group without behaviour of its own, or a placed symbol. */
export const isLayer = (widget: PageWidget): boolean =>
  widget.widgetType === groupType && (originOf(widget) !== undefined || !(widget.clickEvent || widget.animation))

/** The ids in the drawing by those on the page: widgets that were in the drawing before keep their ids. */
function partsOf(widgets: readonly PageWidget[]): Map<string, string> {
  const ids = new Map<string, string>()
  const taken = new Set(idsIn(widgets))
  const walk = (all: readonly PageWidget[]) => {
    for (const widget of all) {
      const part = partOf(widget)
      const id = part !== undefined && !taken.has(part) ? part : widget.id
      taken.add(id)
      ids.set(widget.id, id)
      walk(widget.children ?? [])
    }
  }
  walk(widgets)
  return ids
}

/** A symbol inside the symbol becomes part of its drawing. */
function asDrawn(widget: PageWidget, ids: ReadonlyMap<string, string>): PageWidget {
  const { id, children, ...rest } = withoutRef(widget)
  const inner = children && { children: children.map((child) => asDrawn(child, ids)) }
  return { ...rest, id: ids.get(id) ?? id, ...inner }
}

type Slots = { keys: Map<string, string>; slots: SymbolSlot[] }

/** One parameter per variable. Existing parameters keep their keys, so that placed symbols keep their bindings. */
function slotsOf(
  widgets: readonly PageWidget[],
  known: ReadonlyMap<number, Names>,
  before: SymbolContent | undefined,
): Slots {
  const keys = new Map<string, string>()
  const found = new Map<string, Json>()
  const earlier = new Map((before?.slots ?? []).map((slot) => [slot.key, slot]))
  const put = (key: string, object: Json) => found.has(key) || found.set(key, object)
  eachObject(widgets, (object) => {
    const [key, as] = [slotOf(object), boundAs(object)]
    if (key === undefined || found.has(key) || (as !== undefined && keys.has(as))) return
    if (as !== undefined) keys.set(as, key)
    put(key, object)
  })
  eachObject(widgets, (object) => {
    const as = boundAs(object)
    if (as === undefined || keys.has(as)) return
    const key = freeId(new Set(found.keys()))
    keys.set(as, key)
    put(key, object)
  })
  const fresh = [...found].filter(([key]) => !earlier.has(key))
  const all = fresh.map(([, object]) => namesOf(object as Binding & Json, known))
  const [names, titles] = [ownParts(all.map(({ name }) => name)), ownParts(all.map(({ title }) => title))]
  const made = new Map(
    fresh.map(([key, object], i): [string, SymbolSlot] => {
      const kind = mvarOf(object) === undefined ? 'signal' : 'mvar'
      return [key, { key, kind, title: (titles[i] || names[i] || key).slice(0, longest), name: names[i] ?? '' }]
    }),
  )
  return { keys, slots: [...found.keys()].map((key) => earlier.get(key) ?? made.get(key)!) }
}

const longest = 60

function namesOf(object: Binding & Json, known: ReadonlyMap<number, Names>): Names {
  const found = known.get(Number(object.signalId))
  const { title = '', signalName } = object
  const marked = typeof signalName === 'string' ? signalName.replace(/\{[^}]*\}/g, '') : ''
  return { name: found?.name || marked, title: found?.title || title || marked }
}

/** Removes the binding, and preserves other values stored beside it. */
function unbound(object: Json): Json {
  const { signalName: _, symbolSlot: __, ...rest } = object
  const { type } = object
  const binding = Object.keys(bindingIn(object as Binding))
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => !binding.includes(key)))
  return type === undefined ? kept : { ...kept, type }
}

/** References that are valid only on this page. */
const links = [
  ...['equipId', 'equipmentId', 'pageId', 'equipPageId', 'reportId', 'customReportId', 'sceneId', 'projectId'],
  ...['templateId', 'mainId', 'mainPageId', 'configId'],
]

function withoutLinks(object: Json): { kept: Json; lost: number } {
  const entries = Object.entries(object)
  const kept = entries.filter(([key]) => !links.includes(key))
  const lost = entries.some(([key, value]) => links.includes(key) && Number(value) > 0) ? 1 : 0
  return kept.length === entries.length ? { kept: object, lost } : { kept: Object.fromEntries(kept), lost }
}

const isWord = (key: string): boolean => (wordKeys as readonly string[]).includes(key)

function textsOf(widgets: readonly PageWidget[], before: SymbolContent | undefined): FoundText[] {
  const earlier = new Map((before?.texts ?? []).map((text) => [text.key, text]))
  const found = new Map<string, FoundText>()
  eachObject(widgets, (object) => {
    const marks = textMarksOf(object)
    for (const [key, value] of Object.entries(object)) {
      if (!isWord(key) || typeof value !== 'string' || value.trim() === '') continue
      const mark = marks.find(({ field }) => field === key)
      const known = found.get(value)
      const param = known?.param ?? (mark && earlier.get(mark.param))
      // If two texts had the same parameter, the first one keeps it.
      if (param) earlier.delete(param.key)
      if (!known || (param && !known.param)) found.set(value, { value, param })
    }
  })
  return [...found.values()]
}

/** The texts that are parameters, by their current text. */
export type Texts = ReadonlyMap<string, SymbolText>

/** Marks the texts of an object that are parameters. */
export function withTextMarks(object: Json, texts: Texts): Json {
  const { symbolTexts: before, ...rest } = object
  const marks = Object.entries(rest).flatMap(([field, value]) => {
    const text = isWord(field) && typeof value === 'string' ? texts.get(value) : undefined
    return text ? [{ field, param: text.key }] : []
  })
  if (marks.length === 0) return before === undefined ? object : rest
  return { ...rest, symbolTexts: marks }
}

export const withTexts = (content: SymbolContent, texts: Texts): SymbolContent => ({
  ...content,
  texts: [...texts.values()],
  widgets: mapObjects(content.widgets, (object) => withTextMarks(object, texts)),
})
