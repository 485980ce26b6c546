// Commands from issue to outcome: stored in the database before they are sent, never retained, never retried.
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { isOrderedInDownload } from '../../../contract/box.ts'
import { configHash } from '../../../contract/config-hash.ts'
import { errorCode, fail, type PlainName } from '../../../contract/errors.ts'
import type { AccountId, GatewayId, OrgId, SignalId } from '../../../contract/fields.ts'
import type { BoundConfig } from '../../../contract/gateway-config.ts'
import type { Command, Up } from '../../../contract/topics.ts'
import type { DB, OperationResult } from '../../../db/schema.ts'
import type { Sight } from '../../../db/sight.ts'
import type { CommandOrder, Issuer, Platform } from '../../frame/serve.ts'
import { cannotCommand } from '../../gateway/gateway/rules.ts'
import { toldBy } from '../../platform/operation-log/rules.ts'
import {
  findCommand,
  finishCommand,
  insertCommand,
  isRevoked,
  loadOverdue,
  loadRevoked,
  loadState,
  type Outcome,
  setApplied,
  setLogId,
} from './store.ts'

/** Grace time after expiry in which an answer still counts, ms. */
const graceMs = 5_000

type Needs = {
  db: Kysely<DB>
  /** Sends a command to the gateway's connection; rejects while the broker is unreachable. */
  send(sn: string, command: Command): Promise<void>
  record: (
    who: { orgId: OrgId; accountId: AccountId | null; loginname: string; ip: string },
    operation: CommandOrder['operation'],
  ) => Promise<number>
  finishRecord(db: Kysely<DB>, logId: number, code: number, result: OperationResult): Promise<void>
  now(): number
}

type Known = { orgId: OrgId; gatewayId: GatewayId; signalId: SignalId | null; payload: unknown }

/** Whether two commands request the same action; bindings and values are in the payload. */
const isSame = (a: Known, b: Known) =>
  a.orgId === b.orgId &&
  a.gatewayId === b.gatewayId &&
  a.signalId === b.signalId &&
  configHash(a.payload) === configHash(b.payload)

/** Orders that end remote download are accepted while it is active. */
const isForDownload = (body: CommandOrder['body']) => body.kind === 'box' && isOrderedInDownload(body.order.act)

/** The error for an account or visitor whose session has ended. */
const overFor = ({ accountId }: Issuer): PlainName => (accountId === null ? 'visitEnded' : 'sessionLost')

export type Commands = {
  issue: Platform['issue']
  /**
   * Processes a gateway's answer. Unknown, foreign and repeated answers change nothing. True: its configuration
   * changed.
   */
  takeResult(sn: string, result: Up['result']): Promise<boolean>
  /** Ends unanswered commands: timeout, 1301; and those of accounts that were changed since: cancelled, 1302. */
  expire(): Promise<void>
}

/** The configuration of a gateway after a successful command; undefined if the command does not change it. */
function appliedBy({ kind, payload }: { kind: string; payload: unknown }) {
  if (kind === 'release') return { configHash: null, configBindingId: null }
  if (kind !== 'configure') return undefined
  const { hash, bindingId } = (payload as { bound: BoundConfig }).bound
  return { configHash: hash, configBindingId: bindingId }
}

export function createCommands(needs: Needs): Commands {
  /**
   * Stores outcome, log line and the gateway's configuration in one transaction: no reader sees a success without its
   * effect.
   */
  const finish = (uuid: string, sn: string | null, outcome: Outcome) =>
    needs.db.transaction().execute(async (db) => {
      const ended = await finishCommand(db, uuid, sn, outcome)
      if (!ended) return false
      if (ended.logId) await needs.finishRecord(db, ended.logId, outcome.code, outcome.status)
      const applied = outcome.status === 'success' ? appliedBy(ended) : undefined
      if (applied) await setApplied(db, ended.gatewayId, applied)
      return applied !== undefined
    })
  const cancel = (uuid: string) =>
    finish(uuid, null, { status: 'cancelled', code: errorCode('commandCancelled'), at: needs.now() })

  /** After this point the command cannot be cancelled. */
  async function send(sight: Sight, sn: string, command: Command): Promise<void> {
    const { uuid } = command
    if (await isRevoked(sight, uuid)) {
      await cancel(uuid)
      throw fail('sessionLost')
    }
    await needs.send(sn, command).catch(async () => {
      const code = errorCode('gatewayOffline')
      await finish(uuid, null, { status: 'failure', code, at: needs.now() })
      throw fail('gatewayOffline')
    })
  }

  return {
    async issue(order, { sight, asker, ip }) {
      const { gatewayId, sn, equipmentId, signalId = null, body, ttlMs } = order
      const operation = toldBy(asker, order.operation)
      const { accountId, shareId, loginname, sessionHash } = asker
      const who = { orgId: sight.orgId, accountId, loginname, ip }
      const uuid = order.uuid ?? randomUUID()
      const wanted: Known = { orgId: sight.orgId, gatewayId, signalId, payload: body }
      const refuse = async (name: PlainName) => {
        const failure = fail(name)
        await needs.record(who, { ...operation, code: failure.code, result: 'failure' })
        throw failure
      }
      // A repeated request gets the same answer, whatever the state of the gateway now.
      const known = order.uuid === undefined ? undefined : await findCommand(needs.db, uuid)
      if (known) return isSame(known, wanted) ? uuid : refuse('notFound')
      const state = await loadState(sight, gatewayId)
      const refused = state ? cannotCommand(state, isForDownload(body)) : 'notFound'
      if (refused) return refuse(refused)
      const createdAt = needs.now()
      const expiresAt = createdAt + ttlMs
      const command = { ...body, uuid, expiresAt } as Command
      const row = { uuid, accountId, shareId, gatewayId, equipmentId, signalId, kind: body.kind, payload: body }
      const entered = await insertCommand(sight, sessionHash, { ...row, createdAt, expiresAt }, order.perMinute)
      if (entered === 'signedOut') return refuse(overFor(asker))
      if (entered === 'known') {
        const meanwhile = await findCommand(needs.db, uuid)
        return meanwhile && isSame(meanwhile, wanted) ? uuid : refuse('notFound')
      }
      const logId = await needs.record(who, { ...operation, code: null, result: 'waiting' })
      await setLogId(sight, uuid, logId)
      await send(sight, sn, command)
      return uuid
    },

    takeResult: (sn, { uuid, status, code, value, page, reason, details, tookMs }) =>
      finish(uuid, sn, { status, code, value: page ?? value, reason, details, tookMs, at: needs.now() }),

    async expire() {
      for (const { uuid } of await loadRevoked(needs.db)) await cancel(uuid)
      const code = errorCode('commandTimeout')
      for (const { uuid } of await loadOverdue(needs.db, needs.now() - graceMs)) {
        await finish(uuid, null, { status: 'timeout', code, at: needs.now() })
      }
    },
  }
}
