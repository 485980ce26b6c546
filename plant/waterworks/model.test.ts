import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Commands, initialCommands, releaseButtons } from './commands.ts'
import { type Fault, faultId, faultKinds, isProcessFault, type ProcessFault } from './faults.ts'
import { startWaterworks, step, storedM3, type WaterworksState } from './model.ts'
import { stationKeys } from './registers.ts'

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

const everyProcessFault: ProcessFault[] = [
  { kind: 'pumpTrip', station: 'intake', pump: 1 },
  { kind: 'pumpTrip', station: 'intake', pump: 2 },
  { kind: 'pumpTrip', station: 'distribution', pump: 1 },
  { kind: 'pumpTrip', station: 'distribution', pump: 3 },
  { kind: 'valveJam', valve: 'intakeGate' },
  { kind: 'valveJam', valve: 'dischargeValve' },
  { kind: 'valveJam', valve: 'outletValve' },
  { kind: 'valveJam', valve: 'sludgeValve' },
  { kind: 'valveJam', valve: 'reducingValve' },
  { kind: 'filterClog', filter: 1 },
  { kind: 'screenClog' },
  { kind: 'chlorinatorTrip' },
  { kind: 'coagulantTrip' },
  { kind: 'mainBurst' },
  { kind: 'stormWater' },
  { kind: 'dredging' },
]

