// The small stations: their own behaviour, and their exchange of water with the works.
import { describe, expect, it } from 'vitest'
import { type Commands, initialCommands } from './commands.ts'
import type { ProcessFault } from './faults.ts'
import { startWaterworks, step, type WaterworksState } from './model.ts'
import { type OutstationKey, outstationKeys, type Register, stationMaps } from './registers.ts'

const start = startWaterworks({ seed: 7, atMs: Date.UTC(2026, 10, 20, 2, 0) })

type Orders = { [S in keyof Commands]?: Partial<Commands[S]> }

const run = (seconds: number, orders: Orders = {}, faults: ProcessFault[] = [], from: WaterworksState = start) => {
  const commands = { ...initialCommands }
  for (const [station, own] of Object.entries(orders))
    Object.assign(commands, { [station]: { ...Reflect.get(initialCommands, station), ...own } })
  return step(from, { commands, faults }, seconds)
}

describe('a quiet day of the outstations', () => {
  const seen = new Map<string, { low: number; high: number }>()
  let pressed = false
  let loads = 0
  let state = start
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const before = state
    state = run(60, {}, [], state)
    pressed ||= state.outstations.sludge.pressing
    loads += state.outstations.control.loaded && !before.outstations.control.loaded ? 1 : 0
    for (const station of outstationKeys)
      for (const [key, value] of Object.entries(state.readings[station])) {
        if (typeof value !== 'number') continue
        const name = `${station} ${key}`
        const known = seen.get(name) ?? { low: value, high: value }
        seen.set(name, { low: Math.min(known.low, value), high: Math.max(known.high, value) })
      }
  }
  const bands = outstationKeys.flatMap((station: OutstationKey) =>
    stationMaps[station].registers
      .filter((each: Register) => each.normalLow !== undefined)
      .map((register: Register) => [`${station} ${register.key}`, register] as const),
  )

  it.each(bands)('%s stays in its normal band', (name, { normalLow, normalHigh }) => {
    expect(seen.get(name)!.low).toBeGreaterThanOrEqual(normalLow!)
    expect(seen.get(name)!.high).toBeLessThanOrEqual(normalHigh!)
  })

  it('fills and empties the elevated reservoir, presses sludge, loads and unloads the compressor', () => {
    const level = seen.get('tower towerLevel')!
    expect(level.high - level.low).toBeGreaterThan(1)
    expect(pressed).toBe(true)
    expect(loads).toBeGreaterThan(20)
    expect(state.ledger.overflowM3).toBe(0)
  })
})

describe('an outstation and the works', () => {
  it('the booster takes its water out of zone B, and nothing when that is shut', () => {
    const filling = run(600)
    expect(filling.distribution.highM3h).toBeGreaterThan(20)
    expect(filling.outstations.booster.flowM3h).toBeCloseTo(filling.distribution.highM3h, 6)
    const shut = run(600, { distribution: { zoneBIsolated: true } })
    expect(shut.outstations.booster.flowM3h).toBe(0)
    expect(shut.readings.booster).toMatchObject({ suctionLow: true, generalAlarm: true, pump1Running: false })
    expect(shut.outstations.tower.levelM).toBeLessThan(start.outstations.tower.levelM)
  })

  it('a tripped booster pump is replaced by the other; with both the hill lives from its reservoir', () => {
    const trip = (pump: 1 | 2): ProcessFault => ({ kind: 'pumpTrip', station: 'booster', pump })
    const one = run(300, {}, [trip(1)])
    expect(one.readings.booster).toMatchObject({ pump1Running: false, pump2Running: true, generalAlarm: true })
    const both = run(1800, {}, [trip(1), trip(2)])
    expect(both.outstations.booster.flowM3h).toBe(0)
    expect(both.outstations.tower.levelM).toBeLessThan(start.outstations.tower.levelM - 0.1)
  })

  it('the well rests when the clear well is full, and recovers', () => {
    const resting = run(3600, { well1: { pumpStart: false } })
    expect(resting.outstations.well1.flowM3h).toBe(0)
    expect(resting.outstations.well1.waterM).toBeGreaterThan(start.outstations.well1.waterM + 4)
    expect(run(3600).treatment.clearM).toBeGreaterThan(resting.treatment.clearM)
  })

  it('a filter wash fills the balancing tank and wants more air', () => {
    const washing = run(300, { treatment: { washFilter: 1 } })
    expect(washing.outstations.sludge.balanceM).toBeGreaterThan(start.outstations.sludge.balanceM)
    expect(washing.outstations.control.airM3min).toBeGreaterThan(1)
  })

  it('the works’ meter counts what its machines use', () => {
    const { intake, treatment, outstations } = run(600)
    expect(outstations.control.meter.powerKw).toBeGreaterThan(intake.meter.powerKw + treatment.meter.powerKw)
    const idle = run(600, { intake: { pump1Start: false, pump2Start: false } })
    expect(idle.outstations.control.meter.powerKw).toBeLessThan(outstations.control.meter.powerKw - 20)
  })
})
