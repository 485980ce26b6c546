// Evaluates the alarm rules of one device on the platform, from arriving readings. Pure except for its state.
// [DESIGN 9 Kinds of batch]
// The clock of a device is the newest reading that its rules received: a reading that arrives late by less than
// `limits.alarmBacklogMs` counts as of that clock, never before it. A backlog that no newer reading has overtaken runs
// in its own time: its alarms have the time of their readings and are reported as a backlog. Readings of a backlog that
// arrive while other variables of the device are far ahead are set aside until the backlog is over, and then count as
// current: an alarm that started and ended within it is not raised, because the values of the others at that time are
// unknown. A delay ends by the wall clock, but not while a backlog may still contradict it.
import { errorCode } from '../../contract/errors.ts'
import type { GatewayRule } from '../../contract/gateway-config.ts'
import { limits } from '../../contract/limits.ts'
import { good, type Value } from '../../core/data-type.ts'
import { AlarmEngine } from '../judge/engine.ts'
import type { AlarmEvent, JudgedRule } from '../judge/rule.ts'
import type { Reading, SignalReading } from '../store/reading.ts'

/** Readings that arrived together, columnar; variables without a rule are skipped. */
type Arrival = {
  ids: readonly number[]
  values: readonly (Value | null)[]
  codes: readonly number[]
  times: readonly number[]
  receivedAt: number
}

/** An active alarm. */
type ActiveAlarm = { ruleId: number; alarm: string }

/** A variable that is calculated here from others, possibly of several devices. */
export type DerivedSignal = {
  id: number
  inputs: readonly number[]
  /** Calculates from valid readings; an input for which `read` returns nothing is unknown. */
  result(read: (signalId: number) => Reading | undefined): { value: Value | null; code: number }
  /** Whether the last reading of an input is still valid, at a time of the clock below. */
  isKnown(signalId: number, reading: Reading, clock: number): boolean
}

/** State of a device when evaluation starts. */
export type JudgedDeviceOptions = {
  /** The id by which formulas name the device. */
  equipmentId: number
  /** The only variable of rules over a calculated one; arriving readings are of its inputs. */
  derived?: DerivedSignal
  rules: readonly GatewayRule[]
  /** Readings from this time on are evaluated by these rules, epoch ms. */
  since: number
  /** Active alarms; those of deleted rules end immediately. */
  standing: readonly ActiveAlarm[]
  /** When each rule last raised or cleared: earlier readings change nothing. */
  turnedAt: ReadonlyMap<number, number>
  /** The last reading of each variable. */
  readings: readonly SignalReading[]
  /** Generates the id of a new alarm: 16 hex digits. */
  draw(): string
  tell(event: AlarmEvent): void
  onFault(ruleId: number, error: unknown): void
}

type Cell = Reading & { isWanted: boolean }
const clockWrong = errorCode('clockWrong')
/** A reading whose only fault is its time, which has been corrected, counts as good. */
const judgedCode = (code: number) => (code === clockWrong ? good : code)
const never = Number.NEGATIVE_INFINITY

const printed = (rules: readonly GatewayRule[]) => rules.map((rule) => ({ rule, print: JSON.stringify(rule) }))

export class JudgedDevice {
  readonly #options: JudgedDeviceOptions
  readonly #engine: AlarmEngine
  /** One cell per variable of a rule; `at` is never set before the first reading. */
  #cells = new Map<number, Cell>()
  readonly #aside = new Map<number, Reading>()
  #clock: number
  #settlesAt = never
  /** The newest reading was old when it arrived: newer ones may still arrive. */
  #isBehind = false
  /** The rules have to be evaluated when the backlog is over. */
  #isWoken = false
  /** When an input of a calculated variable last changed, by the clock. */
  #derivedAt = never

  /** An input of the calculated variable; its current value is unknown while it is part of a backlog. */
  readonly #readInput = (signalId: number): Reading | undefined => {
    const cell = this.#stored(signalId)
    if (!cell || this.#aside.has(signalId)) return undefined
    return this.#options.derived?.isKnown(signalId, cell, this.#clock) ? cell : undefined
  }

  /** Starts the rules, and evaluates those whose readings are newer than their alarms. `now`: the wall clock. */
  constructor(options: JudgedDeviceOptions, now: number) {
    const { draw, tell, onFault } = options
    this.#options = options
    this.#clock = options.since
    this.#engine = new AlarmEngine({ read: (signalId) => this.#read(signalId), draw, tell, onFault })
    this.#begin(now)
  }

