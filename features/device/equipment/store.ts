import { sql } from 'kysely'
import { configHash } from '../../../contract/config-hash.ts'
import { fail } from '../../../contract/errors.ts'
import type { AccountId, EquipmentId, GroupId } from '../../../contract/fields.ts'
import { userImageBase } from '../../../contract/user-image.ts'
import { contains } from '../../../db/like.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import { nameLike } from '../../../db/translated.ts'
import { hasWarranty } from '../open/warranty-clock.ts'
import type { WarrantyState } from '../warranty/contract.ts'
import { type WarrantyClock, warrantyState } from '../warranty/rules.ts'
import type { EquipmentFields, EquipmentInfo, EquipmentRow } from './contract.ts'
import { displayOf } from './rules.ts'

type EquipmentFilter = {
  keyword: string | null
  groupId?: GroupId | null
  ungrouped: boolean
  createdBy: AccountId | null
  bound?: boolean | null
  warranty?: WarrantyState | 'none' | null
}

/** Devices with group, gateway and counts; the query for lists and single devices. */
const rows = (sight: Sight) =>
  sight
    .from('equipment')
    .leftJoin(sight.table('deviceGroup'), 'deviceGroup.id', 'equipment.groupId')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .leftJoin(sight.table('account'), 'account.id', 'equipment.createdBy')
    .selectAll('equipment')
    .select(['deviceGroup.name as groupName', 'gateway.id as gatewayId', 'gateway.sn', 'gateway.state'])
    .select((eb) => [
      eb.fn.coalesce('account.name', sql<string>`''`).as('createdByName'),
      eb
        .selectFrom(sight.table('signal'))
        .whereRef('signal.equipmentId', '=', 'equipment.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('signalCount'),
      eb
        .selectFrom(sight.table('driver'))
        .whereRef('driver.equipmentId', '=', 'equipment.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('driverCount'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const view = ({ createdByName, orgId: _, ...row }: Row, clock: WarrantyClock) => ({
  ...row,
  display: displayOf(row),
  warranty: warrantyState(row.warrantyUntil, clock),
  createdBy: createdByName,
  signalCount: Number(row.signalCount),
  driverCount: Number(row.driverCount),
})

type Filtered = EquipmentFilter & { clock?: WarrantyClock }

function filtered(sight: Sight, { keyword, groupId, ungrouped, createdBy, bound, warranty, clock }: Filtered) {
  let query = rows(sight)
  if (keyword) {
    const like = contains(keyword)
    query = query.where((eb) =>
      eb.or([
        nameLike(sight.orgId, 'equipment.name', like),
        eb('equipment.number', 'ilike', like),
        eb('gateway.sn', 'ilike', like),
      ]),
    )
  }
  if (groupId) query = query.where('equipment.groupId', '=', groupId)
  if (ungrouped) query = query.where('equipment.groupId', 'is', null)
  if (createdBy) query = query.where('equipment.createdBy', '=', createdBy)
  if (bound !== null && bound !== undefined) query = query.where('gateway.id', bound ? 'is not' : 'is', null)
  if (warranty && clock) query = query.where(hasWarranty(warranty, clock))
  return query
}

/** A page of devices: by sort number, then newest first. */
export async function loadEquipments(
  sight: Sight,
  filter: EquipmentFilter & { clock: WarrantyClock; pageNo: number; pageSize: number },
): Promise<{ total: number; rows: EquipmentRow[] }> {
  const query = filtered(sight, filter)
  const { total } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = await query
    .orderBy(sql`equipment.sort nulls last`)
    .orderBy('equipment.id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.pageNo - 1) * filter.pageSize)
    .execute()
  return { total: Number(total), rows: page.map((row) => view(row, filter.clock)) }
}

export async function loadEquipmentsShort(sight: Sight, keyword: string | null, most: number) {
  const query = filtered(sight, { keyword, ungrouped: false, createdBy: null })
  const list = await query.orderBy('equipment.name').limit(most).execute()
  return list.map(({ id, name, sn, state }) => ({ id, name, sn, state }))
}

/** Loads one device with all fields, or undefined. */
export async function loadEquipment(
  sight: Sight,
  id: EquipmentId,
  accountId: AccountId,
  clock: WarrantyClock,
): Promise<EquipmentInfo | undefined> {
  const row = await rows(sight)
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom(sight.table('follow'))
            .whereRef('follow.equipmentId', '=', 'equipment.id')
            .where('follow.accountId', '=', accountId)
            .select(sql`1`.as('one')),
        )
        .as('followed'),
      eb
        .selectFrom(sight.table('historyReport'))
        .whereRef('historyReport.equipmentId', '=', 'equipment.id')
        .where('historyReport.removedAt', 'is', null)
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('reportCount'),
      eb
        .selectFrom(sight.table('alarmRule'))
        .whereRef('alarmRule.equipmentId', '=', 'equipment.id')
        .where('alarmRule.removedAt', 'is', null)
        .where('alarmRule.mvarId', 'is', null)
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('alarmRuleCount'),
    ])
    .where('equipment.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const head = await sight
    .from('configVersion')
    .select(['version', 'hash'])
    .where('objectType', '=', 'equipment')
    .where('objectId', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const none = { version: 0, hash: configHash({ drivers: [], signals: [] }) }
  const { version, hash } = head ?? none
  return {
    ...view(row, clock),
    followed: Boolean(row.followed),
    reportCount: Number(row.reportCount),
    alarmRuleCount: Number(row.alarmRuleCount),
    configVersion: version,
    configHash: hash,
  }
}

/** The fields that users enter; locks the row against binding, editing and deleting until the transaction ends. */
export async function lockFields(sight: Sight, id: EquipmentId): Promise<EquipmentFields | undefined> {
  const query = sight.from('equipment').selectAll('equipment').where('equipment.id', '=', id).forUpdate()
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  const { id: _, orgId: __, createdAt: ___, createdBy: ____, isTemplate: _____, ...fields } = row
  return fields
}

/** The unique index covers all names, also those of devices that the caller does not see. */
function asTaken(error: unknown, { name }: EquipmentFields): never {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (code === '23505' && constraint === 'equipment_name') throw fail('nameExists', { name }, { field: 'name' })
  throw error
}

/** Adds a device. Throws 10003 if the name exists. */
export async function insertEquipment(
  sight: WritableSight,
  fields: EquipmentFields,
  createdBy: AccountId,
  at: number,
): Promise<EquipmentId> {
  const row = await sight
    .insert('equipment', { ...fields, createdAt: at, createdBy })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error) => asTaken(error, fields))
  return row.id
}

