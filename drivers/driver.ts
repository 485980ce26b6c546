// The interfaces of a driver: `about.ts` in its folder is an `About` (pure; used by web form, server validation and
// edge), `driver.ts` is an `Opener` (loaded only by the edge). There are two kinds of drivers: `blocks` of registers
// are polled, bytes in, bytes out; `tags` are identified by name, values in, values out. The device itself reports
// changes of tags, or they are polled.
import type { z } from 'zod'
import type { Details, DetailsAt, ErrorCode, Language, MarkedCode, PlainCode } from '../contract/errors.ts'
import type { ByteOrder, DataType, TextPrefix, Value } from '../core/data-type.ts'

/** The same text in both languages. */
export type Words = Record<Language, string>

/** An address as users write it, and what it names. */
export type AddressExample = { address: string; about: Words }

/**
 * One field of the parameter form. `unit` is shown after the input. The content of a `secret` or `file` is never
 * returned to the form: such a parameter is a `SecretParam` (drivers/secret.ts).
 */
export type Field = {
  key: string
  label: Words
  input: 'text' | 'number' | 'select' | 'switch' | 'secret' | 'file'
  options?: readonly { value: string | number; label: Words }[]
  unit?: string
  help?: Words
  /** The field is shown only if another field of the form has this value. */
  shownIf?: { key: string; value: string | number | boolean }
  /** Fields of the same section are shown together. */
  section: 'connection' | 'timing' | 'format'
}

/** A configured point: one variable that is read or written. */
export type Point = {
  id: number
  address: string
  dataType: DataType
  access: 'r' | 'w' | 'rw'
  /** Bytes reserved for a text, without its prefix. */
  length?: number
  /** Byte order of this value; default: that of the driver's parameters. */
  byteOrder?: ByteOrder
  prefix?: TextPrefix
}

/** Why an address or a point is refused, in both languages. `field` is the input concerned. */
export type Refusal = { field: 'address' | 'dataType' | 'access' | 'length' | 'byteOrder' | 'prefix'; reason: Words }

/** A range of the device's memory that one request reads; `points` are the points inside. */
export type Block<A> = { area: string; start: number; count: number; points: readonly { point: Point; address: A }[] }

/** How a driver reaches its devices. `listen`: the devices connect to the gateway. `none`: there is no device. */
type Transport = 'tcp' | 'udp' | 'serial' | 'listen' | 'none'

/**
 * The evidence for a driver. `peer`: it reads and writes an implementation that we did not write; `vectors`: only
 * published frames were compared; `unverified`: it has never communicated with anything but our own simulation;
 * `simulated`: the gateway calculates the values, so that there is nothing to test it with.
 */
type Verified = 'peer' | 'vectors' | 'unverified' | 'simulated'

/** Classes of devices, in the order of the chooser of drivers. */
export const families = ['plc', 'standard', 'meter', 'telecontrol', 'building', 'network', 'simulation'] as const
export type Family = (typeof families)[number]

/** The common part of both kinds. `P`: its parameters, `A`: a parsed address. */
type AnyAbout<P extends object, A> = {
  type: string
  transport: Transport
  /** Transports that the form offers besides. */
  otherTransports?: readonly Transport[]
  verified: Verified
  /** The implementations of other makers that the tests read and write; empty unless `verified` is `peer`. */
  peers: readonly string[]
  names: Words
  family: Family
  /** Brands and models that use the protocol, as users search for them. */
  models: Words
  params: z.ZodType<P>
  /** Parameters of a new driver; they parse by `params`. */
  initial: P
  /** Defaults of parameters added later; omitted from the stored configuration, so that hashes stay the same. */
  later?: Partial<P>
  fields: readonly Field[]
  /** Documented examples of addresses; each one is valid with the initial parameters. */
  examples: readonly AddressExample[]
  /** Examples for a device with other parameters, where its addresses are written in another way. */
  examplesFor?(params: P): readonly AddressExample[]
  dataTypes: readonly DataType[]
  /** The parsed address, or why it is refused. Called on every key stroke, on the server and on the edge. */
  parseAddress(address: string, params: P): A | Refusal
  /** The fault of a whole point beyond its address (type, access, length), or nothing. */
  checkPoint(point: Point, params: P): Refusal | undefined
  /** Drivers with equal keys share one connection and its queue, e.g. `tcp:10.0.0.5:502`. */
  connectionKey(params: P): string
  /** Polling times in ms. */
  timing(params: P): { collectMs: number; waitMs: number; timeoutMs: number; retries: number }
  /** Parameters for a device at a host and port, except those that host and port do not determine. */
  at(host: string, port: number): Partial<P>
}

