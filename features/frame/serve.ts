// What a room's server is made of: `serve(endpoint, handler)` for what reads, `serveChange` for what changes. A handler
// reads in ten seconds: act, answer; longer thoughts live in the room's rules.
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Decode } from '../../contract/decoder.ts'
import type { Endpoint, issued } from '../../contract/endpoint.ts'
import { type ErrorName, Failure, type Language } from '../../contract/errors.ts'
import type { AccountId, EquipmentId, GatewayId, OrgId, SignalId } from '../../contract/fields.ts'
import type { Command, Hold, Open } from '../../contract/topics.ts'
import type { Value } from '../../core/data-type.ts'
import type { DB } from '../../db/schema.ts'
import type { Sight, WritableSight } from '../../db/sight.ts'
import type { LiveTable } from '../../signal/cloud/live-table.ts'
import type { Kept, Relanded } from '../../signal/cloud/reland.ts'
import type { ScriptWordsTable } from '../../signal/cloud/script-words.ts'
import type { Tunnels } from '../../signal/cloud/tunnels.ts'
import type { History } from '../../signal/history/history.ts'
import type { FirmwareSigning } from '../gateway/firmware/contract.ts'
import type { Cameras } from '../page/camera/contract.ts'
import type { AskWeather } from '../page/weather/contract.ts'
import type { Audience } from '../people/open/access-audience.ts'
import type { OpenId } from '../people/single-sign-on/contract.ts'
import type { WeChat } from '../people/wechat/contract.ts'
import type { MapTiles } from '../platform/ground/contract.ts'
import type { MessagePost, Speak } from '../platform/message/contract.ts'
import type { Codes, Sender } from '../platform/verification/contract.ts'
import type { Asker, Opening, User, Visitor, Visits } from './asker.ts'
import type { Operation } from './operation.ts'
import { isOperatorKey } from './permissions.ts'

export type { Asker, Opening, User, Visitor, Visits }

/** What a change answers: its data, and its line in the operation log, which is written in the same transaction. */
export type Change<D> = Operation & {
  data: D
  /** Once it is committed: caches and links are told. */
  afterwards?: () => Promise<void> | void
}

/** A refusal that has its line in the log; what the call did before is undone. */
export class Refusal extends Failure {
  readonly operation: Operation
  constructor(failure: Failure, operation: Operation) {
    super(failure.message as ErrorName, failure.details, failure.data)
    this.operation = { ...operation, code: failure.code, result: 'failure' }
  }
}

