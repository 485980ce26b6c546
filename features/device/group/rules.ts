// The tree of groups as lines, each with its number of devices.

type Counted = { id: number; parentId: number | null; name: string; totalCount: number }
export type Line = { id: number; name: string; count: number; level: number }

/** The tree, depth first; siblings keep the given order. A group whose parent is missing is at the top. */
export function linesOf(groups: readonly Counted[]): Line[] {
  const known = new Set(groups.map(({ id }) => id))
  const under = new Map<number | null, Counted[]>()
  for (const group of groups) {
    const parent = group.parentId !== null && known.has(group.parentId) ? group.parentId : null
    under.set(parent, [...(under.get(parent) ?? []), group])
  }
  const walk = (parent: number | null, level: number): Line[] =>
    (under.get(parent) ?? []).flatMap(({ id, name, totalCount }) => [
      { id, name, count: totalCount, level },
      ...walk(id, level + 1),
    ])
  return walk(null, 0)
}
