import type { Generated } from 'kysely'
import type { AccountId, DriverId, EquipmentId, GatewayId, OrgId } from '../../../contract/fields.ts'
import type { TunnelEnd } from '../../../contract/tunnel.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type Tunnel = {
  id: Generated<number>
  orgId: OrgId
  equipmentId: EquipmentId
  gatewayId: GatewayId
  bindingId: number
  accountId: AccountId | null
  loginname: string
  ip: string
  driverId: DriverId
  host: string
  port: number
  ticketHash: Buffer | null
  ticketUntil: number
  sessionHash: Buffer
  createdAt: number
  openedAt: number | null
  expiresAt: number
  endedAt: number | null
  why: TunnelEnd | null
  code: number | null
  bytesUp: Generated<number>
  bytesDown: Generated<number>
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    tunnel: Tunnel
  }
}

export const scopes: Pick<RoomScopes, 'tunnel'> = {
  tunnel: { org: 'orgId', device: 'equipmentId' },
}
