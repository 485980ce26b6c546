// One connection to a device or line, whatever it reads: one request at a time, writes before reads, automatic
// reconnection. It runs until `stop` and never throws: faults become the codes of the signals. [S8] The two kinds differ
// in reading: blocks are polled (connection.ts), tags are sent by the device (tag-connection.ts).
import type { GatewaySignal } from '../../../contract/gateway-config.ts'
import { type DeviceClock, DriverFault, type WriteAnswer } from '../../../drivers/driver.ts'
import { backOff, type Pace } from '../schedule.ts'
import type { Values } from '../values.ts'
import { countFault, type Health } from './health.ts'
import {
  busyFault,
  Queue,
  type QueuedSingle,
  reconfiguredFault,
  type Single,
  type SingleAnswer,
  stoppedFault,
  type UnitWrite,
  type WriteOrder,
  type WriteOutcome,
} from './queue.ts'

export type PlcDeps = {
  values: Values
  now: () => number
  random: () => number
  pace: Pace
  log: (message: string) => void
}

/** One driver on the connection. */
export type PlcUnit = {
  checked: { driver: { id: number }; params: object }
  signals: ReadonlyMap<number, GatewaySignal>
  health: Health
}

type PlcSession = { readonly isOpen: boolean; readonly clock?: DeviceClock | undefined; close(): Promise<void> }

// A PLC program may take a cycle or two before a written value can be read back.
export const readBackTries = 3
export const readBackPauseMs = 50
// Codes after which it is certain that the device did not execute the write: exceptions 01-04 and 06; no permission.
const certain: readonly number[] = [1711, 1715, 1716, 1717, 1718, 1720, 1721, 1745]

export abstract class PlcConnection<U extends PlcUnit, S extends PlcSession, D extends PlcDeps> {
  readonly key: string
  readonly units: readonly U[]
  protected readonly deps: D
  protected readonly queue: Queue<U, S>
  protected session: S | undefined
  /** Lost sessions in a row. */
  protected failures = 0
  /** Reads do not connect before this time. */
  protected openAfter = 0

  constructor(key: string, units: readonly U[], deps: D) {
    this.key = key
    this.units = units
    this.deps = deps
    this.queue = new Queue({
      execute: (write) => this.#execute(write),
      answer: (single) => this.#answer(single),
      turn: () => this.turn(),
      close: async () => this.session?.close(),
    })
  }

  get isOpen(): boolean {
    return this.session !== undefined
  }

  /** The device's clock, if the device reports times. */
  get clock(): DeviceClock | undefined {
    return this.session?.clock
  }

  start(): void {
    this.queue.start()
  }

  /** Frees the socket and every timer; queued writes are refused. May be called twice. */
  stop(): Promise<void> {
    return this.queue.stop()
  }

  /** Sends one query, after the writes and before the reads. It changes no reading. Rejects with a `DriverFault`. */
  once<T>(order: Single<S, T>): Promise<SingleAnswer<T>> {
    return this.queue.once(order)
  }

  /** Queues a write before all reads, after earlier writes. */
  write(order: WriteOrder): Promise<WriteOutcome> {
    const unit = this.units.find(({ signals }) => signals.has(order.signalId))
    if (!unit) throw new Error(`signal ${order.signalId} is not of this connection`)
    return this.queue.write({ ...order, unit })
  }

  /** Reads what is due, or sleeps until something is. Never throws. */
  protected abstract turn(): Promise<void>

  /** Opens a session. Throws a `DriverFault`. */
  protected abstract dial(params: object): Promise<S>

  /** Leaves the present session if it cannot be used any more. */
  protected abstract leaveClosed(): Promise<void>

  /** Answers a query by `ask`; how often it is repeated is the reader's. Throws a `DriverFault`. */
  protected abstract askFor<T>(order: Single<S, T>): Promise<SingleAnswer<T>>

  /**
   * Sends a write. `unsent`: nothing left the gateway, not even to a device that could not be reached. Throws faults
   * after which the device may have received it.
   */
  protected abstract send(write: UnitWrite<U>): Promise<WriteAnswer>

