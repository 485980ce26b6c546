// The contract of a widget. A file under widgets/<family>/ declares one: its fields and slots, its static drawing
// (`Draw`), and the parts that values change (`show`). The host (widgets/host) handles position, lock, region,
// animations, click events, faults, quality and age. See docs/widgets.md.
import type { ComponentType, ReactNode } from 'react'
import type { PageWidget } from '../contract/page-document.ts'
import type { Value } from '../core/data-type.ts'
import type { Freshness } from '../signal/web/freshness.ts'
import type { SignalCell } from '../signal/web/values.ts'
import type { Bound, Slots } from './binds.ts'
import { type Field, type Fields, type Label, readFields, type ValuesOf } from './fields.ts'
import type { PageHost } from './host/page-host.ts'
import { type Family, typeNameOf } from './type-name.ts'

/** Where a widget is drawn: in the designer, on a live page, or as a small picture in a list. */
export type Mode = 'edit' | 'run' | 'thumbnail'

/** The size of a widget in pixels of the page, with the radii of a shape if it has some. */
export type Size = { width: number; height: number; rotate?: number; r?: number; rx?: number; ry?: number }

/** The current reading of a binding. */
export type Reading = {
  isBound: boolean
  /** The value; null if no value may be shown, because it was not read yet or is bad. */
  value: Value | null
  /** The text shown in place of a bad value; never used for a state, a colour or a curve. */
  standIn: Value | null
  quality: Freshness
  code: number
  /** Time of the reading, epoch ms. */
  time: number | null
  /** The variable's own texts for its values, see core/value-texts. */
  texts: string | null
  /** Name of the variable. */
  title: string
}

/**
 * A bound value for a widget that draws its own values, such as a chart: the cell to watch, and its current reading.
 */
export type Input = Bound & { cell: SignalCell | undefined; read: () => Reading }

/** The parsed data of a widget; parsed once per version of the page. */
type Parsed<S, I, D> = { style: S; items: I[]; data: D; size: Size; mode: Mode }

export type DrawProps<S = object, I = object, D = object> = Parsed<S, I, D> & {
  /** The id of the widget on the page. */
  id: string
  /** The mark of quality and age, for a widget that places it itself (`mark: 'inside'`). */
  mark: ReactNode
  /** The bindings of a slot, for a widget that draws its values in its own effect. */
  inputs: (slot: string) => readonly Input[]
  /** Services of the page: clicks, writes, data of other rooms. Inactive in the designer. */
  host: PageHost
  /** The drawn widgets of a group. */
  children?: ReactNode
}

type ShowProps<S = object, I = object, D = object> = Parsed<S, I, D> & {
  /** Returns the first reading of a slot. */
  read: (slot: string) => Reading
  readAll: (slot: string) => readonly Reading[]
  /** The fields of each entry of a slot for many values, in the order of its readings. */
  fieldsOf: (slot: string) => readonly Record<string, unknown>[]
  /** Epoch ms on the platform's clock. */
  now: number
}

/** The changes that values make to a drawn widget. The host writes only the differences into the nodes. */
type Shown = {
  /** Texts by part, for the element with `data-part="value"`. */
  text?: { [part: string]: string }
  /** CSS variables of the widget's node, without their dashes. */
  vars?: { [name: string]: string | number }
  /** Values for `data-` attributes of the widget's node; null removes the attribute. */
  state?: { [name: string]: string | null }
}

/** Migrates a stored widget from the previous version to this one. Pure; preserves fields that it does not know. */
type Migration = (stored: PageWidget) => PageWidget

export type Widget = {
  /** The type's name in stored pages, see widgets/type-name. */
  type: string
  /** Family and word of the type, as in spec/widgets.tsv. */
  family: Family
  word: string
  name: Label
  /** Version of the stored data. Each version above 1 has a migration. */
  version: number
  migrations: { readonly [version: number]: Migration }
  size: { width: number; height: number }
  style: Fields
  items: Fields
  data: Fields
  binds: Slots
  /**
   * How the widget is drawn. `svg`: draws SVG elements and shares an <svg> with its neighbours; `html`: has its own
   * box.
   */
  draw: 'html' | 'svg'
  /**
   * Where the host marks an old or bad value: in the corner; inside, where the widget puts `mark`; or only by the
   * outline, for shapes and pipes with a separate number beside them.
   */
  mark: 'corner' | 'inside' | 'outline'
  Draw: ComponentType<DrawProps>
  show?: (of: ShowProps) => Shown
}

type NoFields = Record<never, Field>
type Optional = 'version' | 'migrations' | 'size' | 'binds' | 'draw' | 'mark'
type Declared<S, I, D> = Pick<Widget, 'family' | 'word' | 'name'> &
  Partial<Pick<Widget, Optional>> & {
    style?: S
    items?: I
    data?: D
    Draw: ComponentType<DrawProps<ValuesOf<S>, ValuesOf<I>, ValuesOf<D>>>
    show?: (of: ShowProps<ValuesOf<S>, ValuesOf<I>, ValuesOf<D>>) => Shown
  }

const defaults = {
  version: 1,
  migrations: {},
  size: { width: 160, height: 40 },
  style: {},
  items: {},
  data: {},
  binds: {},
  draw: 'html',
  mark: 'corner',
} as const

/** Declares a widget; its file exports it as default. */
export function widget<S extends Fields = NoFields, I extends Fields = NoFields, D extends Fields = NoFields>(
  of: Declared<S, I, D>,
): Widget {
  return { ...defaults, type: typeNameOf(of.family, of.word), ...of } as unknown as Widget
}

/** Migrates a stored widget to the current version of its type. A widget of a newer version is unchanged. */
export function migrated({ version: newest, migrations }: Widget, stored: PageWidget): PageWidget {
  let now = stored
  for (let version = (stored.version ?? 1) + 1; version <= newest; version += 1)
    now = { ...(migrations[version]?.(now) ?? now), version }
  return now
}

/** The fields of a widget with their stored values. */
export const parsed = (
  { style, items, data }: Pick<Widget, 'style' | 'items' | 'data'>,
  stored: Pick<PageWidget, 'style' | 'items' | 'data'>,
) => ({
  style: readFields(style, stored.style),
  items: (stored.items ?? []).map((item) => readFields(items, item)),
  data: readFields(data, stored.data),
})

/** A new widget of a type, as placed from the palette. */
export const fresh = (of: Widget, id: string, at: { x: number; y: number }): PageWidget => ({
  id,
  widgetType: of.type,
  version: of.version,
  position: { ...at, ...of.size, rotate: 0 },
  ...parsed(of, {}),
})