/** A command to issue, without uuid (drawn unless the caller has one) and expiry (from `ttlMs`). */
export type CommandOrder = {
  gatewayId: GatewayId
  sn: string
  equipmentId: EquipmentId | null
  signalId?: SignalId
  uuid?: string
  ttlMs: number
  /** Of its kind, an account issues no more within a minute; one more is refused, 90003. */
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
 * Whose a command is: whoever asks; or, without a session, an account for which a job goes on with what it began, and which
 * has looked that it still may.
 */
export type Issuer = Pick<Asker, 'accountId' | 'shareId' | 'loginname' | 'keyName'> & { sessionHash: Buffer | null }

/** What a handler may use of the process it runs in. */
export type Platform = {
  db: Kysely<DB>
  /** See `Database.sights`. */
  sights(orgId: OrgId, mayWrite: boolean): Kysely<DB>
  live: LiveTable
  history: History
  /** Reads a file that somebody sent, in a thread with a deadline. */
  decode: Decode
  /** Issues a command and records it; throws gatewayOffline, gatewaySleeping, remoteDownload. */
  issue(order: CommandOrder, by: { sight: WritableSight; asker: Issuer; ip: string }): Promise<string>
  /** Hands a command that is written down already to a gateway's link; rejects when the broker is away. */
  tell(sn: string, command: Command): Promise<void>
  /** Opens live streaming on a gateway. */
  open(sn: string, open: Open): Promise<void>
  /** The remote downloads that are open on this node. */
  tunnels: Pick<Tunnels, 'find' | 'end' | 'extend' | 'hasRoom' | 'list' | 'turn'>
  /** What scripts of watched devices said last, on this node. */
  scriptWords: Pick<ScriptWordsTable, 'of'>
  /** Tells a gateway that a key is still pressed. */
  hold(sn: string, hold: Hold): Promise<void>
  /** Checks what was kept apart once more and lands what passes, once however often it is asked. */
  relandKept(kept: readonly Kept[]): Promise<Relanded[]>
  /** Makes sure that what the database knows of the last values of these equipments is in the live table. */
  recall(orgId: number, equipmentIds: readonly EquipmentId[]): Promise<void>
  /** Where gateways connect. */
  broker(): BrokerAddress
  /** Something about these gateways changed (binding, secret, box): caches forget them, links are told. */
  gatewayChanged(change: GatewayChange): Promise<void>
  /** Formulas, the devices of projects, or alarm rules over intermediate variables changed: from now on those are judged. */
  mvarRulesChanged(): Promise<void>
  /** Writes the operation log for someone who is not signed in (yet). */
  recordAs(
    who: { orgId: OrgId; accountId: AccountId | null; loginname: string; ip: string },
    operation: Operation,
    /** In the transaction of what is told. */
    within?: WritableSight,
  ): Promise<number>
  /** The living session's user, or nothing. */
  userOf(sessionHash: Buffer): Promise<User | undefined>
  /** The visitor of a living visit, or nothing. */
  visitorOf(visitHash: Buffer): Promise<Visitor | undefined>
  /** One-time codes by e-mail and SMS, and what bounds guessing. */
  codes: Codes
  /** What sends e-mail and SMS, and calls by phone. */
  sender: Sender
  /** Who sees a device. */
  audience: Audience
  /** Where people open the platform, as far as the settings tell. */
  publicUrl: string | null
  /** Whoever listens for messages on this node; features/platform/open/message-put.ts writes them. */
  messages: MessagePost
  speak: Speak
  weather: AskWeather
  /** Signs firmware; it alone opens the signing key. */
  firmwareSigning: FirmwareSigning
  /** Cameras on pages; they alone open the secrets of their accounts. */
  cameras: Cameras
  /** Pictures of a map, where the settings name any. */
  mapTiles: MapTiles | null
  /** Signing in by providers; it alone opens their secrets. */
  openId: OpenId
  /** Null: the platform is no application of WeChat's. */
  weChat: WeChat | null
  /** Seals a secret with the platform's key. */
  seal(secret: string): Buffer
  /** The time step whose code this is, by the sealed secret of an app; see features/people/second-factor/rules.ts. */
  appStep(sealed: Buffer, code: string): number | undefined
  now(): number
  demo: { loginname: string; password: string } | null
  defaultInterval: number
}

export type GatewayChange =
  | { kind: 'registered' | 'secretRenewed'; sn: string; secret: string }
  | { kind: 'boxFreed' | 'bound' | 'unbound' | 'removed'; sn: string }

/** Where gateways connect, as far as the settings tell. */
export type BrokerAddress = {
  /** Null: the host by which the platform is asked for. */
  host: string | null
  port: number
  secure: boolean
  /** PEM of the authority that signed the certificate, where no public one did. */
  ca: string | null
  /** A private authority signed it, and its own certificate is not among the settings. */
  isCaMissing: boolean
  /** Only programs of the platform's own machine reach it. */
  isLocal: boolean
}

/** A call without login. */
export type PublicCall = Platform & {
  ip: string
  agent: string
  /** Of our own pages, as this browser reaches them. */
  origin: string
  language: Language
  /** Aborts when the caller goes before the answer is complete. */
  signal: AbortSignal
  /** Hash of the session cookie that came with the request, if any. */
  sessionHash: Buffer | null
  setSession(token: string): void
  /** Mark of the browser that came with the request, if it has one; it is drawn at its first login. */
  deviceHash: Buffer | null
  setDevice(token: string): void
  /** Hash of the cookie of the recovery of a password that this browser began, if any. */
  recoveryHash: Buffer | null
  /** Null: it is over. */
  setRecovery(token: string | null): void
  /** Hash of the cookie of the sign-in by another site that this browser began, if any. */
  signOnHash: Buffer | null
  /** Null: it is over. */
  setSignOn(token: string | null): void
  clearSession(): void
}

/** What the platform keeps from calls of accounts: databases without a sight, and logs of others. */
type Withheld = 'db' | 'sights' | 'recordAs' | 'userOf' | 'visitorOf' | 'issue' | 'tell'

/**
 * A call of a signed-in user, with what it sees. `ownSight`: the same without what it sees through a project, see `through`
 * of its endpoint.
 */
export type Call = Omit<PublicCall, Withheld> & { user: User; asker: Asker; sight: Sight; ownSight: Sight }

/** A call that visitors of a share ask as well: it knows no more of who asks than what he may. */
export type OpenCall = Omit<Call, 'user'>

/** The same with what it may change. */
export type ChangeCall = Omit<Call, 'sight'> & { sight: WritableSight }

/** A call before its transaction. */
export type ReadyCall = Pick<Call, 'decode' | 'user' | 'language'>

/** A call beyond one organisation: `db` is the whole database, and the handler writes its own lines of the log. */
export type WideCall = ChangeCall & {
  db: Kysely<DB>
  /** Writes the operation log, in the given transaction if there is one; answers the row's id. */
  record(operation: Operation, sight?: WritableSight): Promise<number>
}

type Kinds = { public: PublicCall; read: Call; change: ChangeCall; command: Call; own: ChangeCall; wide: WideCall }

/** `kind` says what its handler is given, and what is done around it. */
export type ServedAs<K extends keyof Kinds> = {
  kind: K
  endpoint: Endpoint
  handler: (input: never, call: Kinds[K]) => Promise<unknown>
  /** Of a change: makes its input ready before the transaction starts, such as a file that has to be read first. */
  prepare?: (input: never, call: ReadyCall) => Promise<unknown>
  /** Visitors whom one of these is open to ask it as well. */
  openTo?: readonly Opening[]
}

/** Bytes in place of the envelope. */
export type StreamAnswer = {
  /** Media type. */
  type: string
  /** Name under which a browser saves it; none: not a file. */
  name?: string
  /** All at once, or as they come; what comes is not asked for faster than the caller reads. */
  body: readonly Uint8Array[] | AsyncIterable<Uint8Array>
}

type Handler<I extends z.ZodType, O extends z.ZodType, C> = (input: z.output<I>, call: C) => Promise<z.input<O>>

/** Mounts a call that only reads, for signed-in users who hold the endpoint's permission. */
export function serve<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  handler: Handler<I, O, Call>,
): ServedAs<'read'> {
  return { kind: 'read', endpoint, handler }
}

