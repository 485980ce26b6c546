import { type NotNull, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Signal } from '../../../contract/equipment-config.ts'
import type { AccountId, EquipmentId, GroupId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { contains } from '../../../db/like.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import { nameLike } from '../../../db/translated.ts'
import { hasWarranty } from '../../device/open/warranty-clock.ts'
import type { WarrantyState } from '../../device/warranty/contract.ts'
import type { WarrantyClock } from '../../device/warranty/rules.ts'
import type { GroupAlarms, SortKey } from './contract.ts'

export type MonitorFilter = {
  keyword: string | null
  state?: 'online' | 'offline' | 'sleeping' | 'unbound' | 'inAlarm' | null
  groupId?: GroupId | null
  groupIds?: readonly GroupId[]
  ungrouped: boolean
  createdBy: AccountId | null
  followedBy: AccountId | null
  sn: string | null
  number: string | null
  manufacturer: string | null
  address: string | null
  warranty?: WarrantyState | 'none' | null | undefined
  clock: WarrantyClock
  /** The present time in epoch ms; shelves that end before it are ignored. */
  now: number
}

const joined = (sight: Sight) =>
  sight
    .from('equipment')
    .leftJoin(sight.table('deviceGroup'), 'deviceGroup.id', 'equipment.groupId')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')

/** Applies the filters except for the state; the counts use the same filters. */
function filtered(sight: Sight, filter: MonitorFilter) {
  let query = joined(sight)
  const { keyword, groupId, groupIds, ungrouped, createdBy, followedBy, sn, number, manufacturer, address } = filter
  if (keyword) {
    const like = contains(keyword)
    query = query.where((eb) => eb.or([nameLike(sight.orgId, 'equipment.name', like), eb('gateway.sn', 'ilike', like)]))
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
  if (filter.warranty) query = query.where(hasWarranty(filter.warranty, filter.clock))
  return query
}

function inState(query: ReturnType<typeof joined>, { state, now }: Pick<MonitorFilter, 'state' | 'now'>) {
  if (state === 'unbound') return query.where('gateway.id', 'is', null)
  if (state === 'inAlarm') return query.where(isInAlarm(now))
  return state ? query.where('gateway.state', '=', state) : query
}

const notShelved = (now: number) =>
  sql<SqlBool>`not exists (select from alarm_shelf as shelf
    where shelf.rule_id = alarm.rule_id and (shelf.until is null or shelf.until > ${now}))`

/** Whether a device has an open alarm that is not shelved. */
const isInAlarm = (now: number) =>
  sql<SqlBool>`exists (select from alarm where alarm.org_id = equipment.org_id and alarm.equipment_id = equipment.id
    and alarm.is_open and ${notShelved(now)})`

const isFollowed = (accountId: AccountId) =>
  sql<SqlBool>`exists (select 1 from follow where follow.equipment_id = equipment.id and follow.account_id = ${accountId})`

/** Counts by state over the filters. */
export async function countStates(sight: Sight, filter: MonitorFilter) {
  const row = await filtered(sight, filter)
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('gateway.state', '=', 'online').as('online'),
      eb.fn.countAll<number>().filterWhere('gateway.state', '=', 'offline').as('offline'),
      eb.fn.countAll<number>().filterWhere('gateway.state', '=', 'sleeping').as('sleeping'),
      eb.fn.countAll<number>().filterWhere('gateway.id', 'is', null).as('unbound'),
      eb.fn.countAll<number>().filterWhere(isInAlarm(filter.now)).as('inAlarm'),
    ])
    .executeTakeFirstOrThrow()
  const count = (value: number | string) => Number(value)
  return {
    all: count(row.all),
    online: count(row.online),
    offline: count(row.offline),
    sleeping: count(row.sleeping),
    unbound: count(row.unbound),
    inAlarm: count(row.inAlarm),
  }
}

type Sorted = { sort?: SortKey | null | undefined; down: boolean }

