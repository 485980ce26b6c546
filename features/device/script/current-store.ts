// Database rows of the scripts in the newest version.
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'

export async function replaceScripts(
  sight: WritableSight,
  equipmentId: EquipmentId,
  { scripts }: EquipmentConfig,
): Promise<void> {
  await sight.remove('script').where('equipmentId', '=', equipmentId).execute()
  if (scripts.length === 0) return
  const rows = scripts.map(({ id, name, enabled = true }, position) => ({ id, equipmentId, position, name, enabled }))
  await sight.insert('script', rows).execute()
}
