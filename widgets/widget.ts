// The contract of a widget. A file under widgets/<family>/ declares one: its fields and slots, what it draws once (`Draw`)
// and what its values change in it (`show`). Position, lock, region, animations, click events, faults, quality and age
// are the host's (widgets/host). See docs/widgets.md.
import type { ComponentType, ReactNode } from 'react'
import type { PageWidget } from '../contract/page-document.ts'
import type { Value } from '../core/data-type.ts'
import type { Freshness } from '../signal/web/freshness.ts'
import type { SignalCell } from '../signal/web/values.ts'
import type { Bound, Slots } from './binds.ts'
import { type Field, type Fields, type Label, readFields, type ValuesOf } from './fields.ts'
import type { PageHost } from './host/page-host.ts'
import { type Family, typeNameOf } from './type-name.ts'

/** In the designer, on a live page, and as a small picture in a list. */
export type Mode = 'edit' | 'run' | 'thumbnail'

/** In the page's pixels, with the radii of a shape if it has them. */
export type Size = { width: number; height: number; rotate?: number; r?: number; rx?: number; ry?: number }

/** What a bound value says now. */
export type Reading = {
  isBound: boolean
  /** Null if there is nothing that may be shown: no value yet, or a bad one. */
  value: Value | null
  /** What a text shows in the place of a bad value; never a state, a colour or a curve. */
  standIn: Value | null
  quality: Freshness
  code: number
  /** Epoch ms of the reading. */
  time: number | null
  /** Own words of the variable for its values, see core/value-texts. */
  texts: string | null
  /** Name of the variable. */
  title: string
}

/** A bound value for a widget that draws by itself, a chart: the cell to watch, and what it says now. */
export type Input = Bound & { cell: SignalCell | undefined; read: () => Reading }

/** What a widget is made of; parsed once a version of the page. */
export type Parsed<S, I, D> = { style: S; items: I[]; data: D; size: Size; mode: Mode }

export type DrawProps<S = object, I = object, D = object> = Parsed<S, I, D> & {
  /** Its id on the page. */
  id: string
  /** The mark of quality and age, for a widget that places it itself (`mark: 'inside'`). */
  mark: ReactNode
  /** What a slot is bound to, for a widget that draws its values by an effect of its own. */
  inputs: (slot: string) => readonly Input[]
  /** What the page does for it: clicks, writes, data of other rooms. Stands still in the designer. */
  host: PageHost
  /** The widgets of a group. */
  children?: ReactNode
}

export type ShowProps<S = object, I = object, D = object> = Parsed<S, I, D> & {
  /** The first value of a slot. */
  read: (slot: string) => Reading
  readAll: (slot: string) => readonly Reading[]
  /** The fields of each entry of a slot for many, in the order of its readings. */
  fieldsOf: (slot: string) => readonly Record<string, unknown>[]
  /** Epoch ms on the platform's clock. */
  now: number
}

/** What values change in a drawn widget. The host writes it into the nodes, and only what differs. */
export type Shown = {
  /** Texts by part: of the element with `data-part="value"`. */
  text?: { [part: string]: string }
  /** CSS variables of the widget's node, without their dashes. */
  vars?: { [name: string]: string | number }
  /** `data-` attributes of the widget's node; null: none. */
  state?: { [name: string]: string | null }
}

/** From the version before to this one. Pure; what it does not know it leaves. */
export type Migration = (stored: PageWidget) => PageWidget

export type Widget = {
  /** Its name in stored pages, see widgets/type-name. */
  type: string
  /** As in spec/widgets.tsv. */
  family: Family
  word: string
  name: Label
  /** Of what is stored. Each version above 1 has a migration. */
  version: number
  migrations: { readonly [version: number]: Migration }
  size: { width: number; height: number }
  style: Fields
  items: Fields
  data: Fields
  binds: Slots
  /** `svg`: draws SVG elements and shares an <svg> with its neighbours; `html`: has a box of its own. */
  draw: 'html' | 'svg'
  /**
   * Where the host marks what is old or bad: in the corner; inside, where the widget puts `mark`; or by the outline
   * alone, for shapes and pipes, whose number stands beside them.
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

/** The stored widget in the version of its type now. One of a newer version is left as it is. */
export function migrated({ version: newest, migrations }: Widget, stored: PageWidget): PageWidget {
  let now = stored
  for (let version = (stored.version ?? 1) + 1; version <= newest; version += 1)
    now = { ...(migrations[version]?.(now) ?? now), version }
  return now
}

/** Its fields with the values of what is stored. */
export const parsed = (
  { style, items, data }: Pick<Widget, 'style' | 'items' | 'data'>,
  stored: Pick<PageWidget, 'style' | 'items' | 'data'>,
) => ({
  style: readFields(style, stored.style),
  items: (stored.items ?? []).map((item) => readFields(items, item)),
  data: readFields(data, stored.data),
})

/** A new widget of a type, as the palette puts it on a page. */
export const fresh = (of: Widget, id: string, at: { x: number; y: number }): PageWidget => ({
  id,
  widgetType: of.type,
  version: of.version,
  position: { ...at, ...of.size, rotate: 0 },
  ...parsed(of, {}),
})
