// The control building: the meter of the works' grid supply, and compressed air for valves, filters and the centrifuge.
import { hourOfDay } from './calendar.ts'
import * as water from './hydraulics.ts'
import type { Intake } from './intake.ts'
import type { Moment } from './moment.ts'
import type { Sensor } from './sensor.ts'
import type { Sludge } from './sludge.ts'
import type { Treatment } from './treatment.ts'

export type ControlBuilding = {
  airBar: number
  airM3min: number
  loaded: boolean
  oilC: number
  compressorKw: number
  loadS: number
  roomC: number
  meter: water.Meter
}

export const startControl = (): ControlBuilding => ({
  ...{ airBar: 7, airM3min: 0.6, loaded: false, oilC: 64, compressorKw: 6, loadS: 15_340_000, roomC: 22.4 },
  meter: { powerKw: 60, totalKwh: 1_204_300, todayKwh: 0 },
})

/** Volume of air at 1 bar, in m³, that raises the pressure of the receiver by 1 bar. */
const receiverM3 = 2
const deliveredM3min = 2.4

type Works = { intake: Intake; treatment: Treatment; sludge: Sludge }

/** Simulates one step of the control building; changes its state. */
export function runControl(control: ControlBuilding, works: Works, { dtS, toMs, newDay, commands }: Moment) {
  const set = commands.control
  const { intake, treatment, sludge } = works
  const used = 0.5 + (treatment.washM3h > 0 ? 0.9 : 0) + (sludge.drumRpm > 100 ? 0.25 : 0)
  control.airM3min = water.approach(control.airM3min, used, 15, dtS)
  const lowEnough = control.airBar < (control.loaded ? set.unloadPressure : set.loadPressure)
  control.loaded = set.compressorStart && lowEnough
  const net = (control.loaded ? deliveredM3min : 0) - control.airM3min * water.clamp(control.airBar / 2, 0, 1)
  control.airBar = water.clamp(control.airBar + (net * dtS) / 60 / receiverM3, 0, 10)
  const compressorKw = !set.compressorStart ? 0 : control.loaded ? 18.5 : 5.2
  control.compressorKw = water.approach(control.compressorKw, compressorKw, 2, dtS)
  control.oilC = water.approach(control.oilC, 22 + 3.1 * control.compressorKw, 900, dtS)
  if (control.loaded) control.loadS += dtS
  const sun = Math.sin(((hourOfDay(toMs) - 9) / 12) * Math.PI)
  control.roomC = water.approach(control.roomC, 22.4 + 0.9 * sun, 3600, dtS)
  const house = 6.5 - sun
  const powerKw = intake.meter.powerKw + treatment.meter.powerKw + sludge.powerKw + control.compressorKw + house
  control.meter = water.meterEnergy(control.meter, powerKw, dtS, newDay)
}

export function measureControl(
  { outstations: { control } }: { outstations: { control: ControlBuilding } },
  sense: Sensor,
) {
  const { powerKw } = control.meter
  const factor = 0.91 + 0.0004 * Math.min(powerKw, 100)
  const amperes = (powerKw * 1000) / (3 * 231 * factor)
  return {
    totalPower: sense(powerKw, 0.2),
    reactivePower: sense(powerKw * Math.tan(Math.acos(factor)), 0.2),
    powerFactor: sense(factor, 0.0008),
    frequency: sense(50, 0.01),
    voltageL1: sense(231.4 - amperes * 0.012, 0.3),
    voltageL2: sense(230.9 - amperes * 0.012, 0.3),
    voltageL3: sense(231.1 - amperes * 0.012, 0.3),
    currentL1: sense(amperes * 1.02, 0.4),
    currentL2: sense(amperes * 0.99, 0.4),
    currentL3: sense(amperes * 0.99, 0.4),
    energyTotal: control.meter.totalKwh,
    energyToday: control.meter.todayKwh,
    airPressure: sense(control.airBar, 0.005),
    airFlow: sense(control.airM3min, 0.01),
    compressorTemperature: sense(control.oilC, 0.1),
    compressorPower: sense(control.compressorKw, 0.05),
    loadHours: control.loadS / 3600,
    compressorLoaded: control.loaded,
    airLow: control.airBar < 5.5,
    roomTemperature: sense(control.roomC, 0.05),
    generalAlarm: control.airBar < 5.5,
    stationName: 'CONTROL',
  }
}