/** States from best to worst; the age is that of the last value, or of the gateway's last message. */
const orders: Record<SortKey, RawBuilder<unknown>> = {
  name: sql`equipment.name`,
  sn: sql`gateway.sn`,
  state: sql`array_position(array['online', 'sleeping', 'offline'], gateway.state)`,
  updatedAt: sql`-coalesce(last_value.at, gateway.last_seen_at)`,
}

/** Ids of one page in the requested order, else followed devices first, then by sort number and name. */
export async function loadPage(
  sight: Sight,
  filter: MonitorFilter & Sorted & { pageNo: number; pageSize: number },
  accountId: AccountId,
) {
  const query = inState(filtered(sight, filter), filter)
  const { sort, down } = filter
  const ordered = sort
    ? query.orderBy(orders[sort], (order) => (down ? order.desc() : order.asc()).nullsLast())
    : query.orderBy(isFollowed(accountId), 'desc').orderBy(sql`equipment.sort nulls last`)
  return ordered
    .leftJoin(sight.table('lastValue'), 'lastValue.equipmentId', 'equipment.id')
    .select([
      'equipment.id',
      'equipment.name',
      'equipment.groupId',
      'equipment.ruleType',
      'equipment.image',
      'equipment.warrantyUntil',
      'deviceGroup.name as groupName',
    ])
    .select(['gateway.sn', 'gateway.state', 'gateway.vpn', 'gateway.lastSeenAt'])
    .select((eb) => [
      isFollowed(accountId).as('followed'),
      eb
        .selectFrom(sight.table('signal'))
        .whereRef('signal.equipmentId', '=', 'equipment.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('signalCount'),
    ])
    .orderBy('equipment.name')
    .orderBy('equipment.id')
    .limit(filter.pageSize)
    .offset((filter.pageNo - 1) * filter.pageSize)
    .execute()
}

/** Pinned variables by device; for a device without pinned ones, its first readable variables. */
export async function loadPinned(
  sight: Sight,
  equipmentIds: readonly EquipmentId[],
  most: number,
): Promise<Map<number, Signal[]>> {
  const byEquipment = new Map<number, Signal[]>(equipmentIds.map((id) => [id, []]))
  if (equipmentIds.length === 0) return byEquipment
  const rows = await sight
    .from('signal')
    .select(['signal.equipmentId', 'signal.spec'])
    .where('signal.pinned', '=', true)
    .where('signal.equipmentId', 'in', equipmentIds)
    .orderBy('signal.position')
    .execute()
  const without = equipmentIds.filter((id) => !rows.some(({ equipmentId }) => equipmentId === id))
  for (const { equipmentId, spec } of [...rows, ...(await loadFirst(sight, without, most))])
    byEquipment.get(equipmentId)?.push(spec as unknown as Signal)
  return byEquipment
}

/** The first readable variables of each device. */
async function loadFirst(sight: Sight, equipmentIds: readonly EquipmentId[], most: number) {
  if (equipmentIds.length === 0) return []
  return sight
    .from('equipment')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom(sight.table('signal'))
          .select(['signal.spec', 'signal.position'])
          .whereRef('signal.equipmentId', '=', 'equipment.id')
          .where(sql<SqlBool>`signal.spec->>'access' is distinct from 'w'`)
          .orderBy('signal.position')
          .limit(most)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(['equipment.id as equipmentId', 'first.spec'])
    .where('equipment.id', 'in', equipmentIds)
    .orderBy('first.position')
    .execute()
}

/** Devices of these groups with few fields, by sort number and name; at most 2000. */
export const loadShort = (sight: Sight, groupIds: readonly GroupId[]) =>
  joined(sight)
    .select(['equipment.id', 'equipment.name', 'equipment.sort', 'gateway.sn', 'gateway.state', 'equipment.ruleType'])
    .where('equipment.groupId', 'in', groupIds)
    .orderBy(sql`equipment.sort nulls last`)
    .orderBy('equipment.name')
    .limit(2000)
    .execute()

/** Rules with an open alarm that is not shelved, by device and level. */
const openAlarms = (sight: Sight, now: number) =>
  sight
    .from('alarm')
    .where('alarm.isOpen', '=', true)
    .where(notShelved(now))
    .select('alarm.equipmentId')
    .select([
      sql<number>`count(distinct alarm.rule_id) filter (where alarm.level = 'severe')`.as('severe'),
      sql<number>`count(distinct alarm.rule_id) filter (where alarm.level = 'important')`.as('important'),
      sql<number>`count(distinct alarm.rule_id) filter (where alarm.level = 'normal')`.as('normal'),
    ])
    .groupBy('alarm.equipmentId')

/** Open alarms of the devices that have any. */
export async function loadOpenAlarms(sight: Sight, ids: readonly EquipmentId[], now: number) {
  const rows = ids.length === 0 ? [] : await openAlarms(sight, now).where('alarm.equipmentId', 'in', ids).execute()
  return new Map(
    rows.map(({ equipmentId, severe, important, normal }) => [
      equipmentId,
      { severe: Number(severe), important: Number(important), normal: Number(normal) },
    ]),
  )
}

/** Open alarms by the group of their device, of the groups that have any. */
export async function loadGroupAlarms(sight: Sight, now: number): Promise<GroupAlarms> {
  const rows = await sight
    .from('equipment')
    .innerJoin(openAlarms(sight, now).as('open'), 'open.equipmentId', 'equipment.id')
    .select('equipment.groupId')
    .select(({ fn }) => [
      fn.sum<string>('open.severe').as('severe'),
      fn.sum<string>('open.important').as('important'),
      fn.sum<string>('open.normal').as('normal'),
    ])
    .groupBy('equipment.groupId')
    .execute()
  return rows.map(({ groupId, severe, important, normal }) => ({
    ...{ groupId, severe: Number(severe), important: Number(important), normal: Number(normal) },
  }))
}

/** Devices with a position, by sort number and name, among `ids` or in a filter if given. */
export function loadPlaced(
  sight: Sight,
  now: number,
  { ids, filter }: { ids?: readonly number[]; filter?: MonitorFilter },
) {
  const placed = (filter ? inState(filtered(sight, filter), filter) : joined(sight))
    .leftJoin(openAlarms(sight, now).as('open'), 'open.equipmentId', 'equipment.id')
    .leftJoin(sight.table('equipmentTrack'), 'equipmentTrack.equipmentId', 'equipment.id')
    .select(['equipment.id', 'equipment.name', 'equipment.sort', 'gateway.sn', 'gateway.state', 'equipment.ruleType'])
    .select(['equipment.longitude', 'equipment.latitude', 'equipment.address', 'gateway.signalStrength'])
    .select(['open.severe', 'open.important', 'open.normal', 'equipmentTrack.source as track'])
    .where('equipment.longitude', 'is not', null)
    .where('equipment.latitude', 'is not', null)
    .$narrowType<{ longitude: NotNull; latitude: NotNull }>()
  return (ids ? placed.where(sql<SqlBool>`equipment.id = any(${ids}::int[])`) : placed)
    .orderBy(sql`equipment.sort nulls last`)
    .orderBy('equipment.name')
    .orderBy('equipment.id')
    .limit(limits.placedDevices)
    .execute()
}

export const loadGroupNodes = (sight: Sight) =>
  sight.from('deviceGroup').select(['deviceGroup.id', 'deviceGroup.parentId']).execute()

export const insertFollow = (sight: WritableSight, accountId: AccountId, equipmentId: EquipmentId) =>
  sight
    .insert('follow', { accountId, equipmentId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const removeFollow = (sight: WritableSight, accountId: AccountId, equipmentId: EquipmentId) =>
  sight.remove('follow').where('accountId', '=', accountId).where('equipmentId', '=', equipmentId).execute()

export async function loadCounts(sight: Sight) {
  const gateways = await sight
    .from('gateway')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('gateway.state', '=', 'online').as('online'),
    ])
    .executeTakeFirstOrThrow()
  const equipments = await sight
    .from('equipment')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  return { gateways: Number(gateways.all), gatewaysOnline: Number(gateways.online), equipments: Number(equipments.all) }
}
