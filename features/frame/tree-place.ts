// Whether an editable tree has room for an object at a place. [S8 1201, 1202] [S9]
import type { PlainName } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { childCount, heightOf, isWithin, levelOf, placedNode, type TreeNode } from '../../core/tree-rules.ts'

const exists = (nodes: readonly TreeNode[], id: number | null) => id === null || placedNode(nodes, id) !== undefined

const isFull = (nodes: readonly TreeNode[], id: number | null) => childCount(nodes, id) >= limits.groupChildren

/** Why an object cannot be added below a parent, or undefined. */
export function cannotAdd(nodes: readonly TreeNode[], parentId: number | null): PlainName | undefined {
  if (!exists(nodes, parentId)) return 'notFound'
  if (levelOf(nodes, parentId) >= limits.groupLevels) return 'groupTooDeep'
  return isFull(nodes, parentId) ? 'groupTooWide' : undefined
}

/** Why an object cannot be moved below a parent, or undefined. Below itself counts as not found. */
export function cannotMove(nodes: readonly TreeNode[], id: number, parentId: number | null): PlainName | undefined {
  const node = placedNode(nodes, id)
  if (!node || !exists(nodes, parentId)) return 'notFound'
  if (node.parentId === parentId) return undefined
  if (isWithin(nodes, parentId, id)) return 'notFound'
  if (levelOf(nodes, parentId) + heightOf(nodes, id) > limits.groupLevels) return 'groupTooDeep'
  return isFull(nodes, parentId) ? 'groupTooWide' : undefined
}
