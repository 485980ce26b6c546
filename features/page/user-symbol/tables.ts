// The table of the symbols that organisations have created.
import type { Generated } from 'kysely'
import type { OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { UserSymbolId } from './contract.ts'

type UserSymbolRow = {
  id: Generated<UserSymbolId>
  orgId: OrgId
  key: string
  title: string
  version: number
  content: unknown
  updatedAt: number
  author: string
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    userSymbol: UserSymbolRow
  }
}

export const scopes: Pick<RoomScopes, 'userSymbol'> = { userSymbol: { org: 'orgId' } }
