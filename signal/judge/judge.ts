// Runs the alarm rules of a device, driven round by round by readings and time. Drivers are a gateway
// (signal/edge/judge/judging.ts), the platform (signal/cloud/judge.ts), or a series of readings (series-judging.ts).
import type { JudgedRule } from './rule.ts'

export type Judge = {
  /** Replaces the rules. Those of `looking` are evaluated at the next `onTime`, the others after their next reading. */
  run(rules: readonly JudgedRule[], looking?: readonly JudgedRule[]): void
  rules(): readonly JudgedRule[]
  /** Notes a reading of this variable in the current round; false if no rule uses it. */
  take(signalId: number): boolean
  /** Evaluates the rules whose variables were read in this round, once each. */
  endRound(now: number): void
  /** Evaluates the rules that are due. */
  onTime(now: number): void
  /** When `onTime` must be called next. */
  nextAt(): number
}

/** `onFault`: called when a rule throws; the others continue. */
export function createJudge(onFault: (ruleId: number, error: unknown) => void): Judge {
  let running: readonly JudgedRule[] = []
  let bySignal = new Map<number, JudgedRule[]>()
  const touched = new Set<JudgedRule>()
  /** Rules to be evaluated without a reading, and when. Usually few. */
  const due = new Map<JudgedRule, number>()

  function look(rule: JudgedRule, now: number): void {
    try {
      rule.look(now)
    } catch (error) {
      onFault(rule.id, error)
    }
    const at = rule.nextAt()
    if (at === Number.POSITIVE_INFINITY) due.delete(rule)
    else due.set(rule, at)
  }

  return {
    run(rules, looking = rules) {
      running = rules
      bySignal = new Map()
      touched.clear()
      due.clear()
      for (const rule of rules) {
        for (const signalId of rule.signalIds) bySignal.set(signalId, [...(bySignal.get(signalId) ?? []), rule])
      }
      // Continues delays of an earlier run, and evaluates conditions of constants.
      for (const rule of looking) due.set(rule, Number.NEGATIVE_INFINITY)
    },
    rules: () => running,
    take(signalId) {
      const rules = bySignal.get(signalId)
      if (!rules) return false
      for (const rule of rules) touched.add(rule)
      return true
    },
    endRound(now) {
      for (const rule of touched) look(rule, now)
      touched.clear()
    },
    onTime(now) {
      for (const [rule, at] of [...due]) if (at <= now) look(rule, now)
    },
    nextAt() {
      let next = Number.POSITIVE_INFINITY
      for (const at of due.values()) if (at < next) next = at
      return next
    },
  }
}
