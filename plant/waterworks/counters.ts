// The counters of the PLCs. The process does not depend on counters, so they may be set: after a restart,
// or so that a generated history ends where the plant starts.
import { beginningOf, worksAtEnd } from './beginning.ts'
import { initialCommands } from './commands.ts'
import { startWaterworks, step, type WaterworksState } from './model.ts'

/** Running totals: m³, kWh, t, seconds of running. */
export const totals = [
  ...(['intake.volumeM3', 'intake.meter.totalKwh', 'intake.pumps.0.runS', 'intake.pumps.1.runS'] as const),
  ...(['treatment.volumeM3', 'treatment.washM3', 'treatment.meter.totalKwh'] as const),
  ...(['distribution.volumeM3', 'distribution.meter.totalKwh'] as const),
  ...(['distribution.pumps.0.runS', 'distribution.pumps.1.runS', 'distribution.pumps.2.runS'] as const),
  ...(['outstations.booster.volumeM3', 'outstations.booster.meter.totalKwh'] as const),
  ...(['outstations.booster.pumps.0.runS', 'outstations.booster.pumps.1.runS'] as const),
  ...(['outstations.well1.volumeM3', 'outstations.well1.runS'] as const),
  ...(['outstations.sludge.cakeT', 'outstations.sludge.runS'] as const),
  ...(['outstations.control.meter.totalKwh', 'outstations.control.loadS'] as const),
] as const

/** Counters in m³ or kWh since midnight of the plant's own clock. */
export const daily = [
  ...(['intake.todayM3', 'intake.meter.todayKwh', 'treatment.meter.todayKwh'] as const),
  ...(['distribution.balanceM3', 'distribution.meter.todayKwh'] as const),
  'outstations.control.meter.todayKwh',
] as const

type Counter = (typeof totals)[number] | (typeof daily)[number]
export type Counters = Record<Counter, number>

/** The signals that show a counter, at whichever station. */
export const counterSignals: ReadonlySet<string> = new Set([
  ...['intakeVolume', 'intakeToday', 'producedVolume', 'washVolume', 'suppliedVolume', 'storageBalance'],
  ...['energyTotal', 'energyToday', 'pump1Hours', 'pump2Hours', 'pump3Hours'],
  ...['boostedVolume', 'wellVolume', 'pumpHours', 'cakeTotal', 'centrifugeHours', 'loadHours'],
])

function placeOf(works: WaterworksState, counter: Counter): { holder: object; key: string } {
  const path = counter.split('.')
  const key = path.pop()!
  return { holder: path.reduce<object>((at, each) => Reflect.get(at, each), works), key }
}

export function countersOf(works: WaterworksState): Counters {
  const values = [...totals, ...daily].map((counter) => {
    const { holder, key } = placeOf(works, counter)
    return [counter, Reflect.get(holder, key)] as const
  })
  return Object.fromEntries(values) as Counters
}

/** Sets counters of the works; the readings change with the next step. */
export function setCounters(works: WaterworksState, counters: Partial<Counters>): void {
  for (const [counter, value] of Object.entries(counters)) {
    const { holder, key } = placeOf(works, counter as Counter)
    Reflect.set(holder, key, value)
  }
}

/**
 * The state of the works now, after a quiet day, so that daily counters are right; `known` counters are used instead.
 * Simulating a day takes a second, which is saved if the daily counters are known.
 */
export function startedToday(
  { seed, atMs }: { seed: number; atMs: number },
  known: Partial<Counters> = {},
): WaterworksState {
  const isDayKnown = daily.every((counter) => counter in known)
  const beginning = beginningOf(seed, atMs)
  const works = isDayKnown ? startWaterworks({ seed, atMs: beginning.toMs }) : worksAtEnd(beginning)
  setCounters(works, known)
  return step(works, { commands: initialCommands, faults: [] }, Math.max(1, atMs - works.atMs) / 1000)
}
