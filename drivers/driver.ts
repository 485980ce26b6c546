// What every driver is: `about.ts` of its folder is an `About` (pure: web form, server validation and edge use the
// same file), `driver.ts` is an `Opener` (only the edge loads it). A driver is of one of two kinds: `blocks` of registers
// are polled, bytes in, bytes out; `tags` are known to the device by their names, which tells values of them by itself.
import type { z } from 'zod'
import type { Details, DetailsAt, ErrorCode, Language, MarkedCode, PlainCode } from '../contract/errors.ts'
import type { ByteOrder, DataType, TextPrefix, Value } from '../core/data-type.ts'

/** A text in both languages. */
export type Words = Record<Language, string>

/**
 * One field of the parameter form. `unit` is shown after the input. What is typed into a `secret` or chosen as a `file`
 * is never read back: its parameter is a `SecretParam` (drivers/secret.ts).
 */
export type Field = {
  key: string
  label: Words
  input: 'text' | 'number' | 'select' | 'switch' | 'secret' | 'file'
  options?: readonly { value: string | number; label: Words }[]
  unit?: string
  help?: Words
  /** Fields of the same section stand together. */
  section: 'connection' | 'timing' | 'format'
}

/** A point as the configuration names it. */
export type Point = {
  id: number
  address: string
  dataType: DataType
  access: 'r' | 'w' | 'rw'
  /** Bytes that a text has room for, without its prefix. */
  length?: number
  /** Of this value alone; default as the driver's parameters say. */
  byteOrder?: ByteOrder
  prefix?: TextPrefix
}

/** Why an address or a point is refused, in both languages. `field` is the input it concerns. */
export type Refusal = { field: 'address' | 'dataType' | 'access' | 'length' | 'byteOrder' | 'prefix'; reason: Words }

/** A run of the device's memory read by one request; `points` are served by it. */
export type Block<A> = { area: string; start: number; count: number; points: readonly { point: Point; address: A }[] }

/** What the pure halves of both kinds have. `P` its parameters, `A` a parsed address. */
type AnyAbout<P extends object, A> = {
  type: string
  names: Words
  /** Brand and model as the driver list shows them. */
  brand: string
  params: z.ZodType<P>
  /** Parameters a new driver starts with; parses by `params`. */
  initial: P
  /** Parameters that came later, as they mean what was before: they are not kept, so that no hash changes. */
  later?: Partial<P>
  fields: readonly Field[]
  /** Documented examples of addresses, each of which parses. */
  examples: readonly { address: string; about: Words }[]
  dataTypes: readonly DataType[]
  /** The parsed address, or why not. Called on every key stroke, on the server and on the edge. */
  parseAddress(address: string, params: P): A | Refusal
  /** Faults of a whole point beyond its address (type, access, length), or nothing. */
  checkPoint(point: Point, params: P): Refusal | undefined
  /** Two drivers whose key is equal share one connection and so one queue, e.g. `tcp:10.0.0.5:502`. */
  connectionKey(params: P): string
  /** Timing of the polling, all in ms. */
  timing(params: P): { collectMs: number; waitMs: number; timeoutMs: number; retries: number }
  /** Parameters that lead to the device behind a host and a port, as far as those say. */
  at(host: string, port: number): Partial<P>
}

/** The pure half of a driver that reads blocks. */
export type BlockAbout<P extends object = object, A = unknown> = AnyAbout<P, A> & {
  kind: 'blocks'
  /** What memory a point covers, to find overlaps: area, first and last unit (bits or registers × 16). */
  covers(point: Point, params: P): { area: string; from: number; to: number }
  /** Every readable point in exactly one block; block sizes and gaps as the parameters say. */
  plan(points: readonly Point[], params: P): Block<A>[]
  /** Value of a point out of the bytes of its block (as `Session.read` returned them). Throws a `DriverFault`. */
  decode(point: Point, block: Block<A>, bytes: Uint8Array, params: P): Value
  /** The bytes of a point as it is written, the highest first; none of a single bit or a text. Throws a `DriverFault`. */
  rawBytes(point: Point, block: Block<A>, bytes: Uint8Array, params: P): Uint8Array | undefined
  /** What to send to write a value (already in the point's raw scale). Throws a `DriverFault`. */
  encode(point: Point, value: Value, params: P): WriteRequest
}

/** The pure half of a driver that knows tags. */
export type TagAbout<P extends object = object, A = unknown> = AnyAbout<P, A> & {
  kind: 'tags'
  /** Its devices tell what they have: their address space can be browsed. */
  canBrowse: boolean
  /** Where a fault with this code names in its details what a person may accept, and the parameter that keeps it. */
  accepts?: { code: ErrorCode; detail: string; param: keyof P & string; label: Words }
}

export type About<P extends object = object, A = unknown> = BlockAbout<P, A> | TagAbout<P, A>

