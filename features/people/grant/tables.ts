// Tries of names of accounts of other organisations, so that none is found by guessing.
import type { Generated } from 'kysely'
import type { RoomScopes } from '../../../db/sight.ts'

type GuestTry = { id: Generated<number>; orgId: number; accountId: number; at: number }

declare module '../../../db/schema.ts' {
  interface RoomTables {
    guestTry: GuestTry
  }
}

export const scopes: Pick<RoomScopes, 'guestTry'> = { guestTry: { org: 'orgId' } }
