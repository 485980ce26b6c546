// The waterworks of a past month, hour by hour: the model at ten-second steps with now and then a fault, and what the
// stations' reports would have stored. Pure but for its own state; the same plan tells the same past.
import type { Value } from '../../core/data-type.ts'
import { asRead } from '../../plant/as-read.ts'
import { createDemoScript } from '../../plant/demo-faults.ts'
import { initialCommands } from '../../plant/waterworks/commands.ts'
import { faultId, isProcessFault, type ProcessFault } from '../../plant/waterworks/faults.ts'
import { startWaterworks, step, type WaterworksState } from '../../plant/waterworks/model.ts'
import { type Reading, type StationKey, stationMaps } from '../../plant/waterworks/registers.ts'
import { createRecorder, type PastReport, type Readings, type Recorder } from './past-reports.ts'

export type PastSite = { station: StationKey; reports: PastReport[] }
/** Ends at `to`, within its last hour: there the gateways' own records begin. */
export type PastPlan = { sites: PastSite[]; zone: string; from: number; to: number; hours: number; seed: number }

/** What one station stored within an hour, columnar. */
export type Stored = { ids: number[]; times: number[]; values: Value[] }
export type PastHour = { hour: number; sites: Stored[] }

export const hourMs = 3_600_000
const stepMs = 10_000
/** Something breaks a dozen times more seldom than in the live demonstration. */
const calm = 12

/** Hours from `state.hour` on. `state` is handed out at every whole day, to go on from after an interruption. */
export type PastState = { hour: number; works: WaterworksState }

export function startOf({ from, seed }: PastPlan): PastState {
  return { hour: 0, works: startWaterworks({ seed, atMs: from }) }
}

/** One hour after the other; the recorders begin anew with each day, so that a day can be told again. */
export function* pastHours(plan: PastPlan, begin: PastState): Generator<PastHour & { next: PastState }> {
  let { works } = begin
  let recorders: Recorder[] = []
  let stored: Stored[] = []
  const script = createDemoScript(plan.seed)
  const faults = new Map<string, ProcessFault>()
  for (let hour = 0; hour < begin.hour; hour += 1) follow(script, faults, hour * hourMs)
  for (let hour = begin.hour; hour < plan.hours; hour += 1) {
    if (hour % 24 === 0 || hour === begin.hour)
      recorders = plan.sites.map((site, index) => recorderOf(plan, site, index))
    stored = plan.sites.map(() => ({ ids: [], times: [], values: [] }))
    for (let passed = 0; passed < hourMs && works.atMs + stepMs <= plan.to; passed += stepMs) {
      follow(script, faults, hour * hourMs + passed)
      works = step(works, { commands: initialCommands, faults: [...faults.values()] }, stepMs / 1000)
      for (const [index, { station }] of plan.sites.entries()) recorders[index]!(works.atMs, readingsOf(works, station))
    }
    yield { hour, sites: stored, next: { hour: hour + 1, works } }
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
