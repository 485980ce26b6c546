// The rounds of the tanker.
import { describe, expect, it } from 'vitest'
import { measureTanker } from './tanker.ts'
import { tankerAt } from './tanker-route.ts'

/** Midnight at the works. */
const midnight = Date.UTC(2026, 10, 20, 16)
const minute = 60_000
const day = Array.from({ length: 24 * 60 * 6 }, (_, index) => tankerAt(midnight + index * 10_000))

/** Metres, on a plane. */
const metres = (one: (typeof day)[number], other: (typeof day)[number]) =>
  Math.hypot((other.longitude - one.longitude) * 96_150, (other.latitude - one.latitude) * 111_195)

describe('a day of the tanker', () => {
  it('has six rounds of about eleven kilometres', () => {
    const [first, last] = [tankerAt(midnight), tankerAt(midnight + 24 * 60 * minute)]
    expect(last.drivenKm - first.drivenKm).toBeGreaterThan(60)
    expect(last.drivenKm - first.drivenKm).toBeLessThan(75)
    expect(tankerAt(midnight + 240 * minute)).toEqual({ ...first, drivenKm: expect.closeTo(first.drivenKm + 10.7, 0) })
  })

  it('moves without a jump, as fast as its speed says', () => {
    for (const [index, now] of day.slice(1).entries()) {
      const before = day[index]!
      const kmh = (metres(before, now) / 10) * 3.6
      const fastest = Math.max(before.speedKmh, now.speedKmh)
      expect(kmh, `after ${index * 10} s`).toBeLessThan(fastest + 3)
      expect(now.drivenKm).toBeGreaterThanOrEqual(before.drivenKm)
    }
    expect(Math.max(...day.map(({ speedKmh }) => speedKmh))).toBeCloseTo(40, 0)
  })

  it('stays in the region of the works', () => {
    for (const { longitude, latitude } of day) {
      expect(longitude).toBeGreaterThanOrEqual(120.149)
      expect(longitude).toBeLessThanOrEqual(120.19)
      expect(latitude).toBeGreaterThanOrEqual(30.247)
      expect(latitude).toBeLessThanOrEqual(30.2675)
    }
  })

  it('empties its tanks at its stops, and fills them at the depot', () => {
    for (const [index, now] of day.slice(1).entries()) {
      const before = day[index]!
      if (now.speedKmh > 0 && before.speedKmh > 0) {
        expect(now.hypochloritePct).toBe(before.hypochloritePct)
        expect(now.coagulantPct).toBe(before.coagulantPct)
      }
      if (now.isUnloading) expect(now.speedKmh).toBe(0)
    }
    const levels = day.map(({ hypochloritePct }) => hypochloritePct)
    expect([Math.min(...levels), Math.max(...levels)]).toEqual([35, 95])
  })
})

it('the engine runs while the tanker drives or unloads', () => {
  const departed = measureTanker({ atMs: midnight + 12 * minute })
  expect(departed).toMatchObject({ moving: true, engineRunning: true, unloading: false })
  expect(departed.speed).toBeGreaterThan(5)
  expect(measureTanker({ atMs: midnight })).toMatchObject({ moving: false, engineRunning: false, speed: 0 })
  expect(measureTanker({ atMs: midnight + 16 * minute })).toMatchObject({ moving: false, unloading: true })
})
