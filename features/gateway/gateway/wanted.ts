// The configuration that a gateway should have, and whether it matches.
import { sentTo } from '../../../contract/abilities.ts'
import { gatewayConfigHash } from '../../../contract/config-hash.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { GatewayConfig } from '../../../contract/gateway-config.ts'
import { gatewayConfigOf } from '../../frame/config.ts'
import { consistencyOf } from './rules.ts'
import type { GatewayRecord } from './store.ts'

/** The platform's configuration for this gateway, or null while it has no device. */
export function wantedOf(
  gateway: GatewayRecord,
): { config: GatewayConfig; hash: string; bindingId: number; equipmentId: EquipmentId } | null {
  const { bindingId, equipmentId, abilities } = gateway
  if (bindingId === null || equipmentId === null) return null
  const whole = gatewayConfigOf(gateway.config, gateway.equipmentZone ?? gateway.orgZone ?? 'UTC', equipmentId)
  const config = sentTo(whole, abilities)
  return { config, hash: gatewayConfigHash(config), bindingId, equipmentId }
}

export const consistency = (gateway: GatewayRecord) => consistencyOf(gateway, wantedOf(gateway))
