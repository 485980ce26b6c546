// An S7 connection: one request at a time, its answer identified by its number, so that late answers are discarded.
import { setTimeout } from 'node:timers/promises'
import { DriverFault, type Session, type Span, type WriteAnswer, type WriteRequest } from '../driver.ts'
import { closedFault, faultOf, timeoutFault } from '../modbus-tcp/faults.ts'
import { timeoutsUntilBroken } from '../modbus-tcp/session.ts'
import { headerFault, itemFault, itemGood, outOfStep, tooLarge } from './faults.ts'
import type { IsoLine } from './iso.ts'
import { firstPack, maxItems } from './pack.ts'
import type { S7Params } from './params.ts'
import {
  type Answer,
  answerOf,
  grantedPdu,
  type Job,
  jobBytes,
  jobPdu,
  readJob,
  setupJob,
  spansOf,
  writeCodeOf,
  writeJob,
} from './pdu.ts'
import { tsapsOf } from './tsap.ts'

const offeredPdu = 960
// The smallest that holds a read of eight bytes with room to spare; a CPU grants 240 or more.
const smallestPdu = 64
// More answers to abandoned requests than can be under way.
const maxStrays = 100

type Timed = Pick<S7Params, 'timeoutMs' | 'waitMs'>

export class S7Session implements Session {
  readonly #line: IsoLine
  #pduBytes = smallestPdu
  #maxItems = maxItems
  #number = 0
  #timeouts = 0
  readonly #end = new AbortController()

  constructor(line: IsoLine) {
    this.#line = line
  }

  get isOpen(): boolean {
    return this.#line.isOpen
  }

  /** Connects the TSAPs and agrees on the size of messages. Throws a fault after which the line must be closed. */
  async start(params: S7Params): Promise<void> {
    const tpduBytes = await this.#line.connect(tsapsOf(params), params.timeoutMs)
    // 960, 480, 240 … leave room for the headers in a TPDU of 1024, 512, 256 … bytes, so that no message is divided.
    const offered = Math.min(offeredPdu, (tpduBytes >> 4) * 15)
    const granted = grantedPdu(await this.#ask(setupJob(offered), params))
    if (granted < smallestPdu) throw outOfStep(`messages of ${granted} bytes`)
    this.#pduBytes = Math.min(offered, granted)
  }

  async read(span: Span, params: object): Promise<Uint8Array> {
    const [answer] = await this.readMany([span], params)
    if (answer instanceof Uint8Array) return answer
    throw answer ?? outOfStep('no answer')
  }

  async readMany(spans: readonly Span[], params: object): Promise<(Uint8Array | DriverFault)[]> {
    const answers: (Uint8Array | DriverFault)[] = []
    for (let requests = 0; answers.length < spans.length; requests++) {
      if (requests > 0) await this.#pause(params as S7Params)
      const pack = firstPack(spans.slice(answers.length), this.#pduBytes, this.#maxItems)
      if (pack.length === 0)
        answers.push(new DriverFault(tooLarge, `the PLC accepts messages of ${this.#pduBytes} bytes`))
      else answers.push(...(await this.#readPack(pack, params as S7Params)))
    }
    return answers
  }

  async write(request: WriteRequest, params: object, mayStart = () => true): Promise<WriteAnswer> {
    let job: Job
    try {
      job = await this.#writeJob(request, params as S7Params)
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
    if (!this.isOpen) return { kind: 'unsent', fault: closedFault() }
    if (!mayStart()) return { kind: 'expired' }
    const code = writeCodeOf(await this.#ask(job, params as S7Params))
    if (code !== itemGood) throw itemFault(code)
    return { kind: 'done' }
  }

  async close(): Promise<void> {
    this.#end.abort()
    this.#line.close()
  }

  /** The pause that the device needs between two requests. Throws 1722 if the session is closed meanwhile. */
  async #pause({ waitMs }: Timed): Promise<void> {
    if (waitMs === 0) return
    await setTimeout(waitMs, undefined, { signal: this.#end.signal }).catch(() => {
      throw closedFault()
    })
  }

  /** The answers to a pack; none if the device refuses requests of this size, so that the next pack is smaller. */
  async #readPack(pack: readonly Span[], params: Timed): Promise<(Uint8Array | DriverFault)[]> {
    let answer: Answer
    try {
      answer = await this.#ask(readJob(pack), params)
    } catch (error) {
      const fault = faultOf(error)
      if (fault.broken || fault.code === silence) throw fault
      if (fault.code !== tooLarge || pack.length === 1) return pack.map(() => fault)
      this.#maxItems = pack.length >> 1
      return []
    }
    return spansOf(answer, pack)
  }

  /** A request that fits into one message. Writing a text first reads the capacity that the PLC declares for it. */
  async #writeJob(request: WriteRequest, params: Timed): Promise<Job> {
    const { area, start, bytes, mask } = request
    if (mask && mask.length > 1) {
      const [capacity = 0] = await this.read({ area, start, count: 1 }, params)
      const needed = bytes[1]!
      if (needed > capacity)
        throw new DriverFault(2007, `the text needs ${needed} of ${capacity} bytes`, { needed, length: capacity })
      await this.#pause(params)
    }
    const job = writeJob(request)
    if (jobBytes(job) > this.#pduBytes)
      throw new DriverFault(tooLarge, `the PLC accepts messages of ${this.#pduBytes} bytes`)
    return job
  }

  /** Sends a request and returns its answer. Throws the fault of the whole request. */
  async #ask(job: Job, { timeoutMs }: Timed): Promise<Answer> {
    this.#number = (this.#number % 0xffff) + 1
    this.#line.send(jobPdu(this.#number, job))
    const until = performance.now() + timeoutMs
    for (let strays = 0; strays <= maxStrays; strays++) {
      const message = await this.#line.next(until)
      if (!message) throw timeoutFault(++this.#timeouts >= timeoutsUntilBroken)
      const answer = answerOf(message)
      // Another number is that of an abandoned request.
      if (answer?.number !== this.#number) continue
      this.#timeouts = 0
      if (answer.error !== 0) throw headerFault(answer.error)
      return answer
    }
    throw outOfStep('more answers than requests')
  }
}

/** The code of a request that was not answered. */
const silence = 1714
