// The waterworks of a past month, hour by hour: the model at ten-second steps with occasional faults, and the readings
// that the stations' reports would have stored. Deterministic: the same plan gives the same past.
import type { Value } from '../../core/data-type.ts'
import { createDemoScript } from '../../plant/demo-faults.ts'
import type { Beginning } from '../../plant/waterworks/beginning.ts'
import { dayStart } from '../../plant/waterworks/calendar.ts'
import { initialCommands } from '../../plant/waterworks/commands.ts'
import { type Counters, countersOf, daily, setCounters, totals } from '../../plant/waterworks/counters.ts'
import { faultId, isProcessFault, type ProcessFault } from '../../plant/waterworks/faults.ts'
import { leadOver } from '../../plant/waterworks/lead-over.ts'
import { startWaterworks, step, type WaterworksState } from '../../plant/waterworks/model.ts'
import type { SeriesStoringState } from '../../signal/store/series-storing.ts'
import { createRecorder, type PastSite, type Recorder, stepMs } from './past-reports.ts'

/**
 * The plan of the generated past. It ends at `to`, within its last hour: from there on the gateways record themselves,
 * and the counters have the values `ends`. Since their start values follow only from the end, counters are generated in
 * a second pass over the same hours.
 */
export type PastPlan = {
  sites: PastSite[]
  from: number
  to: number
  hours: number
  seed: number
  ends?: Counters | undefined
  /** The start of the live simulation: the generated past approaches it, and ends in the same state. */
  meets?: Beginning | undefined
}

/** The readings that one station stored within an hour, columnar. */
export type Stored = { ids: number[]; times: number[]; values: (Value | null)[]; codes: number[] }
/** One generated hour. `isWhole`: it ends a day. */
export type PastHour = { hour: number; isWhole: boolean; sites: Stored[] }

export const hourMs = 3_600_000
/** Faults are a dozen times rarer than in the live demonstration. */
const calm = 12

/**
 * The state from which generation continues at `hour`; it is saved after every whole day. `drift`: the additional count
 * per step of the daily counters on the last day; `series`: the state of each station's reports at that time.
 */
export type PastState = {
  hour: number
  works: WaterworksState
  drift?: Partial<Counters> | undefined
  series?: SeriesStoringState[] | undefined
}

/** The number of hours to generate; twice as many if the past is generated in two passes. */
export const hoursOf = ({ hours, ends }: Pick<PastPlan, 'hours' | 'ends'>): number => (ends ? 2 * hours : hours)

export function startOf({ from, seed }: PastPlan): PastState {
  return { hour: 0, works: startWaterworks({ seed, atMs: from }) }
}

/**
 * Starts the second pass over the same past, with counters that end at the required values: the daily ones are
 * corrected from midnight on.
 */
function startAgain(plan: PastPlan, ends: Counters, ended: Counters): Pick<PastState, 'works' | 'drift'> {
  const { works } = startOf(plan)
  const begins = countersOf(works)
  setCounters(
    works,
    Object.fromEntries(totals.map((counter) => [counter, begins[counter] + ends[counter] - ended[counter]])),
  )
  const steps = Math.max(1, Math.floor((plan.to - lastDay(plan)) / stepMs))
  const drift = daily.map((counter) => [counter, (ends[counter] - ended[counter]) / steps])
  return { works, drift: Object.fromEntries(drift) }
}

/** When the first step of the last day starts, by the clock of the works. */
function lastDay({ from, to }: PastPlan): number {
  return from + Math.max(0, Math.ceil((dayStart(to) - from) / stepMs)) * stepMs
}

/** Yields the generated hours, one after the other. */
export function* pastHours(plan: PastPlan, begin: PastState): Generator<PastHour & { next: PastState }> {
  let { works, drift } = begin
  let recorders: Recorder[] = []
  let stored: Stored[] = []
  let run = runner(plan, begin.hour % plan.hours, drift)
  for (let hour = begin.hour; hour < hoursOf(plan); hour += 1) {
    const within = hour % plan.hours
    if (plan.ends && hour === plan.hours) {
      ;({ works, drift } = startAgain(plan, plan.ends, countersOf(works)))
      run = runner(plan, 0, drift)
    }
    if (within === 0 || hour === begin.hour) recorders = plan.sites.map((site, index) => recorderOf(hour, site, index))
    stored = plan.sites.map(() => ({ ids: [], times: [], values: [], codes: [] }))
    works = run(within, works, (now) => {
      for (const recorder of recorders) recorder.look(now)
    })
    for (const recorder of recorders) recorder.end(works.atMs)
    const isWhole = (within + 1) % 24 === 0
    // Simulating the next hour changes this object, so it is copied.
    const series = isWhole ? structuredClone(recorders.map((recorder) => recorder.state())) : undefined
    const next = { hour: hour + 1, works, drift, series }
    yield { hour, isWhole, sites: stored, next }
  }

  function recorderOf(hour: number, site: PastSite, index: number): Recorder {
    const part = !plan.ends ? 'all' : hour < plan.hours ? 'others' : 'counters'
    const known = hour === begin.hour && hour % plan.hours > 0 ? begin.series?.[index] : undefined
    return createRecorder(site, part, structuredClone(known) ?? plan.from, ({ columnId, moment, value, code }) => {
      const into = stored[index]!
      into.ids.push(columnId)
      into.times.push(moment)
      into.values.push(value)
      into.codes.push(code)
    })
  }
}

type Run = (hour: number, works: WaterworksState, look: (now: WaterworksState) => void) => WaterworksState

/** During this time before the transition to the live simulation no new fault occurs, and all faults are repaired. */
const calmBeforeMs = 2 * hourMs

/** Runs one hour after the other from the first; `look` is called at every step. */
export function runner(plan: PastPlan, first: number, drift: PastState['drift']): Run {
  const script = createDemoScript(plan.seed)
  const faults = new Map<string, ProcessFault>()
  const driftsFrom = lastDay(plan)
  const calmFrom = plan.meets ? plan.meets.fromMs - calmBeforeMs : Number.POSITIVE_INFINITY
  const lead = plan.meets ? leadOver(plan.meets) : (works: WaterworksState) => works
  for (let hour = 0; hour < first; hour += 1) follow(script, faults, hour * hourMs)
  return (hour, begin, look) => {
    let works = begin
    for (let passed = 0; passed < hourMs && works.atMs + stepMs <= plan.to; passed += stepMs) {
      follow(script, faults, hour * hourMs + passed)
      const drifts = drift && works.atMs >= driftsFrom
      if (works.atMs >= calmFrom) faults.clear()
      works = step(works, { commands: initialCommands, faults: [...faults.values()] }, stepMs / 1000)
      works = lead(works)
      if (drifts) addToCounters(works, drift)
      look(works)
    }
    return works
  }
}

function addToCounters(works: WaterworksState, more: Partial<Counters>): void {
  const counters = countersOf(works)
  setCounters(works, Object.fromEntries(daily.map((each) => [each, counters[each] + (more[each] ?? 0)])))
}

function follow(
  script: ReturnType<typeof createDemoScript>,
  faults: Map<string, ProcessFault>,
  passedMs: number,
): void {
  for (const { act, fault } of script(passedMs / 1000 / calm)) {
    if (!isProcessFault(fault)) continue
    if (act === 'set') faults.set(faultId(fault), fault)
    else faults.delete(faultId(fault))
  }
}
