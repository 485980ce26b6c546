// API keys of accounts, and APIs that external accounts may use with them.
import type { Generated } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { ApiKeyId } from './contract.ts'

type ApiKeyRow = {
  id: Generated<ApiKeyId>
  orgId: OrgId
  accountId: AccountId
  name: string
  hint: string
  tokenHash: Buffer
  auths: string[]
  createdAt: number
  expiresAt: number | null
  usedAt: number | null
  /** The expiry that was announced last. */
  expiryTold: Generated<number | null>
}

type ApiGrant = { orgId: OrgId; accountId: AccountId; api: string; createdAt: number }

declare module '../../../db/schema.ts' {
  interface RoomTables {
    apiGrant: ApiGrant
    apiKey: ApiKeyRow
  }
}

export const scopes: Pick<RoomScopes, 'apiGrant' | 'apiKey'> = { apiGrant: { org: 'orgId' }, apiKey: { org: 'orgId' } }
