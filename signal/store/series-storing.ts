// Runs history reports over a series of readings instead of a gateway. The demonstration generates its past with it
// (apps/demo/past-reports.ts). A backtest of alarms can be driven in the same way: `bound` is the configuration of the
// gateway at that time, and `begin` lies some time before the range, so that conditions are determined when the range
// starts. Then pass in the stored rows of the historian, merged by time over all variables in `signalIds`, each as a
// `reading` with its stored code; `sleep` and `wake` where the gateway was off or had another owner; and `time` at the
// end. The rules see only stored readings.
import type { BoundConfig } from '../../contract/gateway-config.ts'
import { good, type Value } from '../../core/data-type.ts'
import type { Instant } from './border.ts'
import { checkReports, signalIdsOf } from './check-reports.ts'
import type { KeptValue } from './keeper.ts'
import type { RuleState } from './mode.ts'
import type { Reading } from './reading.ts'
import { createReports, meaningOf, ruleOf } from './reports.ts'

/**
 * All instants are whole epoch ms in ascending order: anything else throws a RangeError and changes nothing. Readings
 * of one instant form a block. Actions due at an instant run after the readings of that instant, and before readings of
 * it that follow `time`. A value is stored before the call returns that makes it certain, and nothing about an instant
 * is certain before a later one, or `time`.
 * During a silence the gateway continues to run, and the last readings remain valid.
 */
export type SeriesStoring = {
  /** The variables whose readings are used; others are skipped. */
  signalIds: ReadonlySet<number>
  /** A good reading has a value; the value of a bad one is ignored. */
  reading(signalId: number, value: Value | null, code: number, at: number): void
  /** Advances to this instant and runs all actions that are due. */
  time(at: number): void
  /** The gateway sleeps or is off: nothing is stored, and after `wake` earlier readings are no longer valid. */
  sleep(at: number): void
  wake(at: number): void
  /** The current state, to be taken after `time`: a structured clone of it continues as this series would. */
  state(): SeriesStoringState
}

/** Plain data. `rules` by report, each with the meaning of the report. */
export type SeriesStoringState = {
  at: number
  isAsleep: boolean
  standing: Map<number, Reading>
  rules: Map<number, { meaning: string; rule: RuleState }>
}

type SeriesStoringOptions = {
  bound: Pick<BoundConfig, 'equipmentId' | 'config'>
  /** The start of the gateway, or a state to continue, which is modified: a report that has changed starts again. */
  begin: number | SeriesStoringState
  /** Called for each stored value, in order; its time is a valid instant too. */
  store: (kept: KeptValue) => void
}

/** The year 10000: there are no boundaries beyond it. */
const lastAt = Date.UTC(10_000, 0)

/** Throws if a report cannot run. */
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

  /** Runs all actions that are due before this instant. */
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

  /** Runs the actions that are due at this instant too. */
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
