// Work of rooms in the transaction that saves a device's configuration or one of its pages: `on-saved.ts` in their
// folders.
import type { EquipmentId } from '../../contract/fields.ts'
import type { WritableSight } from '../../db/sight.ts'

export type OnSaved = (sight: WritableSight, equipmentId: EquipmentId) => Promise<void>

const rooms = Object.values(import.meta.glob<{ default: OnSaved }>('../*/*/on-saved.ts', { eager: true }))

/**
 * Notifies the rooms that a device's configuration or a page was saved. `equipmentId`: null for a page of a project,
 * which has no device.
 */
export async function tellSaved(sight: WritableSight, equipmentId: EquipmentId | null): Promise<void> {
  if (equipmentId === null) return
  for (const room of rooms) await room.default(sight, equipmentId)
}
