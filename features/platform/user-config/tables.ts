// Settings of accounts, separately for each organisation.
import type { JSONColumnType } from 'kysely'
import type { AccountId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type UserConfig = { orgId: number; accountId: AccountId; settings: JSONColumnType<Record<string, unknown>> }

declare module '../../../db/schema.ts' {
  interface RoomTables {
    userConfig: UserConfig
  }
}

export const scopes: Pick<RoomScopes, 'userConfig'> = { userConfig: { org: 'orgId' } }
