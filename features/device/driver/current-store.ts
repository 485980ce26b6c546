// The drivers of the newest version, as lists and searches ask for them.
import type { Driver, EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'

/** Their variables go with them and are put in again. */
export async function replaceDrivers(
  sight: WritableSight,
  equipmentId: EquipmentId,
  { drivers }: EquipmentConfig,
): Promise<void> {
  await sight.remove('driver').where('equipmentId', '=', equipmentId).execute()
  if (drivers.length === 0) return
  const rows = drivers.map((driver, position) => driverRow(equipmentId, driver, position))
  await sight.insert('driver', rows).execute()
}

const driverRow = (equipmentId: EquipmentId, driver: Driver, position: number) => {
  const { id, name, type } = driver
  return { id, equipmentId, position, name, type, spec: JSON.stringify(driver) }
}
