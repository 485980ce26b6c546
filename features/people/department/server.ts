import { fail, failAs, type Language } from '../../../contract/errors.ts'
import type { DepartmentId } from '../../../contract/fields.ts'
import { type RoomServer, serve, type User } from '../../frame/serve.ts'
import { checkPlace, nodeOf, sortOfNew } from '../../frame/tree-edit.ts'
import { lackWord } from '../account/rules.ts'
import { addDepartment, deleteDepartment, editDepartment, queryDepartments } from './contract.ts'
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

type Place = { id?: DepartmentId; parentId: DepartmentId | null }

/** Callers with a narrow range may only change departments below their own. Throws 1125, 1126. */
function mustArrange(user: User, { id, parentId }: Place, language: Language): void {
  if (user.dataRange === 'all') return
  if (id !== undefined && id === user.departmentId) throw fail('ownGrant')
  if (parentId === null || user.dataRange !== 'department')
    throw fail('grantsMore', { what: lackWord('dataRange', language) }, { field: 'parentId' })
}

export default [
  serve(queryDepartments, (_, { sight }) => loadDepartmentsInRange(sight)),

  serve(addDepartment, { kind: 'change' }, async ({ parentId, name }, { sight, now, user, language }) => {
    mustArrange(user, { parentId }, language)
    const departments = await lockDepartments(sight)
    const sort = sortOfNew(departments, { parentId, name }, 'nameExists')
    const id = await insertDepartment(sight, { parentId, name, sort }, now())
    const data = nodeOf(await loadDepartments(sight), id)
    return { act: 'add', object: { type: 'department', id, name }, after: { parentId, name }, data }
  }),

  serve(editDepartment, { kind: 'change' }, async ({ id, parentId, name, sort }, { sight, user, language }) => {
    mustArrange(user, { id, parentId }, language)
    const departments = await lockDepartments(sight)
    const { memberCount: _, id: __, ...before } = nodeOf(departments, id)
    checkPlace(departments, { id, parentId, name }, 'nameExists')
    const after = { parentId, name, sort: sort ?? before.sort }
    await updateDepartment(sight, id, after)
    const act = before.parentId === parentId ? 'edit' : 'move'
    const data = nodeOf(await loadDepartments(sight), id)
    return { act, object: { type: 'department', id, name }, before, after, data }
  }),

  serve(deleteDepartment, { kind: 'change' }, async ({ id }, { sight, user, language }) => {
    mustArrange(user, { id, parentId: id }, language)
    const departments = await lockDepartments(sight)
    const before = nodeOf(departments, id)
    const children = departments.filter((each) => each.parentId === id).map(({ name }) => name)
    const refused = cannotDelete(children, await loadMemberNames(sight, id, 6), language)
    if (refused) throw failAs(refused)
    await removeDepartment(sight, id)
    return { act: 'delete', object: { type: 'department', id, name: before.name }, before, data: null }
  }),
] satisfies RoomServer
