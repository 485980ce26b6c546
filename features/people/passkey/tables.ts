// Passkeys, and open challenges.
import type { Generated } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { PasskeyId } from './contract.ts'

type PasskeyRow = {
  id: Generated<PasskeyId>
  orgId: OrgId
  accountId: AccountId
  credentialId: Buffer
  publicKey: Buffer
  rpId: string
  signCount: number
  transports: string[]
  isSynced: boolean
  name: string
  createdAt: number
  usedAt: number | null
  clonedAt: number | null
}

type PasskeyChallenge = {
  challengeHash: Buffer
  purpose: 'register' | 'login' | 'confirm'
  holder: string
  expiresAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    passkey: PasskeyRow
    passkeyChallenge: PasskeyChallenge
  }
}

export const scopes: Pick<RoomScopes, 'passkey' | 'passkeyChallenge'> = {
  passkey: { org: 'orgId' },
  passkeyChallenge: 'platform',
}
