// The only way to create a message: alarms, orders and announcements call this, and open pages are notified.
import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Platform } from '../../frame/serve.ts'
import type { NewMessage } from '../message/contract.ts'
import { insertMessages } from '../message/put-store.ts'
import { messageIn } from '../message/rules.ts'

type Needs = Pick<Platform, 'db' | 'messages' | 'now'>

/**
 * Writes messages, each once for the same organisation, account, type, object, alarm and state. Returns a function that
 * notifies the open pages of the accounts; call it after the transaction is committed, without a transaction
 * immediately.
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
