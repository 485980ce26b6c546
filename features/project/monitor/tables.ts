// The devices that an account follows.
import type { AccountId, EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type Follow = { accountId: AccountId; equipmentId: EquipmentId; orgId: OrgId }

declare module '../../../db/schema.ts' {
  interface RoomTables {
    follow: Follow
  }
}

export const scopes: Pick<RoomScopes, 'follow'> = { follow: { org: 'orgId', device: 'equipmentId' } }
