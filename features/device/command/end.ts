// Ends commands: with the answer of the gateway, after their time, or because the account was changed meanwhile.
import type { Kysely } from 'kysely'
import { errorCode } from '../../../contract/errors.ts'
import type { BoundConfig } from '../../../contract/gateway-config.ts'
import type { DB, OperationResult } from '../../../db/schema.ts'
import { finishCommand, loadOverdue, loadRevoked, type Outcome, setApplied } from './store.ts'

/** Grace time after expiry in which an answer still counts, ms. */
const graceMs = 5_000

export type EndNeeds = {
  db: Kysely<DB>
  finishRecord(db: Kysely<DB>, logId: number, code: number, result: OperationResult): Promise<void>
  now(): number
}

/** The configuration of a gateway after a successful command; undefined if the command does not change it. */
function appliedBy({ kind, payload }: { kind: string; payload: unknown }) {
  if (kind === 'release') return { configHash: null, configBindingId: null }
  if (kind !== 'configure') return undefined
  const { hash, bindingId } = (payload as { bound: BoundConfig }).bound
  return { configHash: hash, configBindingId: bindingId }
}

/**
 * Stores outcome, log line and the gateway's configuration in one transaction: no reader sees a success without its
 * effect. `sn`: the gateway that answered; null: the platform ends the command. Returns true if the configuration
 * changed; a command that has ended stays as it is.
 */
export function endCommand(
  needs: EndNeeds,
  { uuid, sn }: { uuid: string; sn: string | null },
  outcome: Omit<Outcome, 'at'>,
): Promise<boolean> {
  const at = needs.now()
  return needs.db.transaction().execute(async (db) => {
    const ended = await finishCommand(db, uuid, sn, { ...outcome, at })
    if (!ended) return false
    if (ended.logId) await needs.finishRecord(db, ended.logId, outcome.code, outcome.status)
    const applied = outcome.status === 'success' ? appliedBy(ended) : undefined
    if (applied) await setApplied(db, ended.gatewayId, applied)
    return applied !== undefined
  })
}

export const cancelCommand = (needs: EndNeeds, uuid: string): Promise<boolean> =>
  endCommand(needs, { uuid, sn: null }, { status: 'cancelled', code: errorCode('commandCancelled') })

/** Ends unanswered commands: timeout, 1301; and those of accounts that were changed since: cancelled, 1302. */
export async function expireCommands(needs: EndNeeds): Promise<void> {
  for (const { uuid } of await loadRevoked(needs.db)) await cancelCommand(needs, uuid)
  const code = errorCode('commandTimeout')
  for (const { uuid } of await loadOverdue(needs.db, needs.now() - graceMs))
    await endCommand(needs, { uuid, sn: null }, { status: 'timeout', code })
}
