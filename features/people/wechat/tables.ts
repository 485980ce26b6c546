// WeChat links of accounts, and open attempts.
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { Attempt } from '../login/part-attempt.ts'

type WeChatLink = {
  accountId: AccountId
  orgId: OrgId
  appId: string
  openId: string
  unionId: string | null
  createdAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    weChatLink: WeChatLink
    weChatAttempt: Attempt
  }
}

export const scopes: Pick<RoomScopes, 'weChatLink' | 'weChatAttempt'> = {
  weChatLink: { org: 'orgId' },
  weChatAttempt: 'platform',
}
