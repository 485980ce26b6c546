import type { AccountId, GroupId } from '../../../contract/fields.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { Group } from './contract.ts'

/** Loads all groups of the organisation with the number of devices directly in each. */
export async function loadGroups(sight: Sight): Promise<Group[]> {
  const rows = await sight
    .from('deviceGroup')
    .select(['deviceGroup.id', 'deviceGroup.parentId', 'deviceGroup.name', 'deviceGroup.sort'])
    .select((eb) =>
      eb
        .selectFrom(sight.table('equipment'))
        .whereRef('equipment.groupId', '=', 'deviceGroup.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('equipmentCount'),
    )
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, equipmentCount: Number(row.equipmentCount ?? 0) }))
}

/** Locks the organisation's groups against other changes until the transaction ends. */
export async function lockGroups(sight: WritableSight): Promise<Group[]> {
  await sight.lock('group')
  return loadGroups(sight)
}

type Entry = { parentId: GroupId | null; name: string; sort: number }

export async function insertGroup(sight: WritableSight, entry: Entry, at: number): Promise<GroupId> {
  const row = await sight
    .insert('deviceGroup', { ...entry, createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateGroup(sight: WritableSight, id: GroupId, entry: Entry): Promise<void> {
  await sight.update('deviceGroup', entry).where('id', '=', id).execute()
}

/** Deletes a group; its devices become ungrouped. */
export async function removeGroup(sight: WritableSight, id: GroupId): Promise<void> {
  await sight.update('equipment', { groupId: null }).where('groupId', '=', id).execute()
  await sight.remove('deviceGroup').where('id', '=', id).execute()
}

/** Number of ungrouped devices, and of devices that this account created. */
export async function countEquipments(
  sight: Sight,
  accountId: AccountId,
): Promise<{ total: number; ungrouped: number; mine: number }> {
  const row = await sight
    .from('equipment')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('groupId', 'is', null).as('ungrouped'),
      eb.fn.countAll<number>().filterWhere('createdBy', '=', accountId).as('mine'),
    ])
    .executeTakeFirstOrThrow()
  return { total: Number(row.total), ungrouped: Number(row.ungrouped), mine: Number(row.mine) }
}