/**
 * Bytes to write. `mask`: only these bits change, the others are read before and written as they are; with function 22
 * the device does so itself. `count` is for runs of bits: how many of the bytes' bits are meant.
 */
export type WriteRequest = {
  area: string
  start: number
  bytes: Uint8Array
  mask?: Uint8Array
  function?: number
  count?: number
}

/**
 * What became of a write that threw nothing. `altered`: the device says that it took another value. `accepted`: it has
 * taken it and is still at it; only reading back tells. `expired`: `mayStart` said no. `unsent`: a fault, and certainly
 * not a byte of the write was sent.
 */
export type WriteAnswer = { kind: 'done' | 'altered' | 'accepted' | 'expired' } | { kind: 'unsent'; fault: DriverFault }

/** An open connection to a device of blocks; one request at a time, the caller queues. */
export type Session = {
  /** False once the device is known to have closed it. */
  readonly isOpen: boolean
  read(block: { area: string; start: number; count: number }, params: object): Promise<Uint8Array>
  /** `mayStart` is asked at the last moment before a byte of the write is sent. What it throws, may have been sent. */
  write(request: WriteRequest, params: object, mayStart?: () => boolean): Promise<WriteAnswer>
  /** Twice is fine. */
  close(): Promise<void>
}

/** A tag that is watched: its device looks at it every so many ms. */
export type WatchedTag = { point: Point; periodMs: number }

/**
 * The state of a tag as the device reports it. `agoMs`: how long ago it changed, by the device's own clock. `doubt`: the
 * device itself marks the value as uncertain; it is shown, and counts as not good.
 */
export type TagReading = { value: Value; agoMs: number; doubt?: DriverFault } | { fault: DriverFault }

export type TagListener = {
  /** A tag, by the id of its point, has another value or state. */
  told(id: number, reading: TagReading): void
  /** The device is heard no more, and nothing is told from now on; the session is to be closed. */
  ended(fault: DriverFault): void
}

/** What a node of an address space is; only a `variable` can be a variable of ours. */
export const nodeClasses = ['object', 'variable', 'method', 'other'] as const

/** A node as browsing shows it. `dataType` and `value` of a variable; no `dataType`: one that cannot be read here. */
export type BrowsedNode = {
  address: string
  /** The same node by another address that people write. */
  indexed?: string
  name: string
  nodeClass: (typeof nodeClasses)[number]
  dataType?: Point['dataType']
  /** What the device calls its type. */
  typeName?: string
  value?: Value
  isWritable?: boolean
  hasChildren: boolean
}

/** Children from a place on; `next` is the place of the first that is not among them. */
export type BrowsedPage = { nodes: BrowsedNode[]; next?: number }

/** An open connection to a device of tags. One request at a time, the caller queues; what is watched is told between. */
export type TagSession = {
  /** False once the device is known to have closed it or is heard no more. */
  readonly isOpen: boolean
  read(points: readonly Point[], params: object): Promise<TagReading[]>
  /** Watches more tags. Answers, by id, which of them the device refuses and why. */
  watch(tags: readonly WatchedTag[], params: object, listener: TagListener): Promise<ReadonlyMap<number, DriverFault>>
  /** `mayStart` as for blocks. What it throws, may have been sent. */
  write(point: Point, value: Value, params: object, mayStart?: () => boolean): Promise<WriteAnswer>
  /** The children of a node (none: of the root), from a place on. */
  browse(node: string | undefined, from: number, params: object): Promise<BrowsedPage>
  /** Twice is fine. */
  close(): Promise<void>
}

/** The impure half of a driver of blocks: opens a session or throws a `DriverFault`; aborting must free the socket. */
export type Opener<P extends object = object> = { open(params: P, signal: AbortSignal): Promise<Session> }

/** A driver of the configuration with all its points, those that are only written among them. */
export type ConfiguredDriver = { id: number; points: readonly Point[] }

/**
 * The same of tags. `home` is a folder of the gateway's own that the driver may make and use; `drivers` are those that the
 * session serves, none where it only answers one question.
 */
export type TagOpener<P extends object = object> = {
  open(params: P, signal: AbortSignal, home: string, drivers: readonly ConfiguredDriver[]): Promise<TagSession>
}

type Filled<C extends MarkedCode> = C extends MarkedCode ? [code: C, message: string, details: DetailsAt<C>] : never

/**
 * A fault of the device, of the line or of a value, with its code in contract/errors; a code whose text has marks asks
 * for them. `broken` means that the connection must be opened again.
 */
export class DriverFault extends Error {
  readonly code: ErrorCode
  broken: boolean
  readonly details: Details
  constructor(...[code, message, more]: [code: PlainCode, message: string, broken?: boolean] | Filled<MarkedCode>) {
    super(message)
    this.code = code
    this.broken = more === true
    this.details = typeof more === 'object' ? more : {}
  }

  /** This fault, after which the connection must be opened again. */
  asBroken(): DriverFault {
    this.broken = true
    return this
  }
}

export const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'reason' in answer && 'field' in answer
