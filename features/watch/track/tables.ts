// Sources of positions, and positions reported by gateways.
import type { EquipmentId, OrgId, SignalId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { TrackSource } from './contract.ts'

type EquipmentTrack = {
  equipmentId: EquipmentId
  orgId: OrgId
  source: TrackSource
  longitudeId: SignalId | null
  latitudeId: SignalId | null
}

type GatewayFix = {
  orgId: OrgId
  equipmentId: EquipmentId
  at: number
  longitude: number
  latitude: number
  accuracyM: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    equipmentTrack: EquipmentTrack
    gatewayFix: GatewayFix
  }
}

export const scopes: Pick<RoomScopes, 'equipmentTrack' | 'gatewayFix'> = {
  equipmentTrack: { org: 'orgId', device: 'equipmentId' },
  gatewayFix: { org: 'orgId', device: 'equipmentId' },
}
