// What differs between two contents, in names that a person knows from the forms. Pure. A view says of each field how it
// is called and told; what no view knows is named by its key, so that nothing that differs is left out.
import type { Language } from '../../../contract/errors.ts'

export type Label = Record<Language, string>
/** What is shown of a value; undefined: nothing. */
export type Told = string | number | boolean | undefined

type Json = { readonly [key: string]: unknown }
type Teller = (value: unknown, root: unknown, language: Language) => Told

export type View =
  /** Compared as a whole. `usual` is what a missing one means. */
  | { is: 'value'; label: Label; tell: Teller; usual: unknown }
  /** That it differs may be known, what it is never. */
  | { is: 'secret'; label: Label }
  /** Follows from the rest. */
  | { is: 'derived' }
  | { is: 'fields'; label: Label; fields: (of: Json) => { readonly [key: string]: View } }
  /** Things that keep their ids. One that is in both is called as it was before: two sides of a conflict agree. */
  | { is: 'list'; label: Label; idOf: (item: Json) => unknown; nameOf: Teller; item: View }

export type Step = { name: string; isItem: boolean }

export type Change = {
  /** Of a thing in a list: added or removed. Of the list: its order. Of a value: changed. */
  kind: 'added' | 'removed' | 'order' | 'changed'
  /** Keys and ids from the root; no two changes have the same. */
  path: readonly string[]
  /** The same in names. */
  steps: readonly Step[]
  before: Told
  after: Told
  isSecret: boolean
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Texts, numbers and switches as they are, all else as JSON. */
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

/** An object: no field of its type is without a view. Which they are may depend on what it is. */
export const fieldsView = <T extends object>(
  label: Label,
  fields: { [K in keyof T]-?: View } | ((of: T) => { [K in keyof T]-?: View }),
): View => ({ is: 'fields', label, fields: (typeof fields === 'function' ? fields : () => fields) as never })

/** Things with ids: `nameOf` says which one it is. */
export const listView = <T extends object, R = unknown>(of: {
  label: Label
  idOf: (item: T) => unknown
  nameOf: (item: T, root: R, language: Language) => string
  item: View
}): View => ({ is: 'list', ...of }) as View

const sameLabel = (text: string): Label => ({ en: text, 'zh-cn': text })

/** Of a key that no view knows: by what stands there. */
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

/** Everything that differs, each once, in the order of the views. */
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

/** Things by their ids; one id twice is told apart by its turn. */
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

/** Whether two JSON values are the same, in whatever order their keys are; null is the same as nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, i) => isSame(each, b[i]))
  if (!isJson(a) || !isJson(b)) return (a ?? null) === (b ?? null)
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]))
}

export const keyOf = (path: readonly string[]): string => path.join('\u0000')

const prefixesOf = (path: readonly string[]) => path.map((_, end) => keyOf(path.slice(0, end + 1)))

/** Which of the changes touch what one of the others touches, by their keys: the same, or a thing that it is part of. */
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

/** A list's order and a field may have one path. */
export const changeKey = ({ kind, path }: Pick<Change, 'kind' | 'path'>): string =>
  kind === 'order' ? `${keyOf(path)}\u0000order` : keyOf(path)
