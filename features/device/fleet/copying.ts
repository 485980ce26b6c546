// Copies a device: fields except those of an individual machine, configuration with new ids, pages, and the template
// that it follows.
import type { Thing } from '../../../contract/config-part.ts'
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId, GroupId } from '../../../contract/fields.ts'
import { configParts, countsOf, listOf, readConfig } from '../../frame/config.ts'
import { devicePages } from '../../frame/device-pages.ts'
import type { Change, ChangeCall } from '../../frame/serve.ts'
import { save } from '../config/part-save.ts'
import { insertEquipment, lockFields } from '../equipment/part-saving.ts'
import { applyTo } from '../template-binding/part-following.ts'
import { followedNow } from '../template-binding/part-numbers.ts'
import { loadWhole, type Whole } from '../template-binding/part-sides.ts'
import { ownFieldOf } from '../template-binding/rules.ts'
import { loadFollowed } from './store.ts'

/**
 * Fields of an individual machine: number, dates, position, SIM card. A copy is not public, even if the original is.
 */
const ofOneMachine = {
  ...{ number: null, iccid: null, factoryDate: null, installDate: null, warrantyUntil: null },
  ...{ address: null, longitude: null, latitude: null, sort: null, publicFlag: false },
}

type Copy = { sourceId: EquipmentId; name: string; groupId: GroupId | null }
type Made = { change: Change<unknown>; deviceId: EquipmentId }

/** Copies a device. Throws the errors of saving, and equipmentNotFound. */
export async function copyTo(
  callOf: (more: readonly EquipmentId[]) => ChangeCall,
  { sourceId, name, groupId }: Copy,
): Promise<Made> {
  const first = callOf([])
  const fields = await lockFields(first.sight, sourceId)
  const source = fields && (await loadWhole(first.sight, sourceId))
  if (!source || source.isTemplate) throw fail('equipmentNotFound')
  const made = { ...fields, ...ofOneMachine, name, groupId: groupId ?? fields.groupId }
  const deviceId = await insertEquipment(first.sight, made, first.user.accountId, first.now())
  const call = callOf([deviceId])
  const saved = await fill(call, deviceId, name, source)
  const { templateId, own } = (await loadFollowed(call.sight, sourceId)) ?? {}
  const following = { equipmentId: deviceId, own: (own ?? []).map(ownFieldOf) }
  const bound = templateId ? await applyTo(call, 'bindTemplate', { ...following, templateId }) : undefined
  const after = {
    ...made,
    copyOf: sourceId,
    device: source.name,
    ...countsOf(source.config),
    pages: source.pages.length,
  }
  const change: Change<unknown> = {
    ...{ act: 'copyDevice', object: { type: 'equipment', id: deviceId, name }, after, data: null },
    async afterwards() {
      await saved?.afterwards?.()
      await bound?.afterwards?.()
    },
  }
  return { change, deviceId }
}

const withoutOrigins = (config: Whole['config']): Whole['config'] => {
  const lists = configParts.map((part) => [
    part.key,
    (listOf(config, part) as readonly Thing[]).map(({ origin: _, ...thing }) => thing),
  ])
  return { ...config, ...Object.fromEntries(lists) }
}

/** Copies configuration and pages, without template origins. */
async function fill(call: ChangeCall, equipmentId: EquipmentId, name: string, source: Whole) {
  const template = { ...source, config: withoutOrigins(source.config) }
  const device = { equipmentId, config: readConfig(null), secrets: [] }
  const { config } = await followedNow(call.sight, { template, device, own: new Set() }, call.now())
  const isBare = configParts.every((part) => listOf(config, part).length === 0)
  const saved = isBare
    ? undefined
    : await save(call, { equipmentId, version: 0 }, 'copyDevice', async () => ({
        ...{ config: withoutOrigins(config), hasOrigins: true },
      }))
  if (source.pages.length === 0) return saved
  const byOrigin = <T extends Thing>(things: readonly T[], titleOf: (thing: T) => string) =>
    new Map(things.flatMap((each) => (each.origin ? [[each.origin, { id: each.id, title: titleOf(each) }]] : [])))
  const numbers = {
    from: { equipId: source.equipmentId, title: source.name },
    to: { equipId: equipmentId, title: name },
    signals: byOrigin(config.signals, ({ title }) => title),
    reports: byOrigin(config.reports, ({ name: title }) => title),
  }
  await devicePages().follow(call, { equipmentId, template: source.pages, device: [], numbers })
  await call.sight.update('page', { originId: null }).where('page.equipmentId', '=', equipmentId).execute()
  return saved
}
