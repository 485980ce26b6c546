// Tokens of the sockets of pages of projects.
import type { OrgId, PageId, ProjectId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type PageToken = {
  tokenHash: Buffer
  orgId: OrgId
  sessionHash: Buffer
  pageId: PageId
  projectId: ProjectId
  shown: unknown
  mvars: unknown
  stand: string
  expiresAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    pageToken: PageToken
  }
}

export const scopes: Pick<RoomScopes, 'pageToken'> = { pageToken: { org: 'orgId' } }
