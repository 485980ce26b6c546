// A connection whose blocks are polled: reads what is due, once more on a new session where the device closes sessions
// early. [S8]
import { exactEngineering } from '../../../core/scaling.ts'
import { type CheckedDriver, pointOf } from '../../../drivers/check-driver.ts'
import type { BlockAbout, DriverFault, Opener, Session, WriteAnswer } from '../../../drivers/driver.ts'
import { isAddressRefusal } from '../schedule.ts'
import { countDivision, countFault } from './health.ts'
import { asFault, PlcConnection, type PlcDeps, readBackPauseMs, readBackTries } from './plc-connection.ts'
import type { Single, SingleAnswer, UnitWrite, WriteOutcome } from './queue.ts'
import type { Task, Unit } from './task.ts'
import { createUnit, faultAll, nextTask, onFault, onRead, readValue, readyAt, readyWith, timingOf } from './unit.ts'

export type ConnectionDeps = PlcDeps & { opener: Opener }

// The connection returned nothing. Any other code is an answer, also that of a Modbus gateway whose unit is silent.
const noAnswer = 1714
// A device that closes its connection after at most this many answers is reconnected before the next request.
const fewAnswers = 3
const goodByeMs = 200

/** The device refuses a block of several points, perhaps only for an address between them: no variable has a fault yet. */
const isDivided = ({ block }: Task, { code }: DriverFault): boolean => isAddressRefusal(code) && block.points.length > 1

export class Connection extends PlcConnection<Unit, Session, ConnectionDeps> {
  /** Number of answers on the current session. */
  #answers = 0
  #answeredAt = 0
  #closesAfter = Number.POSITIVE_INFINITY
  #wasAway = false

  constructor(key: string, drivers: readonly CheckedDriver<BlockAbout>[], deps: ConnectionDeps) {
    super(
      key,
      drivers.map((driver) => createUnit(driver, deps.now())),
      deps,
    )
  }

  /** Every request has its own parameters, so the session serves each driver of the line. */
  takesQueryOf(_params: object): boolean {
    return true
  }

  protected async turn(): Promise<void> {
    const task = nextTask(this.units, this.deps.now())
    const at = task ? Math.max(readyAt(task), this.session ? 0 : this.openAfter) : Number.POSITIVE_INFINITY
    const wait = at - this.deps.now()
    if (wait > 0) await this.queue.sleep(wait, true)
    else if (task) await this.#read(task)
  }

