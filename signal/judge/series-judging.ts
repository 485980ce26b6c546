// Runs alarm rules over a series of readings instead of a gateway: the backtest of a rule, and the past of the
// demonstration.
import type { GatewayRule } from '../../contract/gateway-config.ts'
import { good, type Value } from '../../core/data-type.ts'
import type { Reading } from '../store/reading.ts'
import { createJudge } from './judge.ts'
import { type AlarmEvent, createJudgedRule } from './rule.ts'

/**
 * Instants are whole epoch ms and never before the previous one; anything else throws a RangeError. Readings of one
 * instant are one round. Timers that are due at an instant run after its readings.
 */
export type SeriesJudging = {
  /** The variables whose readings are needed; others are ignored. */
  signalIds: ReadonlySet<number>
  /** Adds a reading. A good one must have a value; the value of a bad one is ignored. */
  reading(signalId: number, value: Value | null, code: number, at: number): void
  /** Runs all timers up to and including this instant. */
  time(at: number): void
  /** From this instant on readings are missing: active alarms stay active, delays start again. */
  lose(at: number): void
}

export type SeriesJudgingOptions = {
  equipmentId: number
  rules: readonly GatewayRule[]
  /** Epoch ms of the start. */
  begin: number
  /** Called with each event, in order. */
  tell: (event: AlarmEvent) => void
}

/** Throws if a rule cannot run. Occurrences are numbered from 1. */
export function createSeriesJudging({ equipmentId, rules, begin, tell }: SeriesJudgingOptions): SeriesJudging {
  const standing = new Map<number, Reading>()
  let drawn = 0
  const draw = () => String(++drawn)
  const judge = createJudge((_, error) => {
    throw error
  })
  const read = (signalId: number) => standing.get(signalId)
  judge.run(rules.map((rule) => createJudgedRule(rule, { equipmentId, read, draw, tell })))
  const signalIds = new Set(judge.rules().flatMap((rule) => [...rule.signalIds]))
  const wanted = new Set([...signalIds, ...rules.flatMap(({ tell: told = [] }) => told)])
  let at = begin
  let isRoundOpen = false

  function endRound(): void {
    if (!isRoundOpen) return
    isRoundOpen = false
    judge.endRound(at)
  }

  /** Runs timers due before this instant, or, with `isIncluded`, also those due at it. */
  function passTo(next: number, isIncluded: boolean): void {
    if (!Number.isInteger(next) || next < at) throw new RangeError(`${next} is not an instant at or after ${at}`)
    if (next > at || isIncluded) endRound()
    for (let due = judge.nextAt(); isIncluded ? due <= next : due < next; due = judge.nextAt()) {
      at = Math.max(at, due)
      judge.onTime(at)
    }
    at = next
  }

  return {
    signalIds: wanted,
    reading(signalId, value, code, when) {
      if (code === good && value === null) throw new RangeError(`variable ${signalId} is good and has no value`)
      if (when !== at) passTo(when, false)
      if (!wanted.has(signalId)) return
      standing.set(signalId, { value, code, at: when })
      if (judge.take(signalId)) isRoundOpen = true
    },
    time: (when) => passTo(when, true),
    lose(when) {
      passTo(when, true)
      standing.clear()
      for (const rule of judge.rules()) rule.forget()
      judge.run(judge.rules())
    },
  }
}