/** The pure half of a driver that reads blocks. */
export type BlockAbout<P extends object = object, A = unknown> = AnyAbout<P, A> & {
  kind: 'blocks'
  /** The memory that a point covers, to find overlaps: area, first and last unit (bits, or registers × 16). */
  covers(point: Point, params: P): { area: string; from: number; to: number }
  /** Puts every readable point into exactly one block; block sizes and gaps as in the parameters. */
  plan(points: readonly Point[], params: P): Block<A>[]
  /** Number of bytes that a complete answer to a block has. */
  bytesOf(block: Span): number
  /** The value of a point from the bytes of its block (as returned by `Session.read`). Throws a `DriverFault`. */
  decode(point: Point, block: Block<A>, bytes: Uint8Array, params: P): Value
  /** The bytes of a point, highest byte first; nothing for a single bit or a text. Throws a `DriverFault`. */
  rawBytes(point: Point, block: Block<A>, bytes: Uint8Array, params: P): Uint8Array | undefined
  /** The request that writes a value (given in the point's raw scale). Throws a `DriverFault`. */
  encode(point: Point, value: Value, params: P): WriteRequest
}

/** The pure half of a driver of tags. */
export type TagAbout<P extends object = object, A = unknown> = AnyAbout<P, A> & {
  kind: 'tags'
  /** Whether the address space of its devices can be browsed. */
  canBrowse: boolean
  /** Its devices report no changes: the gateway reads their tags by the period of each. */
  isPolled?: true
  /**
   * The request that reads an address, of a driver whose tags may need one each. A call reads few of them, so that its
   * first value is not old when the last one arrives.
   */
  requestOf?(address: string): string
  /** A fault with this code has a detail that the user may accept; `param` stores the accepted value. */
  accepts?: { code: ErrorCode; detail: string; param: keyof P & string; label: Words }
}

export type About<P extends object = object, A = unknown> = BlockAbout<P, A> | TagAbout<P, A>

/**
 * Bytes to write. `mask`: only these bits change; the others are read first and written unchanged, or left to the
 * device with function 22. `count`: number of bits, for runs of bits.
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
 * The result of a write that did not throw. `altered`: the device has stored another value. `accepted`: the device is
 * still executing it; only reading back shows the result. `expired`: `mayStart` returned false. `unsent`: a fault, and
 * certainly no byte of the write was sent.
 */
export type WriteAnswer = { kind: 'done' | 'altered' | 'accepted' | 'expired' } | { kind: 'unsent'; fault: DriverFault }

/** The part of a block that a request names, in the units of its area: registers, bits or bytes. */
export type Span = { area: string; start: number; count: number }

/** An open connection to a device of blocks; one request at a time, queued by the caller. */
export type Session = {
  /** False once the device has closed the connection. */
  readonly isOpen: boolean
  read(block: Span, params: object): Promise<Uint8Array>
  /**
   * Reads several blocks in one request or a few, for protocols that can; in the order of `blocks`, a fault for each
   * that the device refuses. Throws a fault that concerns all of them, such as a timeout.
   */
  readMany?(blocks: readonly Span[], params: object): Promise<(Uint8Array | DriverFault)[]>
  /**
   * Writes a value. `mayStart` is called immediately before the first byte is sent. A write that throws may have been
   * sent.
   */
  write(request: WriteRequest, params: object, mayStart?: () => boolean): Promise<WriteAnswer>
  /** Closes the session; may be called twice. */
  close(): Promise<void>
}

/** A tag to be watched: the device samples it every `periodMs`. */
export type WatchedTag = { point: Point; periodMs: number }

