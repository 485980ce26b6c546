// One connection to a device or line: one request at a time, writes before reads, automatic reconnection. It runs until
// `stop` and never throws: faults become the codes of the signals. [S8]
import { exactEngineering } from '../../../core/scaling.ts'
import { type CheckedDriver, pointOf } from '../../../drivers/check-driver.ts'
import { type BlockAbout, DriverFault, type Opener, type Session, type WriteAnswer } from '../../../drivers/driver.ts'
import { backOff, type Pace } from '../schedule.ts'
import type { Values } from '../values.ts'
import { countFault } from './health.ts'
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
import type { Task, Unit } from './task.ts'
import { createUnit, faultAll, nextTask, onFault, onRead, readValue, readyAt, timingOf } from './unit.ts'

export type ConnectionDeps = {
  opener: Opener
  values: Values
  now: () => number
  random: () => number
  pace: Pace
  log: (message: string) => void
}

// A PLC program may take a cycle or two before a written value can be read back.
export const readBackTries = 3
export const readBackPauseMs = 50
// The code of a missing answer. Any other code is an answer, including the code of a Modbus gateway whose unit is
// silent.
const noAnswer = 1714
// A device that closes its connection after at most this many answers is reconnected before the next request.
const fewAnswers = 3
const goodByeMs = 200
// Codes after which it is certain that the device did not execute the write: exceptions 01-04 and 06; no permission.
const certain: readonly number[] = [1711, 1715, 1716, 1717, 1718, 1720, 1721, 1745]

export class Connection {
  readonly key: string
  readonly units: readonly Unit[]
  readonly #deps: ConnectionDeps
  readonly #queue: Queue<Unit, Session>
  #session: Session | undefined
  /** Number of answers on the current session. */
  #answers = 0
  #answeredAt = 0
  #closesAfter = Number.POSITIVE_INFINITY
  #failures = 0
  #openAfter = 0
  #wasAway = false

