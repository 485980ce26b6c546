// What a room's server is made of: `serve(endpoint, handler)` for what reads, `serveChange` for what changes. A handler
// reads in ten seconds: act, answer; longer thoughts live in the room's rules.
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Endpoint, issued } from '../../contract/endpoint.ts'
import { type ErrorName, Failure, type Language } from '../../contract/errors.ts'
import type { Value } from '../../core/data-type.ts'
import type { DB } from '../../db/schema.ts'
import type { Sight, WritableSight } from '../../db/sight.ts'
import type { Asker, Opening, User, Visitor, Visits } from './asker.ts'
import type { Operation } from './operation.ts'
import { isOperatorKey } from './permissions.ts'
import type { CommandOrder, Issuer, Platform, Withheld } from './platform.ts'

export type { Asker, CommandOrder, Issuer, Opening, Platform, User, Visitor, Visits }

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