/** Mounts a call that changes something: one transaction, with its line in the operation log. */
export function serveChange<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  handler: (input: z.output<I>, call: ChangeCall) => Promise<Change<z.input<O>>>,
): ServedAs<'change'> {
  return { kind: 'change', endpoint, handler }
}

/** As `serveChange`; the handler gets what `prepare` makes of the input before the transaction starts. */
export function serveReadyChange<I extends z.ZodType, O extends z.ZodType, P>(
  endpoint: Endpoint<I, O>,
  prepare: (input: z.output<I>, call: ReadyCall) => Promise<P>,
  handler: (input: P, call: ChangeCall) => Promise<Change<z.input<O>>>,
): ServedAs<'change'> {
  return { kind: 'change', endpoint, handler, prepare }
}

/** Mounts a call that has a gateway do something: the handler answers what, and the call the command's uuid. */
export function serveCommand<I extends z.ZodType>(
  endpoint: Endpoint<I, typeof issued>,
  handler: (input: z.output<I>, call: Call) => Promise<CommandOrder>,
): ServedAs<'command'> {
  return { kind: 'command', endpoint, handler }
}

/** Mounts a call that changes what is the account's own, such as what it follows: no act of the operation log. */
export function serveOwn<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  handler: Handler<I, O, ChangeCall>,
): ServedAs<'own'> {
  return { kind: 'own', endpoint, handler }
}

