// The table of the organisations' accounts at the camera provider.
import type { OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { Region } from './contract.ts'

type Openys = {
  orgId: OrgId
  region: Region
  appKey: string
  secretSealed: Buffer
  updatedAt: number
  /** Login name of the account that entered the provider's account. */
  updatedBy: string
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    openys: Openys
  }
}

export const scopes: Pick<RoomScopes, 'openys'> = { openys: { org: 'orgId' } }
