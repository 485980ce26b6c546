// The socket to a serial converter. If the converter closes the connection after each answer, this class reconnects
// before the next request: a close is a fault only while an answer is awaited.
import { closedFault } from '../modbus-tcp/faults.ts'
import type { Wire } from '../modbus-tcp/wire.ts'
import { doubtLine, type LineTrust } from './trust.ts'

/** Closing after more answers than this is not treated as a habit of the converter. */
const fewAnswers = 3
/** A connection that is still open this long after an answer was not closed because of it. */
const goodByeMs = 200

export class ConverterWire {
  #wire: Wire
  readonly #line: LineTrust
  readonly #dial: (() => Promise<Wire>) | undefined
  readonly #now: () => number
  /** Number of answers on this connection. */
  #answers = 0
  #isAwaiting = false
  #isLeft = false

  constructor(wire: Wire, { line, dial, now }: { line: LineTrust; dial?: () => Promise<Wire>; now: () => number }) {
    this.#wire = wire
    this.#line = line
    this.#dial = dial
    this.#now = now
  }

  /** Whether the current connection is open. */
  get isConnected(): boolean {
    return this.#wire.isOpen
  }

  /** Open, or closed by the converter after an answer, so that `renew` can reconnect. */
  get isOpen(): boolean {
    return this.#wire.isOpen || this.#mayRenew
  }

  get hasBytes(): boolean {
    return this.#wire.hasBytes
  }

  get #mayRenew(): boolean {
    return this.#dial !== undefined && this.#answers > 0 && !this.#isAwaiting && !this.#isLeft
  }

  /** Sends bytes. On a closed connection throws 1722 and sends nothing. */
  send(bytes: Uint8Array): void {
    this.#wire.send(bytes)
    this.#isAwaiting = true
  }

  /** Call when the answer to the last request has arrived. */
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
   * Reconnects if the converter has closed the connection after its last answer. `waitsForClose`: first waits a moment
   * for that close if the habit of the line is unknown. Throws a `DriverFault` 1722.
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
   * True if the last request was sent while the converter was closing the connection after its previous answer: the
   * request may be sent again on a new connection, unless it is a write.
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
