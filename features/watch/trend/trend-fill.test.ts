import { describe, expect, test } from 'vitest'
import { SignalId } from '../../../contract/fields.ts'
import { type Choice, chooseColumns, fillTrend, isSparse, type Points, trendSpanMs } from './trend-fill.ts'

const now = 1_000_000_000
const begin = now - trendSpanMs
const s = 1000
const change = { now, gapMs: Number.POSITIVE_INFINITY, knownTo: now }
/** Points by seconds after the start of the ten minutes. */
const at = (points: Points): Points => points.map(([second, value]) => [begin + second * s, value])
/** The drawn values by step; `.` where no value is drawn. */
const drawn = (streamed: Points, stored: Points, span = change) => {
  const steps = Array<string>(60).fill('.')
  for (const [time, value] of fillTrend(at(streamed), at(stored), span)) {
    const step = Math.floor((time - begin) / (10 * s))
    expect(steps[step]).toBe('.')
    steps[step] = String(value)
  }
  return steps.join('')
}
const times = (text: string, count: number) => text.repeat(count)

describe('filling ten minutes', () => {
  test('without any values they stay empty', () => expect(drawn([], [])).toBe(times('.', 60)))

  test('a value stored on change holds up to now, also from before the ten minutes', () => {
    expect(drawn([], [[-7200, 3]])).toBe(times('3', 60))
    expect(
      drawn(
        [],
        [
          [-7200, 3],
          [305, 4],
        ],
      ),
    ).toBe(times('3', 30) + times('4', 30))
  })

  test('they are empty before the first known value', () => {
    expect(drawn([], [[100, 5]])).toBe(times('.', 10) + times('5', 50))
  })

  test('a bad reading leaves a gap until the next good one', () => {
    const stored: Points = [
      [-60, 1],
      [200, Number.NaN],
      [400, 2],
    ]
    expect(drawn([], stored)).toBe(times('1', 20) + times('.', 20) + times('2', 20))
  })

  test('while the gateway is offline, a value holds until its last contact', () => {
    expect(drawn([], [[-60, 1]], { ...change, knownTo: begin + 300 * s })).toBe(times('1', 31) + times('.', 29))
  })

  test('a value stored every minute holds for two and a half minutes', () => {
    const stored: Points = [
      [0, 1],
      [60, 2],
    ]
    expect(drawn([], stored, { ...change, gapMs: 150 * s })).toBe(times('1', 6) + times('2', 16) + times('.', 38))
  })

  test('streamed values have priority over stored ones, and hold from there', () => {
    expect(drawn([[303, 7]], [[-60, 1]])).toBe(times('1', 30) + times('7', 30))
    expect(
      drawn(
        [[303, 7]],
        [
          [-60, 1],
          [400, 8],
        ],
      ),
    ).toBe(times('1', 30) + times('7', 10) + times('8', 20))
  })

  test('points are in order, and end before now: live values follow', () => {
    const points = fillTrend([], at([[-60, 1]]), change)
    expect(points).toEqual([...points].sort((a, b) => a[0] - b[0]))
    expect(points.at(-1)![0]).toBe(now - 10 * s)
  })
})

test('ten minutes full of live values are not sparse', () => {
  const full: Points = Array.from({ length: 59 }, (_, step) => [begin + step * 10 * s, 1])
  expect(isSparse(full)).toBe(false)
  expect(isSparse(full.slice(5))).toBe(true)
  expect(isSparse([])).toBe(true)
})

describe('the column of a variable', () => {
  const column = {
    signalId: SignalId.parse(1),
    aggregation: null,
    removedAt: null,
    dataType: 'float32',
    mode: 'periodic',
  } as const
  const minute = { ...column, id: 1, period: { every: 1, unit: 'minute' } } as const
  const second = { ...column, id: 2, period: { every: 1, unit: 'second' } } as const
  const onChange = { ...column, id: 3, mode: 'change', period: null } as const
  test.each<[(Choice & { id: number })[], number | undefined]>([
    [[minute, second], 2],
    [[second, minute], 2],
    [[second, onChange, minute], 3],
    [[minute, { ...onChange, removedAt: 5 }], 1],
    [[minute, { ...onChange, aggregation: 'max' as const }], 1],
    [[minute, { ...onChange, mode: 'conditional' as const }], 1],
    [[{ ...onChange, dataType: 'string' as const }], undefined],
  ])('%#', (columns, id) => expect(chooseColumns(columns).get(1)?.id).toBe(id))
})
