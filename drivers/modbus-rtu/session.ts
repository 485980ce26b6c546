// Modbus RTU or ASCII on one line. Answers have no number, so they are matched by the state of the line: waiting bytes are
// discarded before each request, an overdue answer is waited for, and in doubt a read is confirmed by a marker on each
// side.
import { DriverFault, type Session, type Span, type WriteAnswer, type WriteRequest } from '../driver.ts'
import { closedFault, faultOf, timeoutFault } from '../modbus-tcp/faults.ts'
import { answersTo, applyMask, dataOf, endOfWrite, readPdu, writePdu } from '../modbus-tcp/pdu.ts'
import { timeoutsUntilBroken } from '../modbus-tcp/session.ts'
import type { Wire } from '../modbus-tcp/wire.ts'
import { asciiFraming } from './ascii.ts'
import { ConverterWire } from './converter-wire.ts'
import { type FrameSearch, type Framing, rtuFraming } from './frame.ts'
import { markersOf } from './marker.ts'
import type { RtuParams } from './params.ts'
import { doubt, type LineTrust, recordTime, type Trust, trustOf, usualMs } from './trust.ts'

// How much later than usual an answer may be; timers of a busy process are no more exact.
const slackMs = 5
const lateMs = 20
const tries = 4
// How long an answer that started in time may exceed the timeout, in multiples of it.
const timeoutsToEnd = 2
// More bytes than a fast serial line carries in a second. Data of a peer that sends more is not searched for frames.
const maxBytes = 16_384

type Timed = Pick<RtuParams, 'unitId' | 'timeoutMs' | 'fragmentMs' | 'frame'>
type Heard = 'answered' | 'silent' | 'noise'

const framings: Record<RtuParams['frame'], Framing> = { rtu: rtuFraming, ascii: asciiFraming }

const neverSilent = () => new DriverFault(1712, 'the line is never silent', true)
const outOfStep = () => new DriverFault(1712, 'the answers on the line do not fit what was asked')

/**
 * `dial` reconnects to a converter that closes the connection after each answer. `closed`: the port is free for other
 * programs.
 */
type LineNeeds = {
  wire: Wire
  line: LineTrust
  dial?: () => Promise<Wire>
  now: () => number
  closed?: Promise<unknown>
}

export class RtuSession implements Session {
  readonly #wire: ConverterWire
  readonly #line: LineTrust
  #rest: Buffer = Buffer.alloc(0)
  #heardBytes = 0
  #timeouts = 0
  #markers = 0
  /** The latest marker request that was answered last on the line: its bytes in hex, with the unit. */
  #lastMarker = ''

  readonly #now: () => number

  readonly #closed: Promise<unknown> | undefined

  constructor({ wire, closed, ...deps }: LineNeeds) {
    this.#wire = new ConverterWire(wire, deps)
    this.#line = deps.line
    this.#now = deps.now
    this.#closed = closed
  }

  get isOpen(): boolean {
    return this.#wire.isOpen
  }

  async close(): Promise<void> {
    this.#wire.close()
    await this.#closed
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
      pdu = writePdu(request, now ? applyMask(now, request, mask!) : request.bytes)
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

  /**
   * The confirmed answer; nothing if unexpected bytes arrived in the meantime, so that the answer may belong to another
   * request.
   */
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

  /**
   * If two answers arrive, the right one comes at its usual time: listens until that time, and doubts a later answer.
   */
  async #watch(sentAt: number, usual: number, of: Timed, trust: Trust): Promise<void> {
    if (this.#now() > sentAt + 2 * usual + lateMs) doubt(trust, this.#now())
    await this.#hear(Math.max(sentAt + usual, this.#now()) + slackMs, of, trust)
  }

  /** Exchanges a marker. Afterwards no earlier answer is under way: a line delivers in order. */
  async #mark(markers: readonly Uint8Array[], of: Timed): Promise<void> {
    const marker = markers[this.#markers++ % markers.length]!
    const trust = trustOf(this.#line, of.unitId)
    await this.#settle(of, trust)
    await this.#ask(marker, of, trust)
    this.#lastMarker = markerKey(of, marker)
  }

  /** Makes sure that no late answer can be mistaken for the answer to a write. Throws the device's fault otherwise. */
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

  /**
   * Sends a request that may be repeated: once more if the converter closed the connection while the request was on its
   * way.
   */
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

  /** Sends a request and waits for an answer, which may be missing. Any other frame in the meantime is a doubt. */
  async #exchange(ask: Uint8Array, of: Timed, trust: Trust): Promise<Uint8Array> {
    this.#lastMarker = ''
    const sentAt = this.#now()
    this.#wire.send(framings[of.frame].frameOf(of.unitId, ask))
    let answer: Uint8Array | undefined
    const heard = await this.#hear(sentAt + of.timeoutMs, of, trust, (pdu) => {
      if (answersTo(ask, pdu)) answer = pdu
      return answer !== undefined
    })
    if (answer) {
      this.#timeouts = 0
      this.#wire.answered()
      recordTime(trust, keyOf(ask), this.#now() - sentAt)
      return answer
    }
    doubt(trust, this.#now())
    // Noise counts as the damaged answer, so no answer is overdue.
    if (heard === 'noise') throw new DriverFault(1712, 'what came is no frame with a right check sum')
    trust.owedUntil = this.#now() + of.timeoutMs
    throw timeoutFault(++this.#timeouts >= timeoutsUntilBroken)
  }

  /**
   * Waits until the line is open and no answer of the unit is under way, judging by the waiting time. Throws 1712, 1722.
   */
  async #settle(of: Timed, trust: Trust, isBeforeWrite = false): Promise<void> {
    await this.#drain(of, trust)
    await this.#wire.renew(isBeforeWrite)
    if (this.#now() < trust.owedUntil) {
      // The wait ends early when the overdue answer arrives.
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
   * Receives frames until one of this unit is `wanted` or the time is over. Any other frame raises a doubt about its
   * unit, and noise a doubt about the unit that was queried.
   */
  async #hear(until: number, of: Timed, trust: Trust, wanted?: (pdu: Uint8Array) => boolean): Promise<Heard> {
    let isNoise = false
    let end = until
    this.#heardBytes = 0
    for (let isQuiet = false; ; ) {
      const { frame, noise } = this.#next(framings[of.frame], isQuiet)
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

  /** The time by which a frame that has started must end. */
  #endOfFrame(until: number, { fragmentMs, timeoutMs }: Timed): number {
    return this.#rest.length === 0 ? 0 : Math.min(this.#now() + fragmentMs, until + timeoutsToEnd * timeoutMs)
  }

  /** After the converter has closed the connection no bytes follow; that is a fault only while an answer is awaited. */
  get #isSilenced(): boolean {
    return !this.#wire.isConnected && !this.#wire.hasBytes
  }

  /** How long to wait for the rest of a frame, or for the end of noise. */
  #patience(leftMs: number, isNoise: boolean, { fragmentMs }: Timed): number {
    return isNoise || this.#rest.length > 0 ? Math.min(leftMs, fragmentMs) : leftMs
  }

  #next({ findFrame }: Framing, isQuiet: boolean): Pick<FrameSearch, 'frame' | 'noise'> {
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
