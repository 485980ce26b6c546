// Instrument readings of the true state: noise, saturation at zero, and the PLC's own values.
import type { Dice } from '../random.ts'
import { clockDigits, dateDigits } from './calendar.ts'
import type { Commands } from './commands.ts'
import { measureControl } from './control-building.ts'
import type { Distribution } from './distribution.ts'
import { reservoirAreaM2 } from './distribution.ts'
import type { MeasuredKey } from './faults.ts'
import { measureBooster, measureTower } from './high-zone.ts'
import type { Intake } from './intake.ts'
import type { Outstations } from './outstations.ts'
import type { Reading, StationKey } from './registers.ts'
import type { Sensor } from './sensor.ts'
import { measureSludge } from './sludge.ts'
import { measureTanker } from './tanker.ts'
import { clearAreaM2, type Treatment } from './treatment.ts'
import { measureWell1, measureWell2 } from './wells.ts'

/** The readings of all signals, except those that repeat the operator's settings. */
export type Readings = { [S in StationKey]: Record<MeasuredKey<S>, Reading> }

type Truth = {
  atMs: number
  commands: Commands
  intake: Intake
  treatment: Treatment
  distribution: Distribution
  outstations: Outstations
}

/** 64-bit counters stay exact beyond 2^53. */
const litres = (m3: number) => BigInt(Math.floor(m3 * 1000))

const beats = (atMs: number) => Math.floor(atMs / 1000) % 2 === 1

// Every key is written out, without a spread: it can be searched, and such a literal is built ten times faster.
function measureIntake({ intake, commands, atMs }: Truth, sense: Sensor): Readings['intake'] {
  const [first, second] = intake.pumps
  const reactiveKvar = intake.meter.powerKw * 0.593
  const wellLevelHigh = intake.wellM > 4.5
  const wellLevelLow = intake.wellM < 1.2
  return {
    plcTime: clockDigits(atMs),
    plcDate: dateDigits(atMs),
    heartbeat: beats(atMs),
    wellLevel: sense(intake.wellM, 0.004),
    riverLevel: sense(intake.riverM, 0.006),
    intakeFlow: intake.flowM3h > 0 ? sense(intake.flowM3h, 0.8) : 0,
    mainPressure: sense(intake.pressureKpa, 0.5),
    screenDp: sense(intake.screenKpa, 0.03),
    gatePosition: intake.gatePct,
    valvePosition: intake.valvePct,
    intakeVolume: litres(intake.volumeM3),
    intakeToday: intake.todayM3,
    rakeRunning: intake.rakeLeftS > 0,
    wellLevelHigh,
    wellLevelLow,
    pump1Speed: sense(first.speedRpm, first.running ? 1.2 : 0),
    pump1Current: sense(first.currentA, first.running ? 0.25 : 0),
    pump1Hours: first.runS / 3600,
    pump1Running: first.running,
    pump1Tripped: first.tripped,
    pump1Bearing: sense(first.bearingC, 0.1),
    pump1Vibration: sense(first.vibrationMmS, first.running ? 0.05 : 0),
    pump2Speed: sense(second.speedRpm, second.running ? 1.2 : 0),
    pump2Current: sense(second.currentA, second.running ? 0.25 : 0),
    pump2Hours: second.runS / 3600,
    pump2Running: second.running,
    pump2Tripped: second.tripped,
    pump2Bearing: sense(second.bearingC, 0.1),
    pump2Vibration: sense(second.vibrationMmS, second.running ? 0.05 : 0),
    turbidity: sense(intake.ntu, 0.06),
    ph: sense(intake.ph, 0.01),
    temperature: sense(intake.tempC, 0.05),
    conductivity: sense(intake.usCm, 0.8),
    activePower: sense(intake.meter.powerKw, 0.15),
    reactivePower: Math.round(sense(reactiveKvar * 1000, 120)),
    energyToday: intake.meter.todayKwh,
    energyTotal: intake.meter.totalKwh,
    voltage: sense(400 - first.currentA * 0.04, 0.6),
    frequency: sense(50, 0.01),
    autoMode: commands.intake.mode === 1,
    generalAlarm: first.tripped || second.tripped || wellLevelHigh || wellLevelLow || intake.screenKpa > 8,
    serialNumber: 0x8a41_0000_0000_0117n,
    stationName: 'INTAKE-1',
    stationNameZh: '1号取水站',
  }
}

