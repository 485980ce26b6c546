// What rooms do in the transaction in which a device's configuration or one of its pages is saved: `on-saved.ts` in their
// folders.
import type { EquipmentId } from '../../contract/fields.ts'
import type { WritableSight } from '../../db/sight.ts'

export type OnSaved = (sight: WritableSight, equipmentId: EquipmentId) => Promise<void>

const rooms = Object.values(import.meta.glob<{ default: OnSaved }>('../*/*/on-saved.ts', { eager: true }))

/** `equipmentId`: of a page of a project there is none. */
export async function tellSaved(sight: WritableSight, equipmentId: EquipmentId | null): Promise<void> {
  if (equipmentId === null) return
  for (const room of rooms) await room.default(sight, equipmentId)
}
