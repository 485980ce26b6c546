import { describe, expect, it } from 'vitest'
import { clockDigits, dateDigits, dayNumber, demandShare, hasPassed, within } from './calendar.ts'

/** A local (UTC+8) time on a Friday. */
const at = (hour: number, minute = 0) => Date.UTC(2026, 10, 20, hour - 8, minute)

describe('the works’ clock', () => {
  it('shows local time and date as PLC digits', () => {
    expect(clockDigits(Date.UTC(2026, 10, 21, 0, 41))).toBe(841)
    expect(dateDigits(Date.UTC(2026, 10, 20, 15, 59))).toBe(20_261_120)
    expect(dateDigits(Date.UTC(2026, 10, 20, 16, 0))).toBe(20_261_121)
    expect(dayNumber(Date.UTC(2026, 10, 20, 16, 0)) - dayNumber(Date.UTC(2026, 10, 20, 15, 59))).toBe(1)
  })

  it('passes a time of day once, also across midnight', () => {
    expect(hasPassed(at(5, 59), at(6, 1), 600)).toBe(true)
    expect(hasPassed(at(6, 0), at(6, 1), 600)).toBe(false)
    expect(hasPassed(at(5, 58), at(5, 59), 600)).toBe(false)
    expect(hasPassed(at(23, 50), at(24, 10), 0)).toBe(true)
    expect(hasPassed(at(23, 50), at(24, 10), 2355)).toBe(true)
  })

  it('supports windows across midnight', () => {
    expect([2259, 2300, 30, 459, 500].map((digits) => within(digits, 2300, 500))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
    expect([759, 800, 1659, 1700].map((digits) => within(digits, 800, 1700))).toEqual([false, true, true, false])
    expect(within(1200, 800, 800)).toBe(false)
  })
})

describe('the town’s demand', () => {
  it('is lowest at 3, and peaks at 8 and at 19', () => {
    expect(demandShare(at(3))).toBeLessThan(0.5)
    expect(demandShare(at(8))).toBeGreaterThan(1.35)
    expect(demandShare(at(19))).toBeGreaterThan(1.35)
    expect(demandShare(at(15))).toBeLessThan(demandShare(at(8)))
  })

  it('is 1 on the average of a day', () => {
    const minutes = Array.from({ length: 1440 }, (_, minute) => demandShare(at(0, minute)))
    expect(minutes.reduce((sum, share) => sum + share, 0) / 1440).toBeCloseTo(1, 1)
  })

  it('changes smoothly', () => {
    for (let minute = 1; minute < 1440; minute += 1) {
      expect(Math.abs(demandShare(at(0, minute)) - demandShare(at(0, minute - 1)))).toBeLessThan(0.02)
    }
  })

  it('rises later at the weekend', () => {
    const saturday = 24 * 3_600_000
    expect(demandShare(at(7) + saturday)).toBeLessThan(demandShare(at(7)))
  })
})
