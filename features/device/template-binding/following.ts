// Plans the changes of a device that follows its template, or applies them within the transaction of a change.
import type { Thing } from '../../../contract/config-part.ts'
import { fail, type Language } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import { givingWay } from '../../../core/giving-way.ts'
import type { Sight } from '../../../db/sight.ts'
import { countsOf } from '../../frame/config.ts'
import { devicePages } from '../../frame/device-pages.ts'
import type { Change, ChangeCall } from '../../frame/serve.ts'
import { isSame } from '../../platform/versioned/rules.ts'
import { save } from '../config/part-save.ts'
import { asDevice, type TemplateId } from '../template/contract.ts'
import type { TemplatePlan } from './contract.ts'
import { lossesOf } from './losses.ts'
import { followedNow } from './part-numbers.ts'
import { hashOf, loadWhole, stampOf, type Whole } from './part-sides.ts'
import {
  type Followed,
  followed,
  type Own,
  type OwnField,
  ownable,
  ownFieldOf,
  ownKey,
  ownList,
  provisional,
} from './rules.ts'
import { type Binding, loadBinding, loadSeries, loadTemplatesOf, lockDevice, putBinding } from './store.ts'

type Sides = { device: Whole; template: Whole }

export async function sidesOf(sight: Sight, equipmentId: EquipmentId, templateId: TemplateId): Promise<Sides> {
  const device = await loadWhole(sight, equipmentId)
  if (!device || device.isTemplate) throw fail('equipmentNotFound')
  const template = await loadWhole(sight, asDevice(templateId))
  if (!template?.isTemplate) throw fail('notFound', {}, { field: 'templateId' })
  return { device, template }
}

/**
 * The device's own fields: those in the request, or else the current ones. Throws 10001 for a field that cannot be the
 * device's own.
 */
export function ownOf(
  given: readonly OwnField[] | null | undefined,
  binding: Binding | undefined,
  template: Whole,
  language: Language,
): Own {
  const may = new Set(ownable(template.config).map(ownKey))
  if (!given) return new Set(binding?.own.filter((key) => may.has(key)))
  const keys = given.map(ownKey)
  if (keys.some((key) => !may.has(key))) throw badField('own', 'notAllowed', language)
  return new Set(keys)
}

/** Maps ids of the template to those of the device, for items that pages refer to. */
const numbersOf = ({ device, template }: Sides, { config }: Followed) => {
  const by = <T extends Thing>(things: readonly T[], titleOf: (thing: T) => string) =>
    new Map(things.flatMap((each) => (each.origin ? [[each.origin, { id: each.id, title: titleOf(each) }]] : [])))
  return {
    from: { equipId: template.equipmentId, title: template.name },
    to: { equipId: device.equipmentId, title: device.name },
    signals: by(config.signals, ({ title }) => title),
    reports: by(config.reports, ({ name }) => name),
  }
}

/** Calculates the device's future configuration and pages; saves nothing. */
export async function becomingOf({ device, template }: Sides, own: Own) {
  const next = followed({ template, device, own }, provisional())
  const numbers = numbersOf({ device, template }, next)
  const { equipmentId } = device
  const pages = await devicePages().plan({ equipmentId, template: template.pages, device: device.pages, numbers })
  return { next, pages }
}

type Planning = {
  equipmentId: EquipmentId
  templateId?: TemplateId | null | undefined
  own?: readonly OwnField[] | null | undefined
}

