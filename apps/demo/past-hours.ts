// The waterworks of a past month, hour by hour: the model at ten-second steps with now and then a fault, and what the
// stations' reports would have stored. Pure but for its own state; the same plan tells the same past.
import type { Value } from '../../core/data-type.ts'
import { asRead } from '../../plant/as-read.ts'
import { createDemoScript } from '../../plant/demo-faults.ts'
import type { Beginning } from '../../plant/waterworks/beginning.ts'
import { dayStart } from '../../plant/waterworks/calendar.ts'
import { initialCommands } from '../../plant/waterworks/commands.ts'
import {
  type Counters,
  counterSignals,
  countersOf,
  daily,
  setCounters,
  totals,
} from '../../plant/waterworks/counters.ts'
import { faultId, isProcessFault, type ProcessFault } from '../../plant/waterworks/faults.ts'
import { leadOver } from '../../plant/waterworks/lead-over.ts'
import { startWaterworks, step, type WaterworksState } from '../../plant/waterworks/model.ts'
import {
  type Reading,
  type Register,
  type StationKey,
  stationMaps,
  worksKeys,
} from '../../plant/waterworks/registers.ts'
import { createRecorder, type PastReport, type Readings, type Recorder } from './past-reports.ts'

export type PastSite = { station: StationKey; reports: PastReport[] }
/**
 * Ends at `to`, within its last hour: there the gateways' own records begin, and the counters stand at `ends`. Since
 * only its end tells where they have to begin, counters are told in a second pass over the same hours.
 */
export type PastPlan = {
  sites: PastSite[]
  zone: string
  from: number
  to: number
  hours: number
  seed: number
  ends?: Counters | undefined
  /** How the live works came to be: the past is led over to it, and ends in the same state. */
  meets?: Beginning | undefined
}

/** What one station stored within an hour, columnar. */
export type Stored = { ids: number[]; times: number[]; values: Value[] }
/** `isWhole`: it ends a day. */
export type PastHour = { hour: number; isWhole: boolean; sites: Stored[] }

export const hourMs = 3_600_000
const stepMs = 10_000
/** Something breaks a dozen times more seldom than in the live demonstration. */
const calm = 12

/**
 * Hours from `hour` on. It is handed out at every whole day, to go on from after an interruption. `drift`: by how much
 * more the counters of the day count at each step of the last day.
 */
export type PastState = { hour: number; works: WaterworksState; drift?: Partial<Counters> | undefined }

/** Hours of both passes. */
export const hoursOf = ({ hours, ends }: Pick<PastPlan, 'hours' | 'ends'>): number => (ends ? 2 * hours : hours)

export function startOf({ from, seed }: PastPlan): PastState {
  return { hour: 0, works: startWaterworks({ seed, atMs: from }) }
}

/** The same past once more, with counters that end where they shall: those of the day drift there from midnight on. */
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

/** When the first step of the last day begins, by the clock of the works. */
function lastDay({ from, to }: PastPlan): number {
  return from + Math.max(0, Math.ceil((dayStart(to) - from) / stepMs)) * stepMs
}

/** One hour after the other; the recorders begin anew with each day, so that a day can be told again. */
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
    if (within % 24 === 0 || hour === begin.hour)
      recorders = plan.sites.map((site, index) => recorderOf(reportsIn(hour, plan, site), index))
    stored = plan.sites.map(() => ({ ids: [], times: [], values: [] }))
    const registers = registersIn(hour, plan)
    works = run(within, works, (now) => {
      for (const [index, { station }] of plan.sites.entries())
        if (now.atMs % paceOf(station) === 0) recorders[index]!(now.atMs, readingsOf(now, station, registers[index]!))
    })
    const isWhole = (within + 1) % 24 === 0
    yield { hour, isWhole, sites: stored, next: { hour: hour + 1, works, drift } }
  }

  function recorderOf(reports: readonly PastReport[], index: number): Recorder {
    return createRecorder(reports, plan.zone, (at, id, value) => {
      const into = stored[index]!
      into.ids.push(id)
      into.times.push(at)
      into.values.push(value)
    })
  }
}

/** The reports with the columns that are told in this pass. */
function reportsIn(hour: number, { hours, ends }: PastPlan, { reports }: PastSite): PastReport[] {
  if (!ends) return reports
  const isAgain = hour >= hours
  return reports
    .map((report) => ({
      ...report,
      columns: report.columns.filter(({ signal }) => counterSignals.has(signal) === isAgain),
    }))
    .filter(({ columns }) => columns.length > 0)
}

/** The registers that the reports of this pass read. */
function registersIn(hour: number, plan: PastPlan): readonly Register[][] {
  return plan.sites.map((site) => {
    const reports = reportsIn(hour, plan, site)
    const named = reports.flatMap(({ columns, condition }) => [
      ...columns.map(({ signal }) => signal),
      ...(condition ? [condition.signal] : []),
    ])
    const wanted = new Set(named)
    return stationMaps[site.station].registers.filter(({ key }) => wanted.has(key))
  })
}

/** Outstations store every half minute at most; a month of looking more often would be in vain. */
const paceOf = (station: StationKey) => (worksKeys.some((key) => key === station) ? stepMs : 3 * stepMs)

type Run = (hour: number, works: WaterworksState, look: (now: WaterworksState) => void) => WaterworksState

/** Before it is led over to the live works nothing breaks any more, and what was broken is mended. */
const calmBeforeMs = 2 * hourMs

/** Runs one hour after the other from the first on; `look` is shown every step. */
function runner(plan: PastPlan, first: number, drift: PastState['drift']): Run {
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

function readingsOf({ readings }: WaterworksState, station: StationKey, registers: readonly Register[]): Readings {
  const [measured, set] = [readings[station], initialCommands[station]]
  const read: { [key: string]: Value } = {}
  for (const register of registers) {
    const value: Reading | undefined = Reflect.get(set, register.key) ?? Reflect.get(measured, register.key)
    if (value !== undefined) read[register.key] = asRead(register, value)
  }
  return read
}
