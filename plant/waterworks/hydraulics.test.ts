import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as water from './hydraulics.ts'

const curve: water.PumpCurve = { ratedRpm: 1500, shutOffM: 46, dropping: 1.3e-4, bestM3h: 320 }
const turning = (speedRpm: number): water.Pump => ({ ...water.stillPump(), speedRpm })
const real = (min: number, max: number) => fc.double({ min, max, noNaN: true })

describe('a tank', () => {
  it('loses no litre: inflow is held or overflows', () => {
    fc.assert(
      fc.property(real(0, 5), real(0, 900), real(0.01, 60), (levelM, inM3h, dtS) => {
        const filled = water.fillTank(levelM, 60, 5, inM3h, dtS)
        const gained = (filled.levelM - levelM) * 60 + filled.overflowM3
        expect(gained).toBeCloseTo(water.volumeOf(inM3h, dtS), 9)
        expect(filled.levelM).toBeLessThanOrEqual(5)
      }),
    )
  })

  it('never has a negative level, and gives less when nearly empty', () => {
    expect(water.fillTank(0.01, 60, 5, -900, 60).levelM).toBe(0)
    expect(water.drawable(0)).toBe(0)
    expect(water.drawable(0.05)).toBeCloseTo(0.5)
    expect(water.drawable(3)).toBe(1)
  })
})

describe('pumps', () => {
  it('meet the system where both curves agree', () => {
    const pump = turning(1410)
    const { headM, flowM3h } = water.balancePumps([pump], curve, 14, 1.438e-4)
    expect(headM).toBeCloseTo(14 + 1.438e-4 * flowM3h ** 2, 4)
    expect(headM).toBeCloseTo((1410 / 1500) ** 2 * 46 - 1.3e-4 * flowM3h ** 2, 4)
    expect(flowM3h).toBeCloseTo(312, 0)
  })

  it('give more together, but less than twice as much', () => {
    const one = water.balancePumps([turning(1400)], curve, 14, 1.4e-4).flowM3h
    const two = water.balancePumps([turning(1400), turning(1400)], curve, 14, 1.4e-4).flowM3h
    expect(two).toBeGreaterThan(one)
    expect(two).toBeLessThan(2 * one)
  })

  it('have no reverse flow: a slow pump next to a fast one gives nothing', () => {
    const slow = turning(700)
    water.balancePumps([turning(1500), slow], curve, 14, 1.4e-4)
    expect(slow.flowM3h).toBe(0)
  })

  it('that are stopped, too weak, or against a closed valve give nothing', () => {
    expect(water.balancePumps([turning(0)], curve, 14, 1.4e-4).flowM3h).toBe(0)
    expect(water.balancePumps([turning(800)], curve, 14, 1.4e-4).flowM3h).toBe(0)
    const closed = water.balancePumps([turning(1500)], curve, 14, Number.POSITIVE_INFINITY)
    expect(closed).toEqual({ headM: 46, flowM3h: 0 })
  })

  it('give more the faster they turn', () => {
    fc.assert(
      fc.property(real(850, 1490), real(1, 10), (speed, more) => {
        const before = water.balancePumps([turning(speed)], curve, 14, 1.4e-4).flowM3h
        const after = water.balancePumps([turning(speed + more)], curve, 14, 1.4e-4).flowM3h
        expect(after).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  it('draw a plausible current: 312 m³/h to 28 m is about 59 A', () => {
    const pump = turning(1410)
    const { headM } = water.balancePumps([pump], curve, 14, 1.438e-4)
    water.loadMotor(pump, curve, headM, 1)
    expect(pump.currentA).toBeGreaterThan(50)
    expect(pump.currentA).toBeLessThan(65)
    expect(pump.running).toBe(true)
    expect(pump.runS).toBe(1)
  })

  it('draw nothing when still, and cool down', () => {
    const pump = { ...turning(0), bearingC: 70 }
    water.loadMotor(pump, curve, 0, 900)
    expect(pump).toMatchObject({ powerKw: 0, currentA: 0, running: false, runS: 0 })
    expect(pump.bearingC).toBeLessThan(45)
  })
})

describe('a controller', () => {
  const gains = { gain: 2, perS: 0.5 }

  it('does not wind up at its limit: it leaves the limit as soon as the error changes sign', () => {
    let pid: water.Pid = { output: 50, lastError: 0 }
    for (let second = 0; second < 1000; second += 1) pid = water.runPid(pid, 10, gains, [0, 100], 1)
    expect(pid.output).toBe(100)
    pid = water.runPid(pid, -1, gains, [0, 100], 1)
    expect(pid.output).toBeLessThan(100)
  })

  it('removes the error of a lagging process', () => {
    let pid: water.Pid = { output: 0, lastError: 0 }
    let value = 0
    for (let second = 0; second < 600; second += 1) {
      pid = water.runPid(pid, 30 - value, { gain: 0.5, perS: 0.1 }, [0, 100], 1)
      value = water.approach(value, pid.output, 10, 1)
    }
    expect(value).toBeCloseTo(30, 2)
  })
})

describe('lags, ramps, mixing, meters', () => {
  it('one long step of a lag is as many short ones', () => {
    let short = 5
    for (let step = 0; step < 60; step += 1) short = water.approach(short, 20, 45, 1)
    expect(water.approach(5, 20, 45, 60)).toBeCloseTo(short, 9)
  })

  it('a ramp moves at its rate and stops at its target', () => {
    expect(water.ramp(0, 100, 2, 10)).toBe(20)
    expect(water.ramp(100, 0, 2, 10)).toBe(80)
    expect(water.ramp(99, 100, 2, 10)).toBe(100)
  })

  it('a mixed volume stays between what it was and what comes in, and decays', () => {
    fc.assert(
      fc.property(real(0, 50), real(0, 50), real(0, 500), (was, incoming, flow) => {
        const now = water.mix(was, incoming, flow, 100, 0, 1)
        expect(now).toBeGreaterThanOrEqual(Math.min(was, incoming) - 1e-9)
        expect(now).toBeLessThanOrEqual(Math.max(was, incoming) + 1e-9)
      }),
    )
    expect(water.mix(1, 1, 0, 100, 0.05, 3600)).toBeCloseTo(Math.exp(-0.05), 9)
  })

  it('a meter integrates power and resets its daily value', () => {
    const after = water.meterEnergy({ powerKw: 0, totalKwh: 100, todayKwh: 7 }, 36, 100, false)
    expect(after).toEqual({ powerKw: 36, totalKwh: 101, todayKwh: 8 })
    expect(water.meterEnergy(after, 36, 100, true)).toEqual({ powerKw: 36, totalKwh: 102, todayKwh: 1 })
  })
})
