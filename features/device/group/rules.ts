// The rules of a tree of groups. [S8 1201, 1202] [S9]
import type { PlainName } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'

/** The fields of a group that the rules need. */
export type Node<Id extends number = number> = { id: Id; parentId: Id | null }

type Tree<Id extends number> = {
  /** Each group with its level and height. Groups in a circle, which the rules prevent, are missing. */
  byId: ReadonlyMap<number, Node<Id> & { level: number; height: number }>
  childrenOf(parentId: Id | null): readonly Node<Id>[]
}

const trees = new WeakMap<readonly Node[], unknown>()

/** A list as a tree, cached per list. */
function treeOf<Id extends number>(groups: readonly Node<Id>[]): Tree<Id> {
  const known = trees.get(groups) as Tree<Id> | undefined
  if (known) return known
  const children = new Map<Id | null, Node<Id>[]>()
  for (const group of groups) {
    const siblings = children.get(group.parentId)
    if (siblings) siblings.push(group)
    else children.set(group.parentId, [group])
  }
  const childrenOf = (parentId: Id | null) => children.get(parentId) ?? []
  const byId = new Map<number, Node<Id> & { level: number; height: number }>()
  const place = (group: Node<Id>, level: number): number => {
    const height = 1 + Math.max(0, ...childrenOf(group.id).map((child) => place(child, level + 1)))
    byId.set(group.id, { ...group, level, height })
    return height
  }
  for (const top of childrenOf(null)) place(top, 1)
  const tree = { byId, childrenOf }
  trees.set(groups, tree)
  return tree
}

/** The level of a group: 1 at the top, 0 for no group. */
export const levelOf = (groups: readonly Node[], id: number | null): number =>
  id === null ? 0 : (treeOf(groups).byId.get(id)?.level ?? 0)

/** How many levels a group spans with its descendants, at least 1. */
export const heightOf = (groups: readonly Node[], id: number): number => treeOf(groups).byId.get(id)?.height ?? 1

/** The ids of a group and of its descendants. */
export function withDescendants<Id extends number>(groups: readonly Node<Id>[], id: Id): Set<Id> {
  const { childrenOf } = treeOf(groups)
  const found = new Set([id])
  for (const each of found) for (const child of childrenOf(each)) found.add(child.id)
  return found
}

/** Whether a group is another one or a descendant of it. */
function isWithin(groups: readonly Node[], id: number | null, other: number): boolean {
  const { byId } = treeOf(groups)
  for (let at = id; at !== null; at = byId.get(at)?.parentId ?? null) if (at === other) return true
  return false
}

const exists = (groups: readonly Node[], id: number | null) => id === null || treeOf(groups).byId.has(id)

const isFull = (groups: readonly Node[], id: number | null) =>
  treeOf(groups).childrenOf(id).length >= limits.groupChildren

/** Why a group cannot be added below a parent, or undefined. */
export function cannotAdd(groups: readonly Node[], parentId: number | null): PlainName | undefined {
  if (!exists(groups, parentId)) return 'notFound'
  if (levelOf(groups, parentId) >= limits.groupLevels) return 'groupTooDeep'
  return isFull(groups, parentId) ? 'groupTooWide' : undefined
}

/** Why a group cannot be moved below a parent, or undefined. A parent within the group itself counts as not found. */
export function cannotMove(groups: readonly Node[], id: number, parentId: number | null): PlainName | undefined {
  const group = treeOf(groups).byId.get(id)
  if (!group || !exists(groups, parentId)) return 'notFound'
  if (group.parentId === parentId) return undefined
  if (isWithin(groups, parentId, id)) return 'notFound'
  if (levelOf(groups, parentId) + heightOf(groups, id) > limits.groupLevels) return 'groupTooDeep'
  return isFull(groups, parentId) ? 'groupTooWide' : undefined
}

/** Per group, the sum of `own` over the group and its descendants. */
export function totals(groups: readonly Node[], own: ReadonlyMap<number, number>): Map<number, number> {
  const { childrenOf } = treeOf(groups)
  const sums = new Map<number, number>()
  const sum = ({ id }: Node): number => {
    const below = childrenOf(id).reduce((so, child) => so + sum(child), own.get(id) ?? 0)
    sums.set(id, below)
    return below
  }
  childrenOf(null).forEach(sum)
  return sums
}

/** Every group's name with its ancestors, `Waterworks / Intake`, in the order of the tree. */
export function pathsOf(groups: readonly (Node & { name: string })[]): Map<number, string> {
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const { childrenOf } = treeOf(groups)
  const paths = new Map<number, string>()
  const walk = (parentId: number | null, above: string) => {
    for (const { id } of childrenOf(parentId)) {
      const path = above + (names.get(id) ?? '')
      paths.set(id, path)
      walk(id, `${path} / `)
    }
  }
  walk(null, '')
  return paths
}

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
