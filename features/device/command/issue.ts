// Commands from issue to outcome: stored in the database before they are sent, never retained, never retried.
import { randomUUID } from 'node:crypto'
import { isOrderedInDownload } from '../../../contract/box.ts'
import { configHash } from '../../../contract/config-hash.ts'
import { errorCode, fail, type PlainName } from '../../../contract/errors.ts'
import type { AccountId, GatewayId, OrgId, SignalId } from '../../../contract/fields.ts'
import type { Command, Up } from '../../../contract/topics.ts'
import type { WritableSight } from '../../../db/sight.ts'
import type { CommandOrder, Issuer, Platform } from '../../frame/serve.ts'
import { cannotCommand } from '../../gateway/gateway/rules.ts'
import { toldBy } from '../../platform/operation-log/rules.ts'
import { cancelCommand, type EndNeeds, endCommand, expireCommands } from './end.ts'
import { findCommand, insertCommand, isRevoked, loadState, setLogId } from './store.ts'

type Operation = CommandOrder['operation']

type Needs = EndNeeds & {
  /** Sends a command to the gateway's connection; rejects while the broker is unreachable. */
  send(sn: string, command: Command): Promise<void>
  record: (
    who: { orgId: OrgId; accountId: AccountId | null; loginname: string; ip: string },
    operation: Operation,
  ) => Promise<number>
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

/** A command on its way to the gateway. */
type Issue = {
  needs: Needs
  order: CommandOrder
  sight: WritableSight
  asker: Issuer
  uuid: string
  /** Epoch ms; 0 until the command is stored: its time starts then. */
  createdAt: number
  /** Writes its line of the operation log. */
  record(outcome: Pick<Operation, 'code' | 'result'>): Promise<number>
}

/** `known`: the same command was issued before. An error: the command is refused. Undefined: the next step follows. */
type Verdict = 'known' | PlainName | undefined
type Step = (issue: Issue) => Promise<Verdict>

/** Compares the command with one that has its uuid, if there is one. */
async function compareKnown({ needs, order, sight, uuid }: Issue): Promise<Verdict> {
  const known = await findCommand(needs.db, uuid)
  if (!known) return undefined
  const { gatewayId, signalId = null, body } = order
  return isSame(known, { orgId: sight.orgId, gatewayId, signalId, payload: body }) ? 'known' : 'notFound'
}

/** A repeated request gets the same answer, whatever the state of the gateway now. */
const findRepeated: Step = async (issue) => (issue.order.uuid === undefined ? undefined : compareKnown(issue))

const checkGateway: Step = async ({ order, sight }) => {
  const state = await loadState(sight, order.gatewayId)
  return state ? cannotCommand(state, isForDownload(order.body)) : 'notFound'
}

/** Stores the command while its session lasts. Another request with its uuid may have arrived at the same time. */
const store: Step = async (issue) => {
  const { needs, order, sight, asker, uuid } = issue
  const { gatewayId, equipmentId, signalId = null, body, ttlMs, perMinute } = order
  const { accountId, shareId, sessionHash } = asker
  issue.createdAt = needs.now()
  const row = { uuid, accountId, shareId, gatewayId, equipmentId, signalId, kind: body.kind, payload: body }
  const times = { createdAt: issue.createdAt, expiresAt: issue.createdAt + ttlMs }
  const entered = await insertCommand(sight, sessionHash, { ...row, ...times }, perMinute)
  if (entered === 'signedOut') return overFor(asker)
  return entered === 'known' ? ((await compareKnown(issue)) ?? 'notFound') : undefined
}

const logWaiting: Step = async ({ sight, uuid, record }) => {
  await setLogId(sight, uuid, await record({ code: null, result: 'waiting' }))
  return undefined
}

/** An account that was changed meanwhile issues nothing. After this step the command cannot be cancelled. */
const checkRights: Step = async ({ needs, sight, uuid }) => {
  if (!(await isRevoked(sight, uuid))) return undefined
  await cancelCommand(needs, uuid)
  throw fail('sessionLost')
}

const send: Step = async ({ needs, order: { sn, body, ttlMs }, uuid, createdAt }) => {
  await needs.send(sn, { ...body, uuid, expiresAt: createdAt + ttlMs } as Command).catch(async () => {
    await endCommand(needs, { uuid, sn: null }, { status: 'failure', code: errorCode('gatewayOffline') })
    throw fail('gatewayOffline')
  })
  return undefined
}

const steps: readonly Step[] = [findRepeated, checkGateway, store, logWaiting, checkRights, send]

type By = Parameters<Platform['issue']>[1]

/** Returns the uuid, also of a command that was issued before. Throws why the command is refused. */
async function issueCommand(needs: Needs, order: CommandOrder, { sight, asker, ip }: By): Promise<string> {
  const operation = toldBy(asker, order.operation)
  const who = { orgId: sight.orgId, accountId: asker.accountId, loginname: asker.loginname, ip }
  const issue: Issue = {
    ...{ needs, order, sight, asker, uuid: order.uuid ?? randomUUID(), createdAt: 0 },
    record: (outcome) => needs.record(who, { ...operation, ...outcome }),
  }
  for (const step of steps) {
    const verdict = await step(issue)
    if (verdict === 'known') break
    if (verdict === undefined) continue
    const failure = fail(verdict)
    await issue.record({ code: failure.code, result: 'failure' })
    throw failure
  }
  return issue.uuid
}

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

export const createCommands = (needs: Needs): Commands => ({
  issue: (order, by) => issueCommand(needs, order, by),
  takeResult: (sn, { uuid, status, code, value, page, reason, details, tookMs }) =>
    endCommand(needs, { uuid, sn }, { status, code, value: page ?? value, reason, details, tookMs }),
  expire: () => expireCommands(needs),
})
