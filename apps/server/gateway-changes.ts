// What follows when something about a gateway changes: caches forget it, its link learns it, the log tells it.
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { loadOwner } from '../../features/gateway-presence/store.ts'
import type { GatewayChange, Platform } from '../../features/serve.ts'
import type { Cloud } from '../../signal/cloud/cloud.ts'

type Needs = { db: Kysely<DB>; recordAs: Platform['recordAs']; cloud(): Cloud; now(): number }

/** A second box that keeps knocking is one line in the log, not one a second. */
const repeatMs = 10 * 60_000

export function gatewayChanges({ db, recordAs, cloud, now }: Needs) {
  const noted = new Map<string, number>()

  async function noteSecondBox(sn: string): Promise<void> {
    const owner = await loadOwner(db, sn)
    if (!owner || owner.orgId === null) return
    const operation = {
      act: 'boxRefused',
      objectType: 'gateway',
      objectId: owner.id,
      objectName: sn,
      code: 1308,
      result: 'failure',
    } as const
    await recordAs({ orgId: owner.orgId, accountId: null, loginname: sn, ip: '' }, operation)
  }

  return {
    async onChange(change: GatewayChange): Promise<void> {
      const { book, owners, link, release } = cloud()
      const { sn } = change
      book.forget(sn)
      owners.forget(sn)
      if (change.kind === 'registered') await link.admit(sn, change.secret)
      if (change.kind === 'secretRenewed') {
        await link.admit(sn, change.secret)
        await link.drop(sn)
      }
      if (change.kind === 'boxFreed') await link.pinBox(sn, null)
      if (change.kind === 'removed') await link.expel(sn)
      if (change.kind === 'unbound') await release(sn)
    },
    onSecondBox(sn: string): void {
      if (now() - (noted.get(sn) ?? Number.NEGATIVE_INFINITY) < repeatMs) return
      if (noted.size > 10_000) noted.clear()
      noted.set(sn, now())
      noteSecondBox(sn).catch(() => noted.delete(sn))
    },
  }
}
