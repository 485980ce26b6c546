import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { curveOf, passedLimit, spanOf, ticksBetween, tickTexts, withoutBad } from './rules.ts'

const minute = 60_000
const size = { width: 340, height: 150, right: 40, bottom: 18, top: 8, letter: 7 }
const alarm = { raisedAt: 30 * minute, clearedAt: null, limit: 4.5 }

describe('the span of a curve', () => {
  test('begins half an hour before the alarm and ends now while it is active', () =>
    expect(spanOf(alarm, 40 * minute)).toEqual({ from: 0, to: 40 * minute }))
  test('ends ten minutes after the alarm was cleared, but not in the future', () => {
    expect(spanOf({ ...alarm, clearedAt: 50 * minute }, 300 * minute).to).toBe(60 * minute)
    expect(spanOf({ ...alarm, clearedAt: 50 * minute }, 55 * minute).to).toBe(55 * minute)
  })
  test('is at most a day', () => expect(spanOf(alarm, 9e9).to).toBe(24 * 60 * minute))
  test('is never empty, even if the clock is behind', () =>
    expect(spanOf(alarm, 0)).toEqual({ from: 0, to: 31 * minute }))
})

describe('the curve', () => {
  const span = { from: 0, to: 40 * minute }
  const stored = { from: 0, times: [0, 20 * minute, 30 * minute], values: [3, null, 4.51] }

  test('has a gap at values that are not numbers, and includes the limit', () => {
    const drawn = curveOf(stored, alarm, span, size)!
    expect(drawn.path).toMatch(/^M0 [\d.]+h0M225 [\d.]+h0$/)
    expect([drawn.raisedX, drawn.clearedX, drawn.last.x]).toEqual([225, 300, 225])
    expect(Math.abs(drawn.limitY! - drawn.last.y)).toBeLessThan(2)
  })

  test('has a gap where a calculated value is not good', () => {
    const series = { from: 0, times: [0, 10 * minute, 20 * minute, 30 * minute], values: [3, 4, 4, 5] }
    expect(curveOf(series, alarm, span, size)!.path).toMatch(/^M0 [\d.]+h0L75 [\d.]+L150 [\d.]+L225 [\d.]+$/)
    const known = withoutBad({ ...series, bad: [[2, 1713]] })
    expect(curveOf(known, alarm, span, size)!.path).toMatch(/^M0 [\d.]+h0L75 [\d.]+M225 [\d.]+h0$/)
  })

  test('is extended by the forecast, and leaves space for it', () => {
    const course = { from: { at: 31 * minute, value: 4.6 }, to: { at: 50 * minute, value: 5.2 } }
    const drawn = curveOf(stored, alarm, span, size, course)!
    expect([drawn.raisedX, drawn.clearedX]).toEqual([180, 240])
    expect([drawn.ahead!.from.x, drawn.ahead!.to.x]).toEqual([186, 300])
    expect(drawn.ahead!.to.y).toBeLessThan(drawn.limitY!)
    expect(curveOf(stored, alarm, span, size)!.ahead).toBeNull()
  })

  test('is undefined without numbers', () =>
    expect(curveOf({ ...stored, values: ['a', null, true] }, alarm, span, size)).toBeUndefined())

  test('stays inside its frame for all stored values', () => {
    const anyValue = fc.double({ min: -1e9, max: 1e9, noNaN: true })
    const value = fc.oneof(
      anyValue,
      fc.integer({ min: 0, max: 20 }).map((steps) => 1e9 + steps * 2 ** -23),
    )
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), fc.option(value), (values, limit) => {
        const times = values.map((_, index) => index * minute)
        const drawn = curveOf({ from: 0, times, values }, { ...alarm, limit }, span, size)!
        const ys = [drawn.last.y, drawn.limitY ?? drawn.last.y, ...drawn.ticks.map(({ y }) => y)]
        for (const y of ys) expect(y >= size.top - 0.1 && y <= size.height - size.bottom + 0.1).toBe(true)
      }),
    )
  })
})

test.each([
  [0, 10, [0, 5, 10]],
  [3.9, 5.3, [4, 4.5, 5]],
  [-1, 1, [-1, 0, 1]],
  [1e9, 1e9 + 2e-7, []],
  [-1e308, 1e308, []],
  [5.2, 37, [10, 20, 30]],
  [0.26, 0.44, [0.3, 0.35, 0.4]],
  [99, 201, [100, 150, 200]],
])('ticks between %d and %d are round', (low, high, expected) => expect(ticksBetween(low, high)).toEqual(expected))

test.each([
  [
    [0.3, 0.35, 0.4],
    ['0.30', '0.35', '0.40'],
  ],
  [
    [-1_000_000, -500_000, 0],
    ['−1,000,000', '−500,000', '0'],
  ],
  [
    [1e-7, 2e-7, 3e-7],
    ['1e-7', '2e-7', '3e-7'],
  ],
  [[], []],
])('the numbers of a scale %j are written %j', (ticks, texts) => expect(tickTexts(ticks)).toEqual(texts))

test('long axis labels make the curve narrower', () => {
  const stored = { from: 0, times: [0, minute], values: [-1e6, 0] }
  const drawn = curveOf(stored, { ...alarm, limit: null }, { from: 0, to: minute }, size)!
  expect(drawn.right).toBe('−1,000,000'.length * size.letter)
  expect(drawn.last.x).toBe(size.width - drawn.right)
})

test.each([
  ['> 4.50', 5.2, 4.5],
  ['< -3', 5.2, -3],
  ['> high', 5.2, 5.2],
  [null, 5.2, 5.2],
  [null, null, null],
])('an alarm told as %o passed, its rule being at %o now, %o', (limitText, limit, passed) =>
  expect(passedLimit({ limitText, limit })).toBe(passed),
)
