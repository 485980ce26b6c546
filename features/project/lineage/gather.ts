// Collects the parts of a lineage from the other rooms; parts that the caller may not see are not requested.
import type { EquipmentId, MvarId, PageId, SignalId } from '../../../contract/fields.ts'
import { isAmong } from '../../../db/sight.ts'
import { definedAt } from '../../device/open/config-defined.ts'
import { loadPlaced } from '../../device/open/live-placed.ts'
import type { Asker, Call, OpenCall } from '../../frame/serve.ts'
import { recallValues } from '../../frame/spine-services.ts'
import { gatewayOf } from '../../gateway/open/gateway-standing.ts'
import { loadPageHead, loadPagesWith } from '../../page/open/page-used.ts'
import { loadScenesWith } from '../../page/open/scene-used.ts'
import { expressionOf, inputsOf, loadMvar, mvarsWith, resultOf } from '../../watch/open/mvar-explained.ts'
import { maxUses, type SeenMvar, type SeenVariable, type SignalLineage } from './contract.ts'
import { alarmsOn, drivenBy, formulaPieces, reportsOn } from './rules.ts'

/** Visitors see values of a device, but not its configuration. */
const isOwn = ({ shareId, devices }: Asker, equipmentId: EquipmentId): boolean =>
  shareId === null && isAmong(devices, equipmentId)

/** The visible variables among the ids with their last values, in the order of `ids`. */
export async function variablesSeen(call: OpenCall, ids: readonly number[]): Promise<SeenVariable[]> {
  const { sight, asker, live, use } = call
  const placed = await loadPlaced(sight, ids)
  await use(recallValues)(sight.orgId, [...new Set(placed.map(({ equipmentId }) => equipmentId))])
  const seen = placed.map(({ equipmentId, device, zone, state, signal }): SeenVariable => {
    const { id, title, dataType, unit = null, decimals = null, texts = null } = signal
    const { value = null, code = 0, at: time = null } = live.get(equipmentId, id) ?? {}
    const isOfAsker = isOwn(asker, equipmentId)
    return {
      ...{ equipmentId, signalId: id, title, dataType, unit, decimals, texts, value, code, time, state },
      ...{ heardAt: live.heardAt(equipmentId) ?? null, isOwn: isOfAsker, device: isOfAsker ? device : null },
      zone,
    }
  })
  const byId = new Map(seen.map((each) => [Number(each.signalId), each]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

/**
 * Loads an intermediate variable with its inputs. `shown`: variables that the page shows. Other inputs are included
 * only if the caller can see their device.
 */
export async function mvarSeen(call: OpenCall, id: MvarId, shown: readonly number[]): Promise<SeenMvar | undefined> {
  const { sight, asker, live } = call
  const mvar = await loadMvar(sight, id)
  if (!mvar) return undefined
  const { title, unit, decimals, formula } = mvar
  const all = await variablesSeen(
    call,
    inputsOf(formula).map(({ signalId }) => signalId),
  )
  const read = new Map(all.map((each) => [`${each.equipmentId}.${each.signalId}`, each]))
  const result = resultOf(formula, ({ equipmentId, signalId }) =>
    read.has(`${equipmentId}.${signalId}`) ? live.get(equipmentId as EquipmentId, signalId) : undefined,
  )
  const mayKnow = asker.shareId === null && asker.auths.includes('project:view')
  const inputs = mayKnow ? all.filter(({ isOwn, signalId }) => isOwn || shown.includes(signalId)) : []
  const places = inputs.map(({ signalId }) => Number(signalId))
  const pieces = mayKnow ? formulaPieces(expressionOf(formula), places) : null
  return { id, title, unit, decimals, ...result, formula: pieces, inputs }
}

/** Loads the facts about a page. `mayKnow`: include its author, because the caller may list page versions. */
export async function pageSeen({ sight, asker }: OpenCall, id: PageId, mayKnow: boolean) {
  const head = await loadPageHead(sight, id)
  if (!head) return undefined
  const { title, version, savedAt, savedBy } = head
  const isTold = mayKnow && asker.shareId === null && asker.auths.includes('equipment:view') && savedAt !== null
  return { id, title, version, saved: isTold ? { savedAt, savedBy: savedBy ?? '' } : null }
}

type Asked = { equipmentId: EquipmentId; signalId: SignalId; at: number | undefined }

/**
 * Loads the origin of a value; `undefined` if the device has no such variable. For a time before the first version, the
 * current definition.
 */
export async function lineageOf(call: Call, { equipmentId, signalId, at }: Asked): Promise<SignalLineage | undefined> {
  const { sight, asker } = call
  const may = (key: Asker['auths'][number]) => asker.auths.includes(key)
  const [placed] = await loadPlaced(sight, [signalId])
  const then = at === undefined ? undefined : await definedAt(sight, equipmentId, signalId, at)
  const defined = then ?? (await definedAt(sight, equipmentId, signalId))
  if (!defined || !placed || placed.equipmentId !== equipmentId) return undefined
  const { config, signal, version, changed, since } = defined
  const driver = config.drivers.find(({ id }) => id === signal.driverId)
  if (!driver) return undefined
  const { protocol, connection } = drivenBy(driver)
  const mayEdit = may('equipment:view')
  const scenes = mayEdit || may('scene:view') ? await loadScenesWith(sight, signalId) : []
  const sceneKeys = scenes.map(({ key }) => key)
  const pages = mayEdit
    ? await loadPagesWith(sight, signalId, sceneKeys, { count: maxUses, hasTemplates: may('template:view') })
    : null
  const derived = may('project:view') ? await mvarsWith(sight, equipmentId, signalId) : null
  return {
    device: { id: equipmentId, name: placed.device, zone: placed.zone },
    signal,
    driver: { id: driver.id, name: driver.name, protocol, connection: mayEdit ? connection : null },
    gateway: await gatewaySeen(call, equipmentId),
    definition: mayEdit ? { ...version, changed: changed ?? null, since } : null,
    alarms: may('alarm:view') || mayEdit ? alarmsOn(config, signalId) : null,
    reports: may('history:view') || mayEdit ? reportsOn(config, signalId) : null,
    pages,
    scenes: may('scene:view')
      ? { rows: scenes.slice(0, maxUses).map(({ id, name }) => ({ id, name })), hasMore: scenes.length > maxUses }
      : null,
    mvars: derived && { rows: derived.slice(0, maxUses), hasMore: derived.length > maxUses },
  }
}

async function gatewaySeen({ sight, asker }: Call, equipmentId: EquipmentId): Promise<SignalLineage['gateway']> {
  const gateway = await gatewayOf(sight, equipmentId)
  if (!gateway) return null
  const { id, networkType, clockOffsetMs, consistency, ...standing } = gateway
  const mayKnow = asker.auths.includes('gateway:view')
  return { ...standing, more: mayKnow ? { id, networkType, clockOffsetMs, consistency } : null }
}