  /** Evaluates readings that arrived together; they may be out of order. */
  take({ ids, values, codes, times, receivedAt }: Arrival): void {
    const order: number[] = []
    let latest = never
    let isSorted = true
    for (let i = 0; i < ids.length; i += 1) {
      if (!this.#cells.has(ids[i]!)) continue
      order.push(i)
      if (times[i]! < latest) isSorted = false
      latest = times[i]!
    }
    if (!isSorted) order.sort((a, b) => times[a]! - times[b]!)
    for (const i of order) {
      const at = Math.min(times[i]!, receivedAt)
      this.#reading(ids[i]!, { value: values[i]!, code: judgedCode(codes[i]!), at }, receivedAt)
    }
    this.#engine.endRound(this.#clock)
  }

  /** Replaces the rules. A rule with the same definition continues; alarms of the others end. */
  apply(rules: readonly GatewayRule[], readings: readonly SignalReading[], wall: number): void {
    this.#passTo(this.#clock, true)
    this.#clock = Math.max(this.#clock, wall)
    const { equipmentId } = this.#options
    this.#engine.replace(printed(rules), { equipmentId, now: this.#clock, alarmOf: () => null })
    this.#setCells(rules, readings)
    this.#engine.onTime(this.#clock)
  }

  /** Evaluates the rules because inputs of a calculated variable became valid or invalid without a reading. */
  wake(wall: number): void {
    if (this.#isBehind) {
      this.#isWoken = true
      return
    }
    this.#passTo(wall, false)
    this.#clock = Math.max(this.#clock, wall)
    this.#lookAtDerived()
  }

  /** Advances the clock by which delays end. */
  pass(wall: number): void {
    if (wall >= this.#settlesAt) this.#settle(wall)
    else if (this.#isBehind) return
    this.#passTo(wall, true)
  }

  /** When `pass` must be called next. */
  nextAt(): number {
    const due = this.#isBehind ? Math.max(this.#engine.nextAt(), this.#settlesAt) : this.#engine.nextAt()
    return this.#aside.size > 0 ? Math.min(due, this.#settlesAt) : due
  }

  #begin(now: number): void {
    const { equipmentId, rules, standing, turnedAt, readings, tell } = this.#options
    const engine = this.#engine
    const stood = new Map(standing.map(({ ruleId, alarm }) => [ruleId, alarm]))
    const alarmOf = ({ rule }: { rule: GatewayRule }) => stood.get(rule.id) ?? null
    engine.replace(printed(rules), { equipmentId, now, alarmOf })
    this.#setCells(rules, readings)
    for (const cell of this.#cells.values()) this.#clock = Math.max(this.#clock, Math.min(cell.at, now))
    for (const { ruleId, alarm } of standing)
      if (!engine.has(ruleId)) tell({ ruleId, alarm, kind: 'cleared', at: now, values: [] })
    // Unless readings are current, older ones that the gateway stored meanwhile may still arrive.
    this.#isBehind = now - this.#clock > limits.backlogSettleMs
    this.#settlesAt = now + limits.backlogSettleMs
    const isNew = ({ id, signalIds }: JudgedRule) =>
      [...signalIds].some((signalId) => (this.#read(signalId)?.at ?? never) > (turnedAt.get(id) ?? never))
    engine.restart(engine.rules.filter((rule) => rule.signalIds.size === 0 || isNew(rule)))
    engine.onTime(this.#clock)
  }

  #stored(signalId: number): Cell | undefined {
    const cell = this.#cells.get(signalId)
    return cell && cell.at !== never ? cell : undefined
  }

  #read(signalId: number): Reading | undefined {
    const { derived } = this.#options
    if (signalId !== derived?.id) return derived ? undefined : this.#stored(signalId)
    return this.#derivedAt === never ? undefined : { ...derived.result(this.#readInput), at: this.#derivedAt }
  }

  /** Sets the cells of the rules' variables: existing cells stay, and newer readings replace their values. */
  #setCells(rules: readonly GatewayRule[], readings: readonly SignalReading[]): void {
    const { derived } = this.#options
    const looked = new Set(derived?.inputs ?? this.#engine.rules.flatMap(({ signalIds }) => [...signalIds]))
    const wanted = derived?.inputs ?? [...looked, ...rules.flatMap(({ tell: reported = [] }) => reported)]
    const before = this.#cells
    const cells = new Map(
      wanted.map((id) => [id, before.get(id) ?? { value: null, code: good, at: never, isWanted: looked.has(id) }]),
    )
    this.#cells = cells
    for (const { signalId, reading } of readings) {
      const cell = cells.get(signalId)
      if (cell && reading.at > cell.at) Object.assign(cell, reading, { code: judgedCode(reading.code) })
    }
    for (const [id, cell] of cells) {
      cell.isWanted = looked.has(id)
      if (derived && cell.at > this.#derivedAt) this.#derivedAt = cell.at
    }
    for (const id of this.#aside.keys()) if (!cells.has(id)) this.#aside.delete(id)
  }

  /** Processes what is due before `next`, or, if `isIncluded`, up to and including it. */
  #passTo(next: number, isIncluded: boolean): void {
    this.#engine.endRound(this.#clock)
    this.#clock = this.#engine.passTo(next, isIncluded, this.#clock)
  }

  #put(signalId: number, cell: Cell, { value, code, at }: Reading): void {
    const { derived } = this.#options
    cell.value = value
    cell.code = code
    cell.at = at
    if (derived) this.#derivedAt = this.#clock
    if (cell.isWanted) this.#engine.take(derived?.id ?? signalId)
  }

  #reading(signalId: number, reading: Reading, receivedAt: number): void {
    const cell = this.#cells.get(signalId)!
    const { value, code, at } = reading
    if (at < cell.at || (at === cell.at && value === cell.value && code === cell.code)) return
    const isPast = receivedAt - at > limits.alarmBacklogMs
    if (isPast) this.#settlesAt = receivedAt + limits.backlogSettleMs
    if (at < this.#clock - limits.alarmBacklogMs) {
      if (at >= (this.#aside.get(signalId)?.at ?? never)) this.#aside.set(signalId, reading)
      return
    }
    this.#isBehind = isPast
    if (at > this.#clock) {
      this.#passTo(at, false)
      this.#clock = at
    }
    this.#put(signalId, cell, reading)
  }

  #lookAtDerived(): void {
    this.#isWoken = false
    const { derived } = this.#options
    if (derived) this.#engine.take(derived.id)
    this.#engine.endRound(this.#clock)
  }

  /** Ends the backlog: its newest readings count as current. */
  #settle(wall: number): void {
    this.#isBehind = false
    if (this.#aside.size === 0 && !this.#isWoken) return
    this.#passTo(wall, false)
    this.#clock = Math.max(this.#clock, wall)
    for (const [signalId, kept] of this.#aside) {
      const cell = this.#cells.get(signalId)
      if (cell && kept.at >= cell.at) this.#put(signalId, cell, kept)
    }
    this.#aside.clear()
    this.#lookAtDerived()
  }
}
