import { fail, failAs, type Language, type PlainName } from '../../../contract/errors.ts'
import type { DepartmentId } from '../../../contract/fields.ts'
import { cannotAdd, cannotMove } from '../../device/group/rules.ts'
import { type RoomServer, serve, type User } from '../../frame/serve.ts'
import { lackWord } from '../account/rules.ts'
import { addDepartment, type Department, deleteDepartment, editDepartment, queryDepartments } from './contract.ts'
import { cannotDelete } from './rules.ts'
import {
  insertDepartment,
  loadDepartments,
  loadDepartmentsInRange,
  loadMemberNames,
  lockDepartments,
  removeDepartment,
  updateDepartment,
} from './store.ts'

const refuseIf = (reason: PlainName | undefined) => {
  if (reason) throw fail(reason)
}

/** Callers with a narrow range may only change departments below their own. Throws 1125, 1126. */
function mustArrange(user: User, { id, parentId }: Partial<Entry> & Pick<Entry, 'parentId'>, language: Language): void {
  if (user.dataRange === 'all') return
  if (id !== undefined && id === user.departmentId) throw fail('ownGrant')
  if (parentId === null || user.dataRange !== 'department')
    throw fail('grantsMore', { what: lackWord('dataRange', language) }, { field: 'parentId' })
}

type Entry = { id?: DepartmentId; parentId: DepartmentId | null; name: string }

/** Checks that a name is unique below its parent; an edited department may keep its own. */
function refuseTaken(departments: readonly Department[], entry: Entry): void {
  const taken = departments.some((d) => d.parentId === entry.parentId && d.name === entry.name && d.id !== entry.id)
  if (taken) throw fail('nameExists', { name: entry.name }, { field: 'name' })
}

const found = (departments: readonly Department[], id: DepartmentId): Department => {
  const department = departments.find((each) => each.id === id)
  if (!department) throw fail('notFound')
  return department
}

export default [
  serve(queryDepartments, (_, { sight }) => loadDepartmentsInRange(sight)),

  serve(addDepartment, { kind: 'change' }, async ({ parentId, name }, { sight, now, user, language }) => {
    mustArrange(user, { parentId }, language)
    const departments = await lockDepartments(sight)
    refuseIf(cannotAdd(departments, parentId))
    refuseTaken(departments, { parentId, name })
    const sort = departments.filter((each) => each.parentId === parentId).length + 1
    const id = await insertDepartment(sight, { parentId, name, sort }, now())
    const data = found(await loadDepartments(sight), id)
    return { act: 'add', object: { type: 'department', id, name }, after: { parentId, name }, data }
  }),

  serve(editDepartment, { kind: 'change' }, async ({ id, parentId, name, sort }, { sight, user, language }) => {
    mustArrange(user, { id, parentId }, language)
    const departments = await lockDepartments(sight)
    const { memberCount: _, id: __, ...before } = found(departments, id)
    refuseIf(cannotMove(departments, id, parentId))
    refuseTaken(departments, { id, parentId, name })
    const after = { parentId, name, sort: sort ?? before.sort }
    await updateDepartment(sight, id, after)
    const act = before.parentId === parentId ? 'edit' : 'move'
    const data = found(await loadDepartments(sight), id)
    return { act, object: { type: 'department', id, name }, before, after, data }
  }),

  serve(deleteDepartment, { kind: 'change' }, async ({ id }, { sight, user, language }) => {
    mustArrange(user, { id, parentId: id }, language)
    const departments = await lockDepartments(sight)
    const before = found(departments, id)
    const children = departments.filter((each) => each.parentId === id).map(({ name }) => name)
    const refused = cannotDelete(children, await loadMemberNames(sight, id, 6), language)
    if (refused) throw failAs(refused)
    await removeDepartment(sight, id)
    return { act: 'delete', object: { type: 'department', id, name: before.name }, before, data: null }
  }),
] satisfies RoomServer