  constructor(key: string, drivers: readonly CheckedDriver<BlockAbout>[], deps: ConnectionDeps) {
    this.key = key
    this.#deps = deps
    this.units = drivers.map((driver) => createUnit(driver, deps.now()))
    this.#queue = new Queue({
      execute: (write) => this.#execute(write),
      answer: (single) => this.#readSingle(single),
      turn: () => this.#turn(),
      close: async () => this.#session?.close(),
    })
  }

  get isOpen(): boolean {
    return this.#session !== undefined
  }

  start(): void {
    this.#queue.start()
  }

  /** Frees the socket and every timer; queued writes are refused. May be called twice. */
  stop(): Promise<void> {
    return this.#queue.stop()
  }

  /**
   * Sends one query, after the writes and before the polls. It changes no reading and no request count. Rejects with a
   * `DriverFault`.
   */
  once<T>(order: Single<Session, T>): Promise<SingleAnswer<T>> {
    return this.#queue.once(order)
  }

  /** Queues a write before all reads, after earlier writes. */
  write(order: WriteOrder): Promise<WriteOutcome> {
    const unit = this.units.find(({ signals }) => signals.has(order.signalId))
    if (!unit) throw new Error(`signal ${order.signalId} is not of this connection`)
    return this.#queue.write({ ...order, unit })
  }

  async #turn(): Promise<void> {
    const task = nextTask(this.units, this.#deps.now())
    const at = task ? Math.max(readyAt(task), this.#session ? 0 : this.#openAfter) : Number.POSITIVE_INFINITY
    const wait = at - this.#deps.now()
    if (wait > 0) await this.#queue.sleep(wait, true)
    else if (task) await this.#read(task)
  }

  async #read(task: Task): Promise<void> {
    const { values, now, pace, random } = this.#deps
    const { params } = task.unit.checked
    try {
      const bytes = await this.#readAnew(task, params)
      this.#answered()
      this.#failures = 0
      onRead(task, bytes, now(), values)
    } catch (error) {
      if (this.#queue.signal.aborted) return
      const fault = asFault(error)
      const wasOpen = this.isOpen
      countFault(task.unit.health, fault, now())
      if (!fault.broken && fault.code !== noAnswer) this.#answered()
      if (fault.broken) await this.#drop(task.unit.checked.driver.id, fault)
      const silentUnits = this.units.filter(({ silences }) => silences > 0).length
      if (wasOpen) onFault(task, fault, { now: now(), values, pace, random, silentUnits })
      else for (const unit of this.units) faultAll(unit, fault.code, now(), values)
    }
    await this.#queue.sleep(timingOf(task.unit).waitMs, false)
  }

  /** Reads once more on a new connection if the device closed one that had answered before. */
  async #readAnew({ block }: Task, params: object): Promise<Uint8Array> {
    for (let isLast = false; ; isLast = true) {
      const session = await this.#open(params)
      try {
        return await session.read(block, params)
      } catch (error) {
        const fault = asFault(error)
        const isClosed = fault.broken && fault.code === 1722 && this.#answers > 0
        if (isLast || !isClosed || this.#queue.signal.aborted) throw error
        this.#learnClosing()
        await this.#leave()
      }
    }
  }

  async #readSingle({ resolve, reject, isWanted, ...order }: QueuedSingle<Session>): Promise<void> {
    if (!isWanted()) return reject(busyFault('its turn did not come in time'))
    for (let isLast = !this.#session; ; isLast = true) {
      try {
        resolve(await this.#askOnce(order))
        break
      } catch (error) {
        const fault = asFault(error)
        if (!fault.broken && fault.code !== noAnswer) this.#answered()
        // Polling may reconnect immediately: the back-off after its own faults does not apply here.
        if (fault.broken) await this.#leave()
        const isStopped = this.#queue.signal.aborted
        if (!isLast && !isStopped && fault.broken && fault.code === 1722) continue
        reject(isStopped ? reconfiguredFault() : fault)
        break
      }
    }
    await this.#queue.sleep(Math.max(0, ...this.units.map((unit) => timingOf(unit).waitMs)), false)
  }

  async #askOnce({ params, ask }: Pick<Single<Session>, 'params' | 'ask'>): Promise<SingleAnswer<never>> {
    const session = await this.#open(params)
    const from = this.#deps.now()
    const answer = (await ask(session)) as never
    this.#answered()
    return { answer, tookMs: Math.round(this.#deps.now() - from) }
  }

  /** The open session, or a new one. Throws a `DriverFault`. */
  async #open(params: object): Promise<Session> {
    await this.#leaveClosed()
    if (this.#queue.signal.aborted) throw stoppedFault()
    if (this.#session) return this.#session
    const session = await this.#dial(params)
    if (this.#queue.signal.aborted) {
      await session.close()
      throw stoppedFault()
    }
    this.#answers = 0
    this.#session = session
    return session
  }

  #answered(): void {
    this.#answers++
    this.#answeredAt = this.#deps.now()
  }

  /** Leaves a session that the device has closed, or usually closes after this many answers. */
  async #leaveClosed(): Promise<void> {
    const session = this.#session
    if (!session || this.#answers === 0) return
    // Give a close that followed the last answer a chance to arrive.
    await new Promise((resolve) => setImmediate(resolve))
    // The session is still open long after its last answer, so this device does not close connections.
    if (session.isOpen && this.#deps.now() > this.#answeredAt + goodByeMs) this.#closesAfter = Number.POSITIVE_INFINITY
    if (session.isOpen && this.#answers < this.#closesAfter) return
    if (!session.isOpen) this.#learnClosing()
    this.#session = undefined
    await session.close()
  }

  /** Closing after more than a few answers is not treated as a habit of the device. */
  #learnClosing(): void {
    this.#closesAfter = this.#answers <= fewAnswers ? this.#answers : Number.POSITIVE_INFINITY
  }

  async #dial(params: object): Promise<Session> {
    try {
      const session = await this.#deps.opener.open(params, this.#queue.signal)
      // The device was away: read everything again, also the blocks that it refused before.
      if (this.#wasAway) for (const { tasks } of this.units) for (const task of tasks) task.dueAt = this.#deps.now()
      this.#wasAway = false
      return session
    } catch (error) {
      this.#wasAway = true
      throw error
    }
  }

  async #drop(driverId: number, fault: DriverFault): Promise<void> {
    const { now, random, pace, log } = this.#deps
    this.#failures++
    // Log only the first failure in a row.
    if (this.#failures === 1) log(`driver ${driverId}: ${this.key}: ${fault.message} (${fault.code})`)
    this.#openAfter = now() + backOff(this.#failures, pace.backOffMs, pace.backOffMaxMs, random)
    await this.#leave()
  }

  async #leave(): Promise<void> {
    const session = this.#session
    this.#session = undefined
    await session?.close()
  }

  async #execute(write: UnitWrite<Unit>): Promise<WriteOutcome> {
    const { checked } = write.unit
    try {
      const answer = await this.#send(write)
      if (answer.kind === 'unsent') return { kind: 'refused', fault: answer.fault }
      if (answer.kind === 'expired') return { kind: 'expired' }
      if (write.unit.signals.get(write.signalId)!.access === 'w') return writeOnlyOutcome(answer)
      return await this.#readBackAnew(write, answer)
    } catch (error) {
      const fault = asFault(error)
      if (fault.code < 2000) countFault(write.unit.health, fault, this.#deps.now())
      if (isCertain(fault)) return { kind: 'refused', fault }
      // A request that may still be in the socket must not be delivered later.
      await this.#drop(checked.driver.id, fault)
      return { kind: 'unknown', fault }
    }
  }

  /**
   * Sends a write; if the connection turns out to be closed, reconnects once. Throws faults after which the device may
   * have received it.
   */
  async #send({ unit, signalId, raw, mayStart }: UnitWrite<Unit>): Promise<WriteAnswer> {
    const { about, params, driver } = unit.checked
    const signal = unit.signals.get(signalId)!
    for (let isLast = false; ; isLast = true) {
      let answer: WriteAnswer
      try {
        // A user waits: skip the back-off before a new connection.
        const session = await this.#open(params)
        const request = about.encode(pointOf(signal), raw, params)
        answer = await session.write(request, params, mayStart)
      } catch (error) {
        const fault = asFault(error)
        if (this.#session) throw fault
        answer = { kind: 'unsent', fault }
        isLast = true
      }
      if (answer.kind === 'unsent') countFault(unit.health, answer.fault, this.#deps.now())
      if (answer.kind === 'done' || answer.kind === 'accepted' || answer.kind === 'altered') unit.health.requests++
      if (answer.kind !== 'unsent') this.#answered()
      else if (answer.fault.broken) await this.#drop(driver.id, answer.fault)
      if (isLast || answer.kind !== 'unsent' || !answer.fault.broken || this.#queue.signal.aborted) return answer
    }
  }

  /** Reads the value back; reconnects once, as the device may have closed the connection after the write. */
  async #readBackAnew(write: UnitWrite<Unit>, answer: WriteAnswer): Promise<WriteOutcome> {
    for (let isLast = false; ; isLast = true) {
      try {
        const outcome = await this.#readBack(await this.#open(write.unit.checked.params), write)
        const isOpen = answer.kind === 'accepted' && outcome.kind === 'written' && !outcome.same
        return isOpen ? { kind: 'unknown', fault: unconfirmedFault() } : outcome
      } catch (error) {
        const fault = asFault(error)
        countFault(write.unit.health, fault, this.#deps.now())
        if (fault.broken) await this.#drop(write.unit.checked.driver.id, fault)
        if (isLast || !fault.broken || this.#queue.signal.aborted) return { kind: 'unread', fault }
      }
    }
  }

  async #readBack(session: Session, { unit, signalId, raw }: UnitWrite<Unit>): Promise<WriteOutcome> {
    const { about, params } = unit.checked
    const signal = unit.signals.get(signalId)!
    const point = pointOf(signal)
    const block = about.plan([point], params)[0]!
    const asked = about.encode(point, raw, params).bytes
    const { waitMs } = timingOf(unit)
    for (let tries = 1; ; tries++) {
      await this.#queue.sleep(waitMs, false)
      const bytes = await session.read(block, params)
      this.#answered()
      unit.health.requests++
      const back = about.decode(point, block, bytes, params)
      // Compared in the encoding of the device, so that rounding and padding make no difference.
      const same = Buffer.compare(about.encode(point, back, params).bytes, asked) === 0
      if (same || tries === readBackTries) {
        const value = readValue(unit, signalId, block, bytes)
        this.#deps.values.put(signalId, value, this.#deps.now())
        return { kind: 'written', value: exactEngineering(signal, back) ?? value, same }
      }
      await this.#queue.sleep(readBackPauseMs, false)
    }
  }
}

/** The fault for anything that was thrown; 1721 if it is not a `DriverFault`. */
export const asFault = (error: unknown): DriverFault =>
  error instanceof DriverFault ? error : new DriverFault(1721, error instanceof Error ? error.message : String(error))

/** The fault of an accepted write that is not seen when read back. */
export const unconfirmedFault = () =>
  new DriverFault(1711, 'the device has accepted the write and does not show it yet')

/** The outcome of a write to a write-only signal: only the answer of the device is available. */
export const writeOnlyOutcome = ({ kind }: WriteAnswer): WriteOutcome =>
  kind === 'accepted'
    ? { kind: 'unknown', fault: unconfirmedFault() }
    : { kind: 'written', value: null, same: kind === 'done' }

/** The device certainly did not execute the write; a value that cannot be encoded (2001, 2007) was never sent. */
export const isCertain = (fault: DriverFault): boolean =>
  !fault.broken && (certain.includes(fault.code) || fault.code > 2000)
