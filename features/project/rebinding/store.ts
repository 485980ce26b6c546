import { type SqlBool, sql } from 'kysely'
import type { Signal } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'

/** Loads all variables of the visible devices among `devices`, in the order of the devices. */
export async function loadVariables(sight: Sight, devices: readonly EquipmentId[]) {
  const rows = await sight
    .from('signal')
    .select(['signal.equipmentId', 'signal.spec'])
    .where(sql<SqlBool>`signal.equipment_id = any(${[...devices]}::int[])`)
    .orderBy('signal.position')
    .execute()
  return rows.map(({ equipmentId, spec }) => ({ equipmentId, signal: spec as unknown as Signal }))
}

/** Loads the history reports of devices, except for removed ones. */
export const loadReports = (sight: Sight, devices: readonly EquipmentId[]) =>
  sight
    .from('historyReport')
    .select(['historyReport.id', 'historyReport.equipmentId', 'historyReport.name'])
    .where(sql<SqlBool>`history_report.equipment_id = any(${[...devices]}::int[])`)
    .where('historyReport.removedAt', 'is', null)
    .orderBy('historyReport.position')
    .execute()

export async function loadNames(sight: Sight, devices: readonly EquipmentId[]): Promise<Map<number, string>> {
  const rows = await sight
    .from('equipment')
    .select(['equipment.id', 'equipment.name'])
    .where(sql<SqlBool>`equipment.id = any(${[...devices]}::int[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
