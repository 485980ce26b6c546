// The high zone: a booster station lifts water out of zone B's main into the elevated reservoir, which feeds the hill.
import { demandShare, hourOfDay } from './calendar.ts'
import type { Distribution } from './distribution.ts'
import * as water from './hydraulics.ts'
import type { Moment } from './moment.ts'
import type { Sensor } from './sensor.ts'

export type Booster = {
  pumps: [water.Pump, water.Pump]
  /** Runs until the stop level is reached. */
  filling: boolean
  /** The pump that runs first at the next start. */
  lead: number
  suctionMpa: number
  dischargeMpa: number
  flowM3h: number
  volumeM3: number
  meter: water.Meter
}

export type Tower = { levelM: number; outflowM3h: number; tempC: number; batteryV: number; solarW: number }

export const startBooster = (): Booster => ({
  pumps: [
    { ...water.stillPump(), speedRpm: 1450, runS: 11_520_000 },
    { ...water.stillPump(), runS: 11_340_000 },
  ],
  ...{ filling: true, lead: 0, suctionMpa: 0.3, dischargeMpa: 0.55, flowM3h: 42, volumeM3: 301_220 },
  meter: { powerKw: 0, totalKwh: 64_210, todayKwh: 0 },
})

export const startTower = (): Tower => ({ levelM: 3.6, outflowM3h: 20, tempC: 14.9, batteryV: 12.9, solarW: 6 })

const curve: water.PumpCurve = { ratedRpm: 1500, shutOffM: 46, dropping: 6.5e-3, bestM3h: 45 }
/** Height from the floor of the booster station to that of the elevated reservoir, in m. */
const liftM = 45
const pipe = 5e-3
export const towerAreaM2 = 60
const towerLimitM = 5
const meanHighM3h = 20.3
/** Minimum suction pressure: below it the pumps would draw water away from the street's mains. */
const leastSuctionMpa = 0.12

/** The flow that the booster will draw from the main in this step, m³/h; computed before the network is balanced. */
export function askBooster(booster: Booster, tower: Tower, { dtS, commands, troubles }: Moment): number {
  const set = commands.booster
  booster.filling = tower.levelM < (booster.filling ? set.stopLevel : set.startLevel)
  const started = [set.pump1Start, set.pump2Start]
  const fit = booster.pumps.map((pump, index) => {
    pump.tripped = troubles.has({ kind: 'pumpTrip', station: 'booster', pump: (index + 1) as 1 | 2 })
    return started[index] === true && !pump.tripped
  })
  const running = booster.pumps.some((pump) => pump.running)
  const enough = booster.suctionMpa > (running ? leastSuctionMpa : leastSuctionMpa + 0.04)
  if (!booster.filling && running) booster.lead = booster.pumps[0].running ? 1 : 0
  const chosen = fit[booster.lead] ? booster.lead : 1 - booster.lead
  for (const [index, pump] of booster.pumps.entries()) {
    const turns = index === chosen && fit[index] && booster.filling && enough
    water.turnPump(pump, turns ? set.speedSp : 0, dtS)
  }
  const staticM = liftM + tower.levelM - booster.suctionMpa / 0.00981
  const { headM, flowM3h } = water.balancePumps(booster.pumps, curve, staticM, pipe)
  for (const pump of booster.pumps) water.loadMotor(pump, curve, headM, dtS)
  return flowM3h
}

/** Advances the reservoir: the booster received `drawnM3h` from the main, and the hill draws from it. Modifies both. */
export function runHighZone(
  { booster, tower }: { booster: Booster; tower: Tower },
  station: Distribution,
  { dtS, toMs, newDay, ledger }: Moment,
) {
  booster.flowM3h = station.highM3h
  booster.volumeM3 += water.volumeOf(booster.flowM3h, dtS)
  booster.suctionMpa = water.approach(booster.suctionMpa, Math.max(0, station.zoneBMpa - 0.02), 3, dtS)
  const dischargeM = booster.flowM3h > 0 ? liftM + tower.levelM + pipe * booster.flowM3h ** 2 : liftM + tower.levelM
  booster.dischargeMpa = water.approach(booster.dischargeMpa, dischargeM * 0.00981, 3, dtS)
  const powerKw = booster.pumps.reduce((sum, pump) => sum + pump.powerKw, 0.6)
  booster.meter = water.meterEnergy(booster.meter, powerKw, dtS, newDay)

  tower.outflowM3h = meanHighM3h * demandShare(toMs) * station.mood * water.drawable(tower.levelM)
  const filled = water.fillTank(tower.levelM, towerAreaM2, towerLimitM, booster.flowM3h - tower.outflowM3h, dtS)
  tower.levelM = filled.levelM
  ledger.overflowM3 += filled.overflowM3
  ledger.suppliedM3 += water.volumeOf(tower.outflowM3h, dtS)
  tower.tempC = water.approach(tower.tempC, station.tempC + 0.3, 14_400, dtS)
  const sun = Math.max(0, Math.sin(((hourOfDay(toMs) - 6) / 12) * Math.PI))
  tower.solarW = water.approach(tower.solarW, 18 * sun, 600, dtS)
  tower.batteryV = water.approach(tower.batteryV, 12.3 + 1.4 * sun, 5400, dtS)
}

export function measureBooster(
  { outstations: { booster, tower } }: { outstations: { booster: Booster; tower: Tower } },
  sense: Sensor,
) {
  const [first, second] = booster.pumps
  const suctionLow = booster.suctionMpa < leastSuctionMpa + 0.03
  return {
    suctionPressure: sense(booster.suctionMpa, 0.0008),
    dischargePressure: sense(booster.dischargeMpa, 0.001),
    boostedFlow: booster.flowM3h > 0 ? sense(booster.flowM3h, 0.2) : 0,
    boostedVolume: BigInt(Math.floor(booster.volumeM3 * 1000)),
    towerLevelSeen: sense(tower.levelM, 0.005),
    pump1Speed: sense(first.speedRpm, first.running ? 1.2 : 0),
    pump1Current: sense(first.currentA, first.running ? 0.1 : 0),
    pump1Hours: first.runS / 3600,
    pump1Running: first.running,
    pump1Tripped: first.tripped,
    pump2Speed: sense(second.speedRpm, second.running ? 1.2 : 0),
    pump2Current: sense(second.currentA, second.running ? 0.1 : 0),
    pump2Hours: second.runS / 3600,
    pump2Running: second.running,
    pump2Tripped: second.tripped,
    activePower: sense(booster.meter.powerKw, 0.05),
    energyTotal: booster.meter.totalKwh,
    generalAlarm: first.tripped || second.tripped || suctionLow,
    suctionLow,
    stationName: 'BOOSTER-HILL',
  }
}

export function measureTower({ outstations: { tower } }: { outstations: { tower: Tower } }, sense: Sensor) {
  return {
    towerLevel: sense(tower.levelM, 0.004),
    towerVolume: tower.levelM * towerAreaM2,
    towerOutflow: sense(tower.outflowM3h, 0.2),
    temperature: sense(tower.tempC, 0.05),
    towerHigh: tower.levelM > 4.7,
    towerLow: tower.levelM < 1.5,
    hatchOpen: false,
    batteryVoltage: sense(tower.batteryV, 0.01),
    solarPower: sense(tower.solarW, 0.1),
    stationName: 'TOWER',
  }
}
