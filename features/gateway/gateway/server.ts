import { canJudge } from '../../../contract/abilities.ts'
import { BoxTold } from '../../../contract/box.ts'
import { isOfPlatform } from '../../../contract/equipment-config.ts'
import { errorText, fail, type Language } from '../../../contract/errors.ts'
import type { GatewayId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Sight } from '../../../db/sight.ts'
import { type Call, type RoomServer, serve } from '../../frame/serve.ts'
import { gatewayChanged } from '../../frame/spine-services.ts'
import { orderOf } from '../open/gateway-order.ts'
import { drawSecrets } from '../registry/rules.ts'
import {
  editGateway,
  gatewayInfo,
  planSync,
  queryGateways,
  releaseGateway,
  replaceGateway,
  startSync,
} from './contract.ts'
import { syncChanges } from './rules.ts'
import {
  freeBox,
  type GatewayRecord,
  loadAlarmCounts,
  loadGateway,
  loadGateways,
  loadLastSync,
  loadReportNames,
  loadRuleNames,
  loadSentConfig,
  release,
  updateRemark,
} from './store.ts'
import { consistency, wantedOf } from './wanted.ts'

/** Number of rules that the platform evaluates, because the gateway cannot. */
const judgedHere = ({ config, abilities }: GatewayRecord): number =>
  canJudge(abilities) ? 0 : config.alarms.filter((rule) => rule.enabled !== false && !isOfPlatform(rule)).length

/** Number of stored variables, each counted once. */
const storedIn = (reports: GatewayRecord['config']['reports']): number =>
  new Set(reports.flatMap(({ columns }) => columns.map(({ signalId }) => signalId))).size

/** Number of mappings that the gateway reported. */
const mappingsOf = ({ box }: GatewayRecord): number => BoxTold.safeParse(box).data?.mappings.length ?? 0

/** The alarm status of gateways by their devices; null for accounts that may not see alarms. */
async function alarmsOf(
  gateways: readonly GatewayRecord[],
  { sight, user, now }: Pick<Call, 'sight' | 'user' | 'now'>,
) {
  const ids = gateways.flatMap(({ equipmentId }) => equipmentId ?? [])
  const counts = user.auths.includes('alarm:view') ? await loadAlarmCounts(sight, ids, now()) : undefined
  return ({ equipmentId }: GatewayRecord) => {
    if (!counts) return { alarms: null, alarmStatus: null }
    const alarms = (equipmentId !== null && counts.get(equipmentId)) || { severe: 0, important: 0, normal: 0 }
    const isActive = alarms.severe + alarms.important + alarms.normal > 0
    return { alarms, alarmStatus: isActive ? ('active' as const) : ('none' as const) }
  }
}

const rowOf = (gateway: GatewayRecord) => {
  const {
    config: _,
    orgZone: __,
    equipmentZone: ___,
    boxId: ____,
    bindingId: _____,
    abilities: ______,
    rulelessHash: _______,
    box: ________,
    ...row
  } = gateway
  return { ...row, consistency: consistency(gateway) }
}

async function found(sight: Sight, by: Parameters<typeof loadGateway>[1]): Promise<GatewayRecord> {
  const gateway = await loadGateway(sight, by)
  if (gateway) return gateway
  throw fail('equipmentId' in by ? 'noBoundGateway' : 'notFound')
}

async function lastSync(sight: Sight, gatewayId: GatewayId, language: Language) {
  const sync = await loadLastSync(sight, gatewayId)
  if (!sync) return null
  const code = sync.code ?? 0
  const reason = sync.reason ?? (code === 0 || code === 200 ? null : errorText(code, language))
  return { uuid: sync.uuid, status: sync.status as 'waiting', code, reason, at: sync.finishedAt ?? sync.createdAt }
}

/** Names for display; deleted objects keep their id, deleted reports and alarm rules their last name. */
async function namesOf(sight: Sight, { config, equipmentId }: GatewayRecord) {
  const names = new Map<string, string>([
    ...(await loadReportNames(sight, equipmentId)).map(({ id, name }) => [`report:${id}`, name] as const),
    ...(await loadRuleNames(sight, equipmentId)).map(({ id, name }) => [`alarm:${id}`, name] as const),
    ...config.scripts.map(({ id, name }) => [`script:${id}`, name] as const),
    ...config.drivers.map(({ id, name }) => [`driver:${id}`, name] as const),
    ...config.signals.map(({ id, name }) => [`signal:${id}`, name] as const),
  ])
  return (kind: 'driver' | 'signal' | 'report' | 'alarm' | 'script', id: number) =>
    names.get(`${kind}:${id}`) ?? `#${id}`
}