function measureTreatment({ treatment: works, commands, atMs }: Truth, sense: Sensor): Readings['treatment'] {
  const [first, second, third] = works.filters
  const clearWellHigh = works.clearM > 4.5
  const clearWellLow = works.clearM < 1
  return {
    plcTime: clockDigits(atMs),
    plcDate: dateDigits(atMs),
    heartbeat: beats(atMs),
    inletFlow: works.inflowM3h > 0 ? sense(works.inflowM3h, 0.9) : 0,
    settledTurbidity: sense(works.settledNtu, 0.015),
    settlerLevel: sense(works.settlerM, 0.003),
    coagulantDose: sense(works.coagulantMgL, 0.03),
    coagulantRate: sense(works.coagulantLh, 0.1),
    coagulantLevel: works.coagulantPct,
    sludgeFlow: works.sludgeM3h,
    filter1Flow: first.flowM3h > 0 ? sense(first.flowM3h, 0.4) : 0,
    filter1Dp: sense(first.dpKpa, 0.04),
    filter1Turbidity: sense(first.ntu, 0.002),
    filter1Washing: first.washLeftS > 0,
    filter2Flow: second.flowM3h > 0 ? sense(second.flowM3h, 0.4) : 0,
    filter2Dp: sense(second.dpKpa, 0.04),
    filter2Turbidity: sense(second.ntu, 0.002),
    filter2Washing: second.washLeftS > 0,
    filter3Flow: third.flowM3h > 0 ? sense(third.flowM3h, 0.4) : 0,
    filter3Dp: sense(third.dpKpa, 0.04),
    filter3Turbidity: sense(third.ntu, 0.002),
    filter3Washing: third.washLeftS > 0,
    clearWellLevel: sense(works.clearM, 0.004),
    clearWellVolume: works.clearM * clearAreaM2,
    outletFlow: works.outletM3h > 0 ? sense(works.outletM3h, 0.9) : 0,
    outletValve: works.outletPct,
    clearWellOverflow: works.overflowing,
    clearWellHigh,
    clearWellLow,
    chlorineDose: sense(works.doseMgL, 0.004),
    contactChlorine: sense(works.contactMgL, 0.006),
    outletChlorine: sense(works.outletMgL, 0.006),
    chlorinatorRunning: works.doseMgL > 0.02,
    chlorinatorTripped: works.chlorinatorTripped,
    turbidity: sense(works.ntu, 0.002),
    ph: sense(works.ph, 0.01),
    temperature: sense(works.tempC, 0.05),
    conductivity: sense(works.usCm, 0.8),
    activePower: sense(works.meter.powerKw, 0.05),
    energyToday: works.meter.todayKwh,
    energyTotal: works.meter.totalKwh,
    producedVolume: litres(works.volumeM3),
    washVolume: works.washM3,
    autoMode: commands.treatment.mode === 1,
    generalAlarm: works.chlorinatorTripped || works.coagulantTripped || clearWellHigh || clearWellLow,
    serialNumber: 0xc3d2_e1f0_1234_5678n,
    stationName: 'TREATMENT',
  }
}

function measureDistribution(
  { distribution: station, commands, atMs }: Truth,
  sense: Sensor,
): Readings['distribution'] {
  const [first, second, third] = station.pumps
  const { powerKw } = station.meter
  const tripped = station.pumps.some((pump) => pump.tripped)
  return {
    plcTime: clockDigits(atMs),
    plcDate: dateDigits(atMs),
    heartbeat: beats(atMs),
    reservoirLevel: sense(station.levelM, 0.004),
    reservoirInflow: station.inflowM3h > 0 ? sense(station.inflowM3h, 0.9) : 0,
    reservoirVolume: station.levelM * reservoirAreaM2,
    reservoirOverflow: station.overflowing,
    reservoirLow: station.levelM < 1,
    pump1Speed: sense(first.speedRpm, first.running ? 1.2 : 0),
    pump1Current: sense(first.currentA, first.running ? 0.25 : 0),
    pump1Hours: first.runS / 3600,
    pump1Running: first.running,
    pump1Tripped: first.tripped,
    pump2Speed: sense(second.speedRpm, second.running ? 1.2 : 0),
    pump2Current: sense(second.currentA, second.running ? 0.25 : 0),
    pump2Hours: second.runS / 3600,
    pump2Running: second.running,
    pump2Tripped: second.tripped,
    pump3Speed: sense(third.speedRpm, third.running ? 1.2 : 0),
    pump3Current: sense(third.currentA, third.running ? 0.25 : 0),
    pump3Hours: third.runS / 3600,
    pump3Running: third.running,
    pump3Tripped: third.tripped,
    supplyPressure: sense(station.pressureMpa, 0.0008),
    supplyFlow: station.flowM3h > 0 ? sense(station.flowM3h, 0.9) : 0,
    zoneAFlow: station.zoneAM3h > 0 ? sense(station.zoneAM3h, 0.6) : 0,
    zoneBFlow: station.zoneBM3h > 0 ? sense(station.zoneBM3h, 0.5) : 0,
    zoneAPressure: sense(station.zoneAMpa, 0.0008),
    zoneBPressure: sense(station.zoneBMpa, 0.0006),
    remotePressure: sense(station.remoteMpa, 0.001),
    chlorine: sense(station.mgL, 0.006),
    turbidity: sense(station.ntu, 0.003),
    temperature: sense(station.tempC, 0.05),
    boosterDose: station.boosterMgL,
    activePower: sense(powerKw, 0.15),
    energyToday: station.meter.todayKwh,
    energyTotal: station.meter.totalKwh,
    specificEnergy: station.flowM3h > 1 ? powerKw / station.flowM3h : 0,
    suppliedVolume: litres(station.volumeM3),
    storageBalance: litres(station.balanceM3),
    autoMode: commands.distribution.mode === 1,
    nightMode: station.night,
    generalAlarm: tripped || station.overflowing || station.levelM < 1 || station.pressureMpa < 0.25,
    serialNumber: 0xffff_0000_89ab_cdefn,
  }
}

/** Reads all instruments at one time, in engineering units. */
export function measure(truth: Truth, dice: Dice): Readings {
  const sense: Sensor = (value, sigma) => Math.max(0, value + sigma * dice.gauss())
  return {
    intake: measureIntake(truth, sense),
    treatment: measureTreatment(truth, sense),
    distribution: measureDistribution(truth, sense),
    booster: measureBooster(truth, sense),
    tower: measureTower(truth, sense),
    well1: measureWell1(truth, sense),
    well2: measureWell2(),
    sludge: measureSludge(truth, sense),
    control: measureControl(truth, sense),
    tanker: measureTanker(truth),
  }
}
