import type { DepartmentId } from '../../../contract/fields.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { Department } from './contract.ts'

/**
 * Loads all departments of the organisation, with the number of accounts directly in each that are in the caller's
 * range.
 */
export async function loadDepartments(sight: Sight): Promise<Department[]> {
  const rows = await sight
    .from('department')
    .select(['department.id', 'department.parentId', 'department.name', 'department.sort'])
    .select((eb) =>
      eb
        .selectFrom(sight.table('account'))
        .whereRef('account.departmentId', '=', 'department.id')
        .where(sight.inRange('account'))
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('memberCount'),
    )
    .orderBy('department.sort')
    .orderBy('department.id')
    .execute()
  return rows.map((row) => ({ ...row, memberCount: Number(row.memberCount ?? 0) }))
}

/** The departments in the caller's range; the topmost ones have no parent. */
export async function loadDepartmentsInRange(sight: Sight): Promise<Department[]> {
  const rows = await sight.from('department').select('department.id').where(sight.inRange('department')).execute()
  const ids = new Set(rows.map(({ id }) => id))
  return (await loadDepartments(sight))
    .filter(({ id }) => ids.has(id))
    .map((row) => ({ ...row, parentId: row.parentId !== null && ids.has(row.parentId) ? row.parentId : null }))
}

/** Locks the organisation's departments against other changes until the transaction ends. */
export async function lockDepartments(sight: WritableSight): Promise<Department[]> {
  await sight.lock('department')
  return loadDepartments(sight)
}

export async function loadMemberNames(sight: Sight, departmentId: DepartmentId, most: number): Promise<string[]> {
  const rows = await sight
    .from('account')
    .select('account.name')
    .where('account.departmentId', '=', departmentId)
    .orderBy('account.id')
    .limit(most)
    .execute()
  return rows.map(({ name }) => name)
}

type Entry = { parentId: DepartmentId | null; name: string; sort: number }

export async function insertDepartment(sight: WritableSight, entry: Entry, at: number): Promise<DepartmentId> {
  const row = await sight
    .insert('department', { ...entry, createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const updateDepartment = (sight: WritableSight, id: DepartmentId, entry: Entry) =>
  sight.update('department', entry).where('id', '=', id).execute()

export const removeDepartment = (sight: WritableSight, id: DepartmentId) =>
  sight.remove('department').where('id', '=', id).execute()
