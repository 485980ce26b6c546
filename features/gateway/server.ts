import { abilityText, lackingFor } from '../../contract/abilities.ts'
import { gatewayConfigHash } from '../../contract/config-hash.ts'
import { errorText, fail, type Language } from '../../contract/errors.ts'
import type { GatewayConfig } from '../../contract/gateway-config.ts'
import { limits } from '../../contract/limits.ts'
import type { WritableSight } from '../../db/sight.ts'
import { gatewayConfigOf } from '../equipment-config/rules.ts'
import { drawSecrets } from '../gateway-registry/rules.ts'
import { type RoomServer, serve } from '../serve.ts'
import {
  editGateway,
  gatewayInfo,
  planSync,
  queryGateways,
  releaseGateway,
  replaceGateway,
  startSync,
} from './contract.ts'
import { cannotSync, consistencyOf, syncChanges } from './rules.ts'
import {
  freeBox,
  type GatewayRecord,
  isOurs,
  loadGateway,
  loadGateways,
  loadLastSync,
  loadReportNames,
  loadSentConfig,
  release,
  updateRemark,
} from './store.ts'

/** The platform's configuration for this gateway, or null while it has no device. */
function wantedOf(
  gateway: GatewayRecord,
): { config: GatewayConfig; hash: string; bindingId: number; equipmentId: number } | null {
  const { bindingId, equipmentId } = gateway
  if (bindingId === null || equipmentId === null) return null
  const config = gatewayConfigOf(gateway.config, gateway.equipmentZone ?? gateway.orgZone ?? 'UTC', equipmentId)
  return { config, hash: gatewayConfigHash(config), bindingId, equipmentId }
}

const consistency = (gateway: GatewayRecord) => consistencyOf(gateway, wantedOf(gateway))

const rowOf = (gateway: GatewayRecord) => {
  const {
    config: _,
    orgZone: __,
    equipmentZone: ___,
    boxId: ____,
    bindingId: _____,
    abilities: ______,
    ...row
  } = gateway
  return { ...row, consistency: consistency(gateway) }
}

async function found(sight: WritableSight, by: Parameters<typeof loadGateway>[1]): Promise<GatewayRecord> {
  const gateway = await loadGateway(sight, by)
  if (gateway) return gateway
  if (!('equipmentId' in by)) throw fail('notFound')
  throw fail((await isOurs(sight, by.equipmentId)) ? 'noBoundGateway' : 'equipmentNotFound')
}

async function lastSync(sight: WritableSight, gatewayId: number, language: Language) {
  const sync = await loadLastSync(sight, gatewayId)
  if (!sync) return null
  const code = sync.code ?? 0
  const reason = sync.reason ?? (code === 0 || code === 200 ? null : errorText(code, language))
  return { uuid: sync.uuid, status: sync.status as 'waiting', code, reason, at: sync.finishedAt ?? sync.createdAt }
}

/** Names for display; deleted objects keep their id, deleted reports their last name. */
async function namesOf(sight: WritableSight, { config, equipmentId }: GatewayRecord) {
  const names = new Map<string, string>([
    ...(await loadReportNames(sight, equipmentId)).map(({ id, name }) => [`report:${id}`, name] as const),
    ...config.drivers.map(({ id, name }) => [`driver:${id}`, name] as const),
    ...config.signals.map(({ id, name }) => [`signal:${id}`, name] as const),
  ])
  return (kind: 'driver' | 'signal' | 'report', id: number) => names.get(`${kind}:${id}`) ?? `#${id}`
}

