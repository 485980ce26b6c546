// Announces once that a project share expires soon, to the accounts that can extend it. [S4 Notice dialog queue]
import { limits } from '../../../contract/limits.ts'
import { formatDate } from '../../../ui/format.ts'
import { audience } from '../../frame/audience.ts'
import type { Platform } from '../../frame/serve.ts'
import type { NewMessage } from '../../platform/message/contract.ts'
import { putMessages } from '../../platform/open/message-put.ts'
import { type EndingShare, markEndingShares } from './expiry-store.ts'

const mostAtOnce = 200

async function messageOf({ use }: Platform, share: EndingShare): Promise<NewMessage> {
  const { orgId, projectId, name, expiresAt, zone } = share
  const date = formatDate(expiresAt, zone)
  return {
    ...{
      orgId,
      to: await use(audience).whoChange(orgId, projectId, 'share:edit'),
      type: 'expire',
      equipType: 'project',
    },
    ...{ dataId: projectId, dataStatus: String(expiresAt) },
    title: { en: 'Sharing of a project ends soon', 'zh-cn': '项目分享即将到期' },
    note: {
      en: `The sharing of project “${name}” ends on ${date}. Visitors with its link cannot enter then: change its end to extend it.`,
      'zh-cn': `项目“${name}”的分享将于 ${date} 到期，届时访客无法通过链接访问。如需延期，请修改有效期。`,
    },
  }
}

export async function announceEndingShares(platform: Platform): Promise<void> {
  const due = { now: platform.now(), noticeMs: limits.expiryNoticeMs, most: mostAtOnce }
  const publish = await platform.db.transaction().execute(async (tx) => {
    const news: NewMessage[] = []
    for (const share of await markEndingShares(tx, due)) news.push(await messageOf(platform, share))
    return putMessages(platform, news, tx)
  })
  publish()
}
