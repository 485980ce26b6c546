// `serve` declares the calls of a room's server and the call objects that handlers get. A handler should be readable in
// ten seconds: action, then answer. Longer logic belongs in the room's rules.
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

/** The result of a change: its data, and its entry for the operation log, which is written in the same transaction. */
export type Change<D> = Operation & {
  data: D
  /** Called after the commit, to update caches and links. */
  afterwards?: () => Promise<void> | void
}

/** A refusal that is logged; earlier changes of the call are rolled back. */
export class Refusal extends Failure {
  readonly operation: Operation
  constructor(failure: Failure, operation: Operation) {
    super(failure.message as ErrorName, failure.details, failure.data)
    this.operation = { ...operation, code: failure.code, result: 'failure' }
  }
}

/** The call object of a call without login. */
export type PublicCall = Platform & {
  ip: string
  agent: string
  /** The origin of the platform's pages, as this browser reaches them. */
  origin: string
  language: Language
  /** Aborts when the caller disconnects before the answer is complete. */
  signal: AbortSignal
  /** Hash of the session cookie of the request, if any. */
  sessionHash: Buffer | null
  setSession(token: string): void
  /** Hash of the cookie that marks this browser, if the request has one; the cookie is set at the first login. */
  deviceHash: Buffer | null
  setDevice(token: string): void
  /** Hash of the cookie of a password recovery that this browser started, if any. */
  recoveryHash: Buffer | null
  /** Sets the cookie of a recovery; null removes it. */
  setRecovery(token: string | null): void
  /** Hash of the cookie of a single sign-on that this browser started, if any. */
  signOnHash: Buffer | null
  /** Sets the cookie of a sign-in at a provider; null removes it. */
  setSignOn(token: string | null): void
  clearSession(): void
}

/**
 * A call of a signed-in user, with the visible rows. `ownSight`: without rows that are visible only through a project,
 * see `through` of its endpoint.
 */
export type Call = Omit<PublicCall, Withheld> & { user: User; asker: Asker; sight: Sight; ownSight: Sight }

/** A call that visitors of a share may make too: its caller may be without an account. */
export type OpenCall = Omit<Call, 'user'>

/** A call that changes data: its database access (`sight`) may also change rows. */
export type ChangeCall = Omit<Call, 'sight'> & { sight: WritableSight }

/** A call before its transaction. */
export type ReadyCall = Pick<Call, 'decode' | 'user' | 'language'>

/** A call beyond one organisation: `db` is the whole database, and the handler writes its own log entries. */
export type WideCall = ChangeCall & {
  db: Kysely<DB>
  /** Writes the operation log, in the given transaction if there is one; returns the row's id. */
  record(operation: Operation, sight?: WritableSight): Promise<number>
}

type Kinds = { public: PublicCall; read: Call; change: ChangeCall; command: Call; own: ChangeCall; wide: WideCall }

/** How a call is served. `kind` defines the call object of the handler, and the steps around it. */
type ServedAs<K extends keyof Kinds> = {
  kind: K
  endpoint: Endpoint
  handler: (input: never, call: Kinds[K]) => Promise<unknown>
  /** For a change: prepares its input before the transaction starts, for example reads a file. */
  prepare?: (input: never, call: ReadyCall) => Promise<unknown>
  /** Visitors of a share with one of these menus may make the call too. */
  openTo?: readonly Opening[]
}

/** An answer of bytes instead of the envelope. */
export type StreamAnswer = {
  /** Media type of the file. */
  type: string
  /** Name under which a browser saves the answer; undefined: not a file. */
  name?: string
  /** The whole body, or its parts as they are produced; parts are requested no faster than the caller reads them. */
  body: readonly Uint8Array[] | AsyncIterable<Uint8Array>
}

const pieces = Symbol('pieces')

/** Data too large to be serialised in one turn of the event loop. */
type InPieces = { readonly [pieces]: Iterable<string> }

/**
 * Data as its JSON text, in pieces of about a millisecond of work each. The next piece is requested after the caller
 * has read the previous ones, and other calls run in between. The endpoint's output schema is not checked: a test must
 * do that.
 */
export const inPieces = (text: Iterable<string>): InPieces => ({ [pieces]: text })

/** The pieces of such data; undefined for other data. */
export const piecesOf = (output: unknown): Iterable<string> | undefined =>
  typeof output === 'object' && output !== null && pieces in output ? (output as InPieces)[pieces] : undefined

