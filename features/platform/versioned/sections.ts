// Groups differences for reading: by part, and within it by object. Pure.
import { type Change, changeKey, keyOf } from './rules.ts'

/** Changes of one object, under its name. */
export type Group = { key: string; names: readonly string[]; changes: readonly Change[] }
/** The groups of changes in one list or part. */
export type Section = { key: string; name: string; groups: readonly Group[]; count: Record<Change['kind'], number> }

const none: ReadonlySet<string> = new Set()

/**
 * Groups changes by part, and within it by object. Added, removed and moved objects are listed under their part.
 * Changes with keys in `first` come first in their part and object, as do these: long lists are folded.
 */
export function sectionsOf(changes: readonly Change[], first = none): Section[] {
  const isFirst = (change: Change) => first.has(changeKey(change))
  const ordered = first.size === 0 ? changes : [...changes].sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
  const sections = new Map<string, { name: string; groups: Map<string, { names: string[]; changes: Change[] }> }>()
  for (const change of ordered) {
    const [key = ''] = change.path
    const section = sections.get(key) ?? { name: change.steps[0]?.name ?? '', groups: new Map() }
    sections.set(key, section)
    const end = groupEnd(change)
    const within = keyOf(change.path.slice(0, end))
    const names = change.steps.slice(1, end).map(({ name }) => name)
    const group = section.groups.get(within) ?? { names, changes: [] }
    section.groups.set(within, group)
    group.changes.push(change)
  }
  return [...sections].map(([key, { name, groups }]) => ({
    ...{ key, name },
    groups: [...groups].map(([within, group]) => ({ key: within, ...group })),
    count: counted([...groups.values()].flatMap((group) => group.changes)),
  }))
}

/**
 * The name of an object with its titles translated: `Flow (flow)`, `Flow · average` and `Flow` have the title `Flow`.
 * A name that is translated as a whole is not divided.
 */
export function translatedName(name: string, translate: (title: string) => string): string {
  const whole = translate(name)
  if (whole !== name) return whole
  const part = (text: string) =>
    text.replace(/^(.+?)( \(\S+\)|（\S+）)?$/, (_, title: string, key = '') => `${translate(title)}${key}`)
  return name.split(' · ').map(part).join(' · ')
}

/** The length of the path up to the object that a change concerns: the last list item. */
export function groupEnd({ kind, steps }: Pick<Change, 'kind' | 'steps'>): number {
  const last = steps.findLastIndex(({ isItem }) => isItem)
  return kind === 'added' || kind === 'removed' ? Math.max(1, last) : Math.max(1, last + 1)
}

/** Counts added and removed objects, objects with changes, and reordered lists. */
function counted(changes: readonly Change[]): Section['count'] {
  const count = { added: 0, removed: 0, order: 0, changed: 0 }
  const touched = new Set<string>()
  for (const change of changes) {
    if (change.kind !== 'changed') count[change.kind] += 1
    else touched.add(keyOf(change.path.slice(0, groupEnd(change))))
  }
  return { ...count, changed: touched.size }
}
