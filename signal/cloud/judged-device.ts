// The alarm rules of one device, judged on the platform by what arrives. Pure, but for its state. [DESIGN 9 Kinds of batch]
//
// The clock of a device is the newest reading that its rules were told: what arrives late by less than
// `limits.alarmBacklogMs` counts as of that clock, never before it. A backlog that nothing newer has overtaken runs in
// its own time: what it raises has the time of its readings, and is told as a backlog. What a backlog says of a
// variable while others of the device are far ahead is kept aside until no more of it comes, and then counts as what
// stands now: an alarm that came and went in it is not raised, for nobody knows what the others were then. A delay ends
// by the wall's clock, but not while a backlog may still say otherwise.
import { errorCode } from '../../contract/errors.ts'
import type { GatewayRule } from '../../contract/gateway-config.ts'
import { limits } from '../../contract/limits.ts'
import { good, type Value } from '../../core/data-type.ts'
import { createJudge } from '../judge/judge.ts'
import { type AlarmEvent, createJudgedRule, type JudgedRule, newJudgedState } from '../judge/rule.ts'
import type { Reading, SignalReading } from '../store/reading.ts'

/** Readings that arrived together, columnar; variables that no rule wants are passed over. */
export type Arrival = {
  ids: readonly number[]
  values: readonly (Value | null)[]
  codes: readonly number[]
  times: readonly number[]
  receivedAt: number
}

/** An alarm that stands. */
export type StandingAlarm = { ruleId: number; alarm: string }

/** A variable that is calculated here from others, which may be of several devices. */
export type DerivedSignal = {
  id: number
  inputs: readonly number[]
  /** Of readings that are known; what `read` does not answer is not. */
  result(read: (signalId: number) => Reading | undefined): { value: Value | null; code: number }
  /** Whether what an input said last still counts, at a time of the clock below. */
  isKnown(signalId: number, reading: Reading, clock: number): boolean
}

/** What is known of a device when judging begins. */
export type JudgedDeviceOptions = {
  /** By which formulas name the device. */
  equipmentId: number
  /** The one variable of rules over a calculated one; what arrives is of its inputs. */
  derived?: DerivedSignal
  rules: readonly GatewayRule[]
  /** Since when these rules are to be judged by what is read, epoch ms. */
  since: number
  /** Those of rules that are gone are over at once. */
  standing: readonly StandingAlarm[]
  /** When a rule last raised or cleared: what was read before says nothing new. */
  turnedAt: ReadonlyMap<number, number>
  /** The last of each variable. */
  readings: readonly SignalReading[]
  /** A name for a new alarm: 16 hex digits. */
  draw(): string
  tell(event: AlarmEvent): void
  onFault(ruleId: number, error: unknown): void
}

export type JudgedDevice = {
  take(arrival: Arrival): void
  /** From now on these rules. One whose definition is the same goes on; what stood of the others is over. */
  apply(rules: readonly GatewayRule[], readings: readonly SignalReading[], now: number): void
  /** What a calculated variable is made of is known, or not known, for another reason than what was read: rules look. */
  wake(now: number): void
  /** Time has passed. */
  pass(now: number): void
  /** When `pass` is wanted next. */
  nextAt(): number
}

/** No more of a backlog has come for so long: it is over. */
const settleMs = 15_000

type Cell = Reading & { isWanted: boolean }
const clockWrong = errorCode('clockWrong')
/** Where only its time was wrong, which is right by now, the value counts. */
const judgedCode = (code: number) => (code === clockWrong ? good : code)
const never = Number.NEGATIVE_INFINITY

