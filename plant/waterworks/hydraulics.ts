// The physics that every station shares. Units: m, m³/h, kW, A, rpm, s. Functions that change their arguments say so.

/** First-order lag towards a target, exact for any time step. */
export const approach = (value: number, target: number, tauS: number, dtS: number) =>
  target + (value - target) * Math.exp(-dtS / tauS)

/** Moves a value towards a target at a bounded rate. */
export function ramp(value: number, target: number, ratePerS: number, dtS: number): number {
  const most = ratePerS * dtS
  return value + Math.min(Math.max(target - value, -most), most)
}

export const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

/** The volume, in m³, of a flow in m³/h during `dtS` seconds. */
export const volumeOf = (flowM3h: number, dtS: number) => (flowM3h * dtS) / 3600

/** Mass balance of an open tank; the excess overflows. Returns the level and the spilled m³. */
export function fillTank(levelM: number, areaM2: number, limitM: number, netM3h: number, dtS: number) {
  const wanted = levelM + volumeOf(netM3h, dtS) / areaM2
  const level = clamp(wanted, 0, limitM)
  return { levelM: level, overflowM3: Math.max(0, wanted - limitM) * areaM2 }
}

/**
 * The share of the outflow that a tank can supply: it decreases over the last 10 cm, so that no step takes more than
 * the content.
 */
export const drawable = (levelM: number) => clamp(levelM / 0.1, 0, 1)

/** Head of a centrifugal pump: speed² × shutOffM − dropping × flow² (affinity laws). */
export type PumpCurve = { ratedRpm: number; shutOffM: number; dropping: number; bestM3h: number }

export type Pump = {
  speedRpm: number
  flowM3h: number
  powerKw: number
  currentA: number
  bearingC: number
  vibrationMmS: number
  runS: number
  running: boolean
  tripped: boolean
}

export const stillPump = (): Pump => ({
  ...{ speedRpm: 0, flowM3h: 0, powerKw: 0, currentA: 0, bearingC: 22, vibrationMmS: 0 },
  ...{ runS: 0, running: false, tripped: false },
})

const speedShare = (pump: Pump, curve: PumpCurve) => pump.speedRpm / curve.ratedRpm
const shutOff = (pump: Pump, curve: PumpCurve) => speedShare(pump, curve) ** 2 * curve.shutOffM

/**
 * A pump slower than this counts as stopped: its outlet valve has closed, so that water under pressure at the inlet
 * does not flow through.
 */
const standing = 0.02

/** Flow of one pump against a head; its check valve prevents reverse flow. */
const flowAgainst = (pump: Pump, curve: PumpCurve, headM: number) =>
  speedShare(pump, curve) < standing ? 0 : Math.sqrt(Math.max(0, shutOff(pump, curve) - headM) / curve.dropping)

/** The speed at which a pump delivers this flow against this head. */
export const speedFor = (curve: PumpCurve, headM: number, flowM3h: number) =>
  curve.ratedRpm * Math.sqrt(Math.max(0, headM + curve.dropping * flowM3h ** 2) / curve.shutOffM)

/**
 * Where the pumps' common curve meets the system's head = staticM + resistance × flow². Sets each pump's flow, returns
 * head (m) and total flow (m³/h). Bisection: the pumps' flow falls with the head and the system's rises, so it always converges.
 */
export function balancePumps(pumps: readonly Pump[], curve: PumpCurve, staticM: number, resistance: number) {
  let low = staticM
  let high = staticM
  for (const pump of pumps) high = Math.max(high, shutOff(pump, curve))
  const total = (headM: number) => {
    let sum = 0
    for (const pump of pumps) sum += flowAgainst(pump, curve, headM)
    return sum
  }
  if (!Number.isFinite(resistance)) low = high
  for (let round = 0; round < 26 && high > low; round += 1) {
    const middle = (low + high) / 2
    if (total(middle) > Math.sqrt((middle - staticM) / resistance)) low = middle
    else high = middle
  }
  let flowM3h = 0
  for (const pump of pumps) {
    pump.flowM3h = high > staticM ? flowAgainst(pump, curve, high) : 0
    flowM3h += pump.flowM3h
  }
  return { headM: high, flowM3h }
}

const motorEfficiency = 0.93
const powerFactor = 0.86
const mainsV = 400

/** Motor, bearing and hours of a pump whose speed and flow are known. Changes the pump. */
export function loadMotor(pump: Pump, curve: PumpCurve, headM: number, dtS: number) {
  const share = speedShare(pump, curve)
  const off = share < standing
  const miss = off ? 0 : pump.flowM3h / (share * curve.bestM3h) - 1
  const efficiency = clamp(0.78 * (1 - 0.6 * miss * miss), 0.25, 0.78)
  const hydraulicKw = (9.81 * pump.flowM3h * Math.max(0, headM)) / 3600
  pump.powerKw = off ? 0 : hydraulicKw / efficiency / motorEfficiency + 1.5 * share ** 3
  pump.currentA = (pump.powerKw * 1000) / (Math.sqrt(3) * mainsV * powerFactor)
  pump.bearingC = approach(pump.bearingC, 20 + 30 * share ** 2 + 0.15 * pump.currentA, 900, dtS)
  pump.vibrationMmS = share ** 2 * (1.4 + 2 * Math.abs(miss))
  pump.running = pump.speedRpm > 30
  if (pump.running) pump.runS += dtS
}

/** Runs up at 60 rpm/s and coasts down at 150 rpm/s. Changes the pump. */
export function turnPump(pump: Pump, targetRpm: number, dtS: number) {
  pump.speedRpm = ramp(pump.speedRpm, targetRpm, targetRpm > pump.speedRpm ? 60 : 150, dtS)
}

export type Pid = { output: number; lastError: number }

/** Velocity form: it cannot wind up, and takes over from manual without a bump. Returns the new state. */
export function runPid(
  pid: Pid,
  error: number,
  { gain, perS }: { gain: number; perS: number },
  [low, high]: readonly [number, number],
  dtS: number,
): Pid {
  const output = clamp(pid.output + gain * (error - pid.lastError) + perS * error * dtS, low, high)
  return { output, lastError: error }
}

/** Concentration in a mixed volume after `dtS` of inflow; decay per hour is exact. */
export function mix(
  concentration: number,
  incoming: number,
  inM3h: number,
  volumeM3: number,
  perHour: number,
  dtS: number,
) {
  const exchanged = 1 - Math.exp(-volumeOf(inM3h, dtS) / Math.max(volumeM3, 1))
  return (concentration + (incoming - concentration) * exchanged) * Math.exp((-perHour * dtS) / 3600)
}

export type Meter = { powerKw: number; totalKwh: number; todayKwh: number }

/** Integrates power; resets the daily value on request. */
export function meterEnergy(meter: Meter, powerKw: number, dtS: number, newDay: boolean): Meter {
  const used = (powerKw * dtS) / 3600
  return { powerKw, totalKwh: meter.totalKwh + used, todayKwh: (newDay ? 0 : meter.todayKwh) + used }
}
