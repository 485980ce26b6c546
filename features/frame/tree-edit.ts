// The checks of a change to a tree of named objects, for the servers of rooms with such a tree.
import { fail, type PlainName } from '../../contract/errors.ts'
import type { TreeNode } from '../../core/tree-rules.ts'
import { cannotAdd, cannotMove } from './tree-place.ts'

type Named = TreeNode & { name: string }
type Entry = { parentId: number | null; name: string }
/** The error for a name that another object below the same parent has. */
type Taken = 'groupNameExists' | 'nameExists'

/** The object with an id. Throws notFound. */
export function nodeOf<N extends Named>(nodes: readonly N[], id: N['id']): N {
  const node = nodes.find((each) => each.id === id)
  if (!node) throw fail('notFound')
  return node
}

const refuse = (reason: PlainName | undefined) => {
  if (reason) throw fail(reason)
}

/** A name is unique below its parent; an edited object may keep its own. */
function refuseTaken(nodes: readonly Named[], { id, parentId, name }: Entry & { id?: number }, taken: Taken): void {
  if (nodes.some((each) => each.parentId === parentId && each.name === name && each.id !== id))
    throw fail(taken, { name }, { field: 'name' })
}

/** Checks a new object, and returns its sort number: the last below its parent. Throws the reason if it cannot be added. */
export function sortOfNew(nodes: readonly Named[], entry: Entry, taken: Taken): number {
  refuse(cannotAdd(nodes, entry.parentId))
  refuseTaken(nodes, entry, taken)
  return nodes.filter(({ parentId }) => parentId === entry.parentId).length + 1
}

/** Checks a renamed or moved object. Throws the reason if it cannot have this name or place. */
export function checkPlace(nodes: readonly Named[], entry: Entry & { id: number }, taken: Taken): void {
  refuse(cannotMove(nodes, entry.id, entry.parentId))
  refuseTaken(nodes, entry, taken)
}
