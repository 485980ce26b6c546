// The tree of groups of an organisation.
import type { Generated } from 'kysely'
import type { GroupId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type DeviceGroup = {
  id: Generated<GroupId>
  orgId: OrgId
  parentId: GroupId | null
  name: string
  sort: Generated<number>
  createdAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    deviceGroup: DeviceGroup
  }
}

export const scopes: Pick<RoomScopes, 'deviceGroup'> = {
  deviceGroup: { org: 'orgId', device: 'holding' },
}
