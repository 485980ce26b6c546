// The common fields of several widgets, and their shared values. Pure.
import { framedPageOf, type PageWidget } from '../../contract/page-document.ts'
import { type Field, readFields } from '../../widgets/fields.ts'
import { type Panel, type PanelField, type PanelSection, panelOf } from '../../widgets/panel.ts'
import type { Widget } from '../../widgets/widget.ts'
import { framedPagePath } from './edit.ts'
import { read } from './path.ts'

/** The common value of several widgets. `isMixed`: the values differ, and `value` is that of the first widget. */
export type Shared<T = unknown> = { value: T; isMixed: boolean }

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Stops at the first widget that differs. */
export function sharedBy<T>(widgets: readonly PageWidget[], valueIn: (widget: PageWidget) => T): Shared<T | undefined> {
  const [first] = widgets
  const value = first && valueIn(first)
  return { value, isMixed: widgets.some((widget) => widget !== first && !isSame(value, valueIn(widget))) }
}

/** Lists, bindings and clicks are used as stored, including unknown values. */
const isKept = ({ kind }: Field): boolean => kind === 'list' || kind === 'bind' || kind === 'click'
const isStructure = (value: unknown): boolean => typeof value === 'object' && value !== null

/** The stored value of a field, or its initial value if the stored one is invalid. */
export function fieldValue(field: Field, stored: unknown): unknown {
  if (isKept(field) && isStructure(stored) && Array.isArray(stored) === (field.kind === 'list')) return stored
  return readFields({ field }, stored === undefined ? {} : { field: stored }).field
}

export const sharedAt = (widgets: readonly PageWidget[], path: string): Shared =>
  sharedBy(widgets, (widget) => read(widget, path))

export const sharedField = (widgets: readonly PageWidget[], { path, field }: Pick<PanelField, 'path' | 'field'>) =>
  sharedBy(widgets, (widget) => fieldValue(field, storedAt(widget, path)))

/** The stored value at a path; the page of an Iframe may have another name. */
const storedAt = (widget: PageWidget, path: string): unknown =>
  path === framedPagePath && widget.widgetType === 'Iframe'
    ? framedPageOf({ ...widget.data, type: undefined })
    : read(widget, path)

/** Removes fields that depend on a field that is not shown. */
export function reached<T extends { name: string; field: Pick<Field, 'when'> }>(lines: readonly T[]): T[] {
  const names = new Set(lines.map(({ name }) => name))
  const left = lines.filter(
    ({ field: { when } }) => !when || (names.has(when.field) && (!when.and || names.has(when.and.field))),
  )
  return left.length === lines.length ? left : reached(left)
}

/** The last part of a path: the field's name. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

const reachedLines = (lines: readonly PanelField[]): PanelField[] =>
  reached(lines.map((line) => ({ ...line, name: nameOf(line.path) })))

const optionsOf = ({ options = [] }: Field): string => options.map(({ value }) => value).join(' ')
/** Whether two fields of different widgets are the same line of the panel. */
const isAlike = (a: Field, b: Field): boolean =>
  a.kind === b.kind && a.label.en === b.label.en && optionsOf(a) === optionsOf(b)

/** The intersection of the bounds. */
const narrowed = (a: Field, b: Field): Field => ({
  ...a,
  ...(a.min !== undefined && b.min !== undefined ? { min: Math.max(a.min, b.min) } : {}),
  ...(a.max !== undefined && b.max !== undefined ? { max: Math.min(a.max, b.max) } : {}),
})

const allOf = (sections: readonly PanelSection[]): ReadonlyMap<string, Field> =>
  new Map(sections.flatMap(({ fields }) => fields.map(({ path, field }) => [path, field] as const)))

/** The sections of the first widget, with the fields that all widgets have. */
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

/** A widget of an unknown type has only the fields that all widgets have. */
const unknown: Pick<Widget, 'style' | 'items' | 'data' | 'binds'> = { style: {}, items: {}, data: {}, binds: {} }

/** One widget of each type, so that two thousand selected widgets do not slow down the panel. */
function firstOfTypes(widgets: readonly PageWidget[]): PageWidget[] {
  const found = new Map<string, PageWidget>()
  for (const widget of widgets) if (!found.has(widget.widgetType)) found.set(widget.widgetType, widget)
  return [...found.values()]
}

/** The panel of a selection. Slots and items are shown if all widgets have one type. */
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
