// The socket to a serial converter. A converter that closes the connection after each answer is dialled again before the
// next request: only a connection that closes while an answer is awaited is a fault.
import { closedFault } from '../modbus-tcp/faults.ts'
import type { Wire } from '../modbus-tcp/wire.ts'
import { doubtLine, type LineTrust } from './trust.ts'

/** Closing after more answers than this is not a habit of the converter. */
const fewAnswers = 3
/** A connection that is still open so long after an answer is not closed because of it. */
const goodByeMs = 200

export class ConverterWire {
  #wire: Wire
  readonly #line: LineTrust
  readonly #dial: (() => Promise<Wire>) | undefined
  readonly #now: () => number
  /** Answers on this connection. */
  #answers = 0
  #isAwaiting = false
  #isLeft = false

  constructor(wire: Wire, { line, dial, now }: { line: LineTrust; dial?: () => Promise<Wire>; now: () => number }) {
    this.#wire = wire
    this.#line = line
    this.#dial = dial
    this.#now = now
  }

  /** The connection as it is now. */
  get isConnected(): boolean {
    return this.#wire.isOpen
  }

  /** Open, or closed by the converter after an answer: `renew` opens it again. */
  get isOpen(): boolean {
    return this.#wire.isOpen || this.#mayRenew
  }

  get hasBytes(): boolean {
    return this.#wire.hasBytes
  }

  get #mayRenew(): boolean {
    return this.#dial !== undefined && this.#answers > 0 && !this.#isAwaiting && !this.#isLeft
  }

  /** Throws 1722, with nothing sent, on a closed connection. */
  send(bytes: Uint8Array): void {
    this.#wire.send(bytes)
    this.#isAwaiting = true
  }

  /** The answer to what was sent has arrived. */
  answered(): void {
    this.#isAwaiting = false
    this.#answers++
    if (this.#answers > fewAnswers) this.#line.closesAfter = Number.POSITIVE_INFINITY
  }

  take(): Buffer {
    return this.#wire.take()
  }

  hears(withinMs: number): Promise<boolean> {
    return this.#wire.hears(withinMs)
  }

  close(): void {
    this.#isLeft = true
    this.#wire.close()
  }

  /**
   * Opens the connection again if the converter has closed it after its last answer. `waitsForClose`: waits a moment for
   * that close on a line whose habit is not known yet. Throws a `DriverFault` 1722.
   */
  async renew(waitsForClose: boolean): Promise<void> {
    if (!this.#dial || !this.#mayRenew) return
    const expectedAfter = this.#line.closesAfter ?? (waitsForClose ? 1 : Number.POSITIVE_INFINITY)
    if (this.#wire.isOpen && this.#answers >= expectedAfter) {
      await this.#wire.hears(goodByeMs).catch(() => false)
      if (this.#wire.isOpen) this.#line.closesAfter = Number.POSITIVE_INFINITY
    }
    if (this.#wire.isOpen || this.#wire.hasBytes) return
    this.#learn()
    this.#answers = 0
    const wire = await this.#dial()
    if (this.#isLeft) {
      wire.close()
      throw closedFault()
    }
    this.#wire = wire
  }

  /**
   * True for a request that crossed the close after the answer before it: it may be sent again on a new connection,
   * unless it is a write.
   */
  hasCrossed(): boolean {
    if (!this.#dial || this.#isLeft || this.#wire.isOpen || !this.#isAwaiting) return false
    if (this.#answers === 0 || this.#answers > fewAnswers) return false
    this.#isAwaiting = false
    return true
  }

  #learn(): void {
    const isHabit = this.#answers <= fewAnswers
    if (!isHabit || this.#line.closesAfter !== this.#answers) doubtLine(this.#line, this.#now())
    if (isHabit) this.#line.closesAfter = this.#answers
  }
}
