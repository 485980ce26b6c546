// A line of meters behind a serial server: one request at a time, answers matched by what they contain. An answer that may
// belong to an earlier request is not accepted: an exchange with the same meter about something else comes first, because
// meter and line deliver in order.
import { setTimeout } from 'node:timers/promises'
import { DriverFault } from '../driver.ts'
import type { ConverterWire } from '../modbus-rtu/converter-wire.ts'
import { closedFault, timeoutFault } from '../modbus-tcp/faults.ts'
import { timeoutsUntilBroken } from '../modbus-tcp/session.ts'
import type { FoundFrame } from './frame.ts'
import type { LineRecord } from './line-record.ts'

/** `isExact`: the answer names its request; an error answer may be that to an earlier one. */
type Accepted<A> = { answer: A; isExact: boolean }

/** Times of a driver on the line, ms. */
type LineTiming = { waitMs: number; timeoutMs: number; fragmentMs: number }

/**
 * A request to one meter. Two requests of a meter have the same `key` if their answers look alike. `accept` returns what a
 * frame answers; undefined if it is the answer to another request, an echo, or of another meter. `isNumbered`: the key
 * is a number that the answer returns.
 */
export type MeterAsk<F, A> = {
  meter: string
  key: string
  isNumbered?: true
  bytes: Buffer
  accept(frame: F): Accepted<A> | undefined
}

/** Requests to one meter, in the order of preference. */
type Markers<F> = () => Iterable<MeterAsk<F, unknown>>

// How long an answer that started in time may exceed the timeout, in multiples of it.
const timeoutsToEnd = 2
// Most markers in front of one request; they confirm that no earlier answer is under way.
const mostMarkers = 3
// Limit of bytes during an exchange: a serial line carries fewer.
const maxBytes = 16_384

const damagedFault = (): DriverFault => new DriverFault(1712, 'the checksum of the answer is wrong')

export class MeterLine<F> {
  readonly #wire: ConverterWire
  readonly #record: LineRecord
  readonly #closed: Promise<unknown> | undefined
  readonly #find: (bytes: Buffer, isQuiet: boolean) => FoundFrame<F>
  readonly #now: () => number
  readonly #end = new AbortController()
  #rest: Buffer = Buffer.alloc(0)
  #timeouts = 0
  #freeAt = 0

  constructor(deps: {
    wire: ConverterWire
    /** Resolves when a serial port is free for other programs. */
    closed: Promise<unknown> | undefined
    record: LineRecord
    find: (bytes: Buffer, isQuiet: boolean) => FoundFrame<F>
    now: () => number
  }) {
    this.#wire = deps.wire
    this.#record = deps.record
    this.#closed = deps.closed
    this.#find = deps.find
    this.#now = deps.now
  }

  /** Whether bytes can be sent without connecting again. */
  get isConnected(): boolean {
    return this.#wire.isConnected
  }

  get isOpen(): boolean {
    return this.#wire.isOpen
  }

  async close(): Promise<void> {
    this.#end.abort()
    this.#wire.close()
    await this.#closed
  }

  /**
   * The answer to a request. `markers`: harmless requests to the same meter, those that it most likely answers first.
   * Throws 1712 damaged, 1714 no answer, 1722 closed.
   */
  async ask<A>(ask: MeterAsk<F, A>, markers: Markers<F>, timing: LineTiming): Promise<A> {
    await this.#flush(ask, markers, timing)
    try {
      return await this.#exchange(ask, timing)
    } catch (error) {
      // The serial server closed the connection while the request was on its way to it.
      if (!this.#wire.hasCrossed()) throw error
      await this.#flush(ask, markers, timing)
      return this.#exchange(ask, timing)
    }
  }

  /** Makes sure that no earlier answer can be taken for the answer to a request. */
  async #flush<A>(ask: MeterAsk<F, A>, markers: Markers<F>, timing: LineTiming): Promise<void> {
    let left = mostMarkers
    for (const marker of markers()) {
      if (left === 0 || !this.#record.isDoubtful(ask, this.#now())) break
      if (marker.key === ask.key || this.#record.mayReturn(marker, this.#now())) continue
      await this.#exchange(marker, timing)
      left--
    }
    if (this.#record.isDoubtful(ask, this.#now())) throw timeoutFault(false)
  }

  /** Call before `askOnce`, which then only sends the request. */
  async prepare<A>(ask: MeterAsk<F, A>, markers: Markers<F>, timing: LineTiming): Promise<void> {
    await this.#flush(ask, markers, timing)
    await this.#pause()
    await this.#wire.renew(true)
  }

  /** As `ask`, for a request that must not be repeated. `mayStart` is called immediately before the first byte. */
  async askOnce<A>(ask: MeterAsk<F, A>, timing: LineTiming, mayStart: () => boolean): Promise<A | 'expired'> {
    if (!mayStart()) return 'expired'
    return this.#exchange(ask, timing)
  }

  /** Waits for the configured pause between two requests. Throws 1722 if the line is closed meanwhile. */
  async #pause(): Promise<void> {
    const left = this.#freeAt - this.#now()
    if (left <= 0) return
    await setTimeout(left, undefined, { signal: this.#end.signal }).catch(() => {
      throw closedFault()
    })
  }

  async #exchange<A>(ask: MeterAsk<F, A>, timing: LineTiming): Promise<A> {
    await this.#pause()
    await this.#wire.renew(false)
    // Bytes that arrived without a request answer none.
    this.#wire.take()
    this.#rest = Buffer.alloc(0)
    this.#wire.send(ask.bytes)
    this.#record.sent(ask, this.#now())
    try {
      const { answer, isExact } = await this.#hear(ask, timing)
      this.#record.answered(ask, isExact)
      this.#wire.answered()
      this.#timeouts = 0
      return answer
    } finally {
      this.#freeAt = this.#now() + timing.waitMs
    }
  }

  async #hear<A>(ask: MeterAsk<F, A>, { timeoutMs, fragmentMs }: LineTiming): Promise<Accepted<A>> {
    const until = this.#now() + timeoutMs
    let isQuiet = false
    let isDamaged = false
    let heardBytes = 0
    for (;;) {
      const found = this.#find(this.#rest, isQuiet)
      this.#rest = found.rest
      isDamaged ||= found.isDamaged
      const accepted = found.frame && ask.accept(found.frame)
      if (accepted) return accepted
      if (found.frame) continue
      const hasStarted = this.#rest.length > 0
      const now = this.#now()
      const end = hasStarted ? Math.max(until, Math.min(now + fragmentMs, until + timeoutsToEnd * timeoutMs)) : until
      if (end <= now) throw isDamaged ? damagedFault() : timeoutFault(++this.#timeouts >= timeoutsUntilBroken)
      const patience = hasStarted ? Math.min(fragmentMs, end - now) : end - now
      isQuiet = !(await this.#wire.hears(patience))
      const taken = this.#wire.take()
      heardBytes += taken.length
      if (heardBytes > maxBytes) throw new DriverFault(1712, 'the line is never silent', true)
      this.#rest = Buffer.concat([this.#rest, taken])
    }
  }
}
