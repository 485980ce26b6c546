// Well 1: a submersible pump that lifts ground water into the clear well. Well 2 rests until summer.
import * as water from './hydraulics.ts'
import type { Moment } from './moment.ts'
import type { Sensor } from './sensor.ts'

export type Well = {
  pumping: boolean
  /** Height of the water above the pump, in m. */
  waterM: number
  flowM3h: number
  pressureMpa: number
  motorC: number
  runS: number
  volumeM3: number
  powerKw: number
}

export const startWell = (): Well => ({
  ...{ pumping: true, waterM: 17.4, flowM3h: 26, pressureMpa: 0.19, motorC: 32 },
  ...{ runS: 62_480_000, volumeM3: 437_300, powerKw: 5.6 },
})

const restM = 24
/** Draw-down of the water level in m per m³/h of flow. */
const yieldM = 0.26
const freeM3h = 32

/** Simulates one step of well 1; returns the flow into the clear well in m³/h. Modifies the well. */
export function runWell(well: Well, { dtS, commands, clearWellM, ledger }: Moment): number {
  const { stopClearLevel, pumpStart } = commands.well1
  well.pumping = pumpStart && clearWellM < (well.pumping ? stopClearLevel : stopClearLevel - 0.5)
  const target = well.pumping ? freeM3h - 0.32 * (restM - well.waterM) - 1.2 * clearWellM : 0
  well.flowM3h = water.approach(well.flowM3h, Math.max(0, target), 4, dtS)
  if (!well.pumping && well.flowM3h < 0.05) well.flowM3h = 0
  well.waterM = water.approach(well.waterM, restM - yieldM * well.flowM3h, 1200, dtS)
  well.pressureMpa = water.approach(well.pressureMpa, 0.1 + 1.4e-4 * well.flowM3h ** 2, 3, dtS)
  const powerKw = well.flowM3h > 0 ? 1.8 + 0.15 * well.flowM3h : 0
  well.powerKw = water.approach(well.powerKw, powerKw, 2, dtS)
  well.motorC = water.approach(well.motorC, 12 + 3.6 * well.powerKw, 900, dtS)
  if (well.pumping) well.runS += dtS
  const moved = water.volumeOf(well.flowM3h, dtS)
  well.volumeM3 += moved
  ledger.inM3 += moved
  return well.flowM3h
}

export function measureWell1({ outstations: { well1: well } }: { outstations: { well1: Well } }, sense: Sensor) {
  return {
    waterLevel: sense(well.waterM, 0.01),
    wellFlow: well.flowM3h > 0 ? sense(well.flowM3h, 0.15) : 0,
    wellPressure: sense(well.pressureMpa, 0.0006),
    temperature: sense(11.8, 0.04),
    conductivity: sense(562, 0.8),
    wellVolume: well.volumeM3,
    pumpRunning: well.pumping,
    pumpTripped: false,
    motorCurrent: sense(well.powerKw * 1.78, well.pumping ? 0.05 : 0),
    motorTemperature: sense(well.motorC, 0.1),
    pumpHours: well.runS / 3600,
    activePower: sense(well.powerKw, well.pumping ? 0.02 : 0),
    generalAlarm: false,
    stationName: 'WELL-1',
  }
}

/** The values that the PLC's memory would contain if it had power. */
export const measureWell2 = () => ({
  ...{ waterLevel: 24.2, wellFlow: 0, pumpHours: 8_214, pumpRunning: false, pumpTripped: false, generalAlarm: false },
})
