// The variables of the newest version, as lists and searches ask for them.
import type { EquipmentConfig, Signal } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { slices } from '../../../core/slices.ts'
import type { WritableSight } from '../../../db/sight.ts'

/** Rows of one statement: building a larger one would keep the event loop. */
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
