// The devices of projects. Projects themselves are a core table, because access depends on them.
import type { Generated } from 'kysely'
import type { EquipmentId, OrgId, ProjectId, SignalId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type ProjectEquip = {
  id: Generated<number>
  orgId: OrgId
  projectId: ProjectId
  equipmentId: EquipmentId
  keySignalId: Generated<SignalId | null>
  addedAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    projectEquip: ProjectEquip
  }
}

export const scopes: Pick<RoomScopes, 'projectEquip'> = { projectEquip: { org: 'orgId', device: 'equipmentId' } }
