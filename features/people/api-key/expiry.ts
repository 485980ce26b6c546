// Sends one message to the account before an API key expires. [S4 Notice dialog queue]
import { limits } from '../../../contract/limits.ts'
import { formatNamedTime } from '../../../ui/format.ts'
import type { Platform } from '../../frame/serve.ts'
import type { NewMessage } from '../../platform/message/contract.ts'
import { putMessages } from '../../platform/open/message-put.ts'
import { settingsOf } from '../../platform/user-config/rules.ts'
import { type ExpiringKey, markExpiringKeys } from './expiry-store.ts'

const mostAtOnce = 200

function messageOf({ id, orgId, accountId, name, expiresAt, zone, settings }: ExpiringKey): NewMessage {
  const at = formatNamedTime(expiresAt, settingsOf(settings ?? {}).ownZone ?? zone)
  return {
    ...{ orgId, to: [accountId], type: 'expire', equipType: 'api', dataId: id, dataStatus: String(expiresAt) },
    title: { en: 'API key expires soon', 'zh-cn': 'API 密钥即将到期' },
    note: {
      en: `The API key “${name}” expires on ${at}. Programs that use it stop working then: add another key before.`,
      'zh-cn': `API 密钥“${name}”将于 ${at} 到期，届时使用它的程序将无法访问，请提前新增密钥。`,
    },
  }
}

export async function announceExpiringKeys(platform: Platform): Promise<void> {
  const due = { now: platform.now(), noticeMs: limits.expiryNoticeMs, most: mostAtOnce }
  const publish = await platform.db
    .transaction()
    .execute(async (tx) => putMessages(platform, (await markExpiringKeys(tx, due)).map(messageOf), tx))
  publish()
}
