// The number of devices that follow templates, and how many of them differ.
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import type { TemplateId } from '../template/contract.ts'
import { templateHashes } from './part-sides.ts'
import { loadGroups } from './store.ts'

type Following = { devices: number; differing: number }

/** Counts the visible followers of each template. Devices with the same own fields and the same hash are one group. */
export async function followersOf(sight: Sight, ids: readonly TemplateId[]): Promise<(id: TemplateId) => Following> {
  const groups = await loadGroups(sight, ids)
  const asked = groups.map(({ templateId, own }) => ({
    templateId: templateId as number as EquipmentId,
    own: new Set(own),
  }))
  const hashes = await templateHashes(sight, asked)
  const found = new Map<TemplateId, Following>()
  for (const [at, { templateId, deviceHash, devices }] of groups.entries()) {
    const so = found.get(templateId) ?? { devices: 0, differing: 0 }
    const differing = deviceHash === hashes[at] ? 0 : devices
    found.set(templateId, { devices: so.devices + devices, differing: so.differing + differing })
  }
  return (id) => found.get(id) ?? { devices: 0, differing: 0 }
}
