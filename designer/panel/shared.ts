// What several widgets have in common: their fields, and the values of one place over all of them. Pure.
import { framedPageOf, type PageWidget } from '../../contract/page-document.ts'
import { type Field, readFields } from '../../widgets/fields.ts'
import { type Panel, type PanelField, type PanelSection, panelOf } from '../../widgets/panel.ts'
import type { Widget } from '../../widgets/widget.ts'
import { framedPagePath } from './edit.ts'
import { read } from './path.ts'

/** One value of several widgets; `isMixed`: they differ, and `value` is the first one's. */
export type Shared<T = unknown> = { value: T; isMixed: boolean }

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Reads no further than to the first that differs. */
export function sharedBy<T>(widgets: readonly PageWidget[], valueIn: (widget: PageWidget) => T): Shared<T | undefined> {
  const [first] = widgets
  const value = first && valueIn(first)
  return { value, isMixed: widgets.some((widget) => widget !== first && !isSame(value, valueIn(widget))) }
}

/** Lists, bindings and clicks are kept as they are stored, with what is not known in them. */
const isKept = ({ kind }: Field): boolean => kind === 'list' || kind === 'bind' || kind === 'click'
const isStructure = (value: unknown): boolean => typeof value === 'object' && value !== null

/** The value of a field in what is stored; its initial one where nothing fits. */
export function fieldValue(field: Field, stored: unknown): unknown {
  if (isKept(field) && isStructure(stored) && Array.isArray(stored) === (field.kind === 'list')) return stored
  return readFields({ field }, stored === undefined ? {} : { field: stored }).field
}

export const sharedAt = (widgets: readonly PageWidget[], path: string): Shared =>
  sharedBy(widgets, (widget) => read(widget, path))

export const sharedField = (widgets: readonly PageWidget[], { path, field }: Pick<PanelField, 'path' | 'field'>) =>
  sharedBy(widgets, (widget) => fieldValue(field, storedAt(widget, path)))

/** The page of an Iframe under whichever name it is stored; any other field at its path. */
const storedAt = (widget: PageWidget, path: string): unknown =>
  path === framedPagePath && widget.widgetType === 'Iframe'
    ? framedPageOf({ ...widget.data, type: undefined })
    : read(widget, path)

/** A field that depends on another is shown only while that one is. */
export function reached<T extends { name: string; field: Pick<Field, 'when'> }>(lines: readonly T[]): T[] {
  const names = new Set(lines.map(({ name }) => name))
  const left = lines.filter(
    ({ field: { when } }) => !when || (names.has(when.field) && (!when.and || names.has(when.and.field))),
  )
  return left.length === lines.length ? left : reached(left)
}

/** The last part of a path: the name of its field. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

const reachedLines = (lines: readonly PanelField[]): PanelField[] =>
  reached(lines.map((line) => ({ ...line, name: nameOf(line.path) })))

const optionsOf = ({ options = [] }: Field): string => options.map(({ value }) => value).join(' ')
/** The same line of the panel, whatever widget it is of. */
const isAlike = (a: Field, b: Field): boolean =>
  a.kind === b.kind && a.label.en === b.label.en && optionsOf(a) === optionsOf(b)

/** Within the bounds of both. */
const narrowed = (a: Field, b: Field): Field => ({
  ...a,
  ...(a.min !== undefined && b.min !== undefined ? { min: Math.max(a.min, b.min) } : {}),
  ...(a.max !== undefined && b.max !== undefined ? { max: Math.min(a.max, b.max) } : {}),
})

const allOf = (sections: readonly PanelSection[]): ReadonlyMap<string, Field> =>
  new Map(sections.flatMap(({ fields }) => fields.map(({ path, field }) => [path, field] as const)))

/** The sections of the first with the fields that all have. */
function commonSections([first, ...others]: readonly (readonly PanelSection[])[]): PanelSection[] {
  const maps = others.map(allOf)
  const common = (line: PanelField): PanelField | undefined => {
    let { field } = line
    for (const map of maps) {
      const other = map.get(line.path)
      if (!other || !isAlike(field, other)) return undefined
      if (field !== other) field = narrowed(field, other)
    }
    return { ...line, field }
  }
  return (first ?? [])
    .map(({ label, fields }) => ({ label, fields: fields.map(common).filter((line) => line !== undefined) }))
    .filter(({ fields }) => fields.length > 0)
}

/** Of a type that is not known: what the host does for every widget. */
const unknown: Pick<Widget, 'style' | 'items' | 'data' | 'binds'> = { style: {}, items: {}, data: {}, binds: {} }

/** One widget of each type: a page may have two thousand that are selected at once. */
function firstOfTypes(widgets: readonly PageWidget[]): PageWidget[] {
  const found = new Map<string, PageWidget>()
  for (const widget of widgets) if (!found.has(widget.widgetType)) found.set(widget.widgetType, widget)
  return [...found.values()]
}

/** What the panel shows of a selection. Slots and items are shown where all are of one type. */
export function commonPanel(widgets: readonly PageWidget[], types: ReadonlyMap<string, Widget>): Panel {
  const panels = firstOfTypes(widgets).map((each) => panelOf((types.get(each.widgetType) ?? unknown) as Widget, each))
  const isOneType = panels.length === 1
  const first = panels[0]!
  return {
    sections: commonSections(panels.map(({ sections }) => sections)),
    binds: isOneType ? first.binds.filter(({ slot }) => widgets.length === 1 || !slot.many) : [],
    items: widgets.length === 1 ? first.items : {},
    animations: first.animations,
    click: reachedLines(first.click),
  }
}

/** Sections with the fields of one part: `style` or `data`. */
export const sectionsOf = ({ sections }: Panel, part: 'style' | 'data'): PanelSection[] =>
  sections
    .map(({ label, fields }) => ({ label, fields: fields.filter(({ path }) => path.startsWith(`${part}.`)) }))
    .filter(({ fields }) => fields.length > 0)
