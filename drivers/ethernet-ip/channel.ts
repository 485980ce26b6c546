// The way to the controller: a session on one socket, in which messages are exchanged one at a time, through a
// connection or unconnected. Each answer is identified by the number of its request; others are discarded.
import { randomInt } from 'node:crypto'
import { timeoutFault } from '../modbus-tcp/faults.ts'
import { timeoutsUntilBroken } from '../modbus-tcp/session.ts'
import type { Wire } from '../modbus-tcp/wire.ts'
import { type Answer, answerOf, faultOf, goodData } from './cip.ts'
import {
  commands,
  connectedData,
  connectedMessage,
  type Frame,
  firstFrame,
  frameBytes,
  registerData,
  unconnectedData,
  unconnectedMessage,
} from './encapsulation.ts'
import { encapsulationFault, isRouteFault, outOfStep, status } from './faults.ts'
import { type Connection, closeRequest, idleMs, openedConnection, openRequest, routedRequest } from './forward-open.ts'
import type { EipParams } from './params.ts'
import { routeBytes } from './route.ts'

/** Sizes of messages that are requested, the largest first; a connection of more than 511 bytes is a large one. */
const connectionBytes: Record<EipParams['model'], readonly number[]> = {
  logix: [4000, 500],
  micro800: [500],
  omron: [1994, 500],
}
const largestSmall = 511
/** The number of a message takes two bytes of a connection. */
const numberBytes = 2
/** Bytes that every controller accepts unconnected, with room for the route. */
const unconnectedBytes = 460
// Limit of skipped answers: abandoned requests cannot cause more.
const maxStrays = 100

type Timed = Pick<EipParams, 'timeoutMs'>
type Opened = Connection & { theirs: number; bytes: number }

export class Channel {
  readonly #wire: Wire
  readonly #params: EipParams
  readonly #route: Uint8Array
  #rest: Buffer = Buffer.alloc(0)
  #session = 0
  #context = 0
  #sequence = 0
  #timeouts = 0
  #connection: Opened | undefined
  #usedAt = 0

  constructor(wire: Wire, params: EipParams) {
    this.#wire = wire
    this.#params = params
    const { route, slot, model } = params
    this.#route = route !== '' ? routeBytes(route) : Uint8Array.from(model === 'logix' ? [1, slot] : [])
  }

  get isOpen(): boolean {
    return this.#wire.isOpen
  }

  /** Largest message in bytes, for requests and for answers. */
  get maxBytes(): number {
    return this.#connection ? this.#connection.bytes - numberBytes : unconnectedBytes
  }

  /** Registers the session and opens a connection, if the controller grants one. Throws a `DriverFault`. */
  async start(): Promise<void> {
    const { timeoutMs, messaging } = this.#params
    const frame = await this.#ask(commands.register, registerData, timeoutMs)
    if (frame.session === 0 || frame.data.length !== registerData.length) throw outOfStep('no session')
    this.#session = frame.session
    if (messaging === 'auto') await this.#connect()
  }

  /** Sends a request and returns its answer, of whatever status. Throws 1712, 1714 and 1722. */
  async exchange(request: Uint8Array, { timeoutMs }: Timed): Promise<Answer> {
    await this.ready()
    this.#usedAt = performance.now()
    const connection = this.#connection
    if (!connection) return this.#unconnected(request, this.#route, timeoutMs)
    this.#sequence = (this.#sequence + 1) & 0xffff
    const sequence = this.#sequence
    this.#send(commands.connected, connectedData(connection.theirs, sequence, request), 0)
    const message = await this.#await(timeoutMs, (frame) => {
      if (frame.command !== commands.connected) return undefined
      const answer = connectedMessage(frame.data)
      // An answer has our number of the connection; some devices send their own number instead.
      const isOwn = answer.connection === connection.ours || answer.connection === connection.theirs
      return isOwn && answer.sequence === sequence ? answer.message : undefined
    })
    return answerOf(message, request[0]!)
  }

  /** Opens the connection again, if the controller may have closed it because it was not used. */
  async ready(): Promise<void> {
    if (!this.#connection || performance.now() - this.#usedAt < idleMs / 2) return
    const old = this.#connection
    this.#connection = undefined
    await this.#unconnected(closeRequest(old, this.#route), new Uint8Array(), this.#params.timeoutMs)
    await this.#connect()
  }

  /** Closes the connection and the session without waiting for answers. */
  close(): void {
    if (this.isOpen && this.#session !== 0) {
      if (this.#connection)
        this.#send(commands.unconnected, unconnectedData(closeRequest(this.#connection, this.#route)), ++this.#context)
      this.#send(commands.unregister, new Uint8Array(), ++this.#context)
      this.#session = 0
    }
    this.#wire.close()
  }

  /** Opens the largest connection that the controller grants; without one, messages are sent unconnected. */
  async #connect(): Promise<void> {
    for (const bytes of connectionBytes[this.#params.model]) {
      const connection = {
        ours: randomInt(1, 0x7fff_ffff),
        serial: randomInt(1, 0xffff),
        originator: randomInt(1, 0x7fff_ffff),
      }
      const request = openRequest(connection, this.#route, bytes, bytes > largestSmall)
      const answer = await this.#unconnected(request, new Uint8Array(), this.#params.timeoutMs)
      if (answer.status === status.good) {
        this.#connection = { ...connection, theirs: openedConnection(goodData(answer), connection), bytes }
        this.#sequence = 0
        this.#usedAt = performance.now()
        return
      }
      if (isRouteFault(answer)) throw faultOf(answer)
    }
  }

  /** Sends a request unconnected; with a route it is passed on by the module at its start. */
  async #unconnected(request: Uint8Array, route: Uint8Array, timeoutMs: number): Promise<Answer> {
    const message = route.length > 0 ? routedRequest(request, route, timeoutMs) : request
    const frame = await this.#ask(commands.unconnected, unconnectedData(message), timeoutMs)
    return answerOf(unconnectedMessage(frame.data), request[0]!)
  }

  /** Sends a frame and returns the answer with its context. */
  #ask(command: number, data: Uint8Array, timeoutMs: number): Promise<Frame> {
    this.#context = (this.#context + 1) >>> 0
    const context = this.#context
    this.#send(command, data, context)
    return this.#await(timeoutMs, (frame) =>
      frame.command === command && frame.context === context ? frame : undefined,
    )
  }

  #send(command: number, data: Uint8Array, context: number): void {
    this.#wire.send(frameBytes({ command, session: this.#session, context, data }))
  }

  /** The first answer that `pick` accepts; others belong to abandoned requests. */
  async #await<T>(timeoutMs: number, pick: (frame: Frame) => T | undefined): Promise<T> {
    const until = performance.now() + timeoutMs
    for (let strays = 0; strays <= maxStrays; strays++) {
      const frame = await this.#next(until)
      if (!frame) throw timeoutFault(++this.#timeouts >= timeoutsUntilBroken || this.#session === 0)
      if (this.#session !== 0 && frame.session !== this.#session) throw outOfStep('an answer of another session')
      if (frame.status !== 0) throw encapsulationFault(frame.status)
      const picked = pick(frame)
      if (picked === undefined) continue
      this.#timeouts = 0
      return picked
    }
    throw outOfStep('more answers than requests')
  }

  async #next(until: number): Promise<Frame | undefined> {
    for (;;) {
      const first = firstFrame(this.#rest)
      if (first) {
        this.#rest = this.#rest.subarray(first.length)
        return first.frame
      }
      if (!(await this.#wire.hears(until - performance.now()))) return undefined
      this.#rest = Buffer.concat([this.#rest, this.#wire.take()])
    }
  }
}
