import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { bindTo } from '../../gateway/open/binding-bind.ts'
import { asDevice, type TemplateId } from '../template/contract.ts'
import {
  applyTemplate,
  bindGatewayAndTemplate,
  bindTemplate,
  planTemplate,
  queryFollowers,
  queryTemplateMarks,
  saveTemplateOwn,
  unbindTemplate,
} from './contract.ts'
import { applyTo, ownOf, planOf } from './following.ts'
import { hashOf, loadWhole, templateHashes } from './part-sides.ts'
import { ownList } from './rules.ts'
import {
  type Binding,
  loadBinding,
  loadBindings,
  loadFollowers,
  loadTemplatesOf,
  lockDevice,
  removeBinding,
  updateBinding,
} from './store.ts'

/** Throws sameTemplate if the device is bound to this template already: `applyTemplate` updates it. [S8 1108-1116] */
async function mustBeOther(sight: Sight, equipmentId: EquipmentId, templateId: TemplateId): Promise<void> {
  const bound = await loadBinding(sight, equipmentId)
  if (bound?.templateId === templateId) throw fail('sameTemplate')
}

/** Whether each device matches its template, in the given order. */
async function areSame(sight: Sight, bindings: readonly Binding[]): Promise<boolean[]> {
  const asked = bindings.map(({ templateId, own }) => ({ templateId: asDevice(templateId), own: new Set(own) }))
  const hashes = await templateHashes(sight, asked)
  return bindings.map(({ deviceHash }, at) => deviceHash === hashes[at])
}

async function bound(sight: Sight, equipmentId: EquipmentId): Promise<{ name: string; binding: Binding }> {
  const device = await lockDevice(sight, equipmentId)
  if (!device) throw fail('equipmentNotFound')
  const binding = await loadBinding(sight, equipmentId)
  if (!binding) throw fail('noTemplate')
  return { name: device.name, binding }
}

export default [
  serve(planTemplate, async (input, call) => {
    // A plan reveals the content of another template, so it needs the permission to bind it.
    if (input.templateId && !call.user.auths.includes('equipment:edit')) throw fail('noPermission')
    return planOf(call, input)
  }),

  serve(bindTemplate, { kind: 'change' }, async (input, call) => {
    await mustBeOther(call.sight, input.equipmentId, input.templateId)
    return applyTo(call, 'bindTemplate', input)
  }),

  serve(bindGatewayAndTemplate, { kind: 'across' }, async ({ equipmentId, sn, code, templateId }, call) => {
    await mustBeOther(call.sight, equipmentId, templateId)
    let made: Awaited<ReturnType<typeof applyTo>> | undefined
    const gateway = await bindTo({ equipmentId, sn, code }, call, async (sight) => {
      made = await applyTo({ ...call, sight }, 'bindTemplate', { equipmentId, templateId })
      await call.record(made, sight)
    })
    await made?.afterwards?.()
    return { ...gateway, ...made!.data }
  }),

  serve(applyTemplate, { kind: 'change' }, async (input, call) => {
    const { binding } = await bound(call.sight, input.equipmentId)
    return applyTo(call, 'applyTemplate', { ...input, templateId: binding.templateId })
  }),

  serve(unbindTemplate, { kind: 'change' }, async ({ equipmentId }, { sight }) => {
    const { name, binding } = await bound(sight, equipmentId)
    await removeBinding(sight, equipmentId)
    const before = { templateId: binding.templateId, templateVersion: binding.version }
    return { act: 'unbindTemplate', object: { type: 'equipment', id: equipmentId, name }, before, data: null }
  }),

  serve(saveTemplateOwn, { kind: 'change' }, async ({ equipmentId, own: given }, { sight, language }) => {
    const { name, binding } = await bound(sight, equipmentId)
    const template = await loadWhole(sight, asDevice(binding.templateId))
    const device = await loadWhole(sight, equipmentId)
    if (!template || !device) throw fail('notFound')
    const own = ownList(ownOf(given, binding, template, language))
    const deviceHash = await hashOf(device, binding.templateId, new Set(own))
    await updateBinding(sight, equipmentId, { own, deviceHash })
    const object = { type: 'equipment', id: equipmentId, name } as const
    return { act: 'saveTemplateOwn', object, before: { own: binding.own }, after: { own }, data: null }
  }),

  serve(queryTemplateMarks, async ({ equipmentIds }, { sight }) => {
    const bindings = await loadBindings(sight, equipmentIds)
    const templates = await loadTemplatesOf(sight, [...new Set(bindings.map(({ templateId }) => templateId))])
    const same = await areSame(sight, bindings)
    return bindings.flatMap(({ equipmentId, templateId, version: appliedVersion, own }, at) => {
      const template = templates.get(templateId)
      if (!template) return []
      const { name: templateName, version: templateVersion } = template
      const isSame = same[at]!
      return { equipmentId, templateId, templateName, templateVersion, appliedVersion, isSame, own: own.length }
    })
  }),

  serve(queryFollowers, async (filter, { sight }) => {
    const { total, rows } = await loadFollowers(sight, filter)
    const same = await areSame(sight, rows)
    return {
      total,
      rows: rows.map(({ version: appliedVersion, own, ...row }, at) => ({
        ...{ ...row, appliedVersion, own: own.length, isSame: same[at]! },
      })),
    }
  }),
] satisfies RoomServer