export default [
  serve(queryGateways, async (filter, call) => {
    const { total, rows } = await loadGateways(call.sight, filter)
    const alarms = await alarmsOf(rows, call)
    return { total, rows: rows.map((gateway) => ({ ...rowOf(gateway), ...alarms(gateway) })) }
  }),

  serve(gatewayInfo, async (by, call) => {
    const { sight, language } = call
    const gateway = await found(sight, by)
    const alarmsOn = await alarmsOf([gateway], call)
    const wanted = wantedOf(gateway)
    const { signals, drivers, reports, alarms } = gateway.config
    return {
      ...rowOf(gateway),
      ...alarmsOn(gateway),
      zone: gateway.equipmentZone,
      platformHash: wanted?.hash ?? null,
      gatewayHash: gateway.configHash,
      quotas: {
        signals: { used: signals.length, total: limits.signalsPerEquipment },
        drivers: { used: drivers.length, total: limits.driversPerEquipment },
        reports: { used: reports.length, total: limits.reportsPerEquipment },
        alarms: { used: alarms.length, total: limits.alarmRulesPerEquipment },
        stored: { used: storedIn(reports), total: limits.signalsPerEquipment },
        mappings: { used: mappingsOf(gateway), total: limits.mappings },
      },
      sync: await lastSync(sight, gateway.id, language),
    }
  }),

  serve(editGateway, { kind: 'change' }, async ({ id, remark }, { sight }) => {
    const gateway = await found(sight, { id })
    await updateRemark(sight, id, remark)
    const object = { type: 'gateway', id, name: gateway.sn } as const
    return { act: 'edit', object, before: { remark: gateway.remark }, after: { remark }, data: null }
  }),

  serve(replaceGateway, { kind: 'change' }, async ({ id }, { sight, use }) => {
    const { sn, boxId } = await found(sight, { id })
    await freeBox(sight, id)
    const afterwards = () => use(gatewayChanged)({ kind: 'boxFreed', sn })
    return { act: 'replace', object: { type: 'gateway', id, name: sn }, before: { boxId }, data: null, afterwards }
  }),

  serve(releaseGateway, { kind: 'across' }, async ({ id }, call) => {
    const gateway = await found(call.sight, { id })
    const { secret, code, stored } = drawSecrets(gateway.sn, call.seal)
    const fresh = { ...stored, releasedAt: call.now() }
    const isFree = gateway.equipmentId === null && (await release(call.db, call.sight.orgId, id, fresh))
    if (!isFree) throw fail('inUse', { reason: gateway.equipmentName ?? '' })
    await call.record({ act: 'release', object: { type: 'gateway', id, name: gateway.sn } })
    await call.use(gatewayChanged)({ kind: 'unbound', sn: gateway.sn })
    // The new secret is not shown, so the gateway can no longer connect. Claiming the gateway generates another one and
    // shows it.
    await call.use(gatewayChanged)({ kind: 'secretRenewed', sn: gateway.sn, secret })
    await call.use(gatewayChanged)({ kind: 'boxFreed', sn: gateway.sn })
    return { code }
  }),

  serve(planSync, async ({ id }, { sight }) => {
    const gateway = await found(sight, { id })
    const wanted = wantedOf(gateway)
    if (!wanted) return { consistency: consistency(gateway), changes: [], judgedHere: 0 }
    const sent = await loadSentConfig(sight, gateway.id, gateway.configHash)
    return {
      consistency: consistency(gateway),
      changes: syncChanges(sent, wanted.config, await namesOf(sight, gateway)),
      judgedHere: judgedHere(gateway),
    }
  }),

  serve(startSync, { kind: 'command' }, async ({ id, force }, { sight, language }) =>
    orderOf(await found(sight, { id }), sight, { force, language }),
  ),
] satisfies RoomServer
