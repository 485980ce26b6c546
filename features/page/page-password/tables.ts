// Sessions that have entered the password of a page, and attempts.
import type { Generated } from 'kysely'
import type { OrgId, PageId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type PagePass = { orgId: OrgId; pageId: PageId; sessionHash: Buffer; expiresAt: number }
type PageTry = { id: Generated<number>; orgId: OrgId; pageId: PageId; who: string; at: number }

declare module '../../../db/schema.ts' {
  interface RoomTables {
    pagePass: PagePass
    pageTry: PageTry
  }
}

export const scopes: Pick<RoomScopes, 'pagePass' | 'pageTry'> = {
  pagePass: { org: 'orgId' },
  pageTry: { org: 'orgId' },
}
