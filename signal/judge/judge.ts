// The rules of a device as they run: told round by round what was read, and what time it is. What drives them is a gateway
// (signal/edge/judge/judging.ts), the platform (signal/cloud/judge.ts), or a series of readings (series-judging.ts).
import type { JudgedRule } from './rule.ts'

export type Judge = {
  /** From now on these; those of `looking` look at the next turn, the others when something of theirs is read. */
  run(rules: readonly JudgedRule[], looking?: readonly JudgedRule[]): void
  rules(): readonly JudgedRule[]
  /** Something of this variable was read in the round that is under way; false: no rule wants it. */
  take(signalId: number): boolean
  /** What was read together is looked at together. */
  endRound(now: number): void
  /** Time has passed: rules that are due look. */
  onTime(now: number): void
  /** When `onTime` is wanted next. */
  nextAt(): number
}

/** `onFault`: a rule threw; the others go on. */
export function createJudge(onFault: (ruleId: number, error: unknown) => void): Judge {
  let running: readonly JudgedRule[] = []
  let bySignal = new Map<number, JudgedRule[]>()
  const touched = new Set<JudgedRule>()
  /** Rules that want a look without being told of a reading, and when. Few: most of the time nothing is about to change. */
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
      // What an earlier run left under way, or a condition of constants.
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
