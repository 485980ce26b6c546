// Treatment and distribution: the effects of operator actions and faults. Intake is in model.test.ts.
import { describe, expect, it } from 'vitest'
import { type Commands, initialCommands } from './commands.ts'
import type { ProcessFault } from './faults.ts'
import { startWaterworks, step, type WaterworksState } from './model.ts'

const morning = Date.UTC(2026, 10, 20, 2, 0)
const start = startWaterworks({ seed: 7, atMs: morning })

type Orders = { [S in keyof Commands]?: Partial<Commands[S]> }

const ordered = (orders: Orders): Commands => ({
  ...initialCommands,
  intake: { ...initialCommands.intake, ...orders.intake },
  treatment: { ...initialCommands.treatment, ...orders.treatment },
  distribution: { ...initialCommands.distribution, ...orders.distribution },
})

function run(seconds: number, faults: ProcessFault[] = [], orders: Orders = {}, from: WaterworksState = start) {
  return step(from, { commands: ordered(orders), faults }, seconds)
}

describe('treatment', () => {
  const closed: Orders = { treatment: { mode: 0, outletValveSp: 0 } }

  it('with its outlet closed fills the clear well, which overflows at its limit', () => {
    const filling = run(3600, [], closed)
    expect(filling.treatment.outletM3h).toBe(0)
    expect(filling.treatment.clearM).toBeGreaterThan(start.treatment.clearM + 0.5)
    const full = run(6 * 3600, [], closed, filling)
    expect(full.treatment.clearM).toBe(5)
    expect(full.readings.treatment.clearWellOverflow).toBe(true)
    expect(full.ledger.overflowM3).toBeGreaterThan(0)
  })

  it('requests less from the intake the fuller its clear well is', () => {
    const state = run(2 * 3600, [], closed)
    expect(state.intake.flowM3h).toBeLessThan(start.intake.flowM3h - 50)
  })

  it('without chlorine loses its residual, and regains it', () => {
    const dry = run(3600, [{ kind: 'chlorinatorTrip' }])
    expect(dry.treatment.doseMgL).toBeLessThan(0.01)
    expect(dry.treatment.contactMgL).toBeLessThan(0.05)
    expect(dry.treatment.outletMgL).toBeLessThan(start.treatment.outletMgL - 0.1)
    const again = run(3600, [], {}, dry)
    expect(again.treatment.contactMgL).toBeCloseTo(0.8, 1)
  })

  it('follows its chlorine set point', () => {
    expect(run(3600, [], { treatment: { chlorineSp: 1.2 } }).treatment.contactMgL).toBeCloseTo(1.2, 1)
    expect(run(3600, [], { treatment: { chlorineSp: 0.4 } }).treatment.contactMgL).toBeCloseTo(0.4, 1)
  })

  it('settles badly without coagulant, and in a storm', () => {
    const without = run(2 * 3600, [{ kind: 'coagulantTrip' }])
    expect(without.treatment.settledNtu).toBeGreaterThan(start.treatment.settledNtu * 2)
    expect(without.treatment.coagulantLh).toBeLessThan(0.1)
    const storm = run(2 * 3600, [{ kind: 'stormWater' }])
    expect(storm.intake.ntu).toBeGreaterThan(25)
    expect(storm.treatment.settledNtu).toBeGreaterThan(start.treatment.settledNtu * 2)
  })

  it('has turbid water within two minutes of dredging above it, and clear water soon after', () => {
    const dredged = run(120, [{ kind: 'dredging' }])
    expect(start.intake.ntu).toBeLessThan(12)
    expect(dredged.intake.ntu).toBeGreaterThan(20)
    expect(run(300, [], {}, dredged).intake.ntu).toBeLessThan(11)
  })

  it('has clear water without faults, at any hour', () => {
    let most = 0
    for (let hour = 0, state = start; hour < 72; hour += 1) {
      state = run(3600, [], {}, state)
      most = Math.max(most, state.intake.ntu)
    }
    expect(most).toBeLessThan(11)
  })

  it('washes a filter on request: no flow through it, less head loss after', () => {
    const washing = run(60, [], { treatment: { washFilter: 1 } })
    expect(washing.readings.treatment).toMatchObject({ filter1Washing: true, filter1Flow: 0, filter2Washing: false })
    expect(washing.treatment.washM3h).toBeGreaterThan(0)
    const [first, second, third] = washing.treatment.filters
    expect(second.flowM3h + third.flowM3h).toBeCloseTo(washing.treatment.weirM3h)
    const washed = run(900, [], {}, washing)
    expect(first.washLeftS).toBeGreaterThan(0)
    expect(washed.treatment.filters[0].clog).toBeLessThan(start.treatment.filters[0].clog / 4)
  })

  it('washes a clogging filter automatically', () => {
    const state = run(2400, [{ kind: 'filterClog', filter: 2 }])
    expect(state.treatment.washM3).toBeGreaterThan(start.treatment.washM3)
  })

  it('draws sludge when the valve opens, and at its time of day', () => {
    expect(run(60, [], { treatment: { sludgeOpen: true } }).treatment.sludgeM3h).toBeCloseTo(30, 0)
    const jam: ProcessFault = { kind: 'valveJam', valve: 'sludgeValve' }
    expect(run(60, [jam], { treatment: { sludgeOpen: true } }).treatment.sludgeM3h).toBe(0)
    expect(
      run(60, [], { treatment: { sludgeTime: 1000 } }, { ...start, atMs: morning - 2000 }).treatment.sludgePct,
    ).toBe(100)
  })
})

