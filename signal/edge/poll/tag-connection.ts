// A connection whose device itself sends changes of watched tags; between them the last readings are repeated. [S8]
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
  type WriteAnswer,
} from '../../../drivers/driver.ts'
import { nextDue } from '../schedule.ts'
import { countFault, newHealth } from './health.ts'
import { asFault, PlcConnection, type PlcDeps, type PlcUnit, readBackPauseMs, readBackTries } from './plc-connection.ts'
import type { Single, SingleAnswer, UnitWrite, WriteOutcome } from './queue.ts'
import { isSameRaw } from './same-raw.ts'
import { tagValue, toEngineering } from './scale.ts'

/** One driver of the connection. */
type TagUnit = PlcUnit & { checked: CheckedDriver<TagAbout> }

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

/** `home`: a folder of the gateway that the driver may create and use. */
type TagDeps = PlcDeps & { opener: TagOpener; home: string }

export class TagConnection extends PlcConnection<TagUnit, TagSession, TagDeps> {
  readonly #tags: readonly Tag[]
  readonly #byId: ReadonlyMap<number, Tag>
  /** Why the session ended, until the queue has handled it. */
  #ended: DriverFault | undefined
  #isWatched = false
  #retryAt = Number.POSITIVE_INFINITY

  constructor(key: string, drivers: readonly CheckedDriver<TagAbout>[], deps: TagDeps) {
    super(
      key,
      drivers.map((checked) => ({
        checked,
        signals: new Map(checked.driver.signals.map((signal) => [signal.id, signal])),
        health: newHealth(),
      })),
      deps,
    )
    this.#tags = this.units.flatMap((unit) => tagsOf(unit, deps.now()))
    this.#byId = new Map(this.#tags.map((tag) => [tag.signal.id, tag]))
  }

  /** Whether the session belongs to a driver with these parameters. */
  isBy(params: object): boolean {
    return this.units.some(({ checked }) => canonicalize(checked.params) === canonicalize(params))
  }

  protected async turn(): Promise<void> {
    const { now } = this.deps
    if (this.#ended) return this.#fail(this.#ended)
    if (this.#tags.length === 0) return this.queue.sleep(Number.POSITIVE_INFINITY, true)
    if (!this.#isWatched) {
      const wait = this.session ? 0 : this.openAfter - now()
      return wait > 0 ? this.queue.sleep(wait, true) : this.#watch(this.#tags)
    }
    if (this.#retryAt <= now()) return this.#watch(this.#tags.filter(({ refused }) => refused))
    this.#confirm()
    await this.queue.sleep(Math.min(this.#retryAt, ...this.#tags.map(({ dueAt }) => dueAt)) - now(), true)
  }

  /** Asks the device to watch these tags; refused ones are retried later. */
  async #watch(tags: readonly Tag[]): Promise<void> {
    const { now, values, pace } = this.deps
    try {
      for (const unit of this.units) {
        const own = tags.filter((tag) => tag.unit === unit)
        if (own.length === 0) continue
        const session = await this.open(unit.checked.params)
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
      this.failures = 0
      const isAnyRefused = this.#tags.some(({ refused }) => refused)
      this.#retryAt = isAnyRefused ? now() + pace.refusedRetryMs : Number.POSITIVE_INFINITY
    } catch (error) {
      if (!this.queue.signal.aborted) await this.#fail(asFault(error))
    }
  }

  /** Ignores messages of an older session. */
  #listener(session: TagSession): TagListener {
    return {
      onReading: (id, reading) => {
        const tag = this.#byId.get(id)
        if (!tag || this.session !== session) return
        const now = this.deps.now()
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
        if (this.session !== session) return
        this.#ended = fault
        this.queue.wake()
      },
    }
  }

  #take(tag: Tag, reading: TagReading, at: number): void {
    const { values } = this.deps
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
    const now = this.deps.now()
    for (const tag of this.#tags) {
      if (tag.dueAt > now) continue
      tag.dueAt = nextDue(tag.dueAt, tag.periodMs, now)
      if (tag.held) this.#take(tag, tag.held.reading, now)
    }
  }

  /** Marks every signal as faulty until the next connection. */
  async #fail(fault: DriverFault): Promise<void> {
    const { now, values } = this.deps
    for (const { health } of this.units) countFault(health, fault, now())
    await this.drop(this.units[0]!.checked.driver.id, fault)
    for (const tag of this.#tags) {
      tag.held = undefined
      values.fault(tag.signal.id, fault.code, now())
    }
  }

  protected override async leave(): Promise<void> {
    this.#ended = undefined
    this.#isWatched = false
    await super.leave()
  }

  protected async leaveClosed(): Promise<void> {
    if (this.session && !this.session.isOpen) await this.leave()
  }

  /** The new session watches nothing yet. */
  protected async dial(params: object): Promise<TagSession> {
    const drivers = this.units.map(({ checked: { driver } }) => ({
      id: driver.id,
      points: driver.signals.map(pointOf),
    }))
    const session = await this.deps.opener.open(params, this.queue.signal, this.deps.home, drivers)
    for (const tag of this.#tags) tag.held = undefined
    return session
  }

  protected async askFor<T>(order: Single<TagSession, T>): Promise<SingleAnswer<T>> {
    try {
      return await this.askOnce(order)
    } catch (error) {
      const fault = asFault(error)
      if (fault.broken) await this.leave()
      throw fault
    }
  }

  protected onAnswer(): void {
    // The session itself notices when the device is silent for too long.
  }

  protected async rest(): Promise<void> {
    // A device of tags decides itself how many requests it takes.
  }

  protected lose(fault: DriverFault): Promise<void> {
    return this.#fail(fault)
  }

  protected async send({ unit, signalId, raw, mayStart }: UnitWrite<TagUnit>): Promise<WriteAnswer> {
    const { params } = unit.checked
    const session = await this.open(params).catch((error: unknown) => asFault(error))
    if (session instanceof DriverFault) {
      countFault(unit.health, session, this.deps.now())
      return { kind: 'unsent', fault: session }
    }
    const answer = await session.write(pointOf(unit.signals.get(signalId)!), raw, params, mayStart)
    if (answer.kind === 'unsent') {
      countFault(unit.health, answer.fault, this.deps.now())
      if (answer.fault.broken) await this.#fail(answer.fault)
    } else if (answer.kind !== 'expired') unit.health.requests++
    return answer
  }

  /** Reads until the written value appears, a few times: a device may take a moment. */
  protected async readBack({ unit, signalId, raw }: UnitWrite<TagUnit>): Promise<WriteOutcome> {
    const signal = unit.signals.get(signalId)!
    const session = this.session!
    for (let tries = 1; ; tries++) {
      const [reading] = await session
        .read([pointOf(signal)], unit.checked.params)
        .catch((error: unknown) => [{ fault: asFault(error) }])
      unit.health.requests++
      if (!reading || 'fault' in reading) {
        const fault = reading?.fault ?? new DriverFault(1719, 'nothing was read back')
        countFault(unit.health, fault, this.deps.now())
        if (fault.broken) await this.#fail(fault)
        return { kind: 'unread', fault }
      }
      const same = isSameRaw(signal.dataType, reading.value, raw)
      if (same || tries === readBackTries) {
        const tag = this.#byId.get(signalId)
        if (tag) this.#take(tag, reading, this.deps.now())
        return { kind: 'written', value: exactEngineering(signal, reading.value) ?? reading.value, same }
      }
      await this.queue.sleep(readBackPauseMs, false)
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