/**
 * The state of a tag as the device reports it. `agoMs`: time since the change, by the device's clock; 0 if that clock is
 * doubtful. `doubt`: the device marks the value as uncertain; the value is shown, but is not good.
 */
export type TagReading = { value: Value; agoMs: number; doubt?: DriverFault } | { fault: DriverFault }

/**
 * The clock of a device, compared with the gateway's. `isDoubtful`: the device marks its times as invalid, or they
 * cannot be true; such times are not used.
 */
export type DeviceClock = { aheadMs: number; isDoubtful: boolean }

/** Receives the readings of watched tags, and the end of the session. */
export type TagListener = {
  /** A tag, given by the id of its point, has a new value or state. */
  onReading(id: number, reading: TagReading): void
  /** The connection is lost: no more readings will follow; the session must be closed. */
  onEnd(fault: DriverFault): void
}

/** Classes of nodes in an address space; only a `variable` can become a variable of the device. */
const nodeClasses = ['object', 'variable', 'method', 'other'] as const

/**
 * A node shown when browsing. Only variables have `dataType` and `value`; without `dataType` it cannot be read here.
 */
export type BrowsedNode = {
  address: string
  /** The id of the same node, written with the namespace index, as users write it. */
  indexed?: string
  name: string
  nodeClass: (typeof nodeClasses)[number]
  dataType?: Point['dataType']
  /** The name that the device gives to the data type of the node. */
  typeName?: string
  value?: Value
  isWritable?: boolean
  hasChildren: boolean
}

/** A page of children; `next` is the position of the first one after it. */
export type BrowsedPage = { nodes: BrowsedNode[]; next?: number }

/** An open connection to a device of tags. One request at a time, queued by the caller; reports arrive in between. */
export type TagSession = {
  /** False once the device has closed the connection or is silent for too long. */
  readonly isOpen: boolean
  /** The device's clock, if the device has reported a time. */
  readonly clock?: DeviceClock | undefined
  /**
   * Reads tags in as few requests as the protocol permits, in the order of `points`. Throws a fault that concerns all of
   * them, such as a timeout. Drivers with one connection key share a session: `params` are those of the tags' driver.
   */
  read(points: readonly Point[], params: object): Promise<TagReading[]>
  /**
   * Watches more tags. Returns those that the device refuses, by id, with the reason. Only drivers that are not polled
   * have it.
   */
  watch?(tags: readonly WatchedTag[], params: object, listener: TagListener): Promise<ReadonlyMap<number, DriverFault>>
  /** Writes a value; `mayStart` as for blocks. A write that throws may have been sent. */
  write(point: Point, value: Value, params: object, mayStart?: () => boolean): Promise<WriteAnswer>
  /** The children of a node (default: the root), from a position on. Only drivers that can browse have it. */
  browse?(node: string | undefined, from: number, params: object): Promise<BrowsedPage>
  /** Closes the session; may be called twice. */
  close(): Promise<void>
}

/** A session of a driver whose devices report changes and can be browsed. */
export type WatchingSession = TagSession & Required<Pick<TagSession, 'watch' | 'browse'>>

/**
 * The half of a block driver that does I/O: opens a session or throws a `DriverFault`; aborting must close the socket.
 */
export type Opener<P extends object = object> = { open(params: P, signal: AbortSignal): Promise<Session> }

/** A configured driver with all its points, including write-only ones. */
export type ConfiguredDriver = { id: number; points: readonly Point[] }

/**
 * The half of a tag driver that does I/O. `home`: a folder of the gateway that the driver may create and use.
 * `drivers`: those that the session serves; none for a single query.
 */
export type TagOpener<P extends object = object> = {
  open(params: P, signal: AbortSignal, home: string, drivers: readonly ConfiguredDriver[]): Promise<TagSession>
}

type Filled<C extends MarkedCode> = C extends MarkedCode ? [code: C, message: string, details: DetailsAt<C>] : never

/**
 * A fault of the device, the line or a value, with its code in contract/errors; codes whose text has placeholders
 * require details. `broken`: the connection must be opened again.
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

  /** Marks this fault as one after which the connection must be opened again. */
  asBroken(): DriverFault {
    this.broken = true
    return this
  }
}

export const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'reason' in answer && 'field' in answer
