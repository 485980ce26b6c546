// The table of claim tries, which are limited so that codes cannot be guessed. [DESIGN 9]
import type { Generated } from 'kysely'
import type { OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type ClaimTry = { id: Generated<number>; orgId: OrgId; sn: string; at: number }

declare module '../../../db/schema.ts' {
  interface RoomTables {
    claimTry: ClaimTry
  }
}

export const scopes: Pick<RoomScopes, 'claimTry'> = { claimTry: { org: 'orgId' } }
