import { type Kysely, sql } from 'kysely'
import type { BoxTold } from '../../../contract/box.ts'
import type { EquipmentId, GatewayId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import { readConfig } from '../../frame/config.ts'
import type { Act } from '../../platform/operation-log/contract.ts'

/** Stores reports of many gateways in one statement; rows are locked in the order of their ids. */
export async function storeBoxes(
  db: Kysely<DB>,
  boxes: readonly { sn: string; box: BoxTold; at: number }[],
): Promise<boolean[]> {
  await sql`with told as (
      select * from jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb) as told ("sn" text, "box" jsonb, "at" bigint)),
    was as (select gateway.id from gateway join told using (sn) order by gateway.id for update of gateway)
    update gateway set box = told."box", box_at = told."at"
    from was, told where gateway.id = was.id and gateway.sn = told.sn`.execute(db)
  return boxes.map(() => true)
}

/** A gateway with its device and its newest configuration. */
export async function loadBox(sight: Sight, id: GatewayId) {
  const row = await sight
    .from('gateway')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.gatewayId', '=', 'gateway.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('equipment'), 'equipment.id', 'binding.equipmentId')
    .select(['gateway.id', 'gateway.sn', 'gateway.state', 'gateway.vpn', 'gateway.mode', 'gateway.abilities'])
    .select(['gateway.box', 'gateway.boxAt', 'gateway.economizeOpen', 'gateway.smartSaving', 'gateway.firmware'])
    .select(['equipment.id as equipmentId', 'equipment.name as equipmentName'])
    .leftJoin(sight.table('organisation'), 'organisation.id', 'gateway.orgId')
    .select(['equipment.longitude', 'equipment.latitude'])
    .select(['equipment.zone', 'organisation.zone as orgZone'])
    .select((eb) =>
      eb
        .selectFrom(sight.table('configVersion'))
        .select('content')
        .where('objectType', '=', 'equipment')
        .whereRef('objectId', '=', 'binding.equipmentId')
        .orderBy('version', 'desc')
        .limit(1)
        .as('content'),
    )
    .where('gateway.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { content, ...gateway } = row
  return { ...gateway, config: readConfig(content as object | null) }
}
export type BoxRecord = NonNullable<Awaited<ReturnType<typeof loadBox>>>

/** Usually includes the newest order of each kind, unless one kind is ordered very often. */
const ordersLooked = 60

/** Orders of a gateway, newest first, without their content. */
export const loadOrders = (sight: Sight, id: GatewayId) =>
  sight
    .from('command')
    .select(['command.uuid', 'command.status', 'command.code', 'command.reason', 'command.details'])
    .select(['command.createdAt', 'command.finishedAt'])
    .select((eb) =>
      eb
        .ref('command.payload', '->')
        .key('order' as never)
        .key('act' as never)
        .$castTo<string>()
        .as('act'),
    )
    .where('command.gatewayId', '=', id)
    .where('command.kind', '=', 'box')
    .orderBy('command.createdAt', 'desc')
    .limit(ordersLooked)
    .execute()

/**
 * Number of location refreshes since an instant that are done or pending; refused ones do not count. Read from the
 * operation log: commands are visible through the device that the gateway was bound to then, which the caller may not
 * see.
 */
export async function countLocations(sight: Sight, id: GatewayId, since: number): Promise<number> {
  const { count } = await sight
    .from('operationLog')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('operationLog.objectType', '=', 'gateway')
    .where('operationLog.objectId', '=', id)
    .where('operationLog.act', '=', 'boxLocate' satisfies Act)
    .where('operationLog.at', '>=', since)
    .where('operationLog.result', 'in', ['waiting', 'success', 'timeout'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const updateSaving = (
  sight: WritableSight,
  id: GatewayId,
  saving: { economizeOpen: boolean; smartSaving: boolean },
) => sight.update('gateway', saving).where('id', '=', id).execute()

export const updatePlace = (sight: WritableSight, id: EquipmentId, place: { longitude: number; latitude: number }) =>
  sight.update('equipment', place).where('id', '=', id).execute()
