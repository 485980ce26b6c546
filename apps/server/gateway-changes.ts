// Reactions to changes of a gateway: invalidates caches, notifies its link, writes the log.
import type { Kysely } from 'kysely'
import { errorText } from '../../contract/errors.ts'
import type { DB } from '../../db/schema.ts'
import type { Platform } from '../../features/frame/serve.ts'
import type { GatewayChange } from '../../features/frame/spine-services.ts'
import { loadOwner } from '../../features/gateway/presence/store.ts'
import type { Cloud } from '../../signal/cloud/cloud.ts'

type Needs = {
  db: Kysely<DB>
  recordAs: Platform['recordAs']
  cloud(): Cloud
  now(): number
  log: { warn(details: object, message: string): void }
}

/** An alarm about duplicates: two boxes with one SN, or two agents on one box. */
type Doubt = { act: 'boxRefused'; code: 1308 } | { act: 'agentTwice'; code: 1309 }

/** A repeated fault is logged once in this time, not once a second. */
const repeatMs = 10 * 60_000

export function gatewayChanges({ db, recordAs, cloud, now, log }: Needs) {
  const noted = new Map<string, number>()

  async function note(sn: string, doubt: Doubt): Promise<void> {
    const owner = await loadOwner(db, sn)
    if (!owner || owner.orgId === null) return
    const operation = {
      ...doubt,
      object: { type: 'gateway', id: owner.id, name: sn },
      result: 'failure',
    } as const
    await recordAs({ orgId: owner.orgId, accountId: null, loginname: sn, ip: '' }, operation)
  }

  function noteOnce(sn: string, doubt: Doubt): void {
    const key = `${doubt.act} ${sn}`
    if (now() - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < repeatMs) return
    if (noted.size > 10_000) noted.clear()
    noted.set(key, now())
    log.warn({ sn }, errorText(doubt.code, 'en'))
    note(sn, doubt).catch(() => noted.delete(key))
  }

  return {
    async onChange(change: GatewayChange): Promise<void> {
      const here = cloud()
      const { book, owners, judging, link } = here
      const { sn } = change
      book.forget(sn)
      owners.forget(sn)
      judging.changed(sn)
      if (change.kind === 'registered') await link.admit(sn, change.secret)
      if (change.kind === 'secretRenewed') {
        await link.admit(sn, change.secret)
        await link.drop(sn)
      }
      if (change.kind === 'boxFreed') await link.pinBox(sn, null)
      if (change.kind === 'removed') await link.expel(sn)
      if (change.kind === 'unbound') await here.release(sn)
    },
    onSecondBox: (sn: string): void => noteOnce(sn, { act: 'boxRefused', code: 1308 }),
    onRivals: (sn: string): void => noteOnce(sn, { act: 'agentTwice', code: 1309 }),
  }
}
