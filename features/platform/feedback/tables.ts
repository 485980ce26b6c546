// The table of feedback to the platform's staff.
import type { Generated } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { FeedbackKind } from './contract.ts'

type Feedback = {
  id: Generated<number>
  orgId: OrgId
  accountId: AccountId
  kind: FeedbackKind
  content: string
  createdAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    feedback: Feedback
  }
}

export const scopes: Pick<RoomScopes, 'feedback'> = { feedback: { org: 'orgId' } }
