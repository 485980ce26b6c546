// The current state of a device's gateway, for explanations of values.
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import { loadGateway } from '../gateway/store.ts'
import { consistency } from '../gateway/wanted.ts'

/** The gateway of a device; undefined if the device has none. */
export async function gatewayOf(sight: Sight, equipmentId: EquipmentId) {
  const gateway = await loadGateway(sight, { equipmentId })
  if (!gateway) return undefined
  const { id, sn, state, mode, vpn, networkType, signalStrength, lastSeenAt, clockOffsetMs } = gateway
  const standing = { id, sn, state, mode, vpn, networkType, signalStrength, lastSeenAt, clockOffsetMs }
  return { ...standing, consistency: consistency(gateway) }
}
