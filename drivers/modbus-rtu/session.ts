// Modbus RTU on one socket. An answer is another's until the line says otherwise: bytes that wait are discarded before
// each request, an answer that is owed is waited out, and in doubt a read stands between two markers before it is told.
import { DriverFault, type Session, type WriteAnswer, type WriteRequest } from '../driver.ts'
import { closedFault, faultOf, timeoutFault } from '../modbus-tcp/faults.ts'
import { answersTo, dataOf, endOfWrite, masked, readPdu, type Span, writePdu } from '../modbus-tcp/pdu.ts'
import { timeoutsUntilBroken } from '../modbus-tcp/session.ts'
import type { Wire } from '../modbus-tcp/wire.ts'
import type { RtuParams } from './about.ts'
import { ConverterWire } from './converter-wire.ts'
import { type Found, findFrame, frameOf } from './frame.ts'
import { markersOf } from './marker.ts'
import { doubt, type LineTrust, type Trust, tookMs, trustOf, usualMs } from './trust.ts'

// What an answer may be later than usual; a timer of a busy process is no more exact.
const slackMs = 5
const lateMs = 20
const tries = 4
// An answer that starts in time may end later: a timeout is meant for a device that does not answer.
const timeoutsToEnd = 2
// More than a fast serial line carries in a second. Whoever goes on is no device, and is not searched for frames.
const maxBytes = 16_384

type Timed = Pick<RtuParams, 'unitId' | 'timeoutMs' | 'fragmentMs'>
type Heard = 'answered' | 'silent' | 'noise'

const neverSilent = () => new DriverFault(1712, 'the line is never silent', true)
const outOfStep = () => new DriverFault(1712, 'the answers on the line do not fit what was asked')

export class RtuSession implements Session {
  readonly #wire: ConverterWire
  readonly #line: LineTrust
  #rest: Buffer = Buffer.alloc(0)
  #heardBytes = 0
  #timeouts = 0
  #markers = 0
  /** The marker whose answer was the last thing on the line, in hex with its unit. */
  #lastMarker = ''

  readonly #now: () => number

  /** `dial`: opens the connection again for a converter that closes it after each answer. */
  constructor({ wire, ...deps }: { wire: Wire; line: LineTrust; dial?: () => Promise<Wire>; now: () => number }) {
    this.#wire = new ConverterWire(wire, deps)
    this.#line = deps.line
    this.#now = deps.now
  }

  get isOpen(): boolean {
    return this.#wire.isOpen
  }

  async close(): Promise<void> {
    this.#wire.close()
  }

  async read(span: Span, params: object): Promise<Uint8Array> {
    const of = params as RtuParams
    const ask = readPdu(span)
    for (let time = 0; time < tries; time++) {
      const answer = await this.#confirmed(ask, markersOf(span), of)
      if (answer) return dataOf(answer)
    }
    throw outOfStep()
  }

