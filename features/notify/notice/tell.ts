// Sends due announcements to all accounts in batches. Each batch and its progress are one transaction, so that a
// restart neither skips an account nor serves one twice.
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Platform } from '../../frame/serve.ts'
import type { NewMessage } from '../../platform/message/contract.ts'
import { putMessages } from '../../platform/open/message-put.ts'
import { inTransaction, loadReceivers, markTold, removeWithdrawn, takeDue, updateNotice } from './store.ts'

type Needs = Pick<Platform, 'db' | 'messages' | 'now'>

/** Limit of batches per turn, because other jobs need the database too. */
const batchesATurn = 20
const dayMs = 24 * 3600_000

/** Sends one batch of due announcements. Returns whether there may be more. */
async function tellSome(platform: Needs): Promise<boolean> {
  const { db, now } = platform
  const tell = await inTransaction(db, async (inner) => {
    const notice = await takeDue(inner, now())
    if (!notice) return undefined
    const receivers = await loadReceivers(inner, notice.toldTo, limits.noticeBatch)
    const last = receivers.at(-1)
    if (!last) {
      await updateNotice(inner, notice.id, { toldAt: now() })
      return () => undefined
    }
    const title = { en: notice.titleEn, 'zh-cn': notice.title }
    const note = { en: notice.bodyEn, 'zh-cn': notice.body }
    const byOrganisation = new Map<OrgId, AccountId[]>()
    for (const { orgId, id } of receivers) byOrganisation.set(orgId, [...(byOrganisation.get(orgId) ?? []), id])
    const news = [...byOrganisation].map(([orgId, to]): NewMessage => {
      return { orgId, to, type: 'notice', equipType: 'public', dataId: notice.id, title, note }
    })
    const told = await putMessages(platform, news, inner)
    await markTold(inner, notice.id, last.id, receivers.length)
    return told
  })
  tell?.()
  return tell !== undefined
}

/** Deletes one batch of withdrawn announcements. Returns whether there may be more. */
async function takeSomeBack({ db, messages, now }: Needs): Promise<boolean> {
  const taken = await removeWithdrawn(db, now() - limits.messageDays * dayMs, limits.noticeBatch)
  for (const whose of taken) messages.recount(whose)
  return taken.length > 0
}

/** Sends due announcements and deletes withdrawn ones. */
export async function tellNotices(platform: Needs): Promise<void> {
  for (const some of [takeSomeBack, tellSome]) {
    let batches = 0
    while (batches < batchesATurn && (await some(platform))) batches += 1
  }
}
