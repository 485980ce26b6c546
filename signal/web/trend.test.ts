import { describe, expect, test } from 'vitest'
import type { Value } from '../../core/data-type.ts'
import { curveValue, drawnRange, grow, holdMsOf, steps, type TrendPoint } from './trend.ts'

const good = 200

function grown(readings: [at: number, value: Value | null, code?: number][], from: TrendPoint[] = []): TrendPoint[] {
  for (const [at, value, code = good] of readings) grow(from, at, value, code)
  return from
}

const everySecond = (until: number) => Array.from({ length: until }, (_, i): [number, number] => [i * 1_000, i])

describe('growing', () => {
  test('the newest reading is always the last point', () => {
    expect(
      grown([
        [0, 1],
        [1_000, 2],
      ]).at(-1),
    ).toEqual([1_000, 2])
  })

  test('within a step the newest point is replaced, not added', () => {
    expect(grown(everySecond(10))).toEqual([
      [0, 0],
      [9_000, 9],
    ])
  })

  test('a point one step after the previous one stays', () => {
    expect(grown(everySecond(31)).map(([at]) => at)).toEqual([0, 10_000, 20_000, 30_000])
  })

  test('has at most ten minutes and the newest', () => {
    expect(grown(everySecond(3_600))).toHaveLength(61)
  })

  test('bad readings, text and earlier readings change nothing', () => {
    const others: [number, Value | null, number?][] = [
      [6_000, 2, 1714],
      [6_000, 'running'],
      [6_000, null],
      [4_000, 2],
    ]
    expect(grown(others, [[5_000, 1]])).toEqual([[5_000, 1]])
  })

  test('on and off are 1 and 0', () => {
    expect(curveValue(true)).toBe(1)
    expect(curveValue(false)).toBe(0)
    expect(curveValue(Number.NaN)).toBeUndefined()
  })
})

describe('the range of a sparkline', () => {
  test('is that of its points', () => expect(drawnRange([1, null, 5], 20)).toEqual([1, 5]))
  test('has room for the noise of a steady value', () => expect(drawnRange([49.9, 50.1], 100)).toEqual([47.5, 52.5]))
  test('has no width for a constant of unknown range', () => expect(drawnRange([7, 7], undefined)).toEqual([7, 7]))
  test('is undefined without points', () => expect(drawnRange([null], 10)).toBeUndefined())
})

describe('steps for a sparkline', () => {
  const now = 600_000

  test('without points there is only a gap', () => {
    expect(steps([], now, 25_000).every((point) => point === null)).toBe(true)
  })

  test('a value every 10.4 s has no gap, although some steps hold no point', () => {
    const points = Array.from({ length: 58 }, (_, i): TrendPoint => [i * 10_400, i])
    expect(steps(points, now, 25_000).filter((point) => point === null)).toEqual([])
  })

  test('an outage is a gap', () => {
    const points: TrendPoint[] = [
      [10_000, 1],
      [20_000, 2],
      [500_000, 3],
    ]
    const drawn = steps(points, now, 25_000)
    expect(drawn.slice(0, 5)).toEqual([1, 2, 2, 2, null])
    expect(drawn[49]).toBe(3)
    expect(drawn.at(-1)).toBeNull()
  })

  test('points older than ten minutes are not drawn', () => {
    expect(steps([[1_000, 7]], now + 60_000, 25_000).every((point) => point === null)).toBe(true)
  })

  test('a slow gateway keeps its points longer', () => {
    expect(holdMsOf(1)).toBe(25_000)
    expect(holdMsOf(60)).toBe(150_000)
  })
})
