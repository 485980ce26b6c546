// Distribution: reservoir → three pumps on one pressure controller → zone A, and through a reducing valve zone B.
import { clockDigits, demandShare, within } from './calendar.ts'
import * as water from './hydraulics.ts'
import type { Moment } from './moment.ts'
import { chlorineDecay, type Treatment } from './treatment.ts'

export type Distribution = {
  levelM: number
  inflowM3h: number
  overflowing: boolean
  pumps: [water.Pump, water.Pump, water.Pump]
  /** The number of pumps that the controller requests. */
  staged: number
  stageHoldS: number
  pressurePid: water.Pid
  /** Pressure; 1 m of water is 0.00981 MPa. */
  pressureMpa: number
  flowM3h: number
  /** Slow random factor of the town's demand, around 1. */
  mood: number
  night: boolean
  prvMpa: number
  zoneAM3h: number
  /** Flow through the reducing valve, including that of the high zone. */
  zoneBM3h: number
  /** Part of that flow which the booster pumps to the hill. */
  highM3h: number
  zoneAMpa: number
  zoneBMpa: number
  remoteMpa: number
  boosterMgL: number
  mgL: number
  ntu: number
  tempC: number
  volumeM3: number
  balanceM3: number
  meter: water.Meter
}

export const startDistribution = (): Distribution => ({
  ...{ levelM: 3, inflowM3h: 300, overflowing: false },
  pumps: [
    { ...water.stillPump(), speedRpm: 1300, runS: 22_140_000 },
    { ...water.stillPump(), speedRpm: 1300, runS: 19_870_000 },
    { ...water.stillPump(), runS: 9_460_000 },
  ],
  ...{ staged: 2, stageHoldS: 0, pressurePid: { output: 1300, lastError: 0 }, pressureMpa: 0.42, flowM3h: 290 },
  ...{
    mood: 1,
    night: false,
    prvMpa: 0.3,
    zoneAM3h: 165,
    zoneBM3h: 125,
    highM3h: 40,
    zoneAMpa: 0.41,
    zoneBMpa: 0.3,
    remoteMpa: 0.26,
  },
  ...{ boosterMgL: 0.1, mgL: 0.6, ntu: 0.12, tempC: 14.8, volumeM3: 4_402_600, balanceM3: 0 },
  meter: { powerKw: 0, totalKwh: 731_800, todayKwh: 0 },
})

const curve: water.PumpCurve = { ratedRpm: 1500, shutOffM: 62, dropping: 6.25e-4, bestM3h: 165 }
export const reservoirAreaM2 = 200
const reservoirLimitM = 4.5
const meanDemandM3h = 290
const burstM3h = 150
/** Pressure at which the town draws its full demand; below it, less by the square root. */
const nominalM = 0.42 / 0.00981
const mainLoss = 1.5e-5
const dryRunM = 0.4

/** Demand of the town and of a burst main at nominal pressure, by zone (m³/h). */
function wantedBy(station: Distribution, { toMs, commands, troubles, highAskM3h }: Moment) {
  const demand = meanDemandM3h * demandShare(toMs) * station.mood
  // Behind the reducing valve, zone B has its own pressure; a jammed valve does not change the demand.
  const squeezed = Math.sqrt(water.clamp(station.prvMpa / 0.3, 0.2, 1.6))
  const isIsolated = commands.distribution.zoneBIsolated
  const high = isIsolated ? 0 : highAskM3h
  // The hill's 7 % of the town's demand follow the booster's own rhythm.
  const zoneB = (isIsolated ? 0 : demand * 0.36 * squeezed) + high
  return { zoneA: demand * 0.57, zoneB, high, burst: troubles.has({ kind: 'mainBurst' }) ? burstM3h : 0 }
}

/**
 * Starts a pump when the others are at their limit, and stops one when the others suffice with some reserve; at most
 * once in half a minute. The remaining pumps take over at the speed that they will need, because the pressure would dip
 * otherwise.
 */
function stagePumps(station: Distribution, { dtS }: Moment) {
  station.stageHoldS = Math.max(0, station.stageHoldS - dtS)
  if (station.stageHoldS > 0) return
  const headM = station.pressureMpa / 0.00981 - station.levelM
  const speedOfFewer = water.speedFor(curve, headM, station.flowM3h / (station.staged - 1))
  const { output } = station.pressurePid
  const change = output > 1480 && station.staged < 3 ? 1 : station.staged > 1 && speedOfFewer < 1400 ? -1 : 0
  if (change === 0) return
  if (change < 0) station.pressurePid.output = speedOfFewer
  station.staged += change
  station.stageHoldS = 30
}

