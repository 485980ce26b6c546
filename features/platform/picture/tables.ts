// The table of an organisation's pictures for pages.
import type { OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type Picture = {
  /** The random name by which pages refer to it, with the extension of its type. */
  name: string
  orgId: OrgId
  title: string
  type: string
  bytes: Buffer
  sizeBytes: number
  /** Size in pixels; 0 for a drawing without a size of its own. */
  width: number
  height: number
  /** Login name of the account that added the picture. */
  creator: string
  createdAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    picture: Picture
  }
}

export const scopes: Pick<RoomScopes, 'picture'> = { picture: { org: 'orgId' } }