  async #read(task: Task): Promise<void> {
    const { values, now } = this.deps
    try {
      const answers = await this.#readAnew(task)
      this.onAnswer()
      this.failures = 0
      for (const [each, answer] of answers) {
        if (answer instanceof Uint8Array) onRead(each, answer, now(), values)
        else this.#onRefusal(each, answer)
      }
    } catch (error) {
      if (this.queue.signal.aborted) return
      const fault = asFault(error)
      const wasOpen = this.isOpen
      if (!fault.broken && fault.code !== noAnswer) this.onAnswer()
      // Without a session it was opening that failed: the next attempt must wait, whatever the fault.
      if (fault.broken || !wasOpen) await this.drop(task.unit.checked.driver.id, fault)
      if (wasOpen) this.#onRefusal(task, fault)
      else {
        countFault(task.unit.health, fault, now())
        for (const unit of this.units) faultAll(unit, fault.code, now(), values)
      }
    }
    await this.queue.sleep(timingOf(task.unit).waitMs, false)
  }

  #onRefusal(task: Task, fault: DriverFault): void {
    const { values, now, pace, random } = this.deps
    if (isDivided(task, fault)) countDivision(task.unit.health)
    else countFault(task.unit.health, fault, now())
    const silentUnits = this.units.filter(({ silences }) => silences > 0).length
    onFault(task, fault, { now: now(), values, pace, random, silentUnits })
  }

  /**
   * The answers to a task, and to the other ready ones where the session reads many. Reads once more on a new connection
   * if the device closed one that had answered before.
   */
  async #readAnew(task: Task): Promise<[Task, Uint8Array | DriverFault][]> {
    const { params } = task.unit.checked
    for (let isLast = false; ; isLast = true) {
      const session = await this.open(params)
      try {
        if (!session.readMany) return [[task, await session.read(task.block, params)]]
        const tasks = readyWith(task, this.deps.now())
        const answers = await session.readMany(
          tasks.map(({ block }) => block),
          params,
        )
        return tasks.map((each, at) => [each, answers[at]!])
      } catch (error) {
        const fault = asFault(error)
        const isClosed = fault.broken && fault.code === 1722 && this.#answers > 0
        if (isLast || !isClosed || this.queue.signal.aborted) throw error
        this.#learnClosing()
        await this.leave()
      }
    }
  }

  /** Asks once more on a new connection if the device closed the one that was open. */
  protected async askFor<T>(order: Single<Session, T>): Promise<SingleAnswer<T>> {
    for (let isLast = !this.session; ; isLast = true) {
      try {
        return await this.askOnce(order)
      } catch (error) {
        const fault = asFault(error)
        if (!fault.broken && fault.code !== noAnswer) this.onAnswer()
        // Polling may reconnect immediately: the back-off after its own faults does not apply here.
        if (fault.broken) await this.leave()
        if (isLast || this.queue.signal.aborted || !fault.broken || fault.code !== 1722) throw fault
      }
    }
  }

  protected rest(): Promise<void> {
    return this.queue.sleep(Math.max(0, ...this.units.map((unit) => timingOf(unit).waitMs)), false)
  }

  protected onAnswer(): void {
    this.#answers++
    this.#answeredAt = this.deps.now()
  }

  /** Leaves a session that the device has closed, or usually closes after this many answers. */
  protected async leaveClosed(): Promise<void> {
    const session = this.session
    if (!session || this.#answers === 0) return
    // Give a close that followed the last answer a chance to arrive.
    await new Promise((resolve) => setImmediate(resolve))
    // Still open long after its last answer: the device does not close connections, whatever it did before.
    if (session.isOpen && this.deps.now() > this.#answeredAt + goodByeMs) this.#closesAfter = Number.POSITIVE_INFINITY
    if (session.isOpen && this.#answers < this.#closesAfter) return
    if (!session.isOpen) this.#learnClosing()
    this.session = undefined
    await session.close()
  }

  /** Closing after more than a few answers is not treated as a habit of the device. */
  #learnClosing(): void {
    this.#closesAfter = this.#answers <= fewAnswers ? this.#answers : Number.POSITIVE_INFINITY
  }

  protected async dial(params: object): Promise<Session> {
    try {
      const session = await this.deps.opener.open(params, this.queue.signal)
      this.#answers = 0
      // The device was away: read everything again, also the blocks that it refused before.
      if (this.#wasAway) for (const { tasks } of this.units) for (const task of tasks) task.dueAt = this.deps.now()
      this.#wasAway = false
      return session
    } catch (error) {
      this.#wasAway = true
      throw error
    }
  }

  protected lose(fault: DriverFault, unit: Unit): Promise<void> {
    return this.drop(unit.checked.driver.id, fault)
  }

  /**
   * Sends a write; if the connection turns out to be closed, reconnects once. Throws faults after which the device may
   * have received it.
   */
  protected async send({ unit, signalId, raw, mayStart }: UnitWrite<Unit>): Promise<WriteAnswer> {
    const { about, params, driver } = unit.checked
    const signal = unit.signals.get(signalId)!
    for (let isLast = false; ; isLast = true) {
      let answer: WriteAnswer
      try {
        // A user waits: skip the back-off before a new connection.
        const session = await this.open(params)
        const request = about.encode(pointOf(signal), raw, params)
        answer = await session.write(request, params, mayStart)
      } catch (error) {
        const fault = asFault(error)
        if (this.session) throw fault
        answer = { kind: 'unsent', fault }
        isLast = true
      }
      if (answer.kind === 'unsent') countFault(unit.health, answer.fault, this.deps.now())
      if (answer.kind === 'done' || answer.kind === 'accepted' || answer.kind === 'altered') unit.health.requests++
      if (answer.kind !== 'unsent') this.onAnswer()
      else if (answer.fault.broken) await this.drop(driver.id, answer.fault)
      if (isLast || answer.kind !== 'unsent' || !answer.fault.broken || this.queue.signal.aborted) return answer
    }
  }

  /** Reads the value back; reconnects once, as the device may have closed the connection after the write. */
  protected async readBack(write: UnitWrite<Unit>): Promise<WriteOutcome> {
    for (let isLast = false; ; isLast = true) {
      try {
        return await this.#readOnce(await this.open(write.unit.checked.params), write)
      } catch (error) {
        const fault = asFault(error)
        countFault(write.unit.health, fault, this.deps.now())
        if (fault.broken) await this.drop(write.unit.checked.driver.id, fault)
        if (isLast || !fault.broken || this.queue.signal.aborted) return { kind: 'unread', fault }
      }
    }
  }

  async #readOnce(session: Session, { unit, signalId, raw }: UnitWrite<Unit>): Promise<WriteOutcome> {
    const { about, params } = unit.checked
    const signal = unit.signals.get(signalId)!
    const point = pointOf(signal)
    const block = about.plan([point], params)[0]!
    const asked = about.encode(point, raw, params).bytes
    const { waitMs } = timingOf(unit)
    for (let tries = 1; ; tries++) {
      await this.queue.sleep(waitMs, false)
      const bytes = await session.read(block, params)
      this.onAnswer()
      unit.health.requests++
      const back = about.decode(point, block, bytes, params)
      // Compared in the encoding of the device, so that rounding and padding make no difference.
      const same = Buffer.compare(about.encode(point, back, params).bytes, asked) === 0
      if (same || tries === readBackTries) {
        const value = readValue(unit, signalId, block, bytes)
        this.deps.values.put(signalId, value, this.deps.now())
        return { kind: 'written', value: exactEngineering(signal, back) ?? value, same }
      }
      await this.queue.sleep(readBackPauseMs, false)
    }
  }
}
