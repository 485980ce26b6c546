// The waterworks as a pure function of time: the same state, inputs and seed give the same result.
import { createDice } from '../random.ts'
import { dayNumber } from './calendar.ts'
import { type Commands, initialCommands } from './commands.ts'
import { type Distribution, reservoirAreaM2, runDistribution, startDistribution } from './distribution.ts'
import { type ProcessFault, type Troubles, troublesOf } from './faults.ts'
import { askBooster, towerAreaM2 } from './high-zone.ts'
import { type Intake, runIntake, startIntake, wellAreaM2 } from './intake.ts'
import { measure, type Readings } from './measure.ts'
import type { Ledger, Moment } from './moment.ts'
import { type Outstations, runOutstations, startOutstations } from './outstations.ts'
import { stationKeys } from './registers.ts'
import { clearAreaM2, runTreatment, settlerAreaM2, startTreatment, type Treatment } from './treatment.ts'
import { runWell } from './wells.ts'

/** The state of the waterworks as plain data, which can be stored, compared and sent. */
export type WaterworksState = {
  /** Simulated time, epoch ms UTC. */
  atMs: number
  seed: number
  intake: Intake
  treatment: Treatment
  distribution: Distribution
  outstations: Outstations
  ledger: Ledger
  readings: Readings
}

type Inputs = { commands: Commands; faults: readonly ProcessFault[] }

/** Controllers and valves are stable up to this step; longer ones are split. */
const longestStepS = 1

/** The volume of water in all tanks, in m³. */
export function storedM3({ intake, treatment, distribution, outstations }: WaterworksState): number {
  const raw = intake.wellM * wellAreaM2 + treatment.settlerM * settlerAreaM2
  const reservoirs = distribution.levelM * reservoirAreaM2 + outstations.tower.levelM * towerAreaM2
  return raw + treatment.clearM * clearAreaM2 + reservoirs
}

/** A deep copy of plain data; structuredClone takes ten times longer, five times a second. */
function copyOf<T>(data: T): T {
  if (Array.isArray(data)) return data.map(copyOf) as T
  if (typeof data !== 'object' || data === null) return data
  const copy = { ...data }
  for (const key in copy) if (typeof copy[key] === 'object') copy[key] = copyOf(copy[key])
  return copy
}

function withFrozen(now: Readings, before: Readings, { frozen }: Troubles): Readings {
  if (frozen.length === 0) return now
  const held = Object.fromEntries(stationKeys.map((key) => [key, { ...now[key] }])) as Readings
  for (const fault of frozen) {
    Object.assign(held[fault.station], { [fault.signal]: Reflect.get(before[fault.station], fault.signal) })
  }
  return held
}

/**
 * The state of the works after `dtSeconds` of simulated time; `state` is not changed. Steps longer than a second are
 * split into equal parts, so that ten minutes in one step are as stable as in many.
 */
export function step(state: WaterworksState, inputs: Inputs, dtSeconds: number): WaterworksState {
  const { readings, ...physical } = state
  const next = copyOf(physical)
  const dice = createDice(state.seed)
  const troubles = troublesOf(inputs.faults)
  const parts = Math.max(1, Math.ceil(dtSeconds / longestStepS))
  const dtS = dtSeconds / parts
  for (let part = 0; part < parts; part += 1) {
    const fromMs = next.atMs
    const toMs = state.atMs + Math.round(((part + 1) * dtSeconds * 1000) / parts)
    // An object spread is avoided for speed: the demo simulates a month second by second.
    const moment: Moment = {
      dtS,
      fromMs,
      toMs,
      newDay: dayNumber(fromMs) !== dayNumber(toMs),
      commands: inputs.commands,
      troubles,
      dice,
      ledger: next.ledger,
      clearWellM: next.treatment.clearM,
      reservoirM: next.distribution.levelM,
      wellsM3h: 0,
      highAskM3h: 0,
    }
    const { outstations } = next
    moment.wellsM3h = runWell(outstations.well1, moment)
    moment.highAskM3h = askBooster(outstations.booster, outstations.tower, moment)
    runIntake(next.intake, moment)
    runTreatment(next.treatment, next.intake, moment)
    runDistribution(next.distribution, next.treatment, moment)
    runOutstations(next, moment)
    next.atMs = toMs
  }
  const measured = measure({ ...next, commands: inputs.commands }, dice)
  return { ...next, seed: dice.seed, readings: withFrozen(measured, readings, troubles) }
}

/** The works in steady operation at an instant: after ten simulated minutes, so that nothing starts with a jump. */
export function startWaterworks({ seed, atMs }: { seed: number; atMs: number }): WaterworksState {
  const warmUpS = 600
  const cold = {
    ...{ atMs: atMs - warmUpS * 1000, seed },
    ...{ intake: startIntake(), treatment: startTreatment(), distribution: startDistribution() },
    outstations: startOutstations(),
    ledger: { inM3: 0, overflowM3: 0, wasteM3: 0, suppliedM3: 0 },
  }
  const readings = measure({ ...cold, commands: initialCommands }, createDice(seed))
  const warm = step({ ...cold, readings }, { commands: initialCommands, faults: [] }, warmUpS)
  return { ...warm, ledger: { inM3: 0, overflowM3: 0, wasteM3: 0, suppliedM3: 0 } }
}