type Handled<I, O, C> = (input: I, call: C) => Promise<O>
type Input<I extends z.ZodType> = z.output<I>
type Output<O extends z.ZodType> = z.input<O>
type Made<O extends z.ZodType> = Change<z.input<O>>

/**
 * Mounts a call. Without a declaration it reads: the handler gets a sight of the rows that the caller may see, and returns the
 * data, or its JSON text in pieces. `kind` declares anything else:
 *
 * - `change`: one transaction, with its line in the operation log; `prepare` reads files before the transaction starts.
 * - `command`: the handler returns the order for a gateway, the call its uuid.
 * - `own`: changes what belongs to the account alone, such as what it follows; no line in the log.
 * - `operator`: for the platform's staff, across all organisations; its permission is one of theirs.
 * - `across`: moves something between organisations, such as a gateway that is claimed.
 * - `public`: without a session; its endpoint is declared `public`.
 * - `stream`: returns bytes; its endpoint is a `download`. A failure before the first byte is returned in the envelope, a later
 *   one cuts the answer off.
 *
 * `openTo` admits visitors of shares too, who have opened one of these menus.
 */
export function serve<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  handler: Handled<Input<I>, Output<O> | InPieces, Call>,
): Served
export function serve<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  declared: { kind?: never; openTo: readonly Opening[] },
  handler: Handled<Input<I>, Output<O> | InPieces, OpenCall>,
): Served
export function serve<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  declared: { kind: 'change'; prepare?: never },
  handler: Handled<Input<I>, Made<O>, ChangeCall>,
): Served
export function serve<I extends z.ZodType, O extends z.ZodType, P>(
  endpoint: Endpoint<I, O>,
  declared: { kind: 'change'; prepare: Handled<Input<I>, P, ReadyCall> },
  handler: Handled<P, Made<O>, ChangeCall>,
): Served
export function serve<I extends z.ZodType>(
  endpoint: Endpoint<I, typeof issued>,
  declared: { kind: 'command'; openTo?: never },
  handler: Handled<Input<I>, CommandOrder, Call>,
): Served
export function serve<I extends z.ZodType>(
  endpoint: Endpoint<I, typeof issued>,
  declared: { kind: 'command'; openTo: readonly Opening[] },
  handler: Handled<Input<I>, CommandOrder, OpenCall>,
): Served
export function serve<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  declared: { kind: 'own'; openTo?: never },
  handler: Handled<Input<I>, Output<O>, ChangeCall>,
): Served
export function serve<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  declared: { kind: 'own'; openTo: readonly Opening[] },
  handler: Handled<Input<I>, Output<O>, Omit<ChangeCall, 'user'>>,
): Served
export function serve<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  declared: { kind: 'operator' | 'across' },
  handler: Handled<Input<I>, Output<O>, WideCall>,
): Served
export function serve<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  declared: { kind: 'public' },
  handler: Handled<Input<I>, Output<O>, PublicCall>,
): Served
export function serve<I extends z.ZodType>(
  endpoint: Endpoint<I, z.ZodType>,
  declared: { kind: 'stream' },
  handler: Handled<Input<I>, StreamAnswer, Call>,
): Served
export function serve(endpoint: Endpoint, ...rest: [Handler] | [Declared, Handler]): Served {
  const [{ kind = 'read', ...more }, handler] = rest.length === 1 ? [{} as Declared, rest[0]] : rest
  if (kind === 'operator' && !isOperatorKey(endpoint.may))
    throw new Error(`${endpoint.path}: ${endpoint.may} is no key of the platform's staff`)
  return { kind: kinds[kind], endpoint, handler, ...more } as Served
}

type Handler = (input: never, call: never) => Promise<unknown>
type Declared = { kind?: keyof typeof kinds; openTo?: readonly Opening[]; prepare?: Handler }

/** Maps the kinds of declarations to the kinds of calls. */
const kinds = {
  ...{ read: 'read', stream: 'read', change: 'change', command: 'command', own: 'own' },
  ...{ operator: 'wide', across: 'wide', public: 'public' },
} as const satisfies Record<string, keyof Kinds>

export type Served = { [K in keyof Kinds]: ServedAs<K> }[keyof Kinds]

/** A timed job of a room: `jobs.ts` in its folder. A job that fails is logged and runs again at its next turn. */
export type Job = { name: string; everyMs: number; run(platform: Platform): Promise<unknown> }

/** The default export of `server.ts` of a room. */
export type RoomServer = readonly Served[]

export type { Value }
