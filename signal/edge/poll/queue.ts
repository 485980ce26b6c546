// The queue of a connection: writes, then single queries, then polls; one at a time. Everything queued when it stops is
// answered.
import type { Value } from '../../../core/data-type.ts'
import { DriverFault } from '../../../drivers/driver.ts'

/**
 * The outcome of a write. `refused`: nothing was written, the fault gives the reason. `unknown`: sent without a clear
 * answer, or accepted but not seen when read back. `unread`: the device accepted it, but reading back failed.
 * `written`: `value` is the value read back in engineering units (null for write-only signals), `same` whether it is
 * the requested one.
 */
export type WriteOutcome =
  | { kind: 'expired' }
  | { kind: 'refused' | 'unknown' | 'unread'; fault: DriverFault }
  | { kind: 'written'; value: Value | null; same: boolean }

/** `raw` is in the device's scale. `mayStart` is called immediately before the request is sent; false cancels it. */
export type WriteOrder = { signalId: number; raw: Value; mayStart: () => boolean }

/**
 * A single query with its own parameters. `isWanted` is called when the turn of the query comes; false skips the query.
 */
export type Single<S, T = unknown> = { params: object; ask: (session: S) => Promise<T>; isWanted: () => boolean }
/** `tookMs`: duration of the query. */
export type SingleAnswer<T> = { answer: T; tookMs: number }

/** A write, and the unit that has its signal. */
export type UnitWrite<U> = WriteOrder & { unit: U }
type QueuedWrite<U> = UnitWrite<U> & { resolve: (outcome: WriteOutcome) => void }
export type QueuedSingle<S> = Single<S> & {
  resolve: (answer: SingleAnswer<never>) => void
  reject: (fault: DriverFault) => void
}

export const stoppedFault = () => new DriverFault(1722, 'stopped', true)
/** The gateway, not the PLC, is busy. */
export const busyFault = (reason: string) => new DriverFault(1711, reason)
/** The fault of queued queries when the connection is replaced. */
export const reconfiguredFault = () => busyFault('the configuration is being changed')

/** The actions of a connection; none of them throws. */
type Acts<U, S> = {
  execute(write: UnitWrite<U>): Promise<WriteOutcome>
  /** Resolves or rejects the query. */
  answer(single: QueuedSingle<S>): Promise<void>
  /** Polls what is due, or sleeps until a poll is due. */
  turn(): Promise<void>
  /** Closes the session, which ends the running action. May be called twice. */
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

  /** A signal that is aborted when the queue stops. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** Ends every sleep, closes the session and refuses everything queued. May be called twice. */
  async stop(): Promise<void> {
    this.#abort.abort()
    this.wake()
    await this.#acts.close()
    await this.#running
    for (const write of this.#writes.splice(0)) write.resolve({ kind: 'refused', fault: stoppedFault() })
    for (const single of this.#singles.splice(0)) single.reject(reconfiguredFault())
  }

  /** Queues a write after earlier writes. */
  write(order: UnitWrite<U>): Promise<WriteOutcome> {
    if (this.signal.aborted) return Promise.resolve({ kind: 'refused', fault: stoppedFault() })
    return new Promise((resolve) => {
      this.#writes.push({ ...order, resolve })
      this.wake()
    })
  }

  /** Queues a query after all writes. Rejects with a `DriverFault`. */
  once<T>(order: Single<S, T>): Promise<SingleAnswer<T>> {
    if (this.signal.aborted) return Promise.reject(reconfiguredFault())
    return new Promise((resolve, reject) => {
      this.#singles.push({ ...order, resolve, reject })
      this.wake()
    })
  }

  /** Waits. `early`: a write, a query or `wake` ends it; `stop` always does. */
  sleep(ms: number, early: boolean): Promise<void> {
    const { signal } = this
    if (ms <= 0 || signal.aborted || (early && this.#writes.length + this.#singles.length > 0)) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#wake = undefined
        resolve()
      }
      // Timers beyond 2^31 ms fire immediately; an hour is long enough to check again.
      const timer = setTimeout(end, Math.min(ms, 3_600_000))
      this.#wake = () => (early || signal.aborted ? end() : undefined)
    })
  }

  /** Ends an `early` sleep because another action is due. */
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
