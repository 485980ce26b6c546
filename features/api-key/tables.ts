// Keys of accounts for programs.
import type { Generated } from 'kysely'
import type { AccountId, OrgId } from '../../contract/fields.ts'
import type { RoomScopes } from '../../db/sight.ts'
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
}

declare module '../../db/schema.ts' {
  interface RoomTables {
    apiKey: ApiKeyRow
  }
}

export const scopes: Pick<RoomScopes, 'apiKey'> = { apiKey: { org: 'orgId' } }