  /** Reads a value that was written. Never throws a `DriverFault`. */
  protected abstract readBack(write: UnitWrite<U>): Promise<WriteOutcome>

  /** After a fault on the session: closes it, so that no request that is still in the socket is delivered later. */
  protected abstract lose(fault: DriverFault, unit: U): Promise<void>

  /** The device has returned something on this session. */
  protected abstract onAnswer(): void

  /** Waits as long as the device needs between two requests. */
  protected abstract rest(): Promise<void>

  /** The open session, or a new one. Throws a `DriverFault`. */
  protected async open(params: object): Promise<S> {
    await this.leaveClosed()
    if (this.queue.signal.aborted) throw stoppedFault()
    if (this.session) return this.session
    const session = await this.dial(params)
    if (this.queue.signal.aborted) {
      await session.close()
      throw stoppedFault()
    }
    this.session = session
    return session
  }

  /** Leaves the session; the next one has to wait, longer after each failure. */
  protected async drop(driverId: number, fault: DriverFault): Promise<void> {
    const { now, random, pace, log } = this.deps
    this.failures++
    // Log only the first failure in a row.
    if (this.failures === 1) log(`driver ${driverId}: ${this.key}: ${fault.message} (${fault.code})`)
    this.openAfter = now() + backOff(this.failures, pace.backOffMs, pace.backOffMaxMs, random)
    await this.leave()
  }

  protected async leave(): Promise<void> {
    const session = this.session
    this.session = undefined
    await session?.close()
  }

  protected async askOnce<T>({ params, ask }: Single<S, T>): Promise<SingleAnswer<T>> {
    const session = await this.open(params)
    const from = this.deps.now()
    const answer = await ask(session)
    this.onAnswer()
    return { answer, tookMs: Math.round(this.deps.now() - from) }
  }

  async #answer({ resolve, reject, ...order }: QueuedSingle<S>): Promise<void> {
    if (!order.isWanted()) return reject(busyFault('its turn did not come in time'))
    try {
      resolve((await this.askFor(order)) as SingleAnswer<never>)
    } catch (error) {
      reject(this.queue.signal.aborted ? reconfiguredFault() : asFault(error))
    }
    await this.rest()
  }

  async #execute(write: UnitWrite<U>): Promise<WriteOutcome> {
    const { unit, signalId } = write
    try {
      const answer = await this.send(write)
      if (answer.kind === 'unsent') return { kind: 'refused', fault: answer.fault }
      if (answer.kind === 'expired') return { kind: 'expired' }
      if (unit.signals.get(signalId)!.access === 'w') return writeOnlyOutcome(answer)
      const outcome = await this.readBack(write)
      const isUnconfirmed = answer.kind === 'accepted' && outcome.kind === 'written' && !outcome.same
      return isUnconfirmed ? { kind: 'unknown', fault: unconfirmedFault() } : outcome
    } catch (error) {
      const fault = asFault(error)
      if (fault.code < 2000) countFault(unit.health, fault, this.deps.now())
      if (isCertain(fault)) return { kind: 'refused', fault }
      await this.lose(fault, unit)
      return { kind: 'unknown', fault }
    }
  }
}

/** The fault for anything that was thrown; 1721 if it is not a `DriverFault`. */
export const asFault = (error: unknown): DriverFault =>
  error instanceof DriverFault ? error : new DriverFault(1721, error instanceof Error ? error.message : String(error))

/** The fault of an accepted write that is not seen when read back. */
const unconfirmedFault = () => new DriverFault(1711, 'the device has accepted the write and does not show it yet')

/** The outcome of a write to a write-only signal: only the answer of the device is available. */
const writeOnlyOutcome = ({ kind }: WriteAnswer): WriteOutcome =>
  kind === 'accepted'
    ? { kind: 'unknown', fault: unconfirmedFault() }
    : { kind: 'written', value: null, same: kind === 'done' }

/** The device certainly did not execute the write; a value that cannot be encoded (2001, 2007) was never sent. */
const isCertain = (fault: DriverFault): boolean => !fault.broken && (certain.includes(fault.code) || fault.code > 2000)
