// The content of a property panel: the sections and fields of a widget with their values, in order. Pure; derived from
// the declarations of the widget and the host. [S2 Designer capabilities]
import type { PageWidget } from '../contract/page-document.ts'
import type { Slot } from './binds.ts'
import { type Field, type Fields, isShown, type Label, readFields, sections } from './fields.ts'
import { animations } from './host/animation.ts'
import { clickFields } from './host/click-event.ts'
import type { Widget } from './widget.ts'

/** One field: its path in the stored widget (`style.fontSize`), its declaration, and its current value. */
export type PanelField = { path: string; field: Field; value: unknown }
export type PanelSection = { label: Label; fields: PanelField[] }
/** A slot of the widget and its name. */
export type PanelBind = { name: string; slot: Slot }

export type Panel = {
  sections: PanelSection[]
  binds: PanelBind[]
  /** The fields of each entry of `items`; empty if the widget has no items. */
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

/** The fields that are shown for these values. */
function fieldsAt(part: string, fields: Fields, stored: unknown): PanelField[] {
  const values = readFields(fields, stored) as Record<string, unknown>
  return Object.entries(fields)
    .filter(([, field]) => isShown(field, values))
    .map(([key, field]) => ({ path: `${part}.${key}`, field, value: values[key] }))
}

/** The standard sections in order, then the widget's own. */
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
