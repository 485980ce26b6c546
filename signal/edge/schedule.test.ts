import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backOff, isAddressRefusal, isPassing, nextDue, plantPace, retryAt } from './schedule.ts'

describe('a fixed schedule', () => {
  it.each([
    [0, 100, 0, 100],
    [0, 100, 30, 100],
    [0, 100, 99, 100],
    [0, 100, 100, 200],
    [0, 100, 350, 400],
    [50, 100, 40, 150],
  ])('due at %i every %i: after %i comes %i', (due, period, now, next) => {
    expect(nextDue(due, period, now)).toBe(next)
  })

  it('is never shifted by a late read, and skips missed reads', () => {
    const ms = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(ms, fc.integer({ min: 1, max: 5000 }), ms, (due, period, late) => {
        const now = due + late
        const next = nextDue(due, period, now)
        expect((next - due) % period).toBe(0)
        expect(next).toBeGreaterThan(now)
        expect(next - now).toBeLessThanOrEqual(period)
      }),
    )
  })
})

describe('back-off', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 500],
    [3, 1000],
    [6, 8000],
    [7, 10_000],
    [100, 10_000],
    [5000, 10_000],
  ])('after %i failures is %i ms without jitter', (failures, ms) => {
    expect(backOff(failures, 500, 10_000, () => 1)).toBe(ms)
  })

  it('is random between half and all of its length', () => {
    expect(backOff(3, 500, 10_000, () => 0)).toBe(500)
    expect(backOff(3, 500, 10_000, () => 0.5)).toBe(750)
  })
})

describe('a failed block', () => {
  const failed = { failures: 1, dueAt: 0, periodMs: 1000 }
  it.each([
    ['no answer, first time', { ...failed, code: 1714 }, 1000],
    ['no answer, third time', { ...failed, code: 1714, failures: 3 }, 4200],
    ['no answer, many times', { ...failed, code: 1714, failures: 99 }, 4200],
    ['a slow period, many times', { ...failed, code: 1714, failures: 99, periodMs: 20_000 }, 20_000],
    ['illegal address', { ...failed, code: 1715 }, 4200],
    ['illegal function', { ...failed, code: 1720 }, 4200],
    ['illegal address, slow period', { ...failed, code: 1715, periodMs: 90_000 }, 90_000],
  ])('is read again after %s', (_name, of, at) => {
    expect(retryAt(of, 200, plantPace)).toBe(at)
  })

  it.each([
    [1711, true, false],
    [1712, true, false],
    [1714, true, false],
    [1715, false, true],
    [1716, false, false],
    [1718, false, true],
    [1720, false, false],
    [1721, false, false],
    [1722, true, false],
  ])('code %i: passing %s, address refused %s', (code, passing, address) => {
    expect([isPassing(code), isAddressRefusal(code)]).toEqual([passing, address])
  })
})
