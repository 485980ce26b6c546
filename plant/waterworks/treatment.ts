// Treatment: coagulant → settling tank → three filters → contact tank with chlorine → clear well → outlet valve.
import { hasPassed } from './calendar.ts'
import * as water from './hydraulics.ts'
import type { Intake } from './intake.ts'
import type { Moment } from './moment.ts'

type Filter = {
  flowM3h: number
  /** Clogging by the solids held in the filter; 0 is a fresh filter. */
  clog: number
  dpKpa: number
  ntu: number
  sinceWashS: number
  washLeftS: number
}

export type Treatment = {
  inflowM3h: number
  settlerM: number
  settledNtu: number
  weirM3h: number
  coagulantMgL: number
  coagulantLh: number
  coagulantPct: number
  coagulantTripped: boolean
  sludgePct: number
  sludgeM3h: number
  sludgeLeftS: number
  filters: [Filter, Filter, Filter]
  washM3h: number
  washM3: number
  clearM: number
  overflowing: boolean
  outletPct: number
  outletPid: water.Pid
  outletM3h: number
  chlorinePid: water.Pid
  doseMgL: number
  chlorinatorTripped: boolean
  contactMgL: number
  outletMgL: number
  ntu: number
  ph: number
  tempC: number
  usCm: number
  volumeM3: number
  meter: water.Meter
}

const freshFilter = (clog: number, sinceWashS: number): Filter => ({
  ...{ flowM3h: 103, clog, dpKpa: 4 * (1 + clog), ntu: 0.08, sinceWashS, washLeftS: 0 },
})

export const startTreatment = (): Treatment => ({
  ...{ inflowM3h: 310, settlerM: 3.65, settledNtu: 1.4, weirM3h: 310 },
  ...{ coagulantMgL: 18, coagulantLh: 46, coagulantPct: 72, coagulantTripped: false },
  ...{ sludgePct: 0, sludgeM3h: 0, sludgeLeftS: 0 },
  filters: [freshFilter(2.4, 80_000), freshFilter(1.3, 45_000), freshFilter(0.4, 12_000)],
  ...{ washM3h: 0, washM3: 152_340, clearM: 3, overflowing: false },
  ...{ outletPct: 50, outletPid: { output: 50, lastError: 0 }, outletM3h: 300 },
  chlorinePid: { output: 1.2, lastError: 0 },
  ...{ doseMgL: 1.2, chlorinatorTripped: false, contactMgL: 0.8, outletMgL: 0.68 },
  ...{ ntu: 0.09, ph: 7.2, tempC: 14.6, usCm: 420, volumeM3: 4_590_800 },
  meter: { powerKw: 0, totalKwh: 208_150, todayKwh: 0 },
})

export const settlerAreaM2 = 180
const settlerLimitM = 4.3
const weirM = 3.4
export const clearAreaM2 = 250
const clearLimitM = 5
const contactM3 = 20
const outletFactor = 241
/** The clear well is on a hill, this much above the reservoir's floor. */
const hillM = 6
const washFlowM3h = 250

function settle(works: Treatment, intake: Intake, { dtS, fromMs, toMs, commands, troubles, ledger }: Moment) {
  const set = commands.treatment
  works.inflowM3h = intake.flowM3h
  works.coagulantTripped = troubles.has({ kind: 'coagulantTrip' })
  const dosing = set.coagulantStart && !works.coagulantTripped && works.inflowM3h > 5 && works.coagulantPct > 0
  works.coagulantMgL = water.approach(works.coagulantMgL, dosing ? set.coagulantDoseSp : 0, 20, dtS)
  works.coagulantLh = (works.coagulantMgL * works.inflowM3h) / 120
  // The coagulant tank of 10 m³ is refilled before it is empty.
  works.coagulantPct -= ((works.coagulantLh / 10_000) * 100 * dtS) / 3600
  if (works.coagulantPct < 16) works.coagulantPct = 92

  if (hasPassed(fromMs, toMs, set.sludgeTime)) works.sludgeLeftS = 900
  const open = set.sludgeOpen || works.sludgeLeftS > 0
  works.sludgeLeftS = Math.max(0, works.sludgeLeftS - dtS)
  const jammed = troubles.has({ kind: 'valveJam', valve: 'sludgeValve' })
  if (!jammed) works.sludgePct = water.ramp(works.sludgePct, open ? 100 : 0, 10, dtS)
  works.sludgeM3h = 0.3 * works.sludgePct * water.drawable(works.settlerM)

  works.weirM3h = 2500 * Math.max(0, works.settlerM - weirM) ** 1.5
  const net = works.inflowM3h - works.sludgeM3h - works.weirM3h
  const filled = water.fillTank(works.settlerM, settlerAreaM2, settlerLimitM, net, dtS)
  works.settlerM = filled.levelM
  ledger.overflowM3 += filled.overflowM3
  ledger.wasteM3 += water.volumeOf(works.sludgeM3h, dtS)

  // Dirtier water needs more coagulant, a faster stream settles less.
  const enough = works.coagulantMgL / (8 + 0.8 * intake.ntu)
  const load = water.clamp(1 - 0.15 * (works.inflowM3h / 310 - 1), 0.7, 1.05)
  const removed = water.clamp(0.94 * (1 - Math.exp(-2.2 * enough)) * load, 0, 0.97)
  const volumeM3 = works.settlerM * settlerAreaM2
  works.settledNtu = water.mix(works.settledNtu, intake.ntu * (1 - removed), works.inflowM3h, volumeM3, 0, dtS)
}

