// The table of fields that only templates have; the other fields are in their rows as devices. Decision 33.
import type { OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { TemplateId } from './contract.ts'

type Template = {
  id: TemplateId
  orgId: OrgId
  series: string | null
  model: string | null
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    template: Template
  }
}

export const scopes: Pick<RoomScopes, 'template'> = { template: { org: 'orgId' } }
