// The differences between two contents, named as in the forms. Pure. A view defines the name and the text of each
// field; a field without a view is named by its key, so that no difference is omitted.
import type { Language } from '../../../contract/errors.ts'

type Label = Record<Language, string>
/** The displayed form of a value; undefined: none. */
export type Told = string | number | boolean | undefined

type Json = { readonly [key: string]: unknown }
type Teller = (value: unknown, root: unknown, language: Language) => Told

export type View =
  /** A value that is compared as a whole. A missing one equals `usual`. */
  | { is: 'value'; label: Label; tell: Teller; usual: unknown }
  /** Only the fact that the values differ is shown, never the values. */
  | { is: 'secret'; label: Label }
  /** A value that is derived from other fields, and not compared. */
  | { is: 'derived' }
  | { is: 'fields'; label: Label; fields: (of: Json) => { readonly [key: string]: View } }
  /**
   * Objects with stable ids. An object on both sides has its old name, so that both sides of a conflict use the same
   * name.
   */
  | { is: 'list'; label: Label; idOf: (item: Json) => unknown; nameOf: Teller; item: View }

export type Step = { name: string; isItem: boolean }

export type Change = {
  /** For an object in a list: added or removed. For the list: its order. For a value: changed. */
  kind: 'added' | 'removed' | 'order' | 'changed'
  /** Keys and ids from the root; unique among the changes. */
  path: readonly string[]
  /** The path to the field, in names. */
  steps: readonly Step[]
  before: Told
  after: Told
  isSecret: boolean
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Strings, numbers and booleans as they are, other values as JSON. */
const plainly = (value: unknown): Told =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : value === undefined || value === null
      ? undefined
      : JSON.stringify(value)

/** A field that is compared as a whole. */
export const valueView = <V, R = unknown>(
  label: Label,
  tell: (value: V, root: R, language: Language) => Told = plainly as never,
  usual?: V,
): View => ({ is: 'value', label, tell: tell as Teller, usual })

export const secretView = (label: Label): View => ({ is: 'secret', label })

export const derivedView: View = { is: 'derived' }

/** An object, with a view for every field of its type; the views may depend on the object. */
export const fieldsView = <T extends object>(
  label: Label,
  fields: { [K in keyof T]-?: View } | ((of: T) => { [K in keyof T]-?: View }),
): View => ({ is: 'fields', label, fields: (typeof fields === 'function' ? fields : () => fields) as never })

/** Objects with ids; `nameOf` returns the name of one. */
export const listView = <T extends object, R = unknown>(of: {
  label: Label
  idOf: (item: T) => unknown
  nameOf: (item: T, root: R, language: Language) => string
  item: View
}): View => ({ is: 'list', ...of }) as View

const sameLabel = (text: string): Label => ({ en: text, 'zh-cn': text })

/** The view of a field that no view defines, by the type of its values. */
function plainView(key: string, ...values: unknown[]): View {
  const label = sameLabel(key)
  const given = values.filter((value) => value !== undefined && value !== null)
  if (given.length > 0 && given.every(isJson)) return { is: 'fields', label, fields: () => ({}) }
  const hasIds = (value: unknown) =>
    Array.isArray(value) && value.every((item) => isJson(item) && item.id !== undefined)
  if (given.length === 0 || !given.every(hasIds)) return valueView(label)
  return {
    is: 'list',
    label,
    idOf: ({ id }) => id,
    nameOf: (item) => String((item as Json).name ?? (item as Json).id),
    item: { is: 'fields', label, fields: () => ({}) },
  }
}

type Walk = { before: unknown; after: unknown; language: Language; found: Change[] }
type At = { path: readonly string[]; steps: readonly Step[] }

const into = ({ path, steps }: At, key: string, name: string, isItem = false): At => ({
  path: [...path, key],
  steps: [...steps, { name, isItem }],
})

/** All differences between two contents, each once, in the order of the views. */
export function differences(view: View, before: unknown, after: unknown, language: Language): Change[] {
  const walk: Walk = { before, after, language, found: [] }
  compare(view, before, after, { path: [], steps: [] }, walk)
  return walk.found
}

function compare(view: View, before: unknown, after: unknown, at: At, walk: Walk): void {
  if (before === after || view.is === 'derived') return
  if (view.is === 'fields' && isObjectOrNone(before) && isObjectOrNone(after)) {
    compareFields(view, before ?? {}, after ?? {}, at, walk)
  } else if (view.is === 'list' && isListOrNone(before) && isListOrNone(after)) {
    compareLists(view, before ?? [], after ?? [], at, walk)
  } else if (!isSame(before ?? usualOf(view), after ?? usualOf(view))) {
    const isSecret = view.is === 'secret'
    const tell = view.is === 'value' ? view.tell : plainly
    const told = (value: unknown, root: unknown) =>
      value === undefined || value === null || isSecret ? undefined : tell(value, root, walk.language)
    const of = { kind: 'changed', ...at, isSecret } as const
    const [was, is] = [before ?? usualOf(view), after ?? usualOf(view)]
    walk.found.push({ ...of, before: told(was, walk.before), after: told(is, walk.after) })
  }
}

const usualOf = (view: View): unknown => (view.is === 'value' ? view.usual : undefined)
const isObjectOrNone = (value: unknown): value is Json | undefined | null => (value ?? null) === null || isJson(value)
const isListOrNone = (value: unknown): value is readonly Json[] | undefined | null =>
  (value ?? null) === null || (Array.isArray(value) && value.every(isJson))

function compareFields(view: View & { is: 'fields' }, before: Json, after: Json, at: At, walk: Walk): void {
  const known = view.fields(Object.keys(after).length > 0 ? after : before)
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !Object.hasOwn(known, key),
  )
  for (const [key, field] of Object.entries(known)) step(field, key)
  for (const key of others) step(plainView(key, before[key], after[key]), key)

  function step(field: View, key: string): void {
    const name = 'label' in field ? field.label[walk.language] : key
    compare(field, before[key], after[key], into(at, key, name), walk)
  }
}

