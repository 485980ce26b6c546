// Applies a template to a device, for rooms that do so for many devices.
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import type { TemplateId } from '../template/contract.ts'
import { sidesOf } from './following.ts'
import { templateHashes } from './part-sides.ts'
import { followed, provisional } from './rules.ts'
import { loadBinding, loadConfigOf } from './store.ts'

export { applyTo, becomingOf } from './following.ts'

type Then = {
  equipmentId: EquipmentId
  version: number
  templateId: TemplateId
  templateVersion: number
  own: readonly string[]
}

/** The configuration of a device in one of its versions, and the result of applying a version of its template to it. */
export async function becomingThen(
  sight: Sight,
  { equipmentId, version, templateId, templateVersion, own }: Then,
): Promise<{ before: EquipmentConfig; after: EquipmentConfig }> {
  const { device, template } = await sidesOf(sight, equipmentId, templateId)
  const before = await loadConfigOf(sight, equipmentId, version)
  const sides = {
    device: { ...device, config: before },
    template: { ...template, config: await loadConfigOf(sight, template.equipmentId, templateVersion) },
  }
  return { before, after: followed({ ...sides, own: new Set(own) }, provisional()).config }
}

/** Whether a device was made of this template version and still matches the template. Throws noTemplate. */
export async function isMadeOf(
  sight: Sight,
  equipmentId: EquipmentId,
  { templateId, templateVersion }: Pick<Then, 'templateId' | 'templateVersion'>,
): Promise<boolean> {
  const binding = await loadBinding(sight, equipmentId)
  if (binding?.templateId !== templateId) throw fail('noTemplate')
  const [hash] = await templateHashes(sight, [
    { templateId: templateId as number as EquipmentId, own: new Set(binding.own) },
  ])
  return binding.version === templateVersion && binding.deviceHash === hash
}