describe('water is neither created nor lost', () => {
  const anyOrders = fc.record({
    intake: fc.record({
      mode: fc.integer({ min: 0, max: 1 }),
      flowSp: fc.integer({ min: 0, max: 420 }),
      gateSp: fc.integer({ min: 0, max: 100 }),
      valveSp: fc.integer({ min: 0, max: 100 }),
      pump1Start: fc.boolean(),
    }),
    treatment: fc.record({
      mode: fc.integer({ min: 0, max: 1 }),
      outletValveSp: fc.integer({ min: 0, max: 100 }),
      washFilter: fc.integer({ min: 0, max: 3 }),
      sludgeOpen: fc.boolean(),
    }),
    distribution: fc.record({
      mode: fc.integer({ min: 0, max: 1 }),
      pump1SpeedSp: fc.integer({ min: 0, max: 1500 }),
      zoneBIsolated: fc.boolean(),
    }),
  })

  it('with any settings and faults', () => {
    const anyFaults = fc.subarray(everyProcessFault)
    const anySteps = fc.array(fc.integer({ min: 1, max: 1800 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(anyOrders, anyFaults, anySteps, (orders, faults, steps) => {
        let state = start
        for (const seconds of steps) state = run(seconds, faults, orders, state)
        const { inM3, overflowM3, wasteM3, suppliedM3 } = state.ledger
        const gained = storedM3(state) - storedM3(start)
        expect(gained).toBeCloseTo(inM3 - overflowM3 - wasteM3 - suppliedM3, 5)
      }),
      { numRuns: 15 },
    )
  })

  it('and every level stays in its tank, every reading finite', () => {
    fc.assert(
      fc.property(anyOrders, fc.subarray(everyProcessFault), (orders, faults) => {
        const state = run(2700, faults, orders)
        expect(state.intake.wellM).toBeGreaterThanOrEqual(0)
        expect(state.intake.wellM).toBeLessThanOrEqual(5.8)
        expect(state.treatment.clearM).toBeGreaterThanOrEqual(0)
        expect(state.treatment.clearM).toBeLessThanOrEqual(5)
        expect(state.distribution.levelM).toBeGreaterThanOrEqual(0)
        expect(state.distribution.levelM).toBeLessThanOrEqual(4.5)
        for (const station of stationKeys) {
          const values = Object.entries(state.readings[station])
          for (const [key, value] of values) {
            if (typeof value === 'number') expect(Number.isFinite(value), key).toBe(true)
          }
        }
      }),
      { numRuns: 12 },
    )
  })
})

describe('the same seed gives the same run', () => {
  it('gives exactly the same result again', () => {
    const again = startWaterworks({ seed: 7, atMs: morning })
    expect(run(300, [], {}, again)).toEqual(run(300))
  })

  it('and another seed another one', () => {
    const other = startWaterworks({ seed: 8, atMs: morning })
    expect(run(300, [], {}, other).readings).not.toEqual(run(300).readings)
  })

  it('a step does not change the state before it', () => {
    const before = structuredClone(start)
    run(60, everyProcessFault)
    expect(start).toEqual(before)
  })

  it('one long step ends where short ones do', () => {
    let short = start
    for (let tick = 0; tick < 60; tick += 1) short = run(1, [], {}, short)
    const long = run(60)
    expect(short.atMs).toBe(long.atMs)
    expect(short.intake.wellM).toBeCloseTo(long.intake.wellM, 2)
    expect(short.treatment.clearM).toBeCloseTo(long.treatment.clearM, 3)
    expect(short.distribution.pressureMpa).toBeCloseTo(long.distribution.pressureMpa, 2)
  })

  it('ticks of a fifth of a second lose no time', () => {
    let state = start
    for (let tick = 0; tick < 50; tick += 1) state = run(0.2, [], {}, state)
    expect(state.atMs).toBe(start.atMs + 10_000)
  })
})

describe('a quiet day', () => {
  it('stay in the normal bands of level, pressure, flow and quality', () => {
    let state = start
    for (let hour = 0; hour < 24; hour += 1) {
      state = run(3600, [], {}, state)
      const { intake, treatment, distribution } = state
      expect(intake.wellM).toBeGreaterThan(2.5)
      expect(intake.wellM).toBeLessThan(3.9)
      expect(treatment.clearM).toBeGreaterThan(1.5)
      expect(treatment.clearM).toBeLessThan(4.5)
      expect(treatment.outletMgL).toBeGreaterThan(0.4)
      expect(treatment.outletMgL).toBeLessThan(1)
      expect(treatment.ntu).toBeLessThan(0.4)
      expect(distribution.levelM).toBeGreaterThan(2)
      expect(distribution.levelM).toBeLessThan(4)
      // A starting pump needs 20 s to reach its speed, during which the pressure drops.
      expect(distribution.pressureMpa).toBeGreaterThan(0.3)
      expect(distribution.pressureMpa).toBeLessThan(0.46)
    }
    expect(state.ledger.overflowM3).toBe(0)
  })
})

describe('intake', () => {
  const bothTripped: ProcessFault[] = [everyProcessFault[0]!, everyProcessFault[1]!]

  it('with both pumps tripped has no flow, falling pressure, and a gate that closes', () => {
    const state = run(600, bothTripped)
    expect(state.intake.flowM3h).toBe(0)
    expect(state.readings.intake).toMatchObject({ intakeFlow: 0, pump1Tripped: true, generalAlarm: true })
    expect(state.intake.pressureKpa).toBeLessThan(start.intake.pressureKpa - 80)
    expect(state.intake.gatePct).toBeLessThan(start.intake.gatePct)
    expect(state.treatment.inflowM3h).toBe(0)
  })

  it('has the second pump take over from the first', () => {
    const state = run(300, [everyProcessFault[0]!])
    expect(state.intake.pumps[0].speedRpm).toBe(0)
    expect(state.intake.pumps[1].running).toBe(true)
    expect(state.intake.flowM3h).toBeGreaterThan(200)
  })

  it('recovers when the trip is gone', () => {
    const state = run(600, [], {}, run(120, bothTripped))
    expect(state.intake.flowM3h).toBeGreaterThan(250)
    expect(state.readings.intake.pump1Tripped).toBe(false)
  })

  it('with a jammed gate and still pumps fills the well until the river pushes no more', () => {
    const state = run(3600, [...bothTripped, { kind: 'valveJam', valve: 'intakeGate' }])
    expect(state.intake.gatePct).toBe(start.intake.gatePct)
    expect(state.intake.wellM).toBeGreaterThan(4.5)
    expect(state.readings.intake.wellLevelHigh).toBe(true)
    expect(state.intake.wellM).toBeLessThanOrEqual(state.intake.riverM + 0.05)
  })

  it('follows its flow set point', () => {
    const slow = run(900, [], { intake: { flowSp: 220 } })
    const fast = run(900, [], { intake: { flowSp: 330 } })
    expect(fast.intake.flowM3h - slow.intake.flowM3h).toBeGreaterThan(80)
  })

  it('follows its well level set point', () => {
    expect(run(3600, [], { intake: { wellLevelSp: 2 } }).intake.wellM).toBeCloseTo(2, 0)
    expect(run(3600, [], { intake: { wellLevelSp: 4 } }).intake.wellM).toBeCloseTo(4, 0)
  })

  it('in manual mode runs the pumps as set, and stops a stopped one', () => {
    const state = run(120, [], { intake: { mode: 0, pump1SpeedSp: 1200, pump2Start: false } })
    expect(state.intake.pumps.map((pump) => pump.speedRpm)).toEqual([1200, 0])
  })

  it('with its discharge valve closed pumps nothing against a higher pressure', () => {
    const state = run(300, [], { intake: { valveSp: 0 } })
    expect(state.intake.flowM3h).toBe(0)
    expect(state.intake.pressureKpa).toBeGreaterThan(start.intake.pressureKpa)
  })

  it('stops its pumps before the well runs dry', () => {
    const state = run(7200, [], { intake: { mode: 0, gateSp: 0 } })
    expect(state.intake.wellM).toBeGreaterThan(0.5)
    expect(state.intake.wellM).toBeLessThan(1.1)
    expect(state.intake.flowM3h).toBe(0)
  })

  it('increases turbidity with its flow', () => {
    const slow = run(900, [], { intake: { flowSp: 150 } })
    const fast = run(900, [], { intake: { flowSp: 400 } })
    expect(fast.intake.ntu).toBeGreaterThan(slow.intake.ntu * 1.2)
  })

  it('gets a blocked screen from leaves, and a clean one from the rake', () => {
    const blocked = run(900, [{ kind: 'screenClog' }], { intake: { mode: 0 } })
    expect(blocked.intake.screenKpa).toBeGreaterThan(start.intake.screenKpa * 1.5)
    const raked = run(200, [], { intake: { rakeNow: true } }, blocked)
    expect(raked.intake.screenClog).toBeLessThan(0.1)
  })

  it('rakes automatically at its Δp and at its time of day', () => {
    const clogged = run(900, [{ kind: 'screenClog' }], { intake: { mode: 0 } })
    expect(run(5, [], { intake: { rakeStartDp: 0.5 } }, clogged).readings.intake.rakeRunning).toBe(true)
    expect(
      run(5, [], { intake: { rakeTime: 1000 } }, { ...start, atMs: morning - 2000 }).readings.intake.rakeRunning,
    ).toBe(true)
  })

  it('integrates its power', () => {
    const state = run(3600)
    const used = state.intake.meter.totalKwh - start.intake.meter.totalKwh
    expect(used).toBeGreaterThan(20)
    expect(used).toBeLessThan(70)
    expect(state.intake.volumeM3 - start.intake.volumeM3).toBeGreaterThan(200)
  })
})

describe('instruments', () => {
  it('show noise around the true value', () => {
    const shown = Array.from({ length: 20 }, (_, tick) => run(1 + tick / 5).readings.intake.voltage)
    expect(new Set(shown).size).toBeGreaterThan(15)
    expect(Math.abs(Number(start.readings.intake.wellLevel) - start.intake.wellM)).toBeLessThan(0.03)
  })

  it('freeze at the last value while the process continues', () => {
    const frozen: ProcessFault = { kind: 'sensorFreeze', station: 'intake', signal: 'conductivity' }
    const state = run(60, [frozen], {}, run(60, [frozen]))
    expect(state.readings.intake.conductivity).toBe(start.readings.intake.conductivity)
    expect(state.readings.intake.wellLevel).not.toBe(start.readings.intake.wellLevel)
    expect(run(60, [], {}, state).readings.intake.conductivity).not.toBe(start.readings.intake.conductivity)
  })

  it('count litres exactly, also below zero', () => {
    expect(typeof start.readings.intake.intakeVolume).toBe('bigint')
    const drained = run(1800, [], { treatment: { mode: 0, outletValveSp: 0 } })
    expect(Number(drained.readings.distribution.storageBalance)).toBeLessThan(0)
  })

  it('reset the daily counters at local midnight', () => {
    const evening = startWaterworks({ seed: 7, atMs: Date.UTC(2026, 10, 20, 15, 30) })
    const late = run(1700, [], {}, evening)
    const after = run(200, [], {}, late)
    expect(late.intake.todayM3).toBeGreaterThan(80)
    expect(after.intake.todayM3).toBeLessThan(20)
    expect(after.readings.intake).toMatchObject({ plcTime: 1, plcDate: 20_261_121 })
  })
})

describe('faults and buttons', () => {
  it('equal faults have equal ids, different ones different ids', () => {
    expect(faultId({ kind: 'pumpTrip', station: 'intake', pump: 1 })).toBe(
      faultId({ pump: 1, station: 'intake', kind: 'pumpTrip' }),
    )
    expect(new Set(everyProcessFault.map(faultId)).size).toBe(everyProcessFault.length)
  })

  it('every kind has texts in both languages and valid targets', () => {
    for (const words of Object.values(faultKinds)) {
      expect(words.en).toMatch(/^[A-Z]/)
      expect(words['zh-cn']).toMatch(/[一-龥]/)
    }
    const silent: Fault = { kind: 'silent', station: 'intake' }
    expect(isProcessFault(silent)).toBe(false)
    expect(everyProcessFault.every(isProcessFault)).toBe(true)
  })

  it('push buttons reset, and nothing else changes', () => {
    const pressed = ordered({ intake: { rakeNow: true }, treatment: { washFilter: 2 } })
    expect(releaseButtons(pressed)).toEqual(initialCommands)
    expect(releaseButtons(initialCommands)).toBe(initialCommands)
  })
})
