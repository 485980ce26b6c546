// The account of an organisation at the provider of its cameras.
import type { OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { Region } from './contract.ts'

type Openys = {
  orgId: OrgId
  region: Region
  appKey: string
  secretSealed: Buffer
  updatedAt: number
  /** Login name of who entered it. */
  updatedBy: string
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    openys: Openys
  }
}

export const scopes: Pick<RoomScopes, 'openys'> = { openys: { org: 'orgId' } }
