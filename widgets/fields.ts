// The fields of a widget's `style`, `data` and `items`: each with its schema, its initial value and its line in the
// property panel. Reading, defaults, panel and tests derive from them.
import { z } from 'zod'
import type { Language } from '../contract/errors.ts'
import { limits } from '../contract/limits.ts'
import type { Binding } from '../contract/page-document.ts'
import type { BindKind } from './bind-kind.ts'
import { colourPattern } from './colour.ts'

export type Label = Record<Language, string>

/** Headings of the panel, in order. A widget may define its own. */
export const sections = {
  content: { en: 'Content', 'zh-cn': '内容' },
  values: { en: 'Values', 'zh-cn': '数值' },
  scale: { en: 'Scale', 'zh-cn': '刻度' },
  text: { en: 'Text', 'zh-cn': '文字' },
  fill: { en: 'Fill and line', 'zh-cn': '填充与线条' },
  behaviour: { en: 'Behaviour', 'zh-cn': '行为' },
} as const satisfies Record<string, Label>

/** Shows a field only while another field of the same part has one of these values; `and` adds a second condition. */
type Condition = { field: string; is: readonly (string | number | boolean)[]; and?: Condition }

type Line = {
  label: Label
  section?: keyof typeof sections | Label
  when?: Condition | undefined
  /** Shown behind the field: `px`, `ms`, `%`. */
  unit?: string
}

type FieldKind =
  | 'text'
  | 'words'
  | 'number'
  | 'colour'
  | 'choice'
  | 'flag'
  | 'image'
  | 'expression'
  | 'bind'
  | 'click'
  | 'list'

export type Field<T = unknown> = Line & {
  kind: FieldKind
  schema: z.ZodType<T>
  initial: T
  options?: readonly { value: string; label: Label }[]
  min?: number
  max?: number
  /** The kinds of objects that the field can be bound to. */
  kinds?: readonly BindKind[]
  /** The fields of each entry of a list, and the maximum number of entries. */
  of?: Fields
  most?: number
}

export type Fields = { readonly [key: string]: Field }
export type ValuesOf<F> = { -readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }

/** A text that is not translated: a format, a camera number. */
export const textField = (initial: string, line: Line): Field<string> => ({
  ...line,
  kind: 'text',
  schema: z.string().max(1000),
  initial,
})

/** A script, see widgets/sandbox. */
export const scriptField = (line: Line): Field<string> => ({
  ...line,
  kind: 'text',
  schema: z.string().max(limits.pageScriptLength),
  initial: '',
})

/** A text that is translated into the viewer's language; its key is one of `wordKeys`. */
export const wordsField = (initial: string, line: Line): Field<string> => ({
  ...textField(initial, line),
  kind: 'words',
})

export const numberField = (initial: number, line: Line & { min: number; max: number }): Field<number> => ({
  ...line,
  kind: 'number',
  schema: z.number().min(line.min).max(line.max),
  initial,
})

export const flagField = (initial: boolean, line: Line): Field<boolean> => ({
  ...line,
  kind: 'flag',
  schema: z.boolean(),
  initial,
})

/** See widgets/colour: a CSS colour, a shade by name, or empty for the theme's own. */
export const colourField = (initial: string, line: Line): Field<string> => ({
  ...line,
  kind: 'colour',
  schema: z.string().max(40).regex(colourPattern),
  initial,
})

export const choiceField = <const V extends string>(
  initial: NoInfer<V>,
  line: Line & { options: readonly { value: V; label: Label }[] },
): Field<V> => ({
  ...line,
  kind: 'choice',
  schema: z.enum(line.options.map(({ value }) => value) as [V, ...V[]]),
  initial,
})

/** A picture that was uploaded to the platform; empty: none. [S9 image base path] */
export const imageField = (line: Line): Field<string> => ({
  ...line,
  kind: 'image',
  schema: z.string().regex(/^$|^\/userimg\/[\w./-]+$/),
  initial: '',
})

/**
 * A picture that was uploaded to the platform or is stored in the page as a data URL: in an <img> even an SVG neither
 * runs scripts nor loads resources.
 */
export const pictureField = (line: Line): Field<string> => ({
  ...imageField(line),
  schema: z
    .string()
    .max(limits.pagePictureLength)
    .regex(/^$|^\/userimg\/[\w./-]+$|^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/),
})

/** A formula over `${equipmentId.signalId}`, see core/formula; empty: none. */
export const expressionField = (line: Line): Field<string> => ({
  ...line,
  kind: 'expression',
  schema: z.string().max(limits.formulaLength),
  initial: '',
})

/** The source of a value for an animation or a menu item. A widget's own values are its slots, see widgets/binds. */
export const bindField = (line: Line & { kinds: readonly BindKind[] }): Field<Binding> => ({
  ...line,
  kind: 'bind',
  schema: z.custom<Binding>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
  initial: {},
})

/** The click action of an entry, see host/click-event. */
export const clickField = (line: Line): Field<Record<string, unknown>> => ({
  ...line,
  kind: 'click',
  schema: z.custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  ),
  initial: {},
})

/**
 * A list of entries: items of a menu, marks of a scale. Invalid fields get their initial values, as in the widget
 * itself.
 */
export const listField = <const F extends Fields>(of: F, line: Line & { most: number }): Field<ValuesOf<F>[]> => ({
  ...line,
  kind: 'list',
  of,
  schema: z
    .array(z.unknown())
    .transform((entries) => entries.slice(0, line.most).map((entry) => readFields(of, entry))) as never,
  initial: [],
})

/** Reads the fields from stored data: a missing or invalid value is replaced by its initial value. */
export function readFields<F extends Fields>(fields: F, stored: unknown): ValuesOf<F> {
  const from = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  const values: Record<string, unknown> = {}
  for (const key in fields) {
    const field = fields[key]!
    values[key] = Object.hasOwn(from, key) ? readField(field, from[key]) : field.initial
  }
  return values as ValuesOf<F>
}

/** Results of earlier checks: the widgets of a page repeat few sizes and colours a thousand times. */
const known = new WeakMap<Field, Map<unknown, unknown>>()
const maxKnown = 100

function readField(field: Field, value: unknown): unknown {
  const read = () => {
    const result = field.schema.safeParse(value)
    return result.success ? result.data : field.initial
  }
  if (typeof value === 'object') return read()
  const values = known.get(field) ?? new Map<unknown, unknown>()
  known.set(field, values)
  if (values.has(value)) return values.get(value)
  const result = read()
  if (values.size < maxKnown) values.set(value, result)
  return result
}

/** Whether a field is shown with these values. */
export const isShown = ({ when }: Pick<Field, 'when'>, values: Record<string, unknown>): boolean =>
  !when || (when.is.includes(values[when.field] as never) && isShown({ when: when.and }, values))
