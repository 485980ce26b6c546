// Who waits for a turn on a connection: writes, then single questions, then what the connection does by itself; one at a
// time. Whoever waits when it stops is answered.
import type { Value } from '../../../core/data-type.ts'
import { DriverFault } from '../../../drivers/driver.ts'

/**
 * How a write ended. `refused`: nothing was written, the fault says why. `unknown`: sent, no clear answer, or accepted
 * and not seen when read back.
 * `unread`: the device took it, but could not be read back. `written`: `value` is what was read back, in engineering
 * units (null for what can only be written), `same` whether it is what was asked for.
 */
export type WriteOutcome =
  | { kind: 'expired' }
  | { kind: 'refused' | 'unknown' | 'unread'; fault: DriverFault }
  | { kind: 'written'; value: Value | null; same: boolean }

/** `raw` is in the device's scale. `mayStart` is asked at the last moment before the device is told to change anything. */
export type WriteOrder = { signalId: number; raw: Value; mayStart: () => boolean }

/** One question beside the polls, by parameters of its own. `isWanted` is asked when its turn comes. */
export type Single<S, T = unknown> = { params: object; ask: (session: S) => Promise<T>; isWanted: () => boolean }
export type SingleAnswer<T> = { answer: T; tookMs: number }

/** A write with the unit whose signal it is. */
export type UnitWrite<U> = WriteOrder & { unit: U }
type QueuedWrite<U> = UnitWrite<U> & { resolve: (outcome: WriteOutcome) => void }
export type QueuedSingle<S> = Single<S> & {
  resolve: (answer: SingleAnswer<never>) => void
  reject: (fault: DriverFault) => void
}

export const stopped = () => new DriverFault(1722, 'stopped', true)
/** The gateway, not the PLC, does not read now. */
export const busyFault = (reason: string) => new DriverFault(1711, reason)
export const reconfigured = () => busyFault('the configuration is being changed')

/** What a connection does when the turn comes; none of it throws. */
export type Acts<U, S> = {
  execute(write: UnitWrite<U>): Promise<WriteOutcome>
  /** Resolves or rejects the question. */
  answer(single: QueuedSingle<S>): Promise<void>
  /** What is due by itself, or sleeping until it is. */
  turn(): Promise<void>
  /** Closes the session; what is under way on it ends. Twice is fine. */
  close(): Promise<void>
}

export class Queue<U, S> {
  readonly #acts: Acts<U, S>
  readonly #abort = new AbortController()
  #writes: QueuedWrite<U>[] = []
  #singles: QueuedSingle<S>[] = []
  #wake: (() => void) | undefined
  #running: Promise<void> | undefined

  constructor(acts: Acts<U, S>) {
    this.#acts = acts
  }

  /** Aborted once it stops. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** Ends every sleep, closes the session and refuses whoever waits. Twice is fine. */
  async stop(): Promise<void> {
    this.#abort.abort()
    this.wake()
    await this.#acts.close()
    await this.#running
    for (const write of this.#writes.splice(0)) write.resolve({ kind: 'refused', fault: stopped() })
    for (const single of this.#singles.splice(0)) single.reject(reconfigured())
  }

  /** Behind the writes that came earlier. */
  write(order: UnitWrite<U>): Promise<WriteOutcome> {
    if (this.signal.aborted) return Promise.resolve({ kind: 'refused', fault: stopped() })
    return new Promise((resolve) => {
      this.#writes.push({ ...order, resolve })
      this.wake()
    })
  }

  /** Behind all writes. Rejects with a `DriverFault`. */
  once<T>(order: Single<S, T>): Promise<SingleAnswer<T>> {
    if (this.signal.aborted) return Promise.reject(reconfigured())
    return new Promise((resolve, reject) => {
      this.#singles.push({ ...order, resolve, reject })
      this.wake()
    })
  }

  /** `early`: a write, a question or `wake` ends it; a stop always does. */
  sleep(ms: number, early: boolean): Promise<void> {
    const { signal } = this
    if (ms <= 0 || signal.aborted || (early && this.#writes.length + this.#singles.length > 0)) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#wake = undefined
        resolve()
      }
      // Timers beyond 2^31 ms fire at once; an hour is long enough to look again.
      const timer = setTimeout(end, Math.min(ms, 3_600_000))
      this.#wake = () => (early || signal.aborted ? end() : undefined)
    })
  }

  /** Something else came up. */
  wake(): void {
    this.#wake?.()
  }

  async #run(): Promise<void> {
    while (!this.signal.aborted) {
      const write = this.#writes.shift()
      if (write) {
        write.resolve(await this.#acts.execute(write))
        continue
      }
      const single = this.#singles.shift()
      await (single ? this.#acts.answer(single) : this.#acts.turn())
    }
    await this.#acts.close()
  }
}
