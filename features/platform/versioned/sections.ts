// Differences as they are read: by part, and within it by thing. Pure.
import { type Change, changeKey, keyOf } from './rules.ts'

/** Changes of one thing, under what it is called. */
export type Group = { key: string; names: readonly string[]; changes: readonly Change[] }
/** Groups of one list or part. */
export type Section = { key: string; name: string; groups: readonly Group[]; count: Record<Change['kind'], number> }

const none: ReadonlySet<string> = new Set()

/**
 * The changes as they are read: by part, within it by thing. What is added, removed or moved is under its part. Those of
 * `first`, by their keys, stand first in their part and thing, and so do these: long lists are folded.
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

/** How much of a path says which thing it is about: up to the last thing in a list. */
export function groupEnd({ kind, steps }: Pick<Change, 'kind' | 'steps'>): number {
  const last = steps.findLastIndex(({ isItem }) => isItem)
  return kind === 'added' || kind === 'removed' ? Math.max(1, last) : Math.max(1, last + 1)
}

/** Things added and removed, things in which something changed, lists in another order. */
function counted(changes: readonly Change[]): Section['count'] {
  const count = { added: 0, removed: 0, order: 0, changed: 0 }
  const touched = new Set<string>()
  for (const change of changes) {
    if (change.kind !== 'changed') count[change.kind] += 1
    else touched.add(keyOf(change.path.slice(0, groupEnd(change))))
  }
  return { ...count, changed: touched.size }
}
