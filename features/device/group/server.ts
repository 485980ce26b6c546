import { fail, type PlainName } from '../../../contract/errors.ts'
import type { GroupId } from '../../../contract/fields.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { addGroup, deleteGroup, editGroup, type Group, queryGroups, queryMonitorGroups } from './contract.ts'
import { cannotAdd, cannotMove, totals } from './rules.ts'
import { countEquipments, insertGroup, loadGroups, lockGroups, removeGroup, updateGroup } from './store.ts'

const refuseIf = (reason: PlainName | undefined) => {
  if (reason) throw fail(reason)
}

/** Checks that a name is unique below its parent; an edited group may keep its own. */
function refuseTaken(groups: readonly Group[], entry: { id?: GroupId; parentId: GroupId | null; name: string }): void {
  const taken = groups.some((g) => g.parentId === entry.parentId && g.name === entry.name && g.id !== entry.id)
  if (taken) throw fail('groupNameExists', { name: entry.name }, { field: 'name' })
}

const found = (groups: readonly Group[], id: GroupId): Group => {
  const group = groups.find((each) => each.id === id)
  if (!group) throw fail('notFound')
  return group
}

export default [
  serve(queryGroups, (_, { sight }) => loadGroups(sight)),

  serve(addGroup, { kind: 'change' }, async ({ parentId, name }, { sight, now }) => {
    const groups = await lockGroups(sight)
    refuseIf(cannotAdd(groups, parentId))
    refuseTaken(groups, { parentId, name })
    const sort = groups.filter((group) => group.parentId === parentId).length + 1
    const id = await insertGroup(sight, { parentId, name, sort }, now())
    const data = found(await loadGroups(sight), id)
    return { act: 'add', object: { type: 'group', id, name }, after: { parentId, name }, data }
  }),

  serve(editGroup, { kind: 'change' }, async ({ id, parentId, name, sort }, { sight }) => {
    const groups = await lockGroups(sight)
    const { equipmentCount: _, id: __, ...before } = found(groups, id)
    refuseIf(cannotMove(groups, id, parentId))
    refuseTaken(groups, { id, parentId, name })
    const after = { parentId, name, sort: sort ?? before.sort }
    await updateGroup(sight, id, after)
    const act = before.parentId === parentId ? 'edit' : 'move'
    return { act, object: { type: 'group', id, name }, before, after, data: found(await loadGroups(sight), id) }
  }),

  serve(deleteGroup, { kind: 'change' }, async ({ id }, { sight }) => {
    const groups = await lockGroups(sight)
    const before = found(groups, id)
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