/** Objects by their ids; repeated ids get a number. */
function byId(items: readonly Json[], idOf: (item: Json) => unknown): Map<string, Json> {
  const found = new Map<string, Json>()
  const turns = new Map<string, number>()
  for (const item of items) {
    const id = String(idOf(item))
    const turn = (turns.get(id) ?? 0) + 1
    turns.set(id, turn)
    found.set(turn === 1 ? id : `${id} (${turn})`, item)
  }
  return found
}

function compareLists(
  view: View & { is: 'list' },
  before: readonly Json[],
  after: readonly Json[],
  at: At,
  walk: Walk,
): void {
  const was = byId(before, view.idOf)
  const is = byId(after, view.idOf)
  const nameOf = (item: Json, root: unknown) => String(view.nameOf(item, root, walk.language))
  const told = { before: undefined, after: undefined, isSecret: false }
  for (const [id, item] of is) {
    const old = was.get(id)
    if (old) compare(view.item, old, item, into(at, id, nameOf(old, walk.before), true), walk)
    else walk.found.push({ kind: 'added', ...into(at, id, nameOf(item, walk.after), true), ...told })
  }
  for (const [id, item] of was)
    if (!is.has(id)) walk.found.push({ kind: 'removed', ...into(at, id, nameOf(item, walk.before), true), ...told })
  const kept = [...was.keys()].filter((id) => is.has(id))
  const now = [...is.keys()].filter((id) => was.has(id))
  if (kept.some((id, place) => id !== now[place])) walk.found.push({ kind: 'order', ...at, ...told })
}

/** Compares two JSON values regardless of the order of keys; null equals undefined. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, i) => isSame(each, b[i]))
  if (!isJson(a) || !isJson(b)) return (a ?? null) === (b ?? null)
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]))
}

export const keyOf = (path: readonly string[]): string => path.join('\u0000')

const prefixesOf = (path: readonly string[]) => path.map((_, end) => keyOf(path.slice(0, end + 1)))

/** Keys of my changes that conflict with one of the others': on the same field, or on an object and a part of it. */
export function clashing(mine: readonly Change[], theirs: readonly Change[]): ReadonlySet<string> {
  const whole = (changes: readonly Change[]) => changes.filter(({ kind }) => kind !== 'order')
  const theirKeys = new Set(whole(theirs).map(({ path }) => keyOf(path)))
  const theirPrefixes = new Set(whole(theirs).flatMap(({ path }) => prefixesOf(path)))
  const isMet = ({ path }: Change) =>
    theirPrefixes.has(keyOf(path)) || prefixesOf(path).some((key) => theirKeys.has(key))
  const found = whole(mine).filter(isMet)
  const orders = new Set(theirs.flatMap(({ kind, path }) => (kind === 'order' ? [keyOf(path)] : [])))
  const moved = mine.filter(({ kind, path }) => kind === 'order' && orders.has(keyOf(path)))
  return new Set([...found, ...moved].map(({ kind, path }) => changeKey({ kind, path })))
}

/** The order of a list and a field can have the same path. */
export const changeKey = ({ kind, path }: Pick<Change, 'kind' | 'path'>): string =>
  kind === 'order' ? `${keyOf(path)}\u0000order` : keyOf(path)
