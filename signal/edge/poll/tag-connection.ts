// One connection to a device of tags: the device itself sends changes of watched tags; writes and queries run one at a
// time. It runs until `stop` and never throws: faults become the codes of the signals. [S8]
import canonicalize from 'canonicalize'
import type { GatewaySignal } from '../../../contract/gateway-config.ts'
import { exactEngineering } from '../../../core/scaling.ts'
import { type CheckedDriver, pointOf } from '../../../drivers/check-driver.ts'
import {
  DriverFault,
  type TagAbout,
  type TagListener,
  type TagOpener,
  type TagReading,
  type TagSession,
} from '../../../drivers/driver.ts'
import { backOff, nextDue } from '../schedule.ts'
import {
  asFault,
  type ConnectionDeps,
  isCertain,
  readBackPauseMs,
  readBackTries,
  unconfirmedFault,
  writeOnlyOutcome,
} from './connection.ts'
import { countFault, type Health, newHealth } from './health.ts'
import {
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
import { isSameRaw } from './same-raw.ts'
import { tagValue, toEngineering } from './scale.ts'

/** One driver of the connection. */
type TagUnit = {
  checked: CheckedDriver<TagAbout>
  signals: ReadonlyMap<number, GatewaySignal>
  health: Health
}

/**
 * A readable signal. `held` is the last reading that the device sent: while the connection is alive it counts as read
 * again at each period, as if polled. `refused`: the device does not watch it now.
 */
type Tag = {
  unit: TagUnit
  signal: GatewaySignal
  periodMs: number
  dueAt: number
  held: { reading: TagReading; at: number } | undefined
  refused: boolean
}

type Deps = Omit<ConnectionDeps, 'opener'> & { opener: TagOpener; home: string }

export class TagConnection {
  readonly key: string
  readonly units: readonly TagUnit[]
  readonly #tags: readonly Tag[]
  readonly #byId: ReadonlyMap<number, Tag>
  readonly #deps: Deps
  readonly #queue: Queue<TagUnit, TagSession>
  #session: TagSession | undefined
  /** Why the session ended, until the queue has handled it. */
  #ended: DriverFault | undefined
  #isWatched = false
  #failures = 0
  #openAfter = 0
  #retryAt = Number.POSITIVE_INFINITY

  constructor(key: string, drivers: readonly CheckedDriver<TagAbout>[], deps: Deps) {
    this.key = key
    this.#deps = deps
    this.units = drivers.map((checked) => ({
      checked,
      signals: new Map(checked.driver.signals.map((signal) => [signal.id, signal])),
      health: newHealth(),
    }))
    this.#tags = this.units.flatMap((unit) => tagsOf(unit, deps.now()))
    this.#byId = new Map(this.#tags.map((tag) => [tag.signal.id, tag]))
    this.#queue = new Queue({
      execute: (write) => this.#execute(write),
      answer: (single) => this.#answer(single),
      turn: () => this.#turn(),
      close: async () => this.#session?.close(),
    })
  }

  get isOpen(): boolean {
    return this.#session !== undefined
  }

  /** Whether the session belongs to a driver with these parameters. */
  isBy(params: object): boolean {
    return this.units.some(({ checked }) => canonicalize(checked.params) === canonicalize(params))
  }

  start(): void {
    this.#queue.start()
  }

  /** Frees the socket and every timer; queued writes are refused. May be called twice. */
  stop(): Promise<void> {
    return this.#queue.stop()
  }

  /** Sends one query, after the writes. It changes no reading and no count. Rejects with a `DriverFault`. */
  once<T>(order: Single<TagSession, T>): Promise<SingleAnswer<T>> {
    return this.#queue.once(order)
  }

  write(order: WriteOrder): Promise<WriteOutcome> {
    const unit = this.units.find(({ signals }) => signals.has(order.signalId))
    if (!unit) throw new Error(`signal ${order.signalId} is not of this connection`)
    return this.#queue.write({ ...order, unit })
  }

  /** Runs the action that is due, or sleeps until one is. */
  async #turn(): Promise<void> {
    const { now } = this.#deps
    if (this.#ended) return this.#fail(this.#ended)
    if (this.#tags.length === 0) return this.#queue.sleep(Number.POSITIVE_INFINITY, true)
    if (!this.#isWatched) {
      const wait = this.#session ? 0 : this.#openAfter - now()
      return wait > 0 ? this.#queue.sleep(wait, true) : this.#watch(this.#tags)
    }
    if (this.#retryAt <= now()) return this.#watch(this.#tags.filter(({ refused }) => refused))
    this.#confirm()
    await this.#queue.sleep(Math.min(this.#retryAt, ...this.#tags.map(({ dueAt }) => dueAt)) - now(), true)
  }

  /** Asks the device to watch these tags; refused ones are retried later. */
  async #watch(tags: readonly Tag[]): Promise<void> {
    const { now, values, pace } = this.#deps
    try {
      for (const unit of this.units) {
        const own = tags.filter((tag) => tag.unit === unit)
        if (own.length === 0) continue
        const session = await this.#open(unit.checked.params)
        const watched = own.map(({ signal, periodMs }) => ({ point: pointOf(signal), periodMs }))
        const refused = await session.watch(watched, unit.checked.params, this.#listener(session))
        unit.health.requests++
        for (const tag of own) {
          const fault = refused.get(tag.signal.id)
          tag.refused = fault !== undefined
          if (!fault) continue
          values.fault(tag.signal.id, fault.code, now())
          countFault(unit.health, fault, now())
        }
      }
      this.#isWatched = true
      this.#failures = 0
      const isAnyRefused = this.#tags.some(({ refused }) => refused)
      this.#retryAt = isAnyRefused ? now() + pace.refusedRetryMs : Number.POSITIVE_INFINITY
    } catch (error) {
      if (!this.#queue.signal.aborted) await this.#fail(asFault(error))
    }
  }

  /** Ignores messages of an older session. */
  #listener(session: TagSession): TagListener {
    return {
      onReading: (id, reading) => {
        const tag = this.#byId.get(id)
        if (!tag || this.#session !== session) return
        const now = this.#deps.now()
        // The first reading of a session is the current value; later ones carry their age, but never precede an earlier
        // one.
        const at = tag.held && 'agoMs' in reading ? Math.max(tag.held.at, now - Math.max(0, reading.agoMs)) : now
        this.#take(tag, reading, at)
        tag.unit.health.requests++
        const fault = 'fault' in reading ? reading.fault : reading.doubt
        if (fault) {
          tag.unit.health.errors++
          tag.unit.health.fault = { code: fault.code, text: fault.message, at: now }
        }
      },
      onEnd: (fault) => {
        if (this.#session !== session) return
        this.#ended = fault
        this.#queue.wake()
      },
    }
  }

  #take(tag: Tag, reading: TagReading, at: number): void {
    const { values } = this.#deps
    tag.held = { reading, at }
    try {
      const value = toEngineering(tag.signal, tagValue(tag.signal, reading))
      values.put(tag.signal.id, value, at, 'doubt' in reading ? reading.doubt?.code : undefined)
    } catch (error) {
      values.fault(tag.signal.id, asFault(error).code, at)
    }
  }

  /** The device is alive and sent nothing new: repeats the last readings that are due. */
  #confirm(): void {
    const now = this.#deps.now()
    for (const tag of this.#tags) {
      if (tag.dueAt > now) continue
      tag.dueAt = nextDue(tag.dueAt, tag.periodMs, now)
      if (tag.held) this.#take(tag, tag.held.reading, now)
    }
  }

  /** Marks every signal as faulty until the next connection. */
  async #fail(fault: DriverFault): Promise<void> {
    const { now, values } = this.#deps
    for (const { health } of this.units) countFault(health, fault, now())
    await this.#drop(fault)
    for (const tag of this.#tags) {
      tag.held = undefined
      values.fault(tag.signal.id, fault.code, now())
    }
  }

  async #drop(fault: DriverFault): Promise<void> {
    const { now, random, pace, log } = this.#deps
    this.#failures++
    // Log only the first failure in a row.
    if (this.#failures === 1)
      log(`driver ${this.units[0]!.checked.driver.id}: ${this.key}: ${fault.message} (${fault.code})`)
    this.#openAfter = now() + backOff(this.#failures, pace.backOffMs, pace.backOffMaxMs, random)
    await this.#leave()
  }

  async #leave(): Promise<void> {
    const session = this.#session
    this.#session = undefined
    this.#ended = undefined
    this.#isWatched = false
    await session?.close()
  }

  /** The open session, or a new one, which watches nothing yet. Throws a `DriverFault`. */
  async #open(params: object): Promise<TagSession> {
    if (this.#session && !this.#session.isOpen) await this.#leave()
    if (this.#queue.signal.aborted) throw stoppedFault()
    if (this.#session) return this.#session
    const drivers = this.units.map(({ checked: { driver } }) => ({
      id: driver.id,
      points: driver.signals.map(pointOf),
    }))
    const session = await this.#deps.opener.open(params, this.#queue.signal, this.#deps.home, drivers)
    if (this.#queue.signal.aborted) {
      await session.close()
      throw stoppedFault()
    }
    for (const tag of this.#tags) tag.held = undefined
    this.#session = session
    return session
  }

  async #answer({ resolve, reject, isWanted, ask, params }: QueuedSingle<TagSession>): Promise<void> {
    if (!isWanted()) return reject(new DriverFault(1711, 'its turn did not come in time'))
    try {
      const session = await this.#open(params)
      const from = this.#deps.now()
      const answer = (await ask(session)) as never
      resolve({ answer, tookMs: Math.round(this.#deps.now() - from) })
    } catch (error) {
      const fault = asFault(error)
      if (fault.broken) await this.#leave()
      reject(this.#queue.signal.aborted ? reconfiguredFault() : fault)
    }
  }

  async #execute(write: UnitWrite<TagUnit>): Promise<WriteOutcome> {
    const { unit, signalId, raw, mayStart } = write
    const { params } = unit.checked
    const signal = unit.signals.get(signalId)!
    try {
      const session = await this.#open(params).catch((error: unknown) => asFault(error))
      if (session instanceof DriverFault) {
        countFault(unit.health, session, this.#deps.now())
        return { kind: 'refused', fault: session }
      }
      const answer = await session.write(pointOf(signal), raw, params, mayStart)
      if (answer.kind === 'expired') return { kind: 'expired' }
      if (answer.kind === 'unsent') {
        countFault(unit.health, answer.fault, this.#deps.now())
        if (answer.fault.broken) await this.#fail(answer.fault)
        return { kind: 'refused', fault: answer.fault }
      }
      unit.health.requests++
      if (signal.access === 'w') return writeOnlyOutcome(answer)
      const outcome = await this.#readBack(session, write)
      const isOpen = answer.kind === 'accepted' && outcome.kind === 'written' && !outcome.same
      return isOpen ? { kind: 'unknown', fault: unconfirmedFault() } : outcome
    } catch (error) {
      const fault = asFault(error)
      if (fault.code < 2000) countFault(unit.health, fault, this.#deps.now())
      if (isCertain(fault)) return { kind: 'refused', fault }
      await this.#fail(fault)
      return { kind: 'unknown', fault }
    }
  }

  /** Reads until the written value appears, a few times: a device may take a moment. */
  async #readBack(session: TagSession, { unit, signalId, raw }: UnitWrite<TagUnit>): Promise<WriteOutcome> {
    const signal = unit.signals.get(signalId)!
    for (let tries = 1; ; tries++) {
      const [reading] = await session
        .read([pointOf(signal)], unit.checked.params)
        .catch((error: unknown) => [{ fault: asFault(error) }])
      unit.health.requests++
      if (!reading || 'fault' in reading) {
        const fault = reading?.fault ?? new DriverFault(1719, 'nothing was read back')
        countFault(unit.health, fault, this.#deps.now())
        if (fault.broken) await this.#fail(fault)
        return { kind: 'unread', fault }
      }
      const same = isSameRaw(signal.dataType, reading.value, raw)
      if (same || tries === readBackTries) {
        const tag = this.#byId.get(signalId)
        if (tag) this.#take(tag, reading, this.#deps.now())
        return { kind: 'written', value: exactEngineering(signal, reading.value) ?? reading.value, same }
      }
      await this.#queue.sleep(readBackPauseMs, false)
    }
  }
}

/** The readable signals of a driver. */
function tagsOf(unit: TagUnit, now: number): Tag[] {
  const { about, params, driver } = unit.checked
  const { collectMs } = about.timing(params)
  return driver.signals
    .filter(({ access }) => access !== 'w')
    .map((signal) => ({
      unit,
      signal,
      periodMs: signal.periodMs ?? collectMs,
      dueAt: now,
      held: undefined,
      refused: false,
    }))
}