/** Changes the fields of a device. Throws 10003 if the name exists. */
export const updateEquipment = (sight: WritableSight, id: EquipmentId, fields: EquipmentFields) =>
  sight
    .update('equipment', fields)
    .where('equipment.id', '=', id)
    .execute()
    .catch((error) => asTaken(error, fields))

/** Deletes a device with its configuration, pages and last values; its log and its stored versions stay. */
export async function removeEquipment(sight: WritableSight, id: EquipmentId): Promise<void> {
  await sight.remove('equipment').where('id', '=', id).execute()
}

/** Whether a path belongs to one of the organisation's pictures. */
export const hasPicture = async (sight: Sight, path: string): Promise<boolean> =>
  (await sight
    .from('picture')
    .select('picture.name')
    .where('picture.name', '=', path.replace(userImageBase, ''))
    .executeTakeFirst()) !== undefined

export const isBound = async (sight: Sight, id: EquipmentId): Promise<boolean> =>
  (await sight
    .from('binding')
    .select('binding.id')
    .where('binding.equipmentId', '=', id)
    .where('binding.unboundAt', 'is', null)
    .executeTakeFirst()) !== undefined

export async function loadManufacturers(sight: Sight): Promise<string[]> {
  const found = await sight
    .from('equipment')
    .select('manufacturer')
    .distinct()
    .where('manufacturer', 'is not', null)
    .orderBy('manufacturer')
    .limit(500)
    .execute()
  return found.map((row) => row.manufacturer!)
}
