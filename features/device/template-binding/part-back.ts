// What a device is before it follows anew, and back to it: its configuration's version, its binding, the pages that change.
import { z } from 'zod'
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Change, ChangeCall } from '../../frame/serve.ts'
import { type FollowedPage, passwordsOf, restorePages } from '../../page/open/page-following.ts'
import { save } from '../config/part-save.ts'
import type { TemplateId } from '../template/contract.ts'
import { becomingOf, ownOf, sidesOf } from './following.ts'
import { hashOf, loadWhole } from './part-sides.ts'
import { loadBinding, loadConfigOf, putBinding } from './store.ts'

const Kept = z.object({
  /** Of its configuration, and of the template that it was made of. */
  version: z.number(),
  templateVersion: z.number(),
  own: z.array(z.string()),
  /** Pages that are changed or removed, and the numbers of all that it has. */
  pages: z.array(z.custom<FollowedPage>()),
  pageIds: z.array(z.number()),
  /** Of pages that are removed, hashes of the passwords that they ask for. */
  passwords: z.array(z.tuple([z.number(), z.string()])).default([]),
})
export type Kept = z.output<typeof Kept>

/** What must be known to go back; nothing where the device does not follow the template. */
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
    passwords: await passwordsOf(sight, removed),
  }
}

/** The device as it was, in the transaction of the call; the template that it follows stays. */
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
  await restorePages(call, equipmentId, ofPages)
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
