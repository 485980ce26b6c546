import type { Generated } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type Handover = {
  id: Generated<number>
  orgId: OrgId
  at: number
  accountId: AccountId | null
  accountName: string
  text: string
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    alarmHandover: Handover
  }
}

export const scopes: Pick<RoomScopes, 'alarmHandover'> = { alarmHandover: { org: 'orgId' } }
