// Notifies users who manage a device once before its warranty ends, and once after its end.
import { audience } from '../../frame/audience.ts'
import type { Platform } from '../../frame/serve.ts'
import type { NewMessage } from '../../platform/message/contract.ts'
import { putMessages } from '../../platform/open/message-put.ts'
import { daysBetween, toldSince, warrantyClock } from './rules.ts'
import { type DueWarranty, loadWatching, takeDue, type Watching } from './store.ts'

/** Maximum number of devices of an organisation per turn; the next ones follow in the next turn. */
const mostAtOnce = 200

/** Runs one turn over all organisations; messages and their record are written in the same transaction. */
export async function tellWarranties(platform: Platform): Promise<void> {
  for (const watching of await loadWatching(platform.db)) await tellOf(platform, watching)
}

async function tellOf(platform: Platform, { orgId, zone, days }: Watching): Promise<void> {
  const now = platform.now()
  const clock = warrantyClock(zone, now, days)
  const tell = await platform.db.transaction().execute(async (tx) => {
    const due = { orgId, now, most: mostAtOnce }
    const ended = await takeDue(tx, { ...due, kind: 'ended', from: toldSince(clock), to: yesterdayOf(clock.today) })
    const soon = clock.soonUntil
      ? await takeDue(tx, { ...due, kind: 'soon', from: clock.today, to: clock.soonUntil })
      : []
    const news: NewMessage[] = []
    for (const each of ended) news.push(await messageOf(platform, orgId, each, 'ended', clock.today))
    for (const each of soon) news.push(await messageOf(platform, orgId, each, 'soon', clock.today))
    return putMessages(platform, news, tx)
  })
  tell()
}

const yesterdayOf = (today: string): string => new Date(Date.parse(today) - 1).toISOString().slice(0, 10)

/** Notifies users who manage the device; viewers cannot make a warranty claim. */
async function messageOf(
  { use }: Platform,
  orgId: Watching['orgId'],
  { equipmentId, nameEn, nameZh, until }: DueWarranty,
  kind: 'soon' | 'ended',
  today: string,
): Promise<NewMessage> {
  const to = await use(audience).whoSee(orgId, equipmentId, 'equipment:view')
  const left = daysBetween(today, until)
  const en =
    kind === 'ended'
      ? `The warranty of “${nameEn}” ended on ${until}.`
      : `The warranty of “${nameEn}” ends on ${until}${left === 0 ? ', today' : `, in ${left} day${left === 1 ? '' : 's'}`}.`
  const zh =
    kind === 'ended'
      ? `设备“${nameZh}”的质保期已于 ${until} 到期。`
      : `设备“${nameZh}”的质保期将于 ${until} 到期（${left === 0 ? '今天' : `还剩 ${left} 天`}）。`
  return {
    ...{ orgId, to, type: 'expire', equipType: 'eg', dataId: equipmentId, dataStatus: `${kind} ${until}` },
    title:
      kind === 'ended'
        ? { en: 'Warranty ended', 'zh-cn': '设备质保已到期' }
        : { en: 'Warranty ends soon', 'zh-cn': '设备质保即将到期' },
    note: { en, 'zh-cn': zh },
  }
}
