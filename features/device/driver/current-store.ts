// Database rows of the drivers in the newest version, for lists and searches.
import type { Driver, EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'

/** Deleting drivers also deletes their variables, which are inserted again afterwards. */
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
