import { describe, expect, test } from 'vitest'
import { aheadOf, headingOf } from './heading.ts'

const now = 1_800_000_000_000
const minuteMs = 60_000
type Points = [number, number][]

/** Points every ten seconds, the last one at `end`; `of` receives the minutes before now as a negative number. */
const points = (of: (minute: number) => number, { minutes = 10, end = now } = {}): Points =>
  Array.from({ length: minutes * 6 + 1 }, (_, index) => {
    const at = end - (minutes * 6 - index) * 10_000
    return [at, of((at - now) / minuteMs)]
  })

/** Deterministic noise between -1 and 1. */
const noise = (minute: number): number => Math.sin(minute * 977) * Math.cos(minute * 331)

describe('the forecast of a value', () => {
  test.each<[string, Points, number | undefined]>([
    ['rises', points((minute) => 4 + 0.07 * minute), 0.07],
    ['falls', points((minute) => 4 - 0.5 * minute), -0.5],
    ['rises with a little noise', points((minute) => 4 + 0.07 * minute + 0.01 * noise(minute)), 0.07],
    ['rose for longer than is looked at', points((minute) => (minute < -5 ? 4 : 4.35 + 0.07 * minute)), 0.07],
    ['does not move', points(() => 4), undefined],
    ['only swings', points((minute) => 4 + noise(minute)), undefined],
    ['moves less than it swings', points((minute) => 4 + 0.02 * minute + 0.2 * noise(minute)), undefined],
    ['jumped and stands', points((minute) => (minute < -2 ? 4 : 5)), undefined],
    ['flattens out', points((minute) => 4 - Math.exp(-(minute + 5))), undefined],
    ['has just begun to rise', points((minute) => (minute < -1 ? 4 : 5 + minute)), undefined],
    ['was last read a minute ago', points((minute) => 4 + 0.07 * minute, { end: now - minuteMs }), undefined],
    ['is known for a minute', points((minute) => 4 + 0.07 * minute, { minutes: 1 }), undefined],
    ['was never read', [], undefined],
  ])('a value that %s', (_, trend, perMinute) => {
    const heading = headingOf(trend, now)
    if (perMinute === undefined) expect(heading).toBeUndefined()
    else expect(heading!.perMs * minuteMs).toBeCloseTo(perMinute, 2)
  })

  test('too few points over a long time give no line', () => {
    const few = points((minute) => 4 + 0.07 * minute).filter((_, index) => index % 6 === 0)
    expect(headingOf(few, now)).toBeUndefined()
  })
})

describe('the next limit', () => {
  const rising = { at: now, value: 4.8, perMs: 0.08 / minuteMs }
  const falling = { at: now, value: 4.8, perMs: -0.08 / minuteMs }
  const high = { limit: 4.5, name: 'high' }
  const higher = { limit: 5.2, name: 'very high' }
  const highest = { limit: 5.6, name: 'overflow' }

  test.each([
    ['the next limit above', rising, [highest, high, higher], { value: 5.2, name: 'very high', minutes: 5 }],
    [
      'falling, the limit below: the alarm will end',
      falling,
      [high, higher],
      { value: 4.5, name: 'high', minutes: 3.75 },
    ],
    ['no limit: the value in five minutes', rising, [high], { value: 5.2, name: null, minutes: 5 }],
    [
      'a limit beyond half an hour is not told',
      rising,
      [{ limit: 9, name: 'far' }],
      { value: 5.2, name: null, minutes: 5 },
    ],
  ])('%s', (_, heading, limits, { value, name, minutes }) => {
    const ahead = aheadOf(heading, limits)!
    expect(ahead.name).toBe(name)
    expect(ahead.value).toBeCloseTo(value)
    expect((ahead.at - now) / minuteMs).toBeCloseTo(minutes)
  })

  test('there is no forecast beyond the range of the variable', () => {
    expect(aheadOf(rising, [], { low: 0, high: 5 })).toBeUndefined()
    expect(aheadOf(falling, [], { low: 4.5 })).toBeUndefined()
    expect(aheadOf(rising, [], { low: 0, high: 6 })).toBeDefined()
  })
})