/** The filter to wash now, if any: one at a time, since a wash takes the spare flow of the others. */
function pickWash(works: Treatment, { commands }: Moment): Filter | undefined {
  if (works.filters.some((filter) => filter.washLeftS > 0)) return undefined
  const set = commands.treatment
  const asked = works.filters[set.washFilter - 1]
  if (asked || set.mode !== 1) return asked
  return works.filters.find((filter) => filter.dpKpa > set.washStartDp || filter.sinceWashS > set.washInterval)
}

function filter(works: Treatment, moment: Moment) {
  const { dtS, troubles, commands } = moment
  const picked = pickWash(works, moment)
  if (picked) picked.washLeftS = commands.treatment.washDuration
  const online = works.filters.filter((one) => one.washLeftS <= 0)
  works.washM3h = 0
  for (const [index, one] of works.filters.entries()) {
    const washing = one.washLeftS > 0
    one.flowM3h = washing ? 0 : works.weirM3h / online.length
    const clogging = troubles.has({ kind: 'filterClog', filter: (index + 1) as 1 | 2 | 3 }) ? dtS / 120 : 0
    if (washing) {
      works.washM3h = washFlowM3h * water.drawable(works.clearM)
      one.clog = water.approach(one.clog, 0.05, 120, dtS)
      one.washLeftS = Math.max(0, one.washLeftS - dtS)
      one.sinceWashS = 0
    } else {
      one.clog += 1.07e-3 * water.volumeOf(one.flowM3h, dtS) * works.settledNtu
      one.sinceWashS += dtS
    }
    one.clog = Math.min(one.clog + clogging, 8)
    one.dpKpa = water.approach(one.dpKpa, 4 * (one.flowM3h / 104) * (1 + one.clog), 10, dtS)
    one.ntu = water.approach(one.ntu, works.settledNtu * (0.05 + 0.004 * one.clog ** 2), 120, dtS)
  }
}

/** Chlorine per hour lost to the water's own demand, faster when warm. */
export const chlorineDecay = (tempC: number) => 0.045 * 1.07 ** (tempC - 15)

function disinfect(works: Treatment, { dtS, commands, troubles }: Moment) {
  works.chlorinatorTripped = troubles.has({ kind: 'chlorinatorTrip' })
  const dosing = commands.treatment.chlorinatorStart && !works.chlorinatorTripped && works.weirM3h > 5
  const error = commands.treatment.chlorineSp - works.contactMgL
  works.chlorinePid = water.runPid(works.chlorinePid, error, { gain: 0.8, perS: 0.003 }, [0, 4], dtS)
  if (!dosing) works.chlorinePid = { output: works.chlorinePid.output, lastError: error }
  works.doseMgL = water.approach(works.doseMgL, dosing ? works.chlorinePid.output : 0, 5, dtS)
  // 0.33 mg/L reacts immediately with the load of the water, and 0.2 mg/L more per NTU.
  const turbidity = works.filters.reduce((sum, one) => sum + one.ntu * one.flowM3h, 0) / Math.max(works.weirM3h, 1)
  const free = Math.max(0, works.doseMgL - 0.33 - 0.2 * turbidity)
  const decay = chlorineDecay(works.tempC)
  works.contactMgL = water.mix(works.contactMgL, free, works.weirM3h, contactM3, decay, dtS)
  const volumeM3 = works.clearM * clearAreaM2
  works.outletMgL = water.mix(works.outletMgL, works.contactMgL, works.weirM3h, volumeM3, decay, dtS)
  works.ntu = water.mix(works.ntu, turbidity, works.weirM3h, volumeM3, 0, dtS)
}

function deliver(works: Treatment, { dtS, commands, troubles, reservoirM, wellsM3h, ledger }: Moment) {
  const auto = commands.treatment.mode === 1
  const error = commands.distribution.reservoirLevelSp - reservoirM
  works.outletPid = water.runPid(works.outletPid, error, { gain: 60, perS: 0.02 }, [0, 100], dtS)
  if (!auto) works.outletPid.output = works.outletPct
  const target = auto ? works.outletPid.output : commands.treatment.outletValveSp
  const jammed = troubles.has({ kind: 'valveJam', valve: 'outletValve' })
  if (!jammed) works.outletPct = water.ramp(works.outletPct, target, 1, dtS)
  const dropM = Math.max(0, hillM + works.clearM - reservoirM)
  works.outletM3h = outletFactor * (works.outletPct / 100) * Math.sqrt(dropM) * water.drawable(works.clearM)
  const net = works.weirM3h + wellsM3h - works.washM3h - works.outletM3h
  const filled = water.fillTank(works.clearM, clearAreaM2, clearLimitM, net, dtS)
  works.clearM = filled.levelM
  works.overflowing = filled.overflowM3 > 0
  ledger.overflowM3 += filled.overflowM3
  ledger.wasteM3 += water.volumeOf(works.washM3h, dtS)
}

/**
 * Simulates one step of the works; water from the intake arrives in the same step, since the main is always full.
 * Changes the state.
 */
export function runTreatment(works: Treatment, intake: Intake, moment: Moment) {
  const { dtS, newDay } = moment
  settle(works, intake, moment)
  filter(works, moment)
  disinfect(works, moment)
  deliver(works, moment)
  works.tempC = water.approach(works.tempC, intake.tempC, 7200, dtS)
  works.ph = water.approach(works.ph, intake.ph - 0.011 * works.coagulantMgL, 3600, dtS)
  works.usCm = water.approach(works.usCm, intake.usCm + 0.5 * works.coagulantMgL, 3600, dtS)
  works.volumeM3 += water.volumeOf(works.outletM3h, dtS)
  works.washM3 += water.volumeOf(works.washM3h, dtS)
  const stirrersKw = 4.5 + works.inflowM3h * 0.006
  works.meter = water.meterEnergy(works.meter, stirrersKw + works.washM3h * 0.12 + works.doseMgL * 0.4, dtS, newDay)
}
