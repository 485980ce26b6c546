// Records the state of a device before it follows a template again, and restores it: configuration version, binding,
// pages.
import { z } from 'zod'
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { devicePages, type FollowedPage } from '../../frame/device-pages.ts'
import type { Change, ChangeCall } from '../../frame/serve.ts'
import { save } from '../config/part-save.ts'
import type { TemplateId } from '../template/contract.ts'
import { becomingOf, ownOf, sidesOf } from './following.ts'
import { hashOf, loadWhole } from './part-sides.ts'
import { loadBinding, loadConfigOf, putBinding } from './store.ts'

const Kept = z.object({
  /** Versions of the device's configuration and of the applied template. */
  version: z.number(),
  templateVersion: z.number(),
  own: z.array(z.string()),
  /** Pages that will be changed or removed, and ids of all pages of the device. */
  pages: z.array(z.custom<FollowedPage>()),
  pageIds: z.array(z.number()),
  /** Password hashes of pages that will be removed. */
  passwords: z.array(z.tuple([z.number(), z.string()])).default([]),
})
type Kept = z.output<typeof Kept>

/** The state needed for a rollback. Throws noTemplate if the device does not follow the template. */
export async function keptOf(call: ChangeCall, equipmentId: EquipmentId, templateId: TemplateId): Promise<Kept> {
  const { sight, language } = call
  const binding = await loadBinding(sight, equipmentId)
  if (binding?.templateId !== templateId) throw fail('noTemplate')
  const sides = await sidesOf(sight, equipmentId, templateId)
  const { device, template } = sides
  const { pages: planned } = await becomingOf(sides, ownOf(null, binding, template, language))
  const ids = new Set(planned.map(({ id }) => id))
  const removed = planned.flatMap(({ kind, id }) => (kind === 'removed' && id !== null ? [id] : []))
  return {
    ...{ version: device.version, templateVersion: binding.version, own: binding.own },
    pages: device.pages.filter(({ id }) => ids.has(id)),
    pageIds: device.pages.map(({ id }) => id as number),
    passwords: await devicePages().passwords(sight, removed),
  }
}

/** Restores the device in the transaction of the call; it stays bound to the template. */
export async function backTo(
  call: ChangeCall,
  equipmentId: EquipmentId,
  templateId: TemplateId,
  kept: unknown,
): Promise<Change<null>> {
  const { sight } = call
  const { version, templateVersion, own, ...ofPages } = Kept.parse(kept)
  const device = await loadWhole(sight, equipmentId)
  if (!device) throw fail('equipmentNotFound')
  const config = await loadConfigOf(sight, equipmentId, version)
  const saved =
    device.version === version
      ? undefined
      : await save(call, { equipmentId, version: device.version, restored: version }, 'takeBack', async () => ({
          ...{ config, hasOrigins: true },
        }))
  await devicePages().restore(call, equipmentId, ofPages)
  const now = (await loadWhole(sight, equipmentId))!
  const row = { templateId, version: templateVersion, own, author: call.user.name, at: call.now() }
  await putBinding(sight, equipmentId, { ...row, deviceHash: await hashOf(now, templateId, new Set(own)) }, false)
  return {
    act: 'takeBack',
    object: { type: 'equipment', id: equipmentId, name: device.name },
    before: { version: device.version },
    after: { version: now.version, restored: version, templateVersion },
    data: null,
    afterwards: () => saved?.afterwards?.(),
  }
}
