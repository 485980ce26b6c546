// Sludge dewatering: sludge of the settling tank and the filter washes passes through a thickener into a centrifuge.
import * as water from './hydraulics.ts'
import type { Moment } from './moment.ts'
import type { Sensor } from './sensor.ts'
import type { Treatment } from './treatment.ts'

export type Sludge = {
  balanceM: number
  inflowM3h: number
  feedM3h: number
  /** Thickened sludge, in percent of the tank's capacity. */
  sludgePct: number
  pressing: boolean
  drumRpm: number
  torquePct: number
  pressM3h: number
  polymerLh: number
  cakeT: number
  runS: number
  powerKw: number
}

export const startSludge = (): Sludge => ({
  ...{ balanceM: 1.1, inflowM3h: 0, feedM3h: 8, sludgePct: 46, pressing: false, drumRpm: 0, torquePct: 0, pressM3h: 0 },
  ...{ polymerLh: 0, cakeT: 812.4, runS: 5_211_000, powerKw: 1.5 },
})

const balanceAreaM2 = 60
const balanceLimitM = 3
const sludgeTankM3 = 24
/** A tenth of what the thickener is fed stays as sludge, the rest is clear water back to the river. */
const thickened = 0.1

/** Simulates one step of the sludge treatment; changes its state. */
export function runSludge(sludge: Sludge, works: Treatment, { dtS, commands }: Moment) {
  const set = commands.sludge
  sludge.inflowM3h = works.sludgeM3h + works.washM3h
  sludge.feedM3h =
    water.approach(sludge.feedM3h, sludge.balanceM > 0.4 ? 8 : 0, 60, dtS) * water.drawable(sludge.balanceM)
  const net = sludge.inflowM3h - sludge.feedM3h
  sludge.balanceM = water.fillTank(sludge.balanceM, balanceAreaM2, balanceLimitM, net, dtS).levelM
  const wanted = sludge.sludgePct > (sludge.pressing ? set.stopSludgeLevel : set.startSludgeLevel)
  sludge.pressing = set.centrifugeStart && wanted
  sludge.drumRpm = water.ramp(sludge.drumRpm, sludge.pressing ? 3000 : 0, sludge.pressing ? 30 : 12, dtS)
  const atSpeed = sludge.pressing && sludge.drumRpm > 2900
  sludge.pressM3h = water.approach(sludge.pressM3h, atSpeed ? 2.6 : 0, 20, dtS)
  sludge.torquePct = water.approach(sludge.torquePct, 16 * sludge.pressM3h + (sludge.drumRpm > 100 ? 4 : 0), 30, dtS)
  sludge.polymerLh = water.approach(sludge.polymerLh, atSpeed ? 190 : 0, 8, dtS)
  const gained = water.volumeOf(thickened * sludge.feedM3h - sludge.pressM3h, dtS)
  sludge.sludgePct = water.clamp(sludge.sludgePct + (gained / sludgeTankM3) * 100, 0, 100)
  sludge.cakeT += water.volumeOf(sludge.pressM3h, dtS) * 0.11
  if (sludge.drumRpm > 100) sludge.runS += dtS
  sludge.powerKw = 1.5 + (sludge.drumRpm / 3000) ** 2 * 14 + 0.14 * sludge.torquePct
}

export function measureSludge({ outstations: { sludge } }: { outstations: { sludge: Sludge } }, sense: Sensor) {
  const turning = sludge.drumRpm > 100
  return {
    balanceLevel: sense(sludge.balanceM, 0.004),
    sludgeInflow: sludge.inflowM3h > 0 ? sense(sludge.inflowM3h, 0.5) : 0,
    thickenerFeed: sense(sludge.feedM3h, 0.05),
    sludgeLevel: sense(sludge.sludgePct, 0.1),
    centrifugeRunning: turning,
    centrifugeTripped: false,
    drumSpeed: sense(sludge.drumRpm, turning ? 2 : 0),
    torque: sense(sludge.torquePct, turning ? 0.4 : 0),
    centrifugeFeed: sense(sludge.pressM3h, turning ? 0.01 : 0),
    polymerRate: sense(sludge.polymerLh, turning ? 0.6 : 0),
    centrifugeVibration: turning ? sense((sludge.drumRpm / 3000) ** 2 * 2.6, 0.05) : 0,
    drySolids: 24.5,
    cakeTotal: sludge.cakeT,
    centrifugeHours: sludge.runS / 3600,
    activePower: sense(sludge.powerKw, 0.05),
    generalAlarm: sludge.balanceM > 2.9,
    stationName: 'SLUDGE',
  }
}