  async write(request: WriteRequest, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const of = params as RtuParams
    const { area, start, mask } = request
    const markers = markersOf({ area, start, count: 1 })
    let pdu: Uint8Array
    try {
      const isOurs = mask && request.function !== 22
      const now = isOurs ? await this.read({ area, start, count: mask.length / 2 }, params) : undefined
      pdu = writePdu(request, now ? masked(now, request, mask!) : request.bytes)
      await this.#alignForWrite(markers, of)
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
    if (!this.#wire.isConnected) return { kind: 'unsent', fault: closedFault() }
    if (!mayStart()) return { kind: 'expired' }
    const trust = trustOf(this.#line, of.unitId)
    const { doubts } = trust
    const answer = await this.#exchange(pdu, of, trust)
    await this.#mark(markers, of)
    if (trust.doubts !== doubts) throw outOfStep()
    return endOfWrite(pdu, answer)
  }

  /** The answer; nothing if more came than was asked for meanwhile, so that it may be another's. */
  async #confirmed(ask: Uint8Array, markers: readonly Uint8Array[], of: Timed): Promise<Uint8Array | undefined> {
    const trust = trustOf(this.#line, of.unitId)
    const usual = usualMs(this.#line, trust, keyOf(ask), this.#now())
    const isMarked = markers.some((marker) => this.#lastMarker === markerKey(of, marker))
    if (usual === undefined && !isMarked) await this.#mark(markers, of)
    await this.#settle(of, trust)
    const { doubts } = trust
    const sentAt = this.#now()
    const answer = await this.#ask(ask, of, trust)
    if (usual === undefined) await this.#mark(markers, of)
    else await this.#watch(sentAt, usual, of, trust)
    return trust.doubts === doubts ? answer : undefined
  }

  /** Of two answers to one request the right one comes when it usually does; one that comes later is doubtful. */
  async #watch(sentAt: number, usual: number, of: Timed, trust: Trust): Promise<void> {
    if (this.#now() > sentAt + 2 * usual + lateMs) doubt(trust, this.#now())
    await this.#hear(Math.max(sentAt + usual, this.#now()) + slackMs, of, trust)
  }

  /** After it every answer that was still under way has passed: a line delivers in order. */
  async #mark(markers: readonly Uint8Array[], of: Timed): Promise<void> {
    const marker = markers[this.#markers++ % markers.length]!
    const trust = trustOf(this.#line, of.unitId)
    await this.#settle(of, trust)
    await this.#ask(marker, of, trust)
    this.#lastMarker = markerKey(of, marker)
  }

  /** Nothing that is still under way can be taken for the answer of the write. Throws what the device says instead. */
  async #alignForWrite(markers: readonly Uint8Array[], of: Timed): Promise<void> {
    const trust = trustOf(this.#line, of.unitId)
    for (let time = 0; time < tries; time++) {
      const { doubts } = trust
      await this.#mark(markers, of)
      await this.#settle(of, trust, true)
      if (trust.doubts === doubts) return
    }
    throw outOfStep()
  }

  /** A request that may be sent twice: once more if it crossed the converter's close. */
  async #ask(ask: Uint8Array, of: Timed, trust: Trust): Promise<Uint8Array> {
    try {
      return await this.#exchange(ask, of, trust)
    } catch (error) {
      if (!this.#wire.hasCrossed()) throw error
      doubt(trust, this.#now())
      trust.owedUntil = this.#now() + of.timeoutMs
      await this.#settle(of, trust)
      return this.#exchange(ask, of, trust)
    }
  }

  /** Sends, and waits for what can be the answer. Everything else that comes meanwhile is a doubt. */
  async #exchange(ask: Uint8Array, of: Timed, trust: Trust): Promise<Uint8Array> {
    this.#lastMarker = ''
    const sentAt = this.#now()
    this.#wire.send(frameOf(of.unitId, ask))
    let answer: Uint8Array | undefined
    const heard = await this.#hear(sentAt + of.timeoutMs, of, trust, (pdu) => {
      if (answersTo(ask, pdu)) answer = pdu
      return answer !== undefined
    })
    if (answer) {
      this.#timeouts = 0
      this.#wire.answered()
      tookMs(trust, keyOf(ask), this.#now() - sentAt)
      return answer
    }
    doubt(trust, this.#now())
    // Noise is taken for the answer, damaged: nothing more is owed.
    if (heard === 'noise') throw new DriverFault(1712, 'what came is no frame with a right check sum')
    trust.owedUntil = this.#now() + of.timeoutMs
    throw timeoutFault(++this.#timeouts >= timeoutsUntilBroken)
  }

  /** The line is open, nothing of the unit is under way as far as waiting shows, and nothing waits. Throws 1712, 1722. */
  async #settle(of: Timed, trust: Trust, isBeforeWrite = false): Promise<void> {
    await this.#drain(of, trust)
    await this.#wire.renew(isBeforeWrite)
    if (this.#now() < trust.owedUntil) {
      // It ends early with the answer that was owed.
      await this.#hear(trust.owedUntil, of, trust, () => true)
      await this.#hear(this.#now() + of.fragmentMs, of, trust)
    }
    trust.owedUntil = 0
    await this.#drain(of, trust)
  }

  async #drain(of: Timed, trust: Trust): Promise<void> {
    const until = this.#now() + Math.max(1000, of.timeoutMs, 2 * of.fragmentMs)
    while (this.#wire.hasBytes || this.#rest.length > 0) {
      await this.#hear(this.#now() + of.fragmentMs, of, trust)
      if (this.#now() > until) throw neverSilent()
    }
  }

  /**
   * Frames until one of this unit is `wanted` or the time is over. All others are doubts of the unit they come from,
   * and noise is one of the unit that was asked.
   */
  async #hear(until: number, of: Timed, trust: Trust, wanted?: (pdu: Uint8Array) => boolean): Promise<Heard> {
    let isNoise = false
    let end = until
    this.#heardBytes = 0
    for (let isQuiet = false; ; ) {
      const { frame, noise } = this.#next(isQuiet)
      isNoise ||= noise > 0
      if (frame?.unit === of.unitId && wanted?.(frame.pdu)) return 'answered'
      this.#suspect(frame?.unit, noise, trust)
      if (frame) continue
      if (wanted) end = Math.max(end, this.#endOfFrame(until, of))
      const left = end - this.#now()
      const isOver = wanted ? isNoise && isQuiet : this.#isSilenced && this.#rest.length === 0
      if (isOver || left <= 0) return isNoise ? 'noise' : 'silent'
      isQuiet = await this.#nothingArrives(this.#patience(left, isNoise, of), wanted !== undefined)
    }
  }

  #suspect(unit: number | undefined, noise: number, trust: Trust): void {
    if (unit !== undefined) doubt(trustOf(this.#line, unit), this.#now())
    else if (noise > 0) doubt(trust, this.#now())
  }

  async #nothingArrives(withinMs: number, isAnswerAwaited: boolean): Promise<boolean> {
    if (!isAnswerAwaited && this.#isSilenced) return true
    return !(await this.#wire.hears(withinMs))
  }

  /** Until when a frame that has begun may end. */
  #endOfFrame(until: number, { fragmentMs, timeoutMs }: Timed): number {
    return this.#rest.length === 0 ? 0 : Math.min(this.#now() + fragmentMs, until + timeoutsToEnd * timeoutMs)
  }

  /** After the converter's close nothing follows; only while an answer is awaited is that a fault. */
  get #isSilenced(): boolean {
    return !this.#wire.isConnected && !this.#wire.hasBytes
  }

  /** Half a frame, or noise, is given up when nothing follows it for so long. */
  #patience(leftMs: number, isNoise: boolean, { fragmentMs }: Timed): number {
    return isNoise || this.#rest.length > 0 ? Math.min(leftMs, fragmentMs) : leftMs
  }

  #next(isQuiet: boolean): Pick<Found, 'frame' | 'noise'> {
    if (this.#wire.hasBytes) {
      const taken = this.#wire.take()
      this.#heardBytes += taken.length
      if (this.#heardBytes > maxBytes) throw neverSilent()
      this.#rest = Buffer.concat([this.#rest, taken])
    }
    const { rest, ...found } = findFrame(this.#rest, isQuiet)
    this.#rest = rest
    return found
  }
}

const keyOf = (ask: Uint8Array): string => Buffer.from(ask).toString('hex')
const markerKey = ({ unitId }: Timed, marker: Uint8Array): string => `${unitId} ${keyOf(marker)}`
