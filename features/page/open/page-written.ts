// The variables that pages of a project write, for settings that let visitors write.
import type { EquipmentId, ProjectId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import { loadPage, ownSignals, pageIdsOf, projectMembers } from '../page/store.ts'
import { writesIn } from '../page/written.ts'

/** Variables of the visible devices of a project, with the device of each. */
export async function writtenOnPages(sight: Sight, projectId: ProjectId): Promise<Map<number, EquipmentId>> {
  const found = new Set<number>()
  for (const id of await pageIdsOf(sight, { equipmentId: null, projectId })) {
    const page = await loadPage(sight, id)
    for (const signalId of page ? writesIn(page.content.widgets) : []) found.add(signalId)
  }
  const members = await projectMembers(sight, projectId)
  const signals = [...(await ownSignals(sight, [...found]))]
  return new Map(
    signals.flatMap(([id, { equipmentId }]) => (members.has(equipmentId) ? [[id, equipmentId] as const] : [])),
  )
}
