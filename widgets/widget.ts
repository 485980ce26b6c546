// The definition of a widget: names, size, properties, binds and drawing. Palette, property panel, defaults, validation
// and gallery derive from it; every other part has a default. A widget registers by being in its family's folder.
import type { ComponentType } from 'react'
import { z } from 'zod'
import type { Language } from '../contract/errors.ts'
import type { Freshness } from '../signal/web/freshness.ts'
import type { CellReading, SignalCell } from '../signal/web/values.ts'

export const families = ['group', 'shape', 'usual', 'complex', 'navigate', 'script'] as const
export type Family = (typeof families)[number]
export type Label = Record<Language, string>
export type PropKind = 'text' | 'number' | 'colour' | 'choice' | 'flag'

/** One property: its schema, its initial value, and its line in the property panel. */
export type Prop<T> = {
  schema: z.ZodType<T>
  initial: T
  label: Label
  kind: PropKind
  options?: readonly { value: string; label: Label }[]
  min?: number
  max?: number
}

export const textProp = (initial: string, label: Label): Prop<string> => ({
  schema: z.string().max(1000),
  initial,
  label,
  kind: 'text',
})

export const numberProp = (initial: number, label: Label, min: number, max: number): Prop<number> => ({
  schema: z.number().min(min).max(max),
  initial,
  label,
  kind: 'number',
  min,
  max,
})

/** A CSS colour without functions that load anything; empty: the theme's. */
export const colourProp = (initial: string, label: Label): Prop<string> => ({
  schema: z.string().regex(/^$|^#[0-9a-f]{3,8}$|^[a-z]+$|^rgba?\([\d\s.,%/]+\)$/i),
  initial,
  label,
  kind: 'colour',
})

export const flagProp = (initial: boolean, label: Label): Prop<boolean> => ({
  schema: z.boolean(),
  initial,
  label,
  kind: 'flag',
})

export const choiceProp = <const V extends string>(
  initial: NoInfer<V>,
  label: Label,
  options: readonly { value: V; label: Label }[],
): Prop<V> => ({
  schema: z.enum(options.map(({ value }) => value) as [V, ...V[]]),
  initial,
  label,
  kind: 'choice',
  options,
})

export type DrawProps<P> = {
  props: P
  size: { width: number; height: number }
  /** The cell of a bind, or undefined if it is not bound. */
  cell: (bind: string) => SignalCell | undefined
  /** Whether a reading of a bind is current. */
  freshness: (bind: string, reading: CellReading) => Freshness
  /** Own words of the variable for its values, see core/value-texts. */
  texts?: (bind: string) => string | null
  /** Epoch ms on the platform's clock. */
  now: () => number
}

export type Props = Record<string, unknown>

export type Widget = {
  /** As in spec/widgets.tsv. */
  type: string
  family: Family
  name: Label
  size: { width: number; height: number }
  props: Record<string, Prop<unknown>>
  binds: readonly { name: string; label: Label }[]
  /** `svg`: draws SVG elements and may share one <svg> with its neighbours; `html`: has a box of its own. */
  draw: 'html' | 'svg'
  Draw: ComponentType<DrawProps<Props>>
}

type PropsOf<Of> = { [K in keyof Of]: Of[K] extends Prop<infer T> ? T : never }
type Declared<Of> = Pick<Widget, 'type' | 'family' | 'name'> &
  Partial<Pick<Widget, 'size' | 'binds' | 'draw'>> & { props: Of; Draw: ComponentType<DrawProps<PropsOf<Of>>> }

/** Declares a widget; its file exports it as default. */
export function widget<const Of extends Record<string, { schema: z.ZodType }>>(of: Declared<Of>): Widget {
  const defaults = { size: { width: 160, height: 40 }, binds: [], draw: 'html' as const }
  return { ...defaults, ...of } as unknown as Widget
}

/** The properties of a stored widget: missing or invalid ones get their initial value, unknown ones are dropped. */
export function readProps({ props }: Pick<Widget, 'props'>, stored: Props): Props {
  return Object.fromEntries(
    Object.entries(props).map(([key, { schema, initial }]) => {
      const read = schema.safeParse(stored[key])
      return [key, read.success ? read.data : initial]
    }),
  )
}

export const initialProps = (of: Pick<Widget, 'props'>): Props => readProps(of, {})
