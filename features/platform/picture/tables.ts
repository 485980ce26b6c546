// Pictures of an organisation for its pages.
import type { OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type Picture = {
  /** What a page shows it by: drawn, with the ending of its type. */
  name: string
  orgId: OrgId
  title: string
  type: string
  bytes: Buffer
  sizeBytes: number
  /** Pixels; 0 of a drawing that has none of its own. */
  width: number
  height: number
  /** Login name of who added it. */
  creator: string
  createdAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    picture: Picture
  }
}

export const scopes: Pick<RoomScopes, 'picture'> = { picture: { org: 'orgId' } }
