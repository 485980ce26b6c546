// The machine of frame numbers and times of a controlling station (IEC 60870-5-104, clause 5): windows k and w, times t1 to
// t3. Pure: it receives frames and the monotonic time, and emits frames.
import type { DriverFault } from '../driver.ts'
import { control, type Frame, iFrame, modulus, sFrame, uFrame } from './apci.ts'
import { noAnswer, outOfStep } from './faults.ts'

/** `k`: frames that may be sent without an acknowledgement; `w`: received frames that are acknowledged at the latest. */
export type LinkParams = { k: number; w: number; t1Ms: number; t2Ms: number; t3Ms: number }

/** `receive` is called for each ASDU in order, before its frame is acknowledged. */
type LinkOutput = { send(frame: Buffer): void; receive(asdu: Buffer): void }

type State = 'stopped' | 'starting' | 'started' | 'stopping'

const never = Number.POSITIVE_INFINITY

export class Link {
  readonly #params: LinkParams
  readonly #output: LinkOutput
  #state: State = 'stopped'
  /** Counts of frames; their numbers on the line are these, modulo 32768. */
  #sent = 0
  #acked = 0
  #received = 0
  #confirmed = 0
  /** When each frame that is not acknowledged was sent. */
  #sentAt: number[] = []
  /** When the first frame was received that is not acknowledged. */
  #unconfirmedAt = never
  /** When STARTDT or STOPDT, and TESTFR, were sent whose confirmation is missing. */
  #controlAt = never
  #testAt = never
  #heardAt: number

  constructor(params: LinkParams, output: LinkOutput, now: number) {
    this.#params = params
    this.#output = output
    this.#heardAt = now
  }

  get isStarted(): boolean {
    return this.#state === 'started'
  }

  get isStopped(): boolean {
    return this.#state === 'stopped'
  }

  /** Whether one more ASDU may be sent. */
  get hasRoom(): boolean {
    return this.isStarted && this.#sent - this.#acked < this.#params.k
  }

  /** Number of sent ASDUs that the station has acknowledged, including by the frame that is being received. */
  get acked(): number {
    return this.#acked
  }

  /** Starts the transfer of data. */
  start(now: number): void {
    this.#state = 'starting'
    this.#controlAt = now
    this.#output.send(uFrame(control.startAct))
  }

  /** Acknowledges everything and stops the transfer of data. */
  stop(now: number): void {
    this.#confirm()
    this.#state = 'stopping'
    this.#controlAt = now
    this.#output.send(uFrame(control.stopAct))
  }

  /** Sends an ASDU for which there is room. Returns the value that `acked` has at least when the station has received it. */
  send(asdu: Uint8Array, now: number): number {
    if (!this.hasRoom) throw new Error('the window of sent frames is full')
    this.#output.send(iFrame(this.#sent % modulus, this.#received % modulus, asdu))
    // The frame acknowledges what was received.
    this.#confirmed = this.#received
    this.#unconfirmedAt = never
    this.#sentAt.push(now)
    return ++this.#sent
  }

  /** Throws 1712 if the frames cannot follow those before. */
  receive(frames: readonly Frame[], now: number): void {
    if (frames.length > 0) this.#heardAt = now
    for (const frame of frames) {
      if (frame.kind === 'u') this.#control(frame.control)
      else this.#acknowledge(frame.received)
      if (frame.kind === 'i') this.#data(frame.sent, frame.asdu, now)
    }
    if (this.#received - this.#confirmed >= this.#params.w) this.#confirm()
  }

  /** The next time at which `tick` has something to do. */
  get deadline(): number {
    const { t1Ms, t2Ms, t3Ms } = this.#params
    return Math.min(
      Math.min(this.#controlAt, this.#testAt, this.#sentAt[0] ?? never) + t1Ms,
      this.#unconfirmedAt + t2Ms,
      this.#testAt === never ? this.#heardAt + t3Ms : never,
    )
  }

  /** Acknowledges or tests when it is time. Returns the fault if the station has not answered within t1. */
  tick(now: number): DriverFault | undefined {
    const { t1Ms, t2Ms, t3Ms } = this.#params
    if (now >= Math.min(this.#controlAt, this.#testAt, this.#sentAt[0] ?? never) + t1Ms)
      return noAnswer('the station has not acknowledged within t1').asBroken()
    if (now >= this.#unconfirmedAt + t2Ms) this.#confirm()
    if (this.#testAt === never && now >= this.#heardAt + t3Ms) {
      this.#testAt = now
      this.#output.send(uFrame(control.testAct))
    }
    return undefined
  }

  #confirm(): void {
    if (this.#confirmed === this.#received) return
    this.#confirmed = this.#received
    this.#unconfirmedAt = never
    this.#output.send(sFrame(this.#received % modulus))
  }

  #control(code: number): void {
    if (code === control.testAct) return this.#output.send(uFrame(control.testCon))
    // A confirmation that is not expected changes nothing.
    if (code === control.testCon) this.#testAt = never
    else if (code === control.startCon) {
      if (this.#state === 'starting') this.#enter('started')
    } else if (code === control.stopCon) {
      if (this.#state === 'stopping') this.#enter('stopped')
    } else throw outOfStep('the station sends STARTDT or STOPDT act, as only the controlling station does')
  }

  #enter(state: State): void {
    this.#state = state
    this.#controlAt = never
  }

  /** N(R) acknowledges every frame before it; it may not name a frame that was not sent. */
  #acknowledge(number: number): void {
    const more = (number - (this.#acked % modulus) + modulus) % modulus
    if (more > this.#sent - this.#acked)
      throw outOfStep(`N(R) ${number} is outside of the ${this.#sent - this.#acked} frames that await it`)
    this.#acked += more
    this.#sentAt.splice(0, more)
  }

  #data(number: number, asdu: Buffer, now: number): void {
    if (this.#state !== 'started' && this.#state !== 'stopping') throw outOfStep('data before STARTDT con')
    if (number !== this.#received % modulus)
      throw outOfStep(`N(S) ${number} instead of ${this.#received % modulus}: a frame is lost or was sent twice`)
    this.#received++
    if (this.#unconfirmedAt === never) this.#unconfirmedAt = now
    this.#output.receive(asdu)
  }
}
