// The one way a message comes to be: alarms, orders and announcements put it here, and whoever listens is told.
import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Platform } from '../../frame/serve.ts'
import type { NewMessage } from '../message/contract.ts'
import { insertMessages } from '../message/put-store.ts'
import { messageIn } from '../message/rules.ts'

type Needs = Pick<Platform, 'db' | 'messages' | 'now'>

/**
 * Writes messages, once however often they are put: by organisation, account, type, object, alarm and state. Answers what
 * tells the open pages of their accounts: to be called when what it was written in is committed, which without a
 * transaction is at once.
 *
 *     const tell = await putMessages(platform, [{ orgId, to, type: 'alarm', equipType: 'eg', dataId: equipmentId, … }])
 *     tell()
 */
export async function putMessages(
  { db, messages, now }: Needs,
  news: readonly NewMessage[],
  within: Kysely<DB> = db,
): Promise<() => void> {
  const rows = await insertMessages(within, news, now())
  return () =>
    messages.tell(
      rows.map(({ orgId, accountId, ...row }) => ({
        orgId,
        accountId,
        en: messageIn(row, 'en'),
        'zh-cn': messageIn(row, 'zh-cn'),
      })),
    )
}
