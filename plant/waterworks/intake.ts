// Intake: river → gate → screen → well → two raw-water pumps → raw main.
import { hasPassed, hourOfDay } from './calendar.ts'
import * as water from './hydraulics.ts'
import type { Moment } from './moment.ts'

export type Intake = {
  riverM: number
  wellM: number
  gatePct: number
  valvePct: number
  inflowM3h: number
  flowM3h: number
  pressureKpa: number
  /** How far the screen is blocked: 0 clean, 1 blocked. */
  screenClog: number
  screenKpa: number
  rakeLeftS: number
  pumps: [water.Pump, water.Pump]
  lagOn: boolean
  flowPid: water.Pid
  gatePid: water.Pid
  /** Turbidity of the river, before the effect of the pumps. */
  riverNtu: number
  ntu: number
  ph: number
  tempC: number
  usCm: number
  volumeM3: number
  todayM3: number
  meter: water.Meter
}

export const startIntake = (): Intake => ({
  ...{ riverM: 5.4, wellM: 3.2, gatePct: 45, valvePct: 100, inflowM3h: 310, flowM3h: 310, pressureKpa: 304 },
  ...{ screenClog: 0.1, screenKpa: 2, rakeLeftS: 0, lagOn: false },
  pumps: [
    { ...water.stillPump(), speedRpm: 1410, runS: 31_250_000 },
    { ...water.stillPump(), runS: 28_900_000 },
  ],
  flowPid: { output: 1410, lastError: 0 },
  gatePid: { output: 45, lastError: 0 },
  ...{ riverNtu: 8, ntu: 8, ph: 7.4, tempC: 14.6, usCm: 412 },
  ...{ volumeM3: 4_812_300, todayM3: 0 },
  meter: { powerKw: 0, totalKwh: 612_400, todayKwh: 0 },
})

const curve: water.PumpCurve = { ratedRpm: 1500, shutOffM: 46, dropping: 1.3e-4, bestM3h: 320 }
const liftM = 14
const pipe = 1.2e-4
const valve = 2.4e-5
export const wellAreaM2 = 60
const wellLimitM = 5.8
/** Below this level the pumps would draw air: they stop, and start again 10 cm above it. */
const dryRunM = 0.8
const gateLoss = 4.3e-6
const screenLoss = 1.57e-6

/** The flow the pumps aim at: the set point, trimmed by up to 150 m³/h so that the clear well stays about 2.8 m full. */
const trimmedFlow = (setPoint: number, clearWellM: number) =>
  Math.max(0, setPoint + water.clamp(120 * (2.8 - clearWellM), -150, 150))

function moveWater(intake: Intake, { dtS, commands, troubles, ledger }: Moment) {
  const auto = commands.intake.mode === 1
  const error = intake.wellM - commands.intake.wellLevelSp
  intake.gatePid = water.runPid(intake.gatePid, -error, { gain: 40, perS: 0.05 }, [0, 100], dtS)
  if (!auto) intake.gatePid.output = intake.gatePct
  const gateTarget = auto ? intake.gatePid.output : commands.intake.gateSp
  if (!troubles.has({ kind: 'valveJam', valve: 'intakeGate' })) {
    intake.gatePct = water.ramp(intake.gatePct, gateTarget, 1, dtS)
  }
  if (!troubles.has({ kind: 'valveJam', valve: 'dischargeValve' })) {
    intake.valvePct = water.ramp(intake.valvePct, commands.intake.valveSp, 2, dtS)
  }
  const screen = screenLoss * (1 + 6 * intake.screenClog)
  const opening = intake.gatePct / 100
  const dropM = Math.max(0, intake.riverM - intake.wellM)
  intake.inflowM3h = opening < 0.001 ? 0 : Math.sqrt(dropM / (gateLoss / opening ** 2 + screen))
  intake.screenKpa = 9.81 * screen * intake.inflowM3h ** 2
  const filled = water.fillTank(intake.wellM, wellAreaM2, wellLimitM, intake.inflowM3h - intake.flowM3h, dtS)
  intake.wellM = filled.levelM
  ledger.inM3 += water.volumeOf(intake.inflowM3h, dtS)
  ledger.overflowM3 += filled.overflowM3
}

function runScreen(intake: Intake, { dtS, fromMs, toMs, commands, troubles }: Moment) {
  const clogPerS = (intake.inflowM3h * intake.ntu) / 6e8 + (troubles.has({ kind: 'screenClog' }) ? 1 / 300 : 0)
  const asked = commands.intake.rakeNow || hasPassed(fromMs, toMs, commands.intake.rakeTime)
  const needed = commands.intake.mode === 1 && intake.screenKpa > commands.intake.rakeStartDp
  if (asked || (needed && intake.rakeLeftS <= 0)) intake.rakeLeftS = 180
  const cleaned = intake.rakeLeftS > 0 ? 1 / 120 : 0
  intake.rakeLeftS = Math.max(0, intake.rakeLeftS - dtS)
  // The fault is stronger than the rake at half strength: leaves arrive faster than they are removed.
  const rate = troubles.has({ kind: 'screenClog' }) ? clogPerS - cleaned / 4 : clogPerS - cleaned
  intake.screenClog = water.clamp(intake.screenClog + rate * dtS, 0, 1)
}

