// The command that sends a gateway its configuration, for rooms that synchronise gateways.
import { abilityText, lackingFor } from '../../../contract/abilities.ts'
import { fail, type Language } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { GatewayConfig } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import type { Sight } from '../../../db/sight.ts'
import { type CommandOrder, Refusal } from '../../frame/serve.ts'
import { cannotSync } from '../gateway/rules.ts'
import { type GatewayRecord, loadActiveAlarms, loadGateway } from '../gateway/store.ts'
import { consistency, wantedOf } from '../gateway/wanted.ts'

/**
 * Active alarms that the platform evaluated until now and the gateway will evaluate: they keep their occurrence ids.
 */
async function handedOver(sight: Sight, gateway: GatewayRecord, { alarms = [] }: GatewayConfig) {
  const { bindingId, configHash, rulelessHash } = gateway
  const isHandOver = alarms.length > 0 && rulelessHash !== null && rulelessHash === configHash
  if (!isHandOver || bindingId === null) return []
  const rules = new Set(alarms.map(({ id }) => id))
  return (await loadActiveAlarms(sight, bindingId)).filter(({ ruleId }) => rules.has(ruleId))
}

/** Throws a refusal: the gateway cannot synchronise now, lacks an ability, or matches already. */
export async function orderOf(
  gateway: GatewayRecord,
  sight: Sight,
  { force, language }: { force: boolean; language: Language },
): Promise<CommandOrder> {
  const { id, sn, equipmentName, abilities } = gateway
  const wanted = wantedOf(gateway)
  const operation = {
    act: 'configure',
    object: { type: 'equipment', id: gateway.equipmentId, name: equipmentName ?? sn },
    after: { hash: wanted?.hash, ...(force ? { force } : {}) },
  } as const
  const reason = cannotSync({ ...gateway, consistency: consistency(gateway) }, force)
  if (reason || !wanted) throw new Refusal(fail(reason ?? 'noBoundGateway'), operation)
  const lacking = lackingFor(wanted.config, abilities)
  if (lacking.length > 0) throw new Refusal(fail('gatewayTooOld', { what: abilityText(lacking, language) }), operation)
  const standing = await handedOver(sight, gateway, wanted.config)
  const body = { kind: 'configure', bound: wanted, ...(standing.length > 0 ? { standing } : {}) } as const
  return { gatewayId: id, sn, equipmentId: wanted.equipmentId, ttlMs: limits.syncTtlMs, operation, body }
}

/** The gateway of a device, and whether its configuration matches; undefined without a gateway. */
export async function gatewayWithConsistency(sight: Sight, equipmentId: EquipmentId) {
  const gateway = await loadGateway(sight, { equipmentId })
  return gateway && { gateway, consistency: consistency(gateway) }
}
