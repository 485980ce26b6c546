import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBorders, type Instant } from './border.ts'

const minuteMs = 60_000
const begin = Date.parse('2026-10-24T22:00:00Z')

/** Boundaries under a clock that a test moves. */
function world(every = 1, unit: 'minute' | 'hour' = 'minute') {
  const clock: Instant = { now: 5000, at: begin + 500, isPlatform: true }
  const borders = createBorders({ every, unit }, 'Europe/Berlin', () => ({ ...clock }))
  const epochOf = (moment: number) => clock.at - (clock.now - moment)
  return {
    clock,
    borders,
    /** Advances the clock, and sets the platform's clock by `setMs`. */
    pass(ms: number, setMs = 0) {
      clock.now += ms
      clock.at += ms + setMs
      const passed = borders.passed()
      return passed && { ...passed, ended: epochOf(passed.ended), latest: epochOf(passed.latest) }
    },
  }
}

describe('the borders of a period', () => {
  it('are reported at their exact time when the clock shows them', () => {
    const { pass, borders, clock } = world()
    expect(borders.nextAt()).toBe(clock.now + minuteMs - 500)
    expect(pass(59_499)).toBeUndefined()
    expect(pass(8)).toEqual({ ended: begin + minuteMs, latest: begin + minuteMs, isFresh: true })
    expect(pass(0)).toBeUndefined()
  })

  it('are reported as one if they passed during sleep, stale if the last was long ago', () => {
    const { pass } = world()
    expect(pass(5 * minuteMs + 3000)).toEqual({ ended: begin + minuteMs, latest: begin + 5 * minuteMs, isFresh: true })
    expect(pass(5 * minuteMs + 30_000)).toEqual({
      ...{ ended: begin + 6 * minuteMs, latest: begin + 10 * minuteMs, isFresh: false },
    })
  })

  it('continue in the same period after a restart', () => {
    const { pass, borders } = world(1, 'hour')
    expect(borders.endsAt()).toBe(begin + 60 * minuteMs)
    borders.resume(begin - 60 * minuteMs)
    expect(pass(0)).toEqual({ ended: begin - 60 * minuteMs, latest: begin, isFresh: true })
    expect(pass(1000)).toBeUndefined()
  })

  it('start again with the first message of the platform', () => {
    const { pass, clock } = world()
    clock.isPlatform = false
    expect(pass(minuteMs)).toBeUndefined()
    clock.isPlatform = true
    expect(pass(minuteMs, 86_400_000)).toBeUndefined()
    expect(pass(minuteMs)?.isFresh).toBe(true)
  })

  it('are never repeated or early, however the clock is set within an hour', () => {
    const step = fc.tuple(fc.integer({ min: 1, max: 200_000 }), fc.constantFrom(0, 0, 0, 700, -700, 90_000, -90_000))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { pass, clock } = world()
        let [last, back] = [0, 0]
        for (const [ms, setMs] of steps) {
          // Set back by more than an hour in all, the earlier clock would count as wrong.
          const set = setMs < 0 && back - setMs > 3_000_000 ? 0 : setMs
          back -= Math.min(0, set)
          const passed = pass(ms, set)
          if (!passed) continue
          expect(passed.ended).toBeGreaterThan(last)
          expect(passed.latest).toBeGreaterThanOrEqual(passed.ended)
          expect(passed.latest).toBeLessThanOrEqual(clock.at)
          expect([passed.ended % minuteMs, passed.latest % minuteMs]).toEqual([0, 0])
          last = passed.latest
        }
      }),
    )
  })
})
