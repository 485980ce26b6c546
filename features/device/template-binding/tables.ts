// The table of devices that follow a template.
import type { EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { TemplateId } from '../template/contract.ts'

type TemplateBinding = {
  orgId: OrgId
  equipmentId: EquipmentId
  templateId: TemplateId
  version: number
  boundAt: number
  appliedAt: number
  author: string
  own: string[]
  deviceHash: string
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    templateBinding: TemplateBinding
  }
}

export const scopes: Pick<RoomScopes, 'templateBinding'> = { templateBinding: { org: 'orgId', device: 'equipmentId' } }
