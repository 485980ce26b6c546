// The MC protocol on one TCP connection, one request at a time. 4E frames have a serial number, by which an answer is
// identified. 3E and 1E frames have none: after a timeout, or with bytes that no request explains, the connection is
// closed, as the next answer could be that to an earlier request.
import { setTimeout } from 'node:timers/promises'
import { DriverFault, type Session, type Span, type WriteAnswer, type WriteRequest } from '../driver.ts'
import { closedFault, faultOf, timeoutFault } from '../modbus-tcp/faults.ts'
import { applyMask } from '../modbus-tcp/pdu.ts'
import { timeoutsUntilBroken } from '../modbus-tcp/session.ts'
import type { Wire } from '../modbus-tcp/wire.ts'
import { type GroupReader, groupsOf, readGroups } from '../read-groups.ts'
import type { Command } from './command.ts'
import { outOfStep } from './faults.ts'
import { findAnswer, type McRequest, requestOf } from './frame.ts'
import { frameOf, limitsOf, type McParams } from './params.ts'
import { bytesOfEach, costOf, wordsOf } from './random.ts'

/** A session on an open socket, which it closes. */
export class McSession implements Session {
  readonly #wire: Wire
  #rest: Buffer = Buffer.alloc(0)
  #serial = 0
  #timeouts = 0
  #hasRandom: boolean
  readonly #end = new AbortController()

  /** `hasRandom`: whether the PLC reads scattered words in one request, until it refuses that command. */
  constructor(wire: Wire, hasRandom: boolean) {
    this.#wire = wire
    this.#hasRandom = hasRandom
  }

  get isOpen(): boolean {
    return this.#wire.isOpen
  }

  async close(): Promise<void> {
    this.#end.abort()
    this.#wire.close()
  }

  read(span: Span, params: object): Promise<Uint8Array> {
    return this.#exchange({ kind: 'read', span }, params as McParams)
  }

  /** Nothing without random reads: block by block, a write would wait for all of them. */
  get readMany(): Session['readMany'] {
    return this.#hasRandom ? (spans, params) => this.#readGroups(spans, params as McParams) : undefined
  }

  /**
   * A bit of a word, and any other part of one, is written by read-modify-write: the protocol has no command for it. A
   * change by the PLC between the two requests is undone.
   */
  async write(request: WriteRequest, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const of = params as McParams
    const { area, start, mask } = request
    let command: Command
    try {
      const bytes = mask ? applyMask(await this.#readFirst(request, mask, of), request, mask) : request.bytes
      command = { kind: 'write', span: { area, start, count: request.count ?? bytes.length / 2 }, bytes }
      this.#checkSilence(of)
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
    if (!this.isOpen) return { kind: 'unsent', fault: closedFault() }
    if (!mayStart()) return { kind: 'expired' }
    await this.#exchange(command, of)
    return { kind: 'done' }
  }

  /** The present words of a write that changes a part of them; then the pause that the PLC needs. */
  async #readFirst({ area, start }: WriteRequest, mask: Uint8Array, params: McParams): Promise<Uint8Array> {
    const now = await this.read({ area, start, count: mask.length / 2 }, params)
    await this.#pause(params)
    return now
  }

  /** The configured pause between two requests. Throws 1722 if the session is closed meanwhile. */
  async #pause({ waitMs }: McParams): Promise<void> {
    if (waitMs === 0) return
    await setTimeout(waitMs, undefined, { signal: this.#end.signal }).catch(() => {
      throw closedFault()
    })
  }

  async #readGroups(spans: readonly Span[], params: McParams): Promise<(Uint8Array | DriverFault)[]> {
    const reader: GroupReader = {
      canMany: true,
      one: (span) => this.read(span, params),
      many: async (group) =>
        bytesOfEach(group, await this.#exchange({ kind: 'random', words: group.flatMap(wordsOf) }, params)),
      pause: () => this.#pause(params),
    }
    const answers = await readGroups(spans, groupsOf(spans, limitsOf(params).random, costOf), reader)
    this.#hasRandom = reader.canMany
    return answers
  }

  /** Sends a command and returns the data of its answer. Throws the device's fault. */
  async #exchange(command: Command, params: McParams): Promise<Uint8Array> {
    try {
      return await this.#answerTo(command, params)
    } catch (error) {
      if (error instanceof DriverFault && error.broken) this.#wire.close()
      throw error
    }
  }

  async #answerTo(command: Command, params: McParams): Promise<Uint8Array> {
    this.#checkSilence(params)
    this.#serial = (this.#serial + 1) & 0xffff
    const request = requestOf(command, params, this.#serial)
    this.#wire.send(request.bytes)
    const until = performance.now() + params.timeoutMs
    for (;;) {
      const data = this.#dataIn(request)
      if (data) return data
      if (await this.#wire.hears(until - performance.now())) this.#rest = Buffer.concat([this.#rest, this.#wire.take()])
      else throw timeoutFault(request.format.frame !== '4E' || ++this.#timeouts >= timeoutsUntilBroken)
    }
  }

  /** The data of the answer to a request, if it has arrived. Throws the device's fault. */
  #dataIn(request: McRequest): Uint8Array | undefined {
    for (;;) {
      const answer = this.#rest.length > 0 ? findAnswer(this.#rest, request) : undefined
      if (!answer) return undefined
      this.#rest = this.#rest.subarray(answer.used)
      // The answer to an abandoned request.
      if (answer.serial !== undefined && answer.serial !== request.serial) continue
      if (answer.serial === undefined && this.#rest.length > 0) throw outOfStep('more bytes than one answer')
      this.#timeouts = 0
      if ('fault' in answer) throw answer.fault
      return answer.data
    }
  }

  /** Throws 1712 if bytes have arrived that are the answer to no request. With serial numbers they do no harm. */
  #checkSilence(params: McParams): void {
    if (frameOf(params) === '4E') return
    if (this.#wire.hasBytes || this.#rest.length > 0) throw outOfStep('bytes without a request')
  }
}
