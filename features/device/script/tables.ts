import type { EquipmentId, OrgId, ScriptId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type Script = {
  id: ScriptId
  orgId: OrgId
  equipmentId: EquipmentId
  position: number
  name: string
  enabled: boolean
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    script: Script
  }
}

export const scopes: Pick<RoomScopes, 'script'> = {
  script: { org: 'orgId', device: 'equipmentId', hasTemplates: true },
}
