// Secrets of apps, recovery codes, and logins that wait for their second step. They belong to an account, not to a
// company.
import type { Generated } from 'kysely'
import type { AccountId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type SecondFactor = {
  accountId: AccountId
  /** The encrypted secret; null if the account has no app, only recovery codes. */
  secretSealed: Buffer | null
  confirmedAt: number | null
  lastStep: Generated<number>
  failures: Generated<number>
  lastFailureAt: Generated<number>
  lockedUntil: Generated<number>
  createdAt: number
}

type RecoveryCode = { accountId: AccountId; codeHash: Buffer }

type LoginTicket = { tokenHash: Buffer; accountId: AccountId; tries: Generated<number>; expiresAt: number }

declare module '../../../db/schema.ts' {
  interface RoomTables {
    secondFactor: SecondFactor
    recoveryCode: RecoveryCode
    loginTicket: LoginTicket
  }
}

export const scopes: Pick<RoomScopes, 'secondFactor' | 'recoveryCode' | 'loginTicket'> = {
  secondFactor: 'platform',
  recoveryCode: 'platform',
  loginTicket: 'platform',
}
