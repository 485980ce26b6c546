// Rules of departments beyond those of groups: the department range includes all departments below.
import type { Language, Named } from '../../../contract/errors.ts'
import { type TreeNode, withDescendants } from '../../../core/tree-rules.ts'
import { joinWords } from '../../../ui/punctuation.ts'

/** Whether moving a department below the caller's own would extend the devices the caller sees. */
export function widensOwn(
  departments: readonly TreeNode[],
  ownId: number | null,
  { id, parentId }: { id: number; parentId: number | null },
): boolean {
  if (ownId === null || parentId === null) return false
  const own = withDescendants(departments, ownId)
  return own.has(parentId) && !own.has(id)
}

const told = 5

/** Why a department cannot be deleted: names of its members and sub-departments. */
export function cannotDelete(
  children: readonly string[],
  members: readonly string[],
  language: Language,
): Named | undefined {
  const names = [...children, ...members]
  if (names.length === 0) return undefined
  const reason = joinWords(names.slice(0, told), language) + (names.length > told ? ' …' : '')
  return { error: 'inUse', details: { reason } }
}
