// The table of custom reports.
import type { Generated } from 'kysely'
import type { OrgId, ProjectId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { CustomReportId } from './contract.ts'

type CustomReport = {
  id: Generated<CustomReportId>
  orgId: OrgId
  projectId: ProjectId
  title: string
  bucket: unknown
  zone: string | null
  fields: unknown
  createdAt: number
  updatedAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    customReport: CustomReport
  }
}

export const scopes: Pick<RoomScopes, 'customReport'> = { customReport: { org: 'orgId', project: 'projectId' } }
