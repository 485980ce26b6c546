// The platform as handlers, jobs and services see it.
import type { Kysely } from 'kysely'
import type { Decode } from '../../contract/decoder.ts'
import type { AccountId, EquipmentId, GatewayId, OrgId, SignalId } from '../../contract/fields.ts'
import type { Command } from '../../contract/topics.ts'
import type { DB } from '../../db/schema.ts'
import type { WritableSight } from '../../db/sight.ts'
import type { LiveTable } from '../../signal/cloud/live-table.ts'
import type { History } from '../../signal/history/history.ts'
import type { MessagePost } from '../platform/message/contract.ts'
import type { Asker } from './asker.ts'
import type { Operation } from './operation.ts'
import type { Use } from './token.ts'

/** A command to issue, without uuid (generated unless the caller has one) and expiry (from `ttlMs`). */
export type CommandOrder = {
  gatewayId: GatewayId
  sn: string
  equipmentId: EquipmentId | null
  signalId?: SignalId
  uuid?: string
  ttlMs: number
  /** Commands of this kind that an account may issue within a minute; one more is rejected with 90003. */
  perMinute?: number
  operation: Operation
  body:
    | Pick<Extract<Command, { kind: 'write' }>, 'kind' | 'equipmentId' | 'bindingId' | 'signalId' | 'value' | 'hold'>
    | Pick<Extract<Command, { kind: 'configure' }>, 'kind' | 'bound' | 'standing'>
    | Pick<Extract<Command, { kind: 'release' }>, 'kind'>
    | Pick<Extract<Command, { kind: 'box' }>, 'kind' | 'order'>
    | Pick<Extract<Command, { kind: 'probe' }>, 'kind' | 'type' | 'params' | 'point'>
}

/**
 * The user behind a command: the caller; or, without a session, the account for which a job continues. Such a job has checked
 * that the account still has the rights.
 */
export type Issuer = Pick<Asker, 'accountId' | 'shareId' | 'loginname' | 'keyName'> & { sessionHash: Buffer | null }

/** The actor of a line in the operation log that is written without a signed-in user. */
type LogActor = { orgId: OrgId; accountId: AccountId | null; loginname: string; ip: string }

/**
 * The signal path as rooms see it. Everything else is a service that a room or the signal path provides: `use(token)`.
 */
export type Platform = {
  db: Kysely<DB>
  /** Connections for one organisation, see `Database.sights`. */
  sights(orgId: OrgId, mayWrite: boolean): Kysely<DB>
  live: LiveTable
  history: History
  /** Reads a file from a user in a thread with a deadline. */
  decode: Decode
  /** Issues a command and records it; throws gatewayOffline, gatewaySleeping, remoteDownload. */
  issue(order: CommandOrder, by: { sight: WritableSight; asker: Issuer; ip: string }): Promise<string>
  /** Sends a command that is stored already to its gateway; rejects while the broker is away. */
  publish(sn: string, command: Command): Promise<void>
  /** Writes the operation log for a caller without a session; `within` is the transaction of the change. */
  recordAs(who: LogActor, operation: Operation, within?: WritableSight): Promise<number>
  /** Sends messages to their listeners on this node; features/platform/open/message-put.ts stores them. */
  messages: MessagePost
  /** Seals a secret with the platform's key. */
  seal(secret: string): Buffer
  /** PUBLIC_URL, or null if it is not set. */
  publicUrl: string | null
  now(): number
  use: Use
}

/** Parts of the platform that calls of accounts do not get: unrestricted databases, logs of others, raw commands. */
export type Withheld = 'db' | 'sights' | 'recordAs' | 'issue' | 'publish'
