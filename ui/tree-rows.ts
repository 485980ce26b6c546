// A flat list of nodes as the rows of a tree, with arrow key navigation.

export type TreeNode = { id: number; parentId: number | null }
export type TreeRow<N> = { node: N; level: number; open: boolean; hasChildren: boolean }

/** The visible rows, parents before children, siblings in the given order. A node without its parent is a root. */
export function treeRows<N extends TreeNode>(nodes: readonly N[], closed: ReadonlySet<number>): TreeRow<N>[] {
  const known = new Set(nodes.map(({ id }) => id))
  const children = new Map<number | null, N[]>()
  for (const node of nodes) {
    const parent = node.parentId !== null && known.has(node.parentId) ? node.parentId : null
    children.set(parent, [...(children.get(parent) ?? []), node])
  }
  const below = (parent: number | null, level: number): TreeRow<N>[] =>
    (children.get(parent) ?? []).flatMap((node) => {
      const hasChildren = children.has(node.id)
      const open = hasChildren && !closed.has(node.id)
      return [{ node, level, open, hasChildren }, ...(open ? below(node.id, level + 1) : [])]
    })
  return below(null, 1)
}

/** The nodes that match, with all their ancestors, so that the tree stays connected. */
export function withAncestors<N extends TreeNode>(nodes: readonly N[], matches: (node: N) => boolean): N[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const kept = new Set<number>()
  for (const node of nodes.filter(matches)) {
    for (let at: N | undefined = node; at && !kept.has(at.id); at = byId.get(at.parentId ?? -1)) kept.add(at.id)
  }
  return nodes.filter(({ id }) => kept.has(id))
}

type TreeStep = { focus?: number; toggle?: number }

/** The effect of an arrow key at a row, as in other trees; undefined for other keys and at the ends. */
export function treeStep<N extends TreeNode>(rows: readonly TreeRow<N>[], index: number, key: string): TreeStep {
  const row = rows[index]
  if (!row) return {}
  const to = (place: number): TreeStep => (rows[place] && place !== index ? { focus: rows[place].node.id } : {})
  if (key === 'ArrowDown') return to(index + 1)
  if (key === 'ArrowUp') return to(index - 1)
  if (key === 'Home') return to(0)
  if (key === 'End') return to(rows.length - 1)
  if (key === 'ArrowRight')
    return row.hasChildren && !row.open ? { toggle: row.node.id } : row.open ? to(index + 1) : {}
  if (key !== 'ArrowLeft') return {}
  if (row.open) return { toggle: row.node.id }
  return row.level > 1 && row.node.parentId !== null ? { focus: row.node.parentId } : {}
}