/** As `serve`, `serveLarge` and `serveStream`, also for visitors to whom one of these is open. */
export function serveOpen<I extends z.ZodType, O extends z.ZodType>(
  openTo: readonly Opening[],
  endpoint: Endpoint<I, O>,
  handler: (input: z.output<I>, call: OpenCall) => Promise<z.input<O> | InPieces>,
): ServedAs<'read'> {
  return { kind: 'read', endpoint, handler, openTo }
}

/** As `serveOwn`, also for visitors. */
export function serveOpenOwn<I extends z.ZodType, O extends z.ZodType>(
  openTo: readonly Opening[],
  endpoint: Endpoint<I, O>,
  handler: Handler<I, O, Omit<ChangeCall, 'user'>>,
): ServedAs<'own'> {
  return { kind: 'own', endpoint, handler, openTo }
}

/** As `serveCommand`, also for visitors. */
export function serveOpenCommand<I extends z.ZodType>(
  openTo: readonly Opening[],
  endpoint: Endpoint<I, typeof issued>,
  handler: (input: z.output<I>, call: OpenCall) => Promise<CommandOrder>,
): ServedAs<'command'> {
  return { kind: 'command', endpoint, handler, openTo }
}

/** Mounts a call of the platform's own staff, for all organisations; its endpoint asks for a key of theirs. */
export function serveOperator<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  handler: Handler<I, O, WideCall>,
): ServedAs<'wide'> {
  if (!isOperatorKey(endpoint.may))
    throw new Error(`${endpoint.path}: ${endpoint.may} is no key of the platform's staff`)
  return { kind: 'wide', endpoint, handler }
}

/** Mounts a call that brings something over the border of an organisation: a gateway is claimed, or released. */
export function serveAcross<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  handler: Handler<I, O, WideCall>,
): ServedAs<'wide'> {
  return { kind: 'wide', endpoint, handler }
}

/** Mounts a call that needs no login; its endpoint must be declared `public`. */
export function servePublic<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  handler: Handler<I, O, PublicCall>,
): ServedAs<'public'> {
  return { kind: 'public', endpoint, handler }
}

/**
 * Mounts a call that answers with bytes; its endpoint must be a `download`. A failure before the first byte is answered
 * with the envelope, a later one cuts the answer off.
 */
export function serveStream<I extends z.ZodType>(
  endpoint: Endpoint<I, z.ZodType>,
  handler: (input: z.output<I>, call: Call) => Promise<StreamAnswer>,
): ServedAs<'read'> {
  return { kind: 'read', endpoint, handler }
}

const pieces = Symbol('pieces')

/** Data too large to be made and written at once. */
export type InPieces = { readonly [pieces]: Iterable<string> }

/**
 * Data as its JSON text, in pieces of about a millisecond of work each: the next is asked for when the caller has taken
 * those before, and everybody else had his turn. Nobody checks it against the endpoint's output: a test has to.
 */
export const inPieces = (text: Iterable<string>): InPieces => ({ [pieces]: text })

/** The pieces of data that comes in such; nothing for any other. */
export const piecesOf = (output: unknown): Iterable<string> | undefined =>
  typeof output === 'object' && output !== null && pieces in output ? (output as InPieces)[pieces] : undefined

/** As `serve`, for a call whose data may be too large to be answered at once: then as `inPieces`. */
export function serveLarge<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  handler: (input: z.output<I>, call: Call) => Promise<z.input<O> | InPieces>,
): ServedAs<'read'> {
  return { kind: 'read', endpoint, handler }
}

export type Served = { [K in keyof Kinds]: ServedAs<K> }[keyof Kinds]

/** What a room does by the clock: `jobs.ts` in its folder. One that fails is logged and tried again at its next turn. */
export type Job = { name: string; everyMs: number; run(platform: Platform): Promise<unknown> }

/** What `server.ts` of a room exports by default. */
export type RoomServer = readonly Served[]

export type { Value }
