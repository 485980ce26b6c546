// The structure of a tree that is stored as a flat list: levels, descendants, sums and paths. Lists are cached by identity.

/** An entry of the list; at the top level it has no parent. */
export type TreeNode<Id extends number = number> = { id: Id; parentId: Id | null }

type Tree<Id extends number> = {
  /** Each node with its level and height; nodes in a circle, which the rules of editing prevent, are in none. */
  byId: ReadonlyMap<number, TreeNode<Id> & { level: number; height: number }>
  childrenOf(parentId: Id | null): readonly TreeNode<Id>[]
}

const trees = new WeakMap<readonly TreeNode[], unknown>()

/** A list as a tree, cached per list. */
function treeOf<Id extends number>(nodes: readonly TreeNode<Id>[]): Tree<Id> {
  const known = trees.get(nodes) as Tree<Id> | undefined
  if (known) return known
  const children = new Map<Id | null, TreeNode<Id>[]>()
  for (const node of nodes) {
    const siblings = children.get(node.parentId)
    if (siblings) siblings.push(node)
    else children.set(node.parentId, [node])
  }
  const childrenOf = (parentId: Id | null) => children.get(parentId) ?? []
  const byId = new Map<number, TreeNode<Id> & { level: number; height: number }>()
  const place = (node: TreeNode<Id>, level: number): number => {
    const height = 1 + Math.max(0, ...childrenOf(node.id).map((child) => place(child, level + 1)))
    byId.set(node.id, { ...node, level, height })
    return height
  }
  for (const top of childrenOf(null)) place(top, 1)
  const tree = { byId, childrenOf }
  trees.set(nodes, tree)
  return tree
}

/** The level of a node: 1 at the top, 0 for none. */
export const levelOf = (nodes: readonly TreeNode[], id: number | null): number =>
  id === null ? 0 : (treeOf(nodes).byId.get(id)?.level ?? 0)

/** The number of levels that a node spans with its descendants, at least 1. */
export const heightOf = (nodes: readonly TreeNode[], id: number): number => treeOf(nodes).byId.get(id)?.height ?? 1

/** The ids of a node and of everything below it. */
export function withDescendants<Id extends number>(nodes: readonly TreeNode<Id>[], id: Id): Set<Id> {
  const { childrenOf } = treeOf(nodes)
  const found = new Set([id])
  for (const each of found) for (const child of childrenOf(each)) found.add(child.id)
  return found
}

/** Whether a node is the other one or below it. */
export function isWithin(nodes: readonly TreeNode[], id: number | null, other: number): boolean {
  const { byId } = treeOf(nodes)
  for (let at = id; at !== null; at = byId.get(at)?.parentId ?? null) if (at === other) return true
  return false
}

/** A node that is in the tree; undefined for an unknown one, and for one in a circle. */
export const placedNode = (nodes: readonly TreeNode[], id: number): TreeNode | undefined => treeOf(nodes).byId.get(id)

/** Number of nodes directly below a parent, or at the top level. */
export const childCount = (nodes: readonly TreeNode[], parentId: number | null): number =>
  treeOf(nodes).childrenOf(parentId).length

/** Per node, the sum of `own` over it and everything below it. */
export function totals(nodes: readonly TreeNode[], own: ReadonlyMap<number, number>): Map<number, number> {
  const { childrenOf } = treeOf(nodes)
  const sums = new Map<number, number>()
  const sum = ({ id }: TreeNode): number => {
    const below = childrenOf(id).reduce((so, child) => so + sum(child), own.get(id) ?? 0)
    sums.set(id, below)
    return below
  }
  childrenOf(null).forEach(sum)
  return sums
}

/** Every node's name with its ancestors, `Waterworks / Intake`, in the order of the tree. */
export function pathsOf(nodes: readonly (TreeNode & { name: string })[]): Map<number, string> {
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  const { childrenOf } = treeOf(nodes)
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
