// Exchanges the devices of a project when it is moved to other devices.
import type { EquipmentId, ProjectId, SignalId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'
import { insertEquips, loadEquips, loadProjects, putKey, removeEquip } from './store.ts'

export { loadEquips, loadProjects }

type Swap = { from: EquipmentId; to: EquipmentId; key: SignalId | null }

/**
 * Adds the new devices, each with its key variable unless it has one; removes the old devices unless `keepOld`. Throws
 * projectEquipCapacity.
 */
export async function swapDevices(
  sight: WritableSight,
  projectId: ProjectId,
  swaps: readonly Swap[],
  { keepOld, at }: { keepOld: boolean; at: number },
): Promise<void> {
  await sight.lock('project')
  const before = await loadEquips(sight, projectId)
  const [old, fresh] = [new Set(swaps.map(({ from }) => from)), new Set(swaps.map(({ to }) => to))]
  if (!keepOld) for (const from of old) if (!fresh.has(from)) await removeEquip(sight, projectId, from)
  const added = [...fresh].filter((to) => !before.some(({ equipmentId }) => equipmentId === to))
  if (added.length > 0) await insertEquips(sight, projectId, added, at)
  for (const { to, key } of swaps) {
    const has = before.some(({ equipmentId, keySignalId }) => equipmentId === to && keySignalId !== null)
    if (key !== null && !has) await putKey(sight, projectId, to, key)
  }
}
