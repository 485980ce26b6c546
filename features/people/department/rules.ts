// What departments have beyond a tree of groups: who sees the devices of a department, sees those of all below it.
import type { Named } from '../../../contract/errors.ts'
import { type Node, withDescendants } from '../../device/group/rules.ts'

/** Who sees devices by his department would see more of them once another one is moved below it. */
export function widensOwn(
  departments: readonly Node[],
  ownId: number | null,
  { id, parentId }: { id: number; parentId: number | null },
): boolean {
  if (ownId === null || parentId === null) return false
  const own = withDescendants(departments, ownId)
  return own.has(parentId) && !own.has(id)
}

const told = 5

/** Why a department cannot be deleted: who or what is still in it, by name. */
export function cannotDelete(children: readonly string[], members: readonly string[]): Named | undefined {
  const names = [...children, ...members]
  if (names.length === 0) return undefined
  const reason = names.slice(0, told).join(', ') + (names.length > told ? ' …' : '')
  return { error: 'inUse', details: { reason } }
}