function targetSpeeds(intake: Intake, { dtS, commands, clearWellM }: Moment): [number, number] {
  const { mode, flowSp, pump1SpeedSp, pump2SpeedSp } = commands.intake
  if (mode !== 1) {
    intake.flowPid = { output: Math.max(...intake.pumps.map((pump) => pump.speedRpm)), lastError: 0 }
    return [pump1SpeedSp, pump2SpeedSp]
  }
  const wanted = trimmedFlow(flowSp, clearWellM)
  const leadFit = commands.intake.pump1Start && !intake.pumps[0].tripped
  intake.lagOn = intake.lagOn ? wanted > 300 || !leadFit : wanted > 332 || !leadFit
  const allowed: readonly [number, number] = wanted < 1 ? [0, 0] : [600, 1500]
  intake.flowPid = water.runPid(intake.flowPid, wanted - intake.flowM3h, { gain: 0.4, perS: 0.12 }, allowed, dtS)
  return [intake.flowPid.output, intake.lagOn ? intake.flowPid.output : 0]
}

function runPumps(intake: Intake, moment: Moment) {
  const { dtS, commands, troubles } = moment
  const speeds = targetSpeeds(intake, moment)
  for (const [index, pump] of intake.pumps.entries()) {
    const number = index === 0 ? 1 : 2
    const started = number === 1 ? commands.intake.pump1Start : commands.intake.pump2Start
    pump.tripped = troubles.has({ kind: 'pumpTrip', station: 'intake', pump: number })
    const dry = intake.wellM < (pump.running ? dryRunM : dryRunM + 0.2)
    water.turnPump(pump, started && !pump.tripped && !dry ? speeds[index]! : 0, dtS)
  }
  const opening = intake.valvePct / 100
  const resistance = opening < 0.005 ? Number.POSITIVE_INFINITY : pipe + valve / opening ** 2
  const { headM, flowM3h } = water.balancePumps(intake.pumps, curve, liftM, resistance)
  intake.flowM3h = flowM3h
  for (const pump of intake.pumps) water.loadMotor(pump, curve, headM, dtS)
  // While the pumps are stopped, the check valves hold the water in the riser.
  const headOnGauge = Math.max(headM, liftM) + (flowM3h > 0 ? intake.wellM * 0.3 : 0)
  intake.pressureKpa = water.approach(intake.pressureKpa, headOnGauge * 9.81, 2, dtS)
}

/**
 * The weather of the river. Turbidity varies slowly by half an NTU around 8 NTU, so that this variation neither raises
 * the demonstration's alarm above 12 nor keeps it from clearing; storms bring 45 NTU. The temperature is warm in the
 * afternoon and cool at dawn.
 */
function runRiver(intake: Intake, { dtS, toMs, troubles, dice }: Moment) {
  const storm = troubles.has({ kind: 'stormWater' })
  const wander = dice.gauss() * 0.006 * Math.sqrt(dtS)
  intake.riverNtu = Math.max(1, water.approach(intake.riverNtu, storm ? 45 : 8, storm ? 900 : 14_400, dtS) + wander)
  const sun = Math.sin(((hourOfDay(toMs) - 9) / 12) * Math.PI)
  intake.riverM = water.approach(intake.riverM, storm ? 5.7 : 5.35 + 0.12 * sun, 7200, dtS)
  intake.tempC = water.approach(intake.tempC, 14.6 + 0.8 * sun, 3600, dtS)
  intake.ph = water.approach(intake.ph, 7.4 + 0.08 * sun - (storm ? 0.2 : 0), 3600, dtS)
  intake.usCm = water.approach(intake.usCm, storm ? 330 : 412 - 6 * sun, 3600, dtS)
  // A faster stream in the intake carries more silt.
  const stirred = intake.riverNtu * (0.6 + 0.4 * (intake.flowM3h / 310) ** 1.5)
  const dredged = troubles.has({ kind: 'dredging' }) ? 26 : 0
  intake.ntu = water.approach(intake.ntu, stirred + dredged, 60, dtS)
}

/** Simulates one step of the station; changes its state. */
export function runIntake(intake: Intake, moment: Moment) {
  const { dtS, newDay } = moment
  runRiver(intake, moment)
  runPumps(intake, moment)
  moveWater(intake, moment)
  runScreen(intake, moment)
  const moved = water.volumeOf(intake.flowM3h, dtS)
  intake.volumeM3 += moved
  intake.todayM3 = (newDay ? 0 : intake.todayM3) + moved
  const [first, second] = intake.pumps
  const houseKw = 2.2 + (intake.rakeLeftS > 0 ? 3 : 0)
  intake.meter = water.meterEnergy(intake.meter, first.powerKw + second.powerKw + houseKw, dtS, newDay)
}
