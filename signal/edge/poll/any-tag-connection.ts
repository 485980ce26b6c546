// A connection to a device of tags. The two kinds differ in reading: the device reports changes (tag-connection.ts), or the
// gateway polls (polled-tag-connection.ts). Writes, reading back and queries are the same.
import type { GatewaySignal } from '../../../contract/gateway-config.ts'
import { exactEngineering } from '../../../core/scaling.ts'
import { type CheckedDriver, pointOf } from '../../../drivers/check-driver.ts'
import {
  DriverFault,
  type TagAbout,
  type TagOpener,
  type TagReading,
  type TagSession,
  type WriteAnswer,
} from '../../../drivers/driver.ts'
import { countFault, newHealth } from './health.ts'
import { asFault, PlcConnection, type PlcDeps, type PlcUnit, readBackPauseMs, readBackTries } from './plc-connection.ts'
import type { Single, SingleAnswer, UnitWrite, WriteOutcome } from './queue.ts'
import { isSameRaw } from './same-raw.ts'
import { tagValue, toEngineering } from './scale.ts'

/** One driver of the connection. */
export type TagUnit = PlcUnit & { checked: CheckedDriver<TagAbout> }

/** A readable signal; `dueAt` is the time of its next reading. */
export type Tag = { readonly unit: TagUnit; readonly signal: GatewaySignal; readonly periodMs: number; dueAt: number }

/** `home`: a folder of the gateway that the driver may create and use. */
export type TagDeps = PlcDeps & { opener: TagOpener; home: string }

export abstract class AnyTagConnection extends PlcConnection<TagUnit, TagSession, TagDeps> {
  protected readonly readable: readonly Tag[]
  readonly #byId: ReadonlyMap<number, Tag>

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
    this.readable = this.units.flatMap((unit) => tagsOf(unit, deps.now()))
    this.#byId = new Map(this.readable.map((tag) => [tag.signal.id, tag]))
  }

  /** Whether the session can answer a query of a driver with these parameters. */
  abstract takesQueryOf(params: object): boolean

  /** The readable signal of that id, or nothing. */
  protected tagOf(signalId: number): Tag | undefined {
    return this.#byId.get(signalId)
  }

  /** Passes a reading on in engineering units; a value that the signal cannot have becomes a fault. */
  protected take({ signal }: Tag, reading: TagReading, at: number): void {
    const { values } = this.deps
    try {
      const value = toEngineering(signal, tagValue(signal, reading))
      values.put(signal.id, value, at, 'doubt' in reading ? reading.doubt?.code : undefined)
    } catch (error) {
      values.fault(signal.id, asFault(error).code, at)
    }
  }

  /** Marks every readable signal of these drivers. */
  protected faultAll(units: readonly TagUnit[], { code }: DriverFault): void {
    const now = this.deps.now()
    for (const { unit, signal } of this.readable) if (units.includes(unit)) this.deps.values.fault(signal.id, code, now)
  }

  protected async leaveClosed(): Promise<void> {
    if (this.session && !this.session.isOpen) await this.leave()
  }

  protected dial(params: object): Promise<TagSession> {
    const drivers = this.units.map(({ checked: { driver } }) => ({
      id: driver.id,
      points: driver.signals.map(pointOf),
    }))
    return this.deps.opener.open(params, this.queue.signal, this.deps.home, drivers)
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
      if (answer.fault.broken) await this.lose(answer.fault, unit)
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
        if (fault.broken) await this.lose(fault, unit)
        return { kind: 'unread', fault }
      }
      const same = isSameRaw(signal.dataType, reading.value, raw)
      if (same || tries === readBackTries) {
        const tag = this.tagOf(signalId)
        if (tag) this.take(tag, reading, this.deps.now())
        return { kind: 'written', value: exactEngineering(signal, reading.value) ?? reading.value, same }
      }
      await this.queue.sleep(readBackPauseMs, false)
    }
  }
}

/** The readable signals of a driver, due now. */
function tagsOf(unit: TagUnit, dueAt: number): Tag[] {
  const { about, params, driver } = unit.checked
  const { collectMs } = about.timing(params)
  return driver.signals
    .filter(({ access }) => access !== 'w')
    .map((signal) => ({ unit, signal, periodMs: signal.periodMs ?? collectMs, dueAt }))
}
