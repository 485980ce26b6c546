// History reports over a series of readings instead of a gateway: what would have been stored. The demonstration's past is
// told so (apps/demo/past-reports.ts).
//
// A later test of alarms against history can be fed the same way: `bound` is the configuration that the gateway ran then,
// `begin` a while before the range asked for, so that conditions are known in time; then the stored rows of the historian,
// merged by time over all variables that `signalIds` names, each as a `reading` with the code it was stored with; where the
// gateway was off or had another owner, `sleep` and `wake`; at the end `time`. Its rules see no more than what was stored.
import type { BoundConfig } from '../../contract/gateway-config.ts'
import { good, type Value } from '../../core/data-type.ts'
import type { Instant } from './border.ts'
import { checkReports, signalIdsOf } from './check-reports.ts'
import type { KeptValue } from './keeper.ts'
import type { RuleState } from './mode.ts'
import type { Reading } from './reading.ts'
import { createReports, meaningOf, ruleOf } from './reports.ts'

/**
 * All instants are epoch ms, whole, and none is before the one told last: anything else throws a RangeError and changes
 * nothing. Readings of one instant are one block. What is due at an instant comes after the readings that were told of
 * it, and before those that are told of it after `time`. What is stored is handed over before the call returns that
 * makes it certain, and nothing is certain of an instant before a later one is told, or `time`.
 *
 * Where nothing is read for long, the gateway runs on, and what was read last stands.
 */
export type SeriesStoring = {
  /** The variables whose readings are wanted; those of others are passed over. */
  signalIds: ReadonlySet<number>
  /** A good reading has a value; that of a bad one does not matter. */
  reading(signalId: number, value: Value | null, code: number, at: number): void
  /** Time passes up to this instant, and all that is due then has come. */
  time(at: number): void
  /** The gateway sleeps or is off: nothing is stored, and when it wakes, nothing that was read before counts as standing. */
  sleep(at: number): void
  wake(at: number): void
  /** As it is now, after `time` of the instant reached: a structured clone of it goes on as this one would. */
  state(): SeriesStoringState
}

/** Plain data. `rules` by report, each with what the report meant. */
export type SeriesStoringState = {
  at: number
  isAsleep: boolean
  standing: Map<number, Reading>
  rules: Map<number, { meaning: string; rule: RuleState }>
}

export type SeriesStoringOptions = {
  bound: Pick<BoundConfig, 'equipmentId' | 'config'>
  /** When the gateway begins, or a state to go on from, which is changed: a report that is another by now begins anew. */
  begin: number | SeriesStoringState
  /** What is stored, in order; its moment is an instant too. */
  store: (kept: KeptValue) => void
}

/** The year 10000: beyond it no border is found. */
const lastAt = Date.UTC(10_000, 0)

/** Throws where a report cannot run. */
export function createSeriesStoring({ bound, begin, store }: SeriesStoringOptions): SeriesStoring {
  const problems = checkReports(bound)
  if (problems.length > 0) throw new Error(`these reports cannot run: ${problems.join('; ')}`)
  const state: SeriesStoringState = typeof begin === 'number' ? newState(inOrder(begin, 0)) : begin
  const { standing } = state
  let isRoundOpen = false
  let instant = instantOf(state.at)
  const reports = createReports((_, error) => {
    throw error
  })
  const { reports: told = [] } = bound.config
  const signalIds = new Set(told.flatMap((report) => [...signalIdsOf(report)]))
  const context = { time: () => instant, read: (signalId: number) => standing.get(signalId), store }
  const rules = told.map((report) => {
    const meaning = JSON.stringify(meaningOf(bound, report))
    const known = state.rules.get(report.id)
    const rule = known?.meaning === meaning ? known.rule : {}
    state.rules.set(report.id, { meaning, rule })
    return [report.id, ruleOf(bound, report, context, rule)] as const
  })
  reports.run(new Map(rules))
  let dueAt = reports.nextAt()

  function go(at: number): void {
    state.at = at
    instant = instantOf(at)
  }

  function endRound(): void {
    if (!isRoundOpen) return
    isRoundOpen = false
    reports.endRound()
    dueAt = reports.nextAt()
  }

  /** What is due before this instant. */
  function passTo(at: number): void {
    endRound()
    while (!state.isAsleep && dueAt < at) tick()
    go(at)
  }

  function tick(): void {
    go(Math.max(state.at, dueAt))
    reports.onTime()
    dueAt = reports.nextAt()
  }

  /** And what is due at it. */
  function settle(at: number): void {
    passTo(inOrder(at, state.at))
    while (!state.isAsleep && dueAt <= at) tick()
  }

  return {
    signalIds,
    reading(signalId, value, code, at) {
      if (code === good && value === null) throw new RangeError(`variable ${signalId} is good and has no value`)
      if (at !== state.at) passTo(inOrder(at, state.at))
      if (state.isAsleep || !signalIds.has(signalId)) return
      const reading = { value, code, at }
      standing.set(signalId, reading)
      if (reports.take(signalId, reading)) isRoundOpen = true
    },
    time: settle,
    sleep(at) {
      if (state.isAsleep) return passTo(inOrder(at, state.at))
      settle(at)
      state.isAsleep = true
    },
    wake(at) {
      passTo(inOrder(at, state.at))
      if (!state.isAsleep) return
      standing.clear()
      state.isAsleep = false
      dueAt = reports.nextAt()
      settle(at)
    },
    state() {
      settle(state.at)
      return state
    },
  }
}

const newState = (at: number): SeriesStoringState => ({ at, isAsleep: false, standing: new Map(), rules: new Map() })

const instantOf = (at: number): Instant => ({ now: at, at, isPlatform: true })

function inOrder(at: number, after: number): number {
  if (Number.isInteger(at) && at >= after && at <= lastAt) return at
  throw new RangeError(`${at} is not an instant at or after ${after}`)
}
