import { describe, expect, it } from 'vitest'
import { initialCommands } from './commands.ts'
import { counterSignals, countersOf, daily, setCounters, startedToday, totals } from './counters.ts'
import { startWaterworks, step, type WaterworksState } from './model.ts'
import { stationKeys } from './registers.ts'

const noon = Date.UTC(2026, 10, 20, 4, 0)
const start = startWaterworks({ seed: 7, atMs: noon })
const next = (works: WaterworksState) => step(works, { commands: initialCommands, faults: [] }, 10)

/** The signals of a station with different values. */
const differing = (one: WaterworksState, other: WaterworksState) =>
  stationKeys.flatMap((station) =>
    Object.entries(one.readings[station])
      .filter(([key, value]) => value !== Reflect.get(other.readings[station], key))
      .map(([key]) => key),
  )

describe('a counter', () => {
  it('changes only its own signals when it is set', () => {
    const moved = structuredClone(start)
    const counters = countersOf(start)
    setCounters(moved, Object.fromEntries([...totals, ...daily].map((each) => [each, counters[each] + 1000])))
    const shown = new Set(differing(next(start), next(moved)))
    expect([...shown].sort()).toEqual([...counterSignals].sort())
    const back = next(moved)
    const then = countersOf(back)
    for (const each of [...totals, ...daily])
      expect(then[each] - countersOf(next(start))[each], each).toBeCloseTo(1000, 3)
    setCounters(back, countersOf(next(start)))
    expect({ ...back, readings: null }).toEqual({ ...next(start), readings: null })
  })

  it('includes a day since midnight at the start', () => {
    const begun = countersOf(startedToday({ seed: 7, atMs: noon }))
    // The minimum for twelve hours of some 300 m³/h.
    expect(begun['intake.todayM3']).toBeGreaterThan(2500)
    expect(begun['intake.todayM3']).toBeLessThan(5000)
    expect(begun['intake.volumeM3'] - countersOf(start)['intake.volumeM3']).toBeGreaterThan(2500)
  })

  it('keeps a known value', () => {
    const known = { ...countersOf(start), 'intake.todayM3': 77, 'intake.volumeM3': 5_000_000 }
    const begun = countersOf(startedToday({ seed: 7, atMs: noon }, known))
    expect(begun['intake.todayM3']).toBeCloseTo(77, 0)
    expect(begun['intake.volumeM3']).toBeCloseTo(5_000_000, 0)
  })
})
