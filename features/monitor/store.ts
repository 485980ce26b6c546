import { type SqlBool, sql } from 'kysely'
import { contains } from '../../db/like.ts'
import type { OrgDb } from '../../db/org-db.ts'
import { nameLike } from '../../db/translated.ts'
import type { Signal } from '../equipment-config/contract.ts'

export type MonitorFilter = {
  keyword: string | null
  state?: 'online' | 'offline' | 'sleeping' | 'unbound' | null
  groupId?: number | null
  groupIds?: readonly number[]
  ungrouped: boolean
  createdBy: number | null
  followedBy: number | null
  sn: string | null
  number: string | null
  manufacturer: string | null
  address: string | null
}

const joined = (org: OrgDb) =>
  org
    .from('equipment')
    .leftJoin('deviceGroup', 'deviceGroup.id', 'equipment.groupId')
    .leftJoin('binding', (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin('gateway', 'gateway.id', 'binding.gatewayId')

/** The filters without the state; the counts use the same. */
function filtered(org: OrgDb, filter: MonitorFilter) {
  let query = joined(org)
  const { keyword, groupId, groupIds, ungrouped, createdBy, followedBy, sn, number, manufacturer, address } = filter
  if (keyword) {
    const like = contains(keyword)
    query = query.where((eb) => eb.or([nameLike(org.orgId, 'equipment.name', like), eb('gateway.sn', 'ilike', like)]))
  }
  if (groupId) query = query.where('equipment.groupId', '=', groupId)
  if (groupIds) query = query.where('equipment.groupId', 'in', groupIds)
  if (ungrouped) query = query.where('equipment.groupId', 'is', null)
  if (createdBy) query = query.where('equipment.createdBy', '=', createdBy)
  if (followedBy) query = query.where(isFollowed(followedBy))
  if (sn) query = query.where('gateway.sn', 'ilike', contains(sn))
  if (number) query = query.where('equipment.number', 'ilike', contains(number))
  if (manufacturer) query = query.where('equipment.manufacturer', 'ilike', contains(manufacturer))
  if (address) query = query.where('equipment.address', 'ilike', contains(address))
  return query
}

const isFollowed = (accountId: number) =>
  sql<SqlBool>`exists (select 1 from follow where follow.equipment_id = equipment.id and follow.account_id = ${accountId})`

/** Counts by state over the filters. */
export async function countStates(org: OrgDb, filter: MonitorFilter) {
  const row = await filtered(org, filter)
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('gateway.state', '=', 'online').as('online'),
      eb.fn.countAll<number>().filterWhere('gateway.state', '=', 'offline').as('offline'),
      eb.fn.countAll<number>().filterWhere('gateway.state', '=', 'sleeping').as('sleeping'),
      eb.fn.countAll<number>().filterWhere('gateway.id', 'is', null).as('unbound'),
    ])
    .executeTakeFirstOrThrow()
  const count = (value: number | string) => Number(value)
  return {
    all: count(row.all),
    online: count(row.online),
    offline: count(row.offline),
    sleeping: count(row.sleeping),
    unbound: count(row.unbound),
  }
}

/** Ids of one page: followed first, then by sort number and name. */
export async function loadPage(
  org: OrgDb,
  filter: MonitorFilter & { pageNo: number; pageSize: number },
  accountId: number,
) {
  let query = filtered(org, filter)
  if (filter.state === 'unbound') query = query.where('gateway.id', 'is', null)
  else if (filter.state) query = query.where('gateway.state', '=', filter.state)
  return query
    .select([
      'equipment.id',
      'equipment.name',
      'equipment.groupId',
      'equipment.ruleType',
      'deviceGroup.name as groupName',
    ])
    .select(['gateway.sn', 'gateway.state', 'gateway.vpn', 'gateway.lastSeenAt'])
    .select((eb) => [
      isFollowed(accountId).as('followed'),
      eb
        .selectFrom('signal')
        .whereRef('signal.equipmentId', '=', 'equipment.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('signalCount'),
    ])
    .orderBy(isFollowed(accountId), 'desc')
    .orderBy(sql`equipment.sort nulls last`)
    .orderBy('equipment.name')
    .limit(filter.pageSize)
    .offset((filter.pageNo - 1) * filter.pageSize)
    .execute()
}

/** Pinned variables of several devices at once. */
export async function loadPinned(org: OrgDb, equipmentIds: readonly number[]): Promise<Map<number, Signal[]>> {
  const byEquipment = new Map<number, Signal[]>(equipmentIds.map((id) => [id, []]))
  if (equipmentIds.length === 0) return byEquipment
  const rows = await org
    .from('signal')
    .select(['signal.equipmentId', 'signal.spec'])
    .where('signal.pinned', '=', true)
    .where('signal.equipmentId', 'in', equipmentIds)
    .orderBy('signal.position')
    .execute()
  for (const { equipmentId, spec } of rows) byEquipment.get(equipmentId)?.push(spec as unknown as Signal)
  return byEquipment
}

/** Devices of these groups with few fields, at most 2000. */
export const loadShort = (org: OrgDb, groupIds: readonly number[]) =>
  joined(org)
    .select(['equipment.id', 'equipment.name', 'gateway.sn', 'gateway.state', 'equipment.ruleType'])
    .where('equipment.groupId', 'in', groupIds)
    .orderBy('equipment.name')
    .limit(2000)
    .execute()

export const loadPlaced = (org: OrgDb) =>
  joined(org)
    .select(['equipment.id', 'equipment.name', 'gateway.sn', 'gateway.state', 'equipment.ruleType'])
    .select(['equipment.longitude', 'equipment.latitude', 'equipment.address'])
    .where('equipment.longitude', 'is not', null)
    .where('equipment.latitude', 'is not', null)
    .limit(5000)
    .execute()

export const loadGroupNodes = (org: OrgDb) =>
  org.from('deviceGroup').select(['deviceGroup.id', 'deviceGroup.parentId']).execute()

export const isOurs = async (org: OrgDb, equipmentId: number): Promise<boolean> =>
  (await org.from('equipment').select('equipment.id').where('equipment.id', '=', equipmentId).executeTakeFirst()) !==
  undefined

export const insertFollow = (org: OrgDb, accountId: number, equipmentId: number) =>
  org
    .insert('follow', { accountId, equipmentId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const removeFollow = (org: OrgDb, accountId: number, equipmentId: number) =>
  org.remove('follow').where('accountId', '=', accountId).where('equipmentId', '=', equipmentId).execute()

export async function loadCounts(org: OrgDb) {
  const gateways = await org
    .from('gateway')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('gateway.state', '=', 'online').as('online'),
    ])
    .executeTakeFirstOrThrow()
  const equipments = await org
    .from('equipment')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  return { gateways: Number(gateways.all), gatewaysOnline: Number(gateways.online), equipments: Number(equipments.all) }
}
