// The marks of a symbol in the widgets of a page: the group names its symbol and version, its widgets their
// counterparts in the drawing, and objects in them their parameters. The live page ignores them. Pure.
import { type Binding, type PageWidget, signalOf, unseenSignalOf } from '../../contract/page-document.ts'

export type Json = { [key: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes every object in a value, the inner ones first. */
export function mapObjects<T>(value: T, change: (object: Json) => Json): T {
  if (Array.isArray(value)) return value.map((each) => mapObjects(each, change)) as T
  if (!isObject(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapObjects(each, change)]))
  return change(inner) as T
}

/** Visits every object in a value, the outer ones first. */
export function eachObject(value: unknown, hear: (object: Json) => void): void {
  if (Array.isArray(value)) for (const each of value) eachObject(each, hear)
  else if (isObject(value)) {
    hear(value)
    for (const each of Object.values(value)) eachObject(each, hear)
  }
}

type Origin = { key: string; version: number }

/** The symbol that a group was placed from; undefined for other widgets. */
export function originOf({ ref, children }: PageWidget): Origin | undefined {
  const found = children && /^symbol:([\da-f-]{36}):(\d{1,9})$/.exec(ref ?? '')
  return found ? { key: found[1]!, version: Number(found[2]) } : undefined
}

export const refOf = ({ key, version }: Origin): string => `symbol:${key}:${version}`

/** The id in the drawing of a placed widget. */
export const partOf = ({ ref }: PageWidget): string | undefined =>
  ref?.startsWith('part:') ? ref.slice('part:'.length) : undefined

export const withPart = (widget: PageWidget, part: string): PageWidget => ({ ...widget, ref: `part:${part}` })

/** Removes the reference to the symbol. */
export function withoutRef(widget: PageWidget): PageWidget {
  if (!originOf(widget) && partOf(widget) === undefined) return widget
  const { ref: _, ...rest } = widget
  return rest
}

/** The parameter that an object is bound by. */
export const slotOf = ({ symbolSlot }: Json): string | undefined =>
  typeof symbolSlot === 'string' && symbolSlot !== '' ? symbolSlot : undefined

type TextMark = { field: string; param: string }

/** The texts of an object that are parameters. */
export const textMarksOf = ({ symbolTexts }: Json): TextMark[] =>
  (Array.isArray(symbolTexts) ? symbolTexts : []).filter(
    (each): each is TextMark => isObject(each) && typeof each.field === 'string' && typeof each.param === 'string',
  )

/** A key for the binding of an object: equal for the same variable; undefined if a parameter cannot replace it. */
export function boundAs(object: Json): string | undefined {
  const binding = object as Binding
  const [signal, unseen] = [signalOf(binding), unseenSignalOf(binding)]
  if (signal !== undefined || unseen !== undefined) return `signal ${signal ?? unseen}`
  if (typeof object.signalName === 'string' && object.signalName !== '')
    return `name ${String(object.equipId ?? '')} ${object.signalName}`
  const mvar = Number(object.mvarId)
  return mvar > 0 ? `mvar ${mvar}` : undefined
}