describe('distribution', () => {
  const allTripped = ([1, 2, 3] as const).map(
    (pump): ProcessFault => ({ kind: 'pumpTrip', station: 'distribution', pump }),
  )

  it('with every pump tripped has neither flow nor pressure, and its reservoir fills', () => {
    const state = run(300, allTripped)
    expect(state.distribution.flowM3h).toBe(0)
    expect(state.distribution.pressureMpa).toBeLessThan(0.01)
    expect(state.distribution.levelM).toBeGreaterThan(start.distribution.levelM)
    expect(state.readings.distribution).toMatchObject({ supplyFlow: 0, pump2Tripped: true, generalAlarm: true })
  })

  it('replaces one tripped pump by the others', () => {
    const state = run(300, [allTripped[0]!])
    expect(state.distribution.pumps[0].running).toBe(false)
    expect(state.distribution.pressureMpa).toBeGreaterThan(0.35)
  })

  it('follows its pressure set point', () => {
    for (const pressureSp of [0.3, 0.38, 0.44]) {
      expect(run(900, [], { distribution: { pressureSp } }).distribution.pressureMpa).toBeCloseTo(pressureSp, 1)
    }
  })

  it('lowers the pressure in its night window, at any setting', () => {
    const state = run(900, [], { distribution: { nightStart: 900, nightEnd: 1200, nightPressureSp: 0.3 } })
    expect(state.distribution.night).toBe(true)
    expect(state.distribution.pressureMpa).toBeCloseTo(0.3, 1)
  })

  it('follows its reservoir level set point', () => {
    const low = run(2 * 3600, [], { distribution: { reservoirLevelSp: 2 } })
    const high = run(2 * 3600, [], { distribution: { reservoirLevelSp: 3.8 } })
    expect(high.distribution.levelM - low.distribution.levelM).toBeGreaterThan(0.8)
  })

  it('gives more and sags when a main bursts', () => {
    const burst = run(20, [{ kind: 'mainBurst' }])
    expect(burst.distribution.flowM3h).toBeGreaterThan(start.distribution.flowM3h + 60)
    expect(run(3, [{ kind: 'mainBurst' }]).distribution.pressureMpa).toBeLessThan(start.distribution.pressureMpa - 0.05)
  })

  it('has a zone B behind a reducing valve that can be isolated', () => {
    expect(run(300, [], { distribution: { prvSp: 0.22 } }).distribution.zoneBMpa).toBeCloseTo(0.22, 2)
    const isolated = run(300, [], { distribution: { zoneBIsolated: true } })
    expect(isolated.distribution.zoneBM3h).toBe(0)
    expect(isolated.readings.distribution.zoneBPressure).toBeLessThan(0.01)
  })

  it('gives less at night than by day', () => {
    const night = startWaterworks({ seed: 7, atMs: Date.UTC(2026, 10, 19, 19, 0) })
    expect(night.distribution.flowM3h).toBeLessThan(start.distribution.flowM3h * 0.6)
  })

  it('boosts chlorine to its set point', () => {
    const more = run(3600, [], { distribution: { boosterDoseSp: 0.5 } })
    expect(more.distribution.mgL).toBeGreaterThan(run(3600).distribution.mgL + 0.1)
  })
})
