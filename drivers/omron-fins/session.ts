// FINS on one line, one request at a time. Each request has a number of eight bits, by which its answer is identified; a
// number whose answer is overdue is not used again.
import { setTimeout } from 'node:timers/promises'
import { DriverFault, type Session, type Span, type WriteAnswer, type WriteRequest } from '../driver.ts'
import { bitOf } from '../marked-session.ts'
import { closedFault, faultOf, timeoutFault } from '../modbus-tcp/faults.ts'
import { applyMask } from '../modbus-tcp/pdu.ts'
import { timeoutsUntilBroken } from '../modbus-tcp/session.ts'
import { type GroupReader, groupsOf, readGroups } from '../read-groups.ts'
import { isBitArea } from './areas.ts'
import { outOfStep } from './faults.ts'
import { answerIn, type Command, dataOf, frameOf, type Route } from './frame.ts'
import { bytesOfEach, costOf, wordsOf } from './many.ts'
import type { FinsParams } from './params.ts'
import type { FinsLine } from './tcp-line.ts'

const readOnly = 1717
const numbers = 256
// With fewer free numbers the connection is opened again.
const maxOverdue = 128
// Most words of one command 0104 by Ethernet.
const maxItems = 167
// Limit of skipped frames: earlier requests cannot cause more.
const maxStrays = 100

/** The number of the last request of a connection. */
export type Counter = { last: number }

/** A session on an open line, which it closes. */
export class FinsSession implements Session {
  readonly #line: FinsLine
  readonly #counter: Counter
  readonly #overdue = new Set<number>()
  #timeouts = 0
  #hasMany = true
  readonly #end = new AbortController()

  constructor(line: FinsLine, counter: Counter) {
    this.#line = line
    this.#counter = counter
  }

  get isOpen(): boolean {
    return this.#line.isOpen
  }

  async close(): Promise<void> {
    this.#end.abort()
    this.#line.close()
  }

  read(span: Span, params: object): Promise<Uint8Array> {
    return this.#exchange({ kind: 'read', span }, params as FinsParams)
  }

  /** Nothing without command 0104: block by block, a write would wait for all of them. */
  get readMany(): Session['readMany'] {
    return this.#hasMany ? (spans, params) => this.#readMany(spans, params as FinsParams) : undefined
  }

  async #readMany(spans: readonly Span[], params: FinsParams): Promise<(Uint8Array | DriverFault)[]> {
    const reader: GroupReader = {
      canMany: true,
      one: (span) => this.read(span, params),
      many: async (group) =>
        bytesOfEach(group, await this.#exchange({ kind: 'many', words: group.flatMap(wordsOf) }, params)),
      pause: () => this.#pause(params),
    }
    const answers = await readGroups(spans, groupsOf(spans, maxItems, costOf), reader)
    this.#hasMany = reader.canMany
    return answers
  }

  /**
   * A part of a word is written by read-modify-write, except a bit of a PLC that can write bits: a change by the PLC
   * between the two requests is undone.
   */
  async write(request: WriteRequest, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const of = params as FinsParams
    let command: Command
    try {
      command = await this.#commandOf(request, of)
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
    if (!this.isOpen) return { kind: 'unsent', fault: closedFault() }
    if (!mayStart()) return { kind: 'expired' }
    await this.#exchange(command, of)
    return { kind: 'done' }
  }

  async #commandOf({ area, start, bytes, mask, count }: WriteRequest, params: FinsParams): Promise<Command> {
    if (isBitArea(area)) throw new DriverFault(readOnly, 'completion flags are read-only')
    if (!mask) return { kind: 'write', span: { area, start, count: count ?? bytes.length / 2 }, bytes }
    const bit = bitOf(mask)
    if (bit !== undefined && params.bitWrite === 'bit')
      return { kind: 'bit', area, start, bit, on: bytes.some((byte) => byte !== 0) }
    const span = { area, start, count: mask.length / 2 }
    const now = await this.read(span, params)
    await this.#pause(params)
    return { kind: 'write', span, bytes: applyMask(now, { area, start, bytes }, mask) }
  }

  /** The configured pause between two requests. Throws 1722 if the session is closed meanwhile. */
  async #pause({ waitMs }: FinsParams): Promise<void> {
    if (waitMs === 0) return
    await setTimeout(waitMs, undefined, { signal: this.#end.signal }).catch(() => {
      throw closedFault()
    })
  }

  /** Sends a command and returns the data of its answer. Throws the device's fault. */
  async #exchange(command: Command, params: FinsParams): Promise<Uint8Array> {
    try {
      return await this.#answerTo(command, params)
    } catch (error) {
      if (error instanceof DriverFault && error.broken) this.#line.close()
      throw error
    }
  }

  async #answerTo(command: Command, params: FinsParams): Promise<Uint8Array> {
    const route = this.#routeOf(params)
    const number = this.#nextNumber()
    this.#line.send(frameOf(command, route, number))
    const until = performance.now() + params.timeoutMs
    for (let strays = 0; strays <= maxStrays; strays++) {
      const frame = await this.#line.next(until)
      if (!frame) {
        this.#overdue.add(number)
        throw timeoutFault(++this.#timeouts >= timeoutsUntilBroken || this.#overdue.size > maxOverdue)
      }
      const answer = answerIn(frame, command, route, number)
      if (answer) {
        this.#timeouts = 0
        return dataOf(answer, command)
      }
    }
    throw outOfStep('more frames than answers')
  }

  #nextNumber(): number {
    do this.#counter.last = (this.#counter.last + 1) % numbers
    while (this.#overdue.has(this.#counter.last))
    return this.#counter.last
  }

  #routeOf({ network, node, unit, localNetwork, localNode }: FinsParams): Route {
    const { nodes } = this.#line
    return {
      to: { network, node: node || nodes.plc, unit },
      from: { network: localNetwork, node: localNode || nodes.local, unit: 0 },
    }
  }
}
