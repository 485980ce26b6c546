// Logs writes that gateways made to PLCs on their own, in the operation log of their device.
import type { EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { GatewayWrite } from '../../../contract/gateway-writes.ts'
import type { Up } from '../../../contract/topics.ts'
import { isDatabaseDown } from '../../../db/database-down.ts'
import { writableSight } from '../../../db/sight.ts'
import type { Platform } from '../../frame/serve.ts'
import type { WritesTaker } from './contract.ts'
import { linesOf } from './rules.ts'
import { loadNames } from './store.ts'

type Needs = Pick<Platform, 'db' | 'recordAs'>
/** Number of gateways whose last sequence number is remembered, so that a repeated message is logged once. */
const mostRemembered = 20_000
/** Maximum number of messages that wait for the database. */
const mostWaiting = 1000

type Waiting = { sn: string; orgId: OrgId; equipmentId: EquipmentId; writes: readonly GatewayWrite[] }

/** The author of the log line is the gateway, not a user. */
export function createWritesTaker({ db, recordAs }: Needs): WritesTaker {
  const taken = new Map<string, { run: string; seq: number }>()
  /** The broker has acknowledged these messages, so the gateway does not send them again. */
  const waiting: Waiting[] = []

  function isNew(sn: string, { run, seq }: Up['writes']): boolean {
    const before = taken.get(sn)
    if (before?.run === run && before.seq >= seq) return false
    taken.delete(sn)
    taken.set(sn, { run, seq })
    const oldest = taken.keys().next()
    if (taken.size > mostRemembered && !oldest.done) taken.delete(oldest.value)
    return true
  }

  /** Writes all lines of a message, or none. */
  async function log({ sn, orgId, equipmentId, writes }: Waiting): Promise<void> {
    const names = await loadNames(db, {
      ...{ orgId, equipmentId },
      scriptIds: writes.flatMap(({ by, id }) => (by === 'script' ? [id] : [])),
      signalIds: writes.flatMap(({ by, id, signalId }) => (by === 'script' ? [signalId] : [id, signalId])),
    })
    const object = { type: 'equipment', id: equipmentId, name: names.device } as const
    const who = { orgId, accountId: null, loginname: sn, ip: '' }
    await db.transaction().execute(async (tx) => {
      const sight = writableSight(tx, { orgId, devices: 'all' })
      for (const line of linesOf(writes, names)) await recordAs(who, { object, ...line }, sight)
    })
  }

  return {
    async take({ sn, orgId, equipmentId }, message) {
      if (!isNew(sn, message)) return
      const one = { sn, orgId, equipmentId, writes: message.writes }
      try {
        await log(one)
      } catch (error) {
        if (!isDatabaseDown(error) || waiting.length >= mostWaiting) throw error
        waiting.push(one)
      }
    },
    async retry() {
      for (let one = waiting.shift(); one; one = waiting.shift())
        try {
          await log(one)
        } catch (error) {
          if (isDatabaseDown(error)) waiting.unshift(one)
          throw error
        }
    },
  }
}
