// The variables of the newest version, in rows for lists and searches.
import type { EquipmentConfig, Signal } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { slices } from '../../../core/slices.ts'
import type { WritableSight } from '../../../db/sight.ts'

/** Rows per statement: building a larger one would block the event loop. */
const rowsAtOnce = 200

export async function replaceSignals(
  sight: WritableSight,
  equipmentId: EquipmentId,
  { signals }: EquipmentConfig,
): Promise<void> {
  await sight.remove('signal').where('equipmentId', '=', equipmentId).execute()
  const rows = signals.map((signal, position) => signalRow(equipmentId, signal, position))
  for (const some of slices(rows, rowsAtOnce)) await sight.insert('signal', some).execute()
}

const signalRow = (equipmentId: EquipmentId, signal: Signal, position: number) => {
  const { id, driverId, name, title, pinned = false } = signal
  return { id, equipmentId, driverId, position, name, title, pinned, spec: JSON.stringify(signal) }
}
