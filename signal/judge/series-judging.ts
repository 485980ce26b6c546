// Runs alarm rules over a series of readings instead of a gateway: the backtest of a rule, and the past of the
// demonstration.
import type { GatewayRule } from '../../contract/gateway-config.ts'
import { good, type Value } from '../../core/data-type.ts'
import type { Reading } from '../store/reading.ts'
import { AlarmEngine } from './engine.ts'
import type { AlarmEvent } from './rule.ts'

export type SeriesJudgingOptions = {
  equipmentId: number
  rules: readonly GatewayRule[]
  /** Start of the series, epoch ms. */
  begin: number
  /** Called with each event, in order. */
  tell: (event: AlarmEvent) => void
}

/**
 * Instants are whole epoch ms and never before the previous one; anything else throws a RangeError. Readings of one
 * instant are one round. Timers that are due at an instant run after its readings. A fault of a rule is thrown.
 */
export class SeriesJudging {
  /** The variables whose readings are needed; others are ignored. */
  readonly signalIds: ReadonlySet<number>
  readonly #engine: AlarmEngine
  readonly #standing = new Map<number, Reading>()
  #at: number

  /** Throws if a rule cannot run. Occurrences are numbered from 1. */
  constructor({ equipmentId, rules, begin, tell }: SeriesJudgingOptions) {
    let drawn = 0
    this.#at = begin
    this.#engine = new AlarmEngine({
      read: (signalId) => this.#standing.get(signalId),
      draw: () => String(++drawn),
      tell,
      onFault: (_, error) => {
        throw error
      },
    })
    const printed = rules.map((rule) => ({ rule, print: '' }))
    this.#engine.replace(printed, { equipmentId, now: begin, alarmOf: () => null })
    const used = this.#engine.rules.flatMap(({ signalIds }) => [...signalIds])
    this.signalIds = new Set([...used, ...rules.flatMap(({ tell: reported = [] }) => reported)])
  }

  /** Adds a reading. A good one must have a value; the value of a bad one is ignored. */
  reading(signalId: number, value: Value | null, code: number, when: number): void {
    if (code === good && value === null) throw new RangeError(`variable ${signalId} is good and has no value`)
    if (when !== this.#at) this.#passTo(when, false)
    if (!this.signalIds.has(signalId)) return
    this.#standing.set(signalId, { value, code, at: when })
    this.#engine.take(signalId)
  }

  /** Runs all timers up to and including this instant. */
  time(when: number): void {
    this.#passTo(when, true)
  }

  /** Readings are missing from this instant on: active alarms stay active, delays restart. */
  lose(when: number): void {
    this.#passTo(when, true)
    this.#standing.clear()
    this.#engine.forget()
  }

  #passTo(next: number, isIncluded: boolean): void {
    const at = this.#at
    if (!Number.isInteger(next) || next < at) throw new RangeError(`${next} is not an instant at or after ${at}`)
    if (next > at || isIncluded) this.#engine.endRound(at)
    this.#engine.passTo(next, isIncluded, at)
    this.#at = next
  }
}