function targetSpeeds(station: Distribution, moment: Moment): number[] {
  const { dtS, toMs, commands } = moment
  const set = commands.distribution
  station.night = set.mode === 1 && within(clockDigits(toMs), set.nightStart, set.nightEnd)
  if (set.mode !== 1) {
    station.pressurePid = { output: Math.max(...station.pumps.map((pump) => pump.speedRpm)), lastError: 0 }
    return [set.pump1SpeedSp, set.pump2SpeedSp, set.pump3SpeedSp]
  }
  const wanted = station.night ? set.nightPressureSp : set.pressureSp
  const error = wanted - station.pressureMpa
  station.pressurePid = water.runPid(station.pressurePid, error, { gain: 300, perS: 150 }, [500, 1500], dtS)
  stagePumps(station, moment)
  // The first available pumps run: a tripped one is replaced by the next.
  const started = [set.pump1Start, set.pump2Start, set.pump3Start]
  let left = station.staged
  return station.pumps.map((pump, index) => {
    const fit = started[index] && !pump.tripped
    left -= fit ? 1 : 0
    return fit && left >= 0 ? station.pressurePid.output : 0
  })
}

function runPumps(station: Distribution, moment: Moment) {
  const { dtS, commands, troubles } = moment
  const started = [1, 2, 3].map((number) => commands.distribution[`pump${number as 1 | 2 | 3}Start`])
  for (const [index, pump] of station.pumps.entries()) {
    pump.tripped = troubles.has({ kind: 'pumpTrip', station: 'distribution', pump: (index + 1) as 1 | 2 | 3 })
  }
  const speeds = targetSpeeds(station, moment)
  for (const [index, pump] of station.pumps.entries()) {
    const dry = station.levelM < (pump.running ? dryRunM : dryRunM + 0.2)
    water.turnPump(pump, started[index] && !pump.tripped && !dry ? speeds[index]! : 0, dtS)
  }
}

function feedNetwork(station: Distribution, moment: Moment) {
  const { dtS, commands, troubles } = moment
  const { zoneA, zoneB, high, burst } = wantedBy(station, moment)
  const wanted = Math.max(zoneA + zoneB + burst, 1)
  const { headM, flowM3h } = water.balancePumps(
    station.pumps,
    curve,
    -station.levelM,
    nominalM / wanted ** 2 + mainLoss,
  )
  for (const pump of station.pumps) water.loadMotor(pump, curve, headM, dtS)
  station.flowM3h = flowM3h
  const pressureMpa = 0.00981 * nominalM * (flowM3h / wanted) ** 2
  station.pressureMpa = water.approach(station.pressureMpa, pressureMpa, 1.5, dtS)
  station.zoneAM3h = (flowM3h * (zoneA + burst)) / wanted
  station.zoneBM3h = (flowM3h * zoneB) / wanted
  station.highM3h = (flowM3h * high) / wanted
  if (!troubles.has({ kind: 'valveJam', valve: 'reducingValve' })) {
    station.prvMpa = water.ramp(station.prvMpa, commands.distribution.prvSp, 0.002, dtS)
  }
  station.zoneAMpa = Math.max(0, station.pressureMpa - 1e-7 * station.zoneAM3h ** 2)
  const reduced = Math.min(station.prvMpa, station.pressureMpa)
  station.zoneBMpa = water.approach(station.zoneBMpa, commands.distribution.zoneBIsolated ? 0 : reduced, 5, dtS)
  station.remoteMpa = Math.max(0, station.zoneAMpa - 0.1 - 1.2e-6 * station.zoneAM3h ** 2)
}

function runReservoir(station: Distribution, works: Treatment, moment: Moment) {
  const { dtS, ledger, commands, newDay } = moment
  station.inflowM3h = works.outletM3h
  const net = station.inflowM3h - station.flowM3h
  const filled = water.fillTank(station.levelM, reservoirAreaM2, reservoirLimitM, net, dtS)
  station.levelM = filled.levelM
  station.overflowing = filled.overflowM3 > 0
  ledger.overflowM3 += filled.overflowM3
  ledger.suppliedM3 += water.volumeOf(station.flowM3h - station.highM3h, dtS)
  station.balanceM3 = (newDay ? 0 : station.balanceM3) + water.volumeOf(net, dtS) - filled.overflowM3
  station.volumeM3 += water.volumeOf(station.flowM3h, dtS)

  const dose = station.inflowM3h > 5 ? commands.distribution.boosterDoseSp : 0
  station.boosterMgL = water.approach(station.boosterMgL, dose, 10, dtS)
  const volumeM3 = station.levelM * reservoirAreaM2
  const incoming = works.outletMgL + station.boosterMgL
  station.mgL = water.mix(station.mgL, incoming, station.inflowM3h, volumeM3, chlorineDecay(station.tempC), dtS)
  station.ntu = water.mix(station.ntu, works.ntu + 0.03, station.inflowM3h, volumeM3, 0, dtS)
  station.tempC = water.approach(station.tempC, works.tempC + 0.2, 7200, dtS)
}

/** Simulates one step of the station; water that leaves the clear well arrives in the same step. Changes the state. */
export function runDistribution(station: Distribution, works: Treatment, moment: Moment) {
  const { dtS, newDay, dice } = moment
  station.mood = water.approach(station.mood, 1, 1800, dtS) + dice.gauss() * 0.0012 * Math.sqrt(dtS)
  runPumps(station, moment)
  feedNetwork(station, moment)
  runReservoir(station, works, moment)
  const powerKw = station.pumps.reduce((sum, pump) => sum + pump.powerKw, 1.8)
  station.meter = water.meterEnergy(station.meter, powerKw, dtS, newDay)
}