export default [
  serve(queryGateways, async (filter, { sight }) => {
    const { total, rows } = await loadGateways(sight, filter)
    return { total, rows: rows.map(rowOf) as never }
  }),

  serve(gatewayInfo, async (by, { sight, language }) => {
    const gateway = await found(sight, by)
    const wanted = wantedOf(gateway)
    const { signals, drivers, reports } = gateway.config
    return {
      ...rowOf(gateway),
      platformHash: wanted?.hash ?? null,
      gatewayHash: gateway.configHash,
      quotas: {
        signals: { used: signals.length, total: limits.signalsPerEquipment },
        drivers: { used: drivers.length, total: limits.driversPerEquipment },
        reports: { used: reports.length, total: limits.reportsPerEquipment },
      },
      sync: await lastSync(sight, gateway.id, language),
    } as never
  }),

  serve(editGateway, async ({ id, remark }, call) => {
    const gateway = await found(call.sight, { id })
    await updateRemark(call.sight, id, remark)
    const operation = { act: 'edit', objectType: 'gateway', objectId: id, objectName: gateway.sn } as const
    await call.record({ ...operation, before: { remark: gateway.remark }, after: { remark } })
    return null
  }),

  serve(replaceGateway, async ({ id }, call) => {
    const gateway = await found(call.sight, { id })
    await freeBox(call.sight, id)
    await call.gatewayChanged({ kind: 'boxFreed', sn: gateway.sn })
    const operation = { act: 'replace', objectType: 'gateway', objectId: id, objectName: gateway.sn } as const
    await call.record({ ...operation, before: { boxId: gateway.boxId } })
    return null
  }),

  serve(releaseGateway, async ({ id }, call) => {
    const gateway = await found(call.sight, { id })
    const { secret, code, stored } = drawSecrets(gateway.sn, call.seal)
    const fresh = { ...stored, releasedAt: call.now() }
    const isFree = gateway.equipmentId === null && (await release(call.db, call.sight.orgId, id, fresh))
    if (!isFree) throw fail('inUse', { reason: gateway.equipmentName ?? '' })
    await call.record({ act: 'release', objectType: 'gateway', objectId: id, objectName: gateway.sn })
    await call.gatewayChanged({ kind: 'unbound', sn: gateway.sn })
    // Known to nobody: the box is cut off until it is claimed, and given the secret that is shown then.
    await call.gatewayChanged({ kind: 'secretRenewed', sn: gateway.sn, secret })
    await call.gatewayChanged({ kind: 'boxFreed', sn: gateway.sn })
    return { code }
  }),

  serve(planSync, async ({ id }, { sight }) => {
    const gateway = await found(sight, { id })
    const wanted = wantedOf(gateway)
    if (!wanted) return { consistency: consistency(gateway), changes: [] }
    const sent = await loadSentConfig(sight, gateway.id, gateway.configHash)
    return {
      consistency: consistency(gateway),
      changes: syncChanges(sent, wanted.config, await namesOf(sight, gateway)),
    }
  }),

  serve(startSync, async ({ id, force }, call) => {
    const { sight, user, ip } = call
    const gateway = await found(sight, { id })
    const wanted = wantedOf(gateway)
    const reason = cannotSync({ ...gateway, consistency: consistency(gateway) }, force)
    const operation = { act: 'configure', objectType: 'equipment', objectId: gateway.equipmentId } as const
    const named = {
      ...operation,
      objectName: gateway.equipmentName ?? gateway.sn,
      after: { hash: wanted?.hash, ...(force ? { force } : {}) },
    }
    const lacking = wanted ? lackingFor(wanted.config, gateway.abilities) : []
    if (reason || !wanted || lacking.length > 0) {
      const refused =
        reason || !wanted
          ? fail(reason ?? 'noBoundGateway')
          : fail('gatewayTooOld', { what: abilityText(lacking, call.language) })
      await call.record({ ...named, code: refused.code, result: 'failure' })
      throw refused
    }
    const { config, hash, bindingId, equipmentId } = wanted
    const body = { kind: 'configure', bound: { config, hash, bindingId, equipmentId } } as const
    const order = { gatewayId: id, sn: gateway.sn, equipmentId, ttlMs: limits.syncTtlMs, operation: named, body }
    return { online: true, uuid: await call.issue(order, { sight, user, ip }) }
  }),
] satisfies RoomServer
