// The rules of a tree of groups. [S8 1201, 1202] [S9]
import type { PlainName } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'

/** The fields of a group that the rules need. */
export type Node = { id: number; parentId: number | null }

/** The level of a group: 1 at the top, 0 for no group. */
export function levelOf(groups: readonly Node[], id: number | null): number {
  const parents = new Map(groups.map((group) => [group.id, group.parentId]))
  let level = 0
  for (let at = id; at !== null && level <= groups.length; at = parents.get(at) ?? null) level += 1
  return level
}

/** The ids of a group and of everything below it. */
export function withDescendants(groups: readonly Node[], id: number): Set<number> {
  const found = new Set([id])
  for (let grown = true; grown; ) {
    grown = false
    for (const group of groups) {
      if (group.parentId === null || found.has(group.id) || !found.has(group.parentId)) continue
      found.add(group.id)
      grown = true
    }
  }
  return found
}

/** How many levels a group spans with its descendants, at least 1. */
export function heightOf(groups: readonly Node[], id: number): number {
  const own = levelOf(groups, id)
  return Math.max(...[...withDescendants(groups, id)].map((each) => levelOf(groups, each))) - own + 1
}

const childrenOf = (groups: readonly Node[], parentId: number | null) => groups.filter((g) => g.parentId === parentId)

const exists = (groups: readonly Node[], id: number | null) => id === null || groups.some((group) => group.id === id)

/** Why a group cannot be added below a parent, or undefined. */
export function cannotAdd(groups: readonly Node[], parentId: number | null): PlainName | undefined {
  if (!exists(groups, parentId)) return 'notFound'
  if (levelOf(groups, parentId) >= limits.groupLevels) return 'groupTooDeep'
  if (childrenOf(groups, parentId).length >= limits.groupChildren) return 'groupTooWide'
  return undefined
}

/** Why a group cannot be moved below a parent, or undefined. Below itself counts as not found. */
export function cannotMove(groups: readonly Node[], id: number, parentId: number | null): PlainName | undefined {
  const group = groups.find((each) => each.id === id)
  if (!group || !exists(groups, parentId)) return 'notFound'
  if (group.parentId === parentId) return undefined
  if (parentId !== null && withDescendants(groups, id).has(parentId)) return 'notFound'
  if (levelOf(groups, parentId) + heightOf(groups, id) > limits.groupLevels) return 'groupTooDeep'
  if (childrenOf(groups, parentId).length >= limits.groupChildren) return 'groupTooWide'
  return undefined
}

/** Per group, the sum of `own` over it and everything below it. */
export function totals(groups: readonly Node[], own: ReadonlyMap<number, number>): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { id } of groups) {
    let sum = 0
    for (const each of withDescendants(groups, id)) sum += own.get(each) ?? 0
    sums.set(id, sum)
  }
  return sums
}

/** Every group's name with its ancestors, `Waterworks / Intake`, in the order of the tree. */
export function pathsOf(groups: readonly (Node & { name: string })[]): Map<number, string> {
  const paths = new Map<number, string>()
  const walk = (parentId: number | null, above: string) => {
    for (const { id, name } of groups.filter((group) => group.parentId === parentId)) {
      paths.set(id, above + name)
      walk(id, `${above}${name} / `)
    }
  }
  walk(null, '')
  return paths
}
