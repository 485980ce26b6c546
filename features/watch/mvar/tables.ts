// Intermediate variables of projects.
import type { Generated } from 'kysely'
import type { MvarId, OrgId, ProjectId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { CalcType } from './contract.ts'

type Mvar = {
  id: Generated<MvarId>
  orgId: OrgId
  projectId: ProjectId
  title: string
  unit: string | null
  decimals: number | null
  calcType: CalcType
  text: string
  createdAt: number
  updatedAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    mvar: Mvar
  }
}

export const scopes: Pick<RoomScopes, 'mvar'> = { mvar: { org: 'orgId', project: 'projectId' } }
