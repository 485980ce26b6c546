// Alarm rules over a series of readings instead of a gateway: what would have been raised. The back-test of a rule, and what
// the demonstration's past holds.
import type { GatewayRule } from '../../contract/gateway-config.ts'
import { good, type Value } from '../../core/data-type.ts'
import type { Reading } from '../store/reading.ts'
import { createJudge } from './judge.ts'
import { type AlarmEvent, createJudgedRule } from './rule.ts'

/**
 * All instants are epoch ms, whole, and none is before the one told last: anything else throws a RangeError. Readings of
 * one instant are one round. What is due at an instant comes after its readings.
 */
export type SeriesJudging = {
  /** The variables whose readings are wanted; those of others are passed over. */
  signalIds: ReadonlySet<number>
  /** A good reading has a value; that of a bad one does not matter. */
  reading(signalId: number, value: Value | null, code: number, at: number): void
  /** Time passes up to this instant, and all that is due then has come. */
  time(at: number): void
  /** Nobody knows what was from here on: what stands keeps its state, delays begin anew. */
  lose(at: number): void
}

export type SeriesJudgingOptions = {
  equipmentId: number
  rules: readonly GatewayRule[]
  /** Epoch ms: when it begins. */
  begin: number
  /** What happens, in order. */
  tell: (event: AlarmEvent) => void
}

/** Throws where a rule cannot run. Occurrences are named by numbers from 1. */
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

  /** What is due before, or, `isIncluded`, also at this instant. */
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
