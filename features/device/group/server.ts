import { fail } from '../../../contract/errors.ts'
import { totals } from '../../../core/tree-rules.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { checkPlace, nodeOf, sortOfNew } from '../../frame/tree-edit.ts'
import { addGroup, deleteGroup, editGroup, queryGroups, queryMonitorGroups } from './contract.ts'
import { countEquipments, insertGroup, loadGroups, lockGroups, removeGroup, updateGroup } from './store.ts'

export default [
  serve(queryGroups, (_, { sight }) => loadGroups(sight)),

  serve(addGroup, { kind: 'change' }, async ({ parentId, name }, { sight, now }) => {
    const groups = await lockGroups(sight)
    const sort = sortOfNew(groups, { parentId, name }, 'groupNameExists')
    const id = await insertGroup(sight, { parentId, name, sort }, now())
    const data = nodeOf(await loadGroups(sight), id)
    return { act: 'add', object: { type: 'group', id, name }, after: { parentId, name }, data }
  }),

  serve(editGroup, { kind: 'change' }, async ({ id, parentId, name, sort }, { sight }) => {
    const groups = await lockGroups(sight)
    const { equipmentCount: _, id: __, ...before } = nodeOf(groups, id)
    checkPlace(groups, { id, parentId, name }, 'groupNameExists')
    const after = { parentId, name, sort: sort ?? before.sort }
    await updateGroup(sight, id, after)
    const act = before.parentId === parentId ? 'edit' : 'move'
    return { act, object: { type: 'group', id, name }, before, after, data: nodeOf(await loadGroups(sight), id) }
  }),

  serve(deleteGroup, { kind: 'change' }, async ({ id }, { sight }) => {
    const groups = await lockGroups(sight)
    const before = nodeOf(groups, id)
    if (groups.some((each) => each.parentId === id)) throw fail('inUse', { reason: before.name })
    await removeGroup(sight, id)
    return { act: 'delete', object: { type: 'group', id, name: before.name }, before, data: null }
  }),

  serve(queryMonitorGroups, async (_, { sight, user }) => {
    const groups = await loadGroups(sight)
    const counts = await countEquipments(sight, user.accountId)
    const sums = totals(groups, new Map(groups.map(({ id, equipmentCount }) => [id, equipmentCount])))
    return { ...counts, groups: groups.map((group) => ({ ...group, totalCount: sums.get(group.id) ?? 0 })) }
  }),
] satisfies RoomServer
