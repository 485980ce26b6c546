// The table of open password recoveries.
import type { Generated } from 'kysely'
import type { AccountId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type RecoveryTicket = {
  tokenHash: Buffer
  accountId: AccountId | null
  loginname: string
  verified: Generated<boolean>
  createdAt: number
  expiresAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    recoveryTicket: RecoveryTicket
  }
}

export const scopes: Pick<RoomScopes, 'recoveryTicket'> = { recoveryTicket: 'platform' }
