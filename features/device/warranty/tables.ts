// The table of warranties that were notified.
import type { EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type WarrantyNotice = {
  orgId: OrgId
  equipmentId: EquipmentId
  kind: 'soon' | 'ended'
  /** The last day of the warranty. */
  until: string
  toldAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    warrantyNotice: WarrantyNotice
  }
}

export const scopes: Pick<RoomScopes, 'warrantyNotice'> = {
  warrantyNotice: { org: 'orgId', device: 'equipmentId' },
}
