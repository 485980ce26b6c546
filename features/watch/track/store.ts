import { type Kysely, sql } from 'kysely'
import type { EquipmentId, SignalId } from '../../../contract/fields.ts'
import type { DataType } from '../../../core/data-type.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { TrackSource } from './contract.ts'
import { type Fix, fixEveryMs } from './rules.ts'

export type TrackRecord = { source: TrackSource; longitudeId: SignalId | null; latitudeId: SignalId | null }

export const loadTrack = (sight: Sight, equipmentId: EquipmentId): Promise<TrackRecord | undefined> =>
  sight
    .from('equipmentTrack')
    .select(['equipmentTrack.source', 'equipmentTrack.longitudeId', 'equipmentTrack.latitudeId'])
    .where('equipmentTrack.equipmentId', '=', equipmentId)
    .executeTakeFirst()

export async function saveTrack(
  sight: WritableSight,
  equipmentId: EquipmentId,
  track: TrackRecord | null,
): Promise<void> {
  await sight.remove('equipmentTrack').where('equipmentTrack.equipmentId', '=', equipmentId).execute()
  if (track) await sight.insert('equipmentTrack', { equipmentId, ...track }).execute()
}

export const loadName = async (sight: Sight, equipmentId: EquipmentId): Promise<string> =>
  (await sight.from('equipment').select('equipment.name').where('equipment.id', '=', equipmentId).executeTakeFirst())
    ?.name ?? ''

/** The variables of a device in their order. */
export const loadSignals = (sight: Sight, equipmentId: EquipmentId) =>
  sight
    .from('signal')
    .select(['signal.id', 'signal.title'])
    .select([
      sql<string | null>`signal.spec->>'unit'`.as('unit'),
      sql<DataType>`signal.spec->>'dataType'`.as('dataType'),
      sql<string>`signal.spec->>'access'`.as('access'),
    ])
    .where('signal.equipmentId', '=', equipmentId)
    .orderBy('signal.position')
    .execute()

/** Positions that gateways reported while they served this device, in time order. */
export const loadFixes = (sight: Sight, equipmentId: EquipmentId, { from, to }: { from: number; to: number }) =>
  sight
    .from('gatewayFix')
    .select(['gatewayFix.at', 'gatewayFix.longitude', 'gatewayFix.latitude'])
    .where('gatewayFix.equipmentId', '=', equipmentId)
    .where('gatewayFix.at', '>=', from)
    .where('gatewayFix.at', '<=', to)
    .orderBy('gatewayFix.at')
    .execute()

/**
 * Stores positions of many gateways for the devices that they serve, in one statement. Skips a position within
 * `fixEveryMs` of a stored one.
 */
export async function storeFixes(db: Kysely<DB>, fixes: readonly Fix[]): Promise<void> {
  if (fixes.length === 0) return
  await sql`insert into gateway_fix (org_id, equipment_id, at, longitude, latitude, accuracy_m)
    select binding.org_id, binding.equipment_id, told."at", told."longitude", told."latitude", told."accuracyM"
    from jsonb_to_recordset(${JSON.stringify(fixes)}::jsonb) as told
        ("sn" text, "at" bigint, "longitude" float8, "latitude" float8, "accuracyM" float8)
      join gateway on gateway.sn = told."sn"
      join binding on binding.gateway_id = gateway.id and binding.unbound_at is null
    where told."at" >= binding.bound_at and not exists (select from gateway_fix as near
      where near.equipment_id = binding.equipment_id
        and near.at between told."at" - ${fixEveryMs}::bigint and told."at" + ${fixEveryMs}::bigint)
    on conflict do nothing`.execute(db)
}

export const forgetFixes = (db: Kysely<DB>, before: number) =>
  db.deleteFrom('gatewayFix').where('at', '<', before).execute()

const mostEvents = 200

/** Loads the enabled geofence rules. */
export async function loadFences(sight: Sight, equipmentId: EquipmentId) {
  const rows = await sight
    .from('alarmRule')
    .select(['alarmRule.name', 'alarmRule.spec'])
    .where('alarmRule.equipmentId', '=', equipmentId)
    .where('alarmRule.removedAt', 'is', null)
    .where('alarmRule.enabled', '=', true)
    .orderBy('alarmRule.position')
    .execute()
  return rows.flatMap(({ name, spec: { condition } }) =>
    condition.kind === 'fence' ? [{ name, is: condition.is, area: condition.area }] : [],
  )
}

/** Geofence alarms raised or cleared in a span, the latest first, each with its rule. */
export const loadFenceAlarms = (sight: Sight, equipmentId: EquipmentId, { from, to }: { from: number; to: number }) =>
  sight
    .from('alarm')
    .innerJoin(sight.table('alarmRule'), 'alarmRule.id', 'alarm.ruleId')
    .select(['alarm.id', 'alarm.name', 'alarm.raisedAt', 'alarm.clearedAt', 'alarmRule.spec'])
    .where('alarm.equipmentId', '=', equipmentId)
    .where('alarm.kind', '=', 'fence')
    .where('alarm.raisedAt', '<=', to)
    .where((eb) => eb.or([eb('alarm.raisedAt', '>=', from), eb.between('alarm.clearedAt', from, to)]))
    .orderBy('alarm.raisedAt', 'desc')
    .limit(mostEvents)
    .execute()
