// Logs writes that gateways made to PLCs on their own, in the operation log of their device.
import type { OrgId } from '../../../contract/fields.ts'
import type { Up } from '../../../contract/topics.ts'
import type { GatewaySession } from '../../../signal/cloud/gateway-book.ts'
import type { Platform } from '../../frame/serve.ts'
import { linesOf } from './rules.ts'
import { loadNames } from './store.ts'

type Needs = Pick<Platform, 'db' | 'recordAs'>
/** Number of gateways whose last sequence number is remembered, so that a repeated message is logged once. */
const mostRemembered = 20_000

/** The author of the log line is the gateway, not a user. */
export function createWritesTaker({ db, recordAs }: Needs) {
  const taken = new Map<string, { run: string; seq: number }>()

  function isNew(sn: string, { run, seq }: Up['writes']): boolean {
    const before = taken.get(sn)
    if (before?.run === run && before.seq >= seq) return false
    taken.delete(sn)
    taken.set(sn, { run, seq })
    const oldest = taken.keys().next()
    if (taken.size > mostRemembered && !oldest.done) taken.delete(oldest.value)
    return true
  }

  return async ({ sn, orgId: org, equipmentId }: GatewaySession, message: Up['writes']): Promise<void> => {
    if (org === null || equipmentId === null || !isNew(sn, message)) return
    const orgId = org as OrgId
    const { writes } = message
    const names = await loadNames(db, {
      ...{ orgId, equipmentId },
      scriptIds: writes.flatMap(({ by, id }) => (by === 'script' ? [id] : [])),
      signalIds: writes.flatMap(({ by, id, signalId }) => (by === 'script' ? [signalId] : [id, signalId])),
    })
    const object = { type: 'equipment', id: equipmentId, name: names.device } as const
    for (const line of linesOf(writes, names))
      await recordAs({ orgId, accountId: null, loginname: sn, ip: '' }, { object, ...line })
  }
}