/** The plan for a device; saves nothing. Throws noTemplate. */
export async function planOf(
  { sight, language, now }: { sight: Sight; language: Language; now(): number },
  { equipmentId, templateId: wanted, own: given }: Planning,
): Promise<TemplatePlan> {
  const bound = await loadBinding(sight, equipmentId)
  const templateId = wanted ?? bound?.templateId
  if (templateId === undefined) throw fail('noTemplate')
  const binding = bound?.templateId === templateId ? bound : undefined
  const { device, template } = await sidesOf(sight, equipmentId, templateId)
  const own = ownOf(given, binding, template, language)
  const giveWay = givingWay()
  const { next, pages } = await becomingOf({ device, template }, own)
  await giveWay()
  const there = await hashOf(template, templateId, own)
  await giveWay()
  const isMade = binding !== undefined && (await hashOf(device, templateId, own)) === there
  await giveWay()
  const losses = await lossesOf(sight, { device, next, pages }, now())
  await giveWay()
  return {
    ...{ templateId, templateName: template.name, templateVersion: template.version },
    ...{ appliedVersion: binding?.version ?? null, version: device.version },
    isSame: isMade,
    ...{ before: device.config, after: next.config, template: template.config, pages },
    losses,
    own: ownList(next.own).map(ownFieldOf),
    ownable: ownable(template.config),
  }
}

type Applying = {
  equipmentId: EquipmentId
  templateId: TemplateId
  version?: number | null | undefined
  templateVersion?: number | null | undefined
  /** Identifies the state of the template and its pages. */
  templateStamp?: string | undefined
  own?: readonly OwnField[] | null | undefined
  message?: string | undefined
}

/** Applies the plan in the transaction of the call. Throws staleVersion, seriesOfGateway, and what saving throws. */
export async function applyTo(
  call: ChangeCall,
  act: 'bindTemplate' | 'applyTemplate',
  { equipmentId, templateId, version, templateVersion, templateStamp, own: given, message }: Applying,
): Promise<Change<{ version: number; hash: string }>> {
  const { sight, language, user } = call
  const named = await lockDevice(sight, equipmentId)
  if (!named) throw fail('equipmentNotFound')
  const bound = await loadBinding(sight, equipmentId)
  const binding = bound?.templateId === templateId ? bound : undefined
  const sides = await sidesOf(sight, equipmentId, templateId)
  const { device, template } = sides
  const isStale = (version ?? device.version) !== device.version
  if (isStale || (templateVersion ?? template.version) !== template.version)
    throw fail('staleVersion', {}, { version: device.version, templateVersion: template.version })
  // Compared after the template was read: the stamp includes anything saved in between.
  if (templateStamp !== undefined && templateStamp !== (await stampOf(sight, templateId))) throw fail('staleVersion')
  await mustFit(sight, equipmentId, templateId)
  const own = ownOf(given, binding, template, language)
  const giveWay = givingWay()
  const next = await followedNow(sight, { template, device, own }, call.now())
  await giveWay()
  const saved = isSame(device.config, next.config)
    ? undefined
    : await save(call, { equipmentId, version: device.version, message }, act, async () => ({
        ...{ config: next.config, hasOrigins: true },
      }))
  const { added, changed, removed } = await devicePages().follow(call, {
    ...{ equipmentId, template: template.pages, device: device.pages, message },
    numbers: numbersOf(sides, next),
  })
  const now = (await loadWhole(sight, equipmentId))!
  const row = { templateId, version: template.version, own: ownList(next.own), author: user.name, at: call.now() }
  const deviceHash = await hashOf(now, templateId, next.own)
  await putBinding(sight, equipmentId, { ...row, deviceHash }, binding === undefined)
  return {
    act,
    object: { type: 'equipment', id: equipmentId, name: named.name },
    before: { version: device.version, templateId: bound?.templateId, ...countsOf(device.config) },
    after: {
      ...{ version: now.version, templateId, template: template.name, templateVersion: template.version },
      ...countsOf(next.config),
      pages: added + changed + removed,
    },
    data: { version: now.version, hash: saved?.data.hash ?? '' },
    afterwards: () => saved?.afterwards?.(),
  }
}

/** Throws seriesOfGateway if the gateway's series differs from the template's. [S8 1107] */
async function mustFit(sight: Sight, equipmentId: EquipmentId, templateId: TemplateId): Promise<void> {
  const own = (await loadTemplatesOf(sight, [templateId])).get(templateId)?.series
  const other = own ? await loadSeries(sight, equipmentId) : undefined
  if (own && other !== undefined && other !== own) throw fail('seriesOfGateway', { own, other })
}
