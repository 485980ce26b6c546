// The marks by which a symbol is known in the widgets of a page: the group that it was placed as says of which symbol and
// version it is, its widgets which of the drawing's they are, and objects in them which of its parameters they are. A page
// needs none of them to be shown. Pure.
import { type Binding, type PageWidget, signalOf, unseenSignalOf } from '../../contract/page-document.ts'

export type Json = { [key: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same with every object in it changed, the inner ones first. */
export function mapObjects<T>(value: T, change: (object: Json) => Json): T {
  if (Array.isArray(value)) return value.map((each) => mapObjects(each, change)) as T
  if (!isObject(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapObjects(each, change)]))
  return change(inner) as T
}

/** Every object in the value, before those in it. */
export function eachObject(value: unknown, hear: (object: Json) => void): void {
  if (Array.isArray(value)) for (const each of value) eachObject(each, hear)
  else if (isObject(value)) {
    hear(value)
    for (const each of Object.values(value)) eachObject(each, hear)
  }
}

export type Origin = { key: string; version: number }

/** Of which symbol a group was made; nothing of any other widget. */
export function originOf({ ref, children }: PageWidget): Origin | undefined {
  const found = children && /^symbol:([\da-f-]{36}):(\d{1,9})$/.exec(ref ?? '')
  return found ? { key: found[1]!, version: Number(found[2]) } : undefined
}

export const refOf = ({ key, version }: Origin): string => `symbol:${key}:${version}`

/** Which widget of the drawing a placed one is. */
export const partOf = ({ ref }: PageWidget): string | undefined =>
  ref?.startsWith('part:') ? ref.slice('part:'.length) : undefined

export const withPart = (widget: PageWidget, part: string): PageWidget => ({ ...widget, ref: `part:${part}` })

/** Without what it says of the symbol that it was made of. */
export function withoutRef(widget: PageWidget): PageWidget {
  if (!originOf(widget) && partOf(widget) === undefined) return widget
  const { ref: _, ...rest } = widget
  return rest
}

/** Which parameter an object is bound by. */
export const slotOf = ({ symbolSlot }: Json): string | undefined =>
  typeof symbolSlot === 'string' && symbolSlot !== '' ? symbolSlot : undefined

export type TextMark = { field: string; param: string }

/** Which texts of an object are parameters. */
export const textMarksOf = ({ symbolTexts }: Json): TextMark[] =>
  (Array.isArray(symbolTexts) ? symbolTexts : []).filter(
    (each): each is TextMark => isObject(each) && typeof each.field === 'string' && typeof each.param === 'string',
  )

/** What an object is bound to that a parameter can stand for: the same text for the same variable. */
export function boundAs(object: Json): string | undefined {
  const binding = object as Binding
  const [signal, unseen] = [signalOf(binding), unseenSignalOf(binding)]
  if (signal !== undefined || unseen !== undefined) return `signal ${signal ?? unseen}`
  if (typeof object.signalName === 'string' && object.signalName !== '')
    return `name ${String(object.equipId ?? '')} ${object.signalName}`
  const mvar = Number(object.mvarId)
  return mvar > 0 ? `mvar ${mvar}` : undefined
}