/** `now` is the wall's clock. */
export function createJudgedDevice(options: JudgedDeviceOptions, now: number): JudgedDevice {
  const { equipmentId, derived, draw, tell, onFault } = options
  const judge = createJudge(onFault)
  /** One of each variable that a rule looks at or tells; `at` never: it was not read yet. */
  let cells = new Map<number, Cell>()
  let running = new Map<number, { rule: JudgedRule; print: string }>()
  const aside = new Map<number, Reading>()
  let clock = options.since
  let settlesAt = never
  /** The newest reading was old when it came: what was read since may still come. */
  let isBehind = false
  /** Rules are to look once that is over. */
  let isWoken = false
  let isRoundOpen = false

  /** When a reading that a calculated variable is made of counted last, by the clock. */
  let derivedAt = never

  const stored = (signalId: number) => {
    const cell = cells.get(signalId)
    return cell && cell.at !== never ? cell : undefined
  }

  /** Of an input that a backlog says something of nobody knows what it is now. */
  const known = (signalId: number) => {
    const cell = stored(signalId)
    return cell && !aside.has(signalId) && derived?.isKnown(signalId, cell, clock) ? cell : undefined
  }

  const read = (signalId: number): Reading | undefined => {
    if (signalId !== derived?.id) return derived ? undefined : stored(signalId)
    return derivedAt === never ? undefined : { ...derived.result(known), at: derivedAt }
  }

  function start(rule: GatewayRule, alarm: string | null): { rule: JudgedRule; print: string } | undefined {
    try {
      const context = { equipmentId, read, draw, tell }
      return { rule: createJudgedRule(rule, context, { ...newJudgedState(), alarm }), print: JSON.stringify(rule) }
    } catch (error) {
      onFault(rule.id, error)
      return undefined
    }
  }

  /** Makes these the rules; what is known of their variables stays known. */
  function run(next: typeof running, rules: readonly GatewayRule[], readings: readonly SignalReading[]): void {
    running = next
    const looked = new Set(derived?.inputs ?? [...next.values()].flatMap(({ rule }) => [...rule.signalIds]))
    const wanted = derived?.inputs ?? [...looked, ...rules.flatMap(({ tell: told = [] }) => told)]
    const before = cells
    cells = new Map(
      wanted.map((id) => [id, before.get(id) ?? { value: null, code: good, at: never, isWanted: looked.has(id) }]),
    )
    for (const { signalId, reading } of readings) {
      const cell = cells.get(signalId)
      if (cell && reading.at > cell.at) Object.assign(cell, reading, { code: judgedCode(reading.code) })
    }
    for (const [id, cell] of cells) {
      cell.isWanted = looked.has(id)
      if (derived && cell.at > derivedAt) derivedAt = cell.at
    }
    for (const id of aside.keys()) if (!cells.has(id)) aside.delete(id)
  }

  function endRound(): void {
    if (!isRoundOpen) return
    isRoundOpen = false
    judge.endRound(clock)
  }

  /** What is due before, or, `isIncluded`, also at this instant. A rule that is due again and again is left at that. */
  function passTo(next: number, isIncluded: boolean): void {
    endRound()
    let passed: number | undefined
    for (let due = judge.nextAt(); isIncluded ? due <= next : due < next; due = judge.nextAt()) {
      if (due === passed) break
      passed = due
      clock = Math.max(clock, due)
      judge.onTime(clock)
    }
  }

  function put(signalId: number, cell: Cell, reading: Reading): void {
    cell.value = reading.value
    cell.code = reading.code
    cell.at = reading.at
    if (derived) derivedAt = clock
    if (cell.isWanted && judge.take(derived?.id ?? signalId)) isRoundOpen = true
  }

  function reading(
    signalId: number,
    cell: Cell,
    value: Value | null,
    code: number,
    at: number,
    receivedAt: number,
  ): void {
    if (at < cell.at || (at === cell.at && value === cell.value && code === cell.code)) return
    const isPast = receivedAt - at > limits.alarmBacklogMs
    if (isPast) settlesAt = receivedAt + settleMs
    if (at < clock - limits.alarmBacklogMs) {
      if (at >= (aside.get(signalId)?.at ?? never)) aside.set(signalId, { value, code, at })
      return
    }
    isBehind = isPast
    if (at > clock) {
      passTo(at, false)
      clock = at
    }
    put(signalId, cell, { value, code, at })
  }

  function lookAtDerived(): void {
    isWoken = false
    if (derived && judge.take(derived.id)) isRoundOpen = true
    endRound()
  }

  /** The backlog is over: the newest it said stands now. */
  function settle(wall: number): void {
    isBehind = false
    if (aside.size === 0 && !isWoken) return
    passTo(wall, false)
    clock = Math.max(clock, wall)
    for (const [signalId, kept] of aside) {
      const cell = cells.get(signalId)
      if (cell && kept.at >= cell.at) put(signalId, cell, kept)
    }
    aside.clear()
    lookAtDerived()
  }

  function begin(): void {
    const { rules, standing, turnedAt, readings } = options
    const stood = new Map(standing.map(({ ruleId, alarm }) => [ruleId, alarm]))
    run(new Map(rules.flatMap((rule) => entry(start(rule, stood.get(rule.id) ?? null)))), rules, readings)
    for (const cell of cells.values()) clock = Math.max(clock, Math.min(cell.at, now))
    for (const { ruleId, alarm } of standing)
      if (!running.has(ruleId)) tell({ ruleId, alarm, kind: 'cleared', at: now, values: [] })
    // Unless it is heard right now, what it kept while nobody judged may still come.
    isBehind = now - clock > settleMs
    settlesAt = now + settleMs
    const isNew = ({ id, signalIds }: JudgedRule) =>
      [...signalIds].some((signalId) => (read(signalId)?.at ?? never) > (turnedAt.get(id) ?? never))
    const all = [...running.values()].map(({ rule }) => rule)
    judge.run(
      all,
      all.filter((rule) => rule.signalIds.size === 0 || isNew(rule)),
    )
    judge.onTime(clock)
  }

  begin()
  return {
    take({ ids, values, codes, times, receivedAt }) {
      const order: number[] = []
      let latest = never
      let isSorted = true
      for (let i = 0; i < ids.length; i += 1) {
        if (!cells.has(ids[i]!)) continue
        order.push(i)
        if (times[i]! < latest) isSorted = false
        latest = times[i]!
      }
      if (!isSorted) order.sort((a, b) => times[a]! - times[b]!)
      for (const i of order)
        reading(
          ids[i]!,
          cells.get(ids[i]!)!,
          values[i]!,
          judgedCode(codes[i]!),
          Math.min(times[i]!, receivedAt),
          receivedAt,
        )
      endRound()
    },
    apply(rules, readings, wall) {
      passTo(clock, true)
      clock = Math.max(clock, wall)
      const next = rules.map((rule) => {
        const same = running.get(rule.id)
        return entry(same?.print === JSON.stringify(rule) ? same : start(rule, null))
      })
      const kept = new Map(next.flat())
      for (const [id, { rule }] of running) if (kept.get(id)?.rule !== rule) rule.end(clock)
      run(kept, rules, readings)
      judge.run([...running.values()].map(({ rule }) => rule))
      judge.onTime(clock)
    },
    wake(wall) {
      if (isBehind) {
        isWoken = true
        return
      }
      passTo(wall, false)
      clock = Math.max(clock, wall)
      lookAtDerived()
    },
    pass(wall) {
      if (wall >= settlesAt) settle(wall)
      else if (isBehind) return
      passTo(wall, true)
    },
    nextAt() {
      const due = isBehind ? Math.max(judge.nextAt(), settlesAt) : judge.nextAt()
      return aside.size > 0 ? Math.min(due, settlesAt) : due
    },
  }
}

const entry = <T extends { rule: JudgedRule }>(one: T | undefined): [number, T][] => (one ? [[one.rule.id, one]] : [])
