// The alarm engine: runs the rules of a device round by round, driven by readings and time. Its hosts are a gateway
// (signal/edge/judge/judging.ts), the platform for a device or an intermediate variable (signal/cloud/judged-device.ts),
// and a series of past readings (series-judging.ts).
import type { GatewayRule } from '../../contract/gateway-config.ts'
import { createJudgedRule, type JudgeContext, type JudgedRule, newJudgedState } from './rule.ts'

/** Gives the rules their readings, and receives their events. */
type EngineHost = Omit<JudgeContext, 'equipmentId'> & {
  /** A rule cannot run, or threw; the others continue. */
  onFault(ruleId: number, error: unknown): void
}

/** A rule with the text that identifies it (`print`): two rules with equal texts are the same. */
export type PrintedRule = { rule: GatewayRule; print: string }

type Replacing = {
  /** The id by which formulas name the device. */
  equipmentId: number
  /** Epoch ms, or ms of the host's clock. */
  now: number
  /** The active alarm with which a rule starts that was not running before; null: none. */
  alarmOf(rule: PrintedRule): string | null
}

type Running = { rule: JudgedRule; print: string }

export class AlarmEngine {
  readonly #host: EngineHost
  #running = new Map<number, Running>()
  #bySignal = new Map<number, JudgedRule[]>()
  readonly #touched = new Set<JudgedRule>()
  /** Rules to be evaluated without a reading, and when. Usually few. */
  readonly #due = new Map<JudgedRule, number>()

  constructor(host: EngineHost) {
    this.#host = host
  }

  /** The active rules. */
  get rules(): JudgedRule[] {
    return [...this.#running.values()].map(({ rule }) => rule)
  }

  /** Whether a rule with this number runs. */
  has(ruleId: number): boolean {
    return this.#running.has(ruleId)
  }

  /** The active alarms, with the prints of their rules. */
  activeAlarms(): { ruleId: number; print: string; alarm: string }[] {
    return [...this.#running].flatMap(([ruleId, { rule, print }]) => {
      const alarm = rule.alarm()
      return alarm === null ? [] : [{ ruleId, print, alarm }]
    })
  }

  /**
   * Replaces the rules. A rule with the same identifying text (`print`) continues unchanged; the alarms of all others
   * end. The new rules are evaluated at the next `onTime`.
   */
  replace(rules: readonly PrintedRule[], by: Replacing): void {
    const next = new Map<number, Running>()
    for (const each of rules) {
      const same = this.#running.get(each.rule.id)
      const one = same?.print === each.print ? same : this.#start(each, by)
      if (one) next.set(each.rule.id, one)
    }
    for (const [id, { rule }] of this.#running) if (next.get(id)?.rule !== rule) rule.end(by.now)
    this.#running = next
    this.restart()
  }

  #start({ rule, print }: PrintedRule, { equipmentId, alarmOf }: Replacing): Running | undefined {
    const { read, draw, tell, onFault } = this.#host
    try {
      const state = { ...newJudgedState(), alarm: alarmOf({ rule, print }) }
      return { rule: createJudgedRule(rule, { equipmentId, read, draw, tell }, state), print }
    } catch (error) {
      onFault(rule.id, error)
      return undefined
    }
  }

  /** Evaluates `looking` at the next `onTime`, and the other rules after their next reading. */
  restart(looking: readonly JudgedRule[] = this.rules): void {
    this.#bySignal = new Map()
    this.#touched.clear()
    this.#due.clear()
    for (const rule of this.rules)
      for (const signalId of rule.signalIds)
        this.#bySignal.set(signalId, [...(this.#bySignal.get(signalId) ?? []), rule])
    // Continues delays of an earlier run, and evaluates conditions of constants.
    for (const rule of looking) this.#due.set(rule, Number.NEGATIVE_INFINITY)
  }

  /** Removes all rules; their alarms stay active. */
  clear(): void {
    this.#running = new Map()
    this.restart()
  }

  /** Earlier readings are unknown: delays start again, active alarms stay active. */
  forget(): void {
    for (const rule of this.rules) rule.forget()
    this.restart()
  }

  /** Notes a reading of this variable in the current round; false if no rule uses it. */
  take(signalId: number): boolean {
    const rules = this.#bySignal.get(signalId)
    if (!rules) return false
    for (const rule of rules) this.#touched.add(rule)
    return true
  }

  /** Evaluates the rules whose variables were read in this round, once each. */
  endRound(now: number): void {
    for (const rule of this.#touched) this.#look(rule, now)
    this.#touched.clear()
  }

  /** Evaluates the rules that are due. */
  onTime(now: number): void {
    for (const [rule, at] of [...this.#due]) if (at <= now) this.#look(rule, now)
  }

  /** When `onTime` must be called next; infinity: only after a reading. */
  nextAt(): number {
    let next = Number.POSITIVE_INFINITY
    for (const at of this.#due.values()) if (at < next) next = at
    return next
  }

  /**
   * Evaluates what is due before `next` or, if `isIncluded`, up to and including `next`; each event at its own time,
   * but not before `clock`. Stops at a rule that stays due at the same instant. Returns the clock afterwards.
   */
  passTo(next: number, isIncluded: boolean, clock: number): number {
    let [at, passed] = [clock, Number.NaN]
    for (let due = this.nextAt(); isIncluded ? due <= next : due < next; due = this.nextAt()) {
      if (due === passed) break
      passed = due
      at = Math.max(at, due)
      this.onTime(at)
    }
    return at
  }

  #look(rule: JudgedRule, now: number): void {
    try {
      rule.look(now)
    } catch (error) {
      this.#host.onFault(rule.id, error)
    }
    const at = rule.nextAt()
    if (at === Number.POSITIVE_INFINITY) this.#due.delete(rule)
    else this.#due.set(rule, at)
  }
}
