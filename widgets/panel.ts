// What a property panel shows of a widget: its sections and fields with their values, in order. Pure; derived from the
// widget's declaration and the host's. [S2 Designer capabilities]
import type { PageWidget } from '../contract/page-document.ts'
import type { Slot } from './binds.ts'
import { type Field, type Fields, isShown, type Label, readFields, sections } from './fields.ts'
import { animations } from './host/animation.ts'
import { clickFields } from './host/click-event.ts'
import type { Widget } from './widget.ts'

/** One field: where it is stored in the widget (`style.fontSize`), what it is, and its value now. */
export type PanelField = { path: string; field: Field; value: unknown }
export type PanelSection = { label: Label; fields: PanelField[] }
/** A slot: `path` of the binding, or for many the ends of the arrays' names with the fields of an entry. */
export type PanelBind = { name: string; slot: Slot }

export type Panel = {
  sections: PanelSection[]
  binds: PanelBind[]
  /** The fields of each entry of `items`; none if the widget has no items. */
  items: Fields
  animations: { kind: string; label: Label; fields: PanelField[] }[]
  click: PanelField[]
}

export function panelOf(widget: Widget, stored: PageWidget): Panel {
  const own = [...fieldsAt('data', widget.data, stored.data), ...fieldsAt('style', widget.style, stored.style)]
  return {
    sections: inSections(own),
    binds: Object.entries(widget.binds).map(([name, slot]) => ({ name, slot })),
    items: widget.items,
    animations: Object.entries(animations).map(([kind, { label, fields }]) => ({
      ...{ kind, label },
      fields: fieldsAt(`animation.${kind}`, fields, stored.animation?.[kind]),
    })),
    click: fieldsAt('clickEvent', clickFields, stored.clickEvent),
  }
}

/** The fields that are shown beside the others' values. */
function fieldsAt(part: string, fields: Fields, stored: unknown): PanelField[] {
  const values = readFields(fields, stored) as Record<string, unknown>
  return Object.entries(fields)
    .filter(([, field]) => isShown(field, values))
    .map(([key, field]) => ({ path: `${part}.${key}`, field, value: values[key] }))
}

/** Known sections in their order, then those that the widget brings. */
function inSections(fields: readonly PanelField[]): PanelSection[] {
  const known = Object.entries(sections).map(([key, label]) => ({
    key: key as Field['section'],
    label: label as Label,
  }))
  const brought = fields.flatMap(({ field: { section } }) => (typeof section === 'object' ? [section] : []))
  const own = [...new Set(brought)].map((label) => ({ key: label as Field['section'], label }))
  return [...known, ...own]
    .map(({ key, label }) => ({ label, fields: fields.filter(({ field }) => (field.section ?? 'content') === key) }))
    .filter((section) => section.fields.length > 0)
}
