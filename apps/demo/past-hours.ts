// The waterworks of a past month, hour by hour: the model at ten-second steps with now and then a fault, and what the
// stations' reports would have stored. Pure but for its own state; the same plan tells the same past.
import type { Value } from '../../core/data-type.ts'
import { asRead } from '../../plant/as-read.ts'
import { createDemoScript } from '../../plant/demo-faults.ts'
import { dayStart } from '../../plant/waterworks/calendar.ts'
import { initialCommands } from '../../plant/waterworks/commands.ts'
import { type Counters, countersOf, daily, setCounters, totals } from '../../plant/waterworks/counters.ts'
import { faultId, isProcessFault, type ProcessFault } from '../../plant/waterworks/faults.ts'
import { startWaterworks, step, type WaterworksState } from '../../plant/waterworks/model.ts'
import { type Reading, type StationKey, stationMaps } from '../../plant/waterworks/registers.ts'
import { createRecorder, type PastReport, type Readings, type Recorder } from './past-reports.ts'

export type PastSite = { station: StationKey; reports: PastReport[] }
/** Ends at `to`, within its last hour: there the gateways' own records begin, and the counters stand at `ends`. */
export type PastPlan = {
  sites: PastSite[]
  zone: string
  from: number
  to: number
  hours: number
  seed: number
  ends?: Counters | undefined
}

/** What one station stored within an hour, columnar. */
export type Stored = { ids: number[]; times: number[]; values: Value[] }
export type PastHour = { hour: number; sites: Stored[] }

export const hourMs = 3_600_000
const stepMs = 10_000
/** Something breaks a dozen times more seldom than in the live demonstration. */
const calm = 12

/**
 * Hours from `hour` on. It is handed out at every whole day, to go on from after an interruption. `drift`: by how much
 * more each step of the last day counts than the water that flows.
 */
export type PastState = { hour: number; works: WaterworksState; drift?: Partial<Counters> | undefined }

/**
 * The first hour. Where the counters are told to end somewhere, the past is run through once to see where they would:
 * then they begin as much lower or higher. Those of the day begin at midnight, and drift there.
 */
export function startOf(plan: PastPlan): PastState {
  const works = startWaterworks({ seed: plan.seed, atMs: plan.from })
  const { ends } = plan
  if (!ends) return { hour: 0, works }
  const run = runner(plan, { hour: 0 })
  let last = works
  for (let hour = 0; hour < plan.hours; hour += 1) last = run(hour, last)
  const [begins, ended] = [countersOf(works), countersOf(last)]
  const shifted = totals.map((counter) => [counter, begins[counter] + ends[counter] - ended[counter]])
  setCounters(works, Object.fromEntries(shifted))
  const steps = Math.max(1, Math.floor((plan.to - lastDay(plan)) / stepMs))
  const drift = daily.map((counter) => [counter, (ends[counter] - ended[counter]) / steps])
  return { hour: 0, works, drift: Object.fromEntries(drift) }
}

/** When the first step of the last day begins, by the clock of the works. */
function lastDay({ from, to }: PastPlan): number {
  return from + Math.max(0, Math.ceil((dayStart(to) - from) / stepMs)) * stepMs
}

/** One hour after the other; the recorders begin anew with each day, so that a day can be told again. */
export function* pastHours(plan: PastPlan, begin: PastState): Generator<PastHour & { next: PastState }> {
  let { works } = begin
  let recorders: Recorder[] = []
  let stored: Stored[] = []
  const run = runner(plan, begin)
  for (let hour = begin.hour; hour < plan.hours; hour += 1) {
    if (hour % 24 === 0 || hour === begin.hour)
      recorders = plan.sites.map((site, index) => recorderOf(plan, site, index))
    stored = plan.sites.map(() => ({ ids: [], times: [], values: [] }))
    works = run(hour, works, (now) => {
      for (const [index, { station }] of plan.sites.entries()) recorders[index]!(now.atMs, readingsOf(now, station))
    })
    yield { hour, sites: stored, next: { ...begin, hour: hour + 1, works } }
  }

  function recorderOf({ zone }: PastPlan, { reports }: PastSite, index: number): Recorder {
    return createRecorder(reports, zone, (at, id, value) => {
      const into = stored[index]!
      into.ids.push(id)
      into.times.push(at)
      into.values.push(value)
    })
  }
}

type Run = (hour: number, works: WaterworksState, look?: (now: WaterworksState) => void) => WaterworksState

/** Runs one hour after the other; `look` is shown every step. */
function runner(plan: PastPlan, { hour: first, drift }: Pick<PastState, 'hour' | 'drift'>): Run {
  const script = createDemoScript(plan.seed)
  const faults = new Map<string, ProcessFault>()
  const driftsFrom = lastDay(plan)
  for (let hour = 0; hour < first; hour += 1) follow(script, faults, hour * hourMs)
  return (hour, begin, look = () => undefined) => {
    let works = begin
    for (let passed = 0; passed < hourMs && works.atMs + stepMs <= plan.to; passed += stepMs) {
      follow(script, faults, hour * hourMs + passed)
      const drifts = drift && works.atMs >= driftsFrom
      works = step(works, { commands: initialCommands, faults: [...faults.values()] }, stepMs / 1000)
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

function readingsOf({ readings }: WaterworksState, station: StationKey): Readings {
  const all: { [key: string]: Reading } = { ...readings[station], ...initialCommands[station] }
  const read: { [key: string]: Value } = {}
  for (const register of stationMaps[station].registers) {
    const value = all[register.key]
    if (value !== undefined) read[register.key] = asRead(register, value)
  }
  return read
}
