import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorCode } from '../../../contract/errors.ts'
import { codes, none } from './cells.ts'
import { type Standing, standingCells } from './standing-cells.ts'

const hourMs = 3_600_000
const edges = [0, hourMs, 2 * hourMs, 3 * hourMs]
const later = 100 * hourMs

type Value = readonly [atHour: number, value: number, code?: number]
const cellsOf = (name: Standing, values: readonly Value[], knownTo = later) => {
  const told = standingCells(name, edges, later)
  for (const [at, value, code = 200] of values) told.hear({ at: at * hourMs, value, code }, at * hourMs, 0)
  told.end(knownTo * hourMs)
  return told.cells()
}
const valuesOf = (...of: Parameters<typeof cellsOf>) => cellsOf(...of).map(({ value }) => value)
const silent = errorCode('inputSilent')

describe('a value that holds until the next one', () => {
  const values: Value[] = [
    [-5, 10],
    [0.5, 20],
    [2.25, 40],
  ]
  test.each<[Standing, (number | null)[]]>([
    ['avg', [15, 20, 35]],
    ['min', [10, 20, 20]],
    ['max', [20, 20, 40]],
    ['first', [10, 20, 20]],
    ['last', [20, 20, 40]],
    ['delta', [10, 0, 20]],
  ])('has the right %s in each bucket', (name, expected) => {
    expect(valuesOf(name, values)).toEqual(expected)
    expect(cellsOf(name, values).map(({ isPart }) => isPart)).toEqual([false, false, false])
  })

  test('is known until the last contact of the gateway', () =>
    expect(cellsOf('avg', values.slice(0, 2), 1.5)).toEqual([
      { value: 15, code: 200, isPart: false },
      { value: 20, code: 200, isPart: true },
      none(codes.nothingStored),
    ]))

  test('is missing while an input was silent, and bad while it was bad', () =>
    expect(cellsOf('avg', [...values.slice(0, 2), [1, 0, silent], [2, 0, 1714]])).toEqual([
      { value: 15, code: 200, isPart: false },
      none(codes.nothingStored),
      none(codes.storedBad),
    ]))

  test('is marked as a part if it rose during a gap', () =>
    expect(cellsOf('delta', [...values.slice(0, 2), [1, 0, silent], [2.5, 50]])).toEqual([
      { value: 10, code: 200, isPart: false },
      none(codes.nothingStored),
      { value: 30, code: 200, isPart: true },
    ]))
})

test('rises add up, and the average lies between the smallest and the largest value', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: -10, max: 29 }), fc.integer({ min: -50, max: 50 }))), (raw) => {
      const values = raw.map(([at, value]): Value => [at / 10, value]).sort((a, b) => a[0] - b[0])
      const [avg, min, max] = (['avg', 'min', 'max'] as const).map((name) => valuesOf(name, values))
      for (const [at, value] of avg!.entries()) {
        if (value === null) continue
        expect(Number(value)).toBeGreaterThanOrEqual(Number(min![at]) - 1e-9)
        expect(Number(value)).toBeLessThanOrEqual(Number(max![at]) + 1e-9)
      }
      const rises = valuesOf('delta', values).filter((value) => value !== null)
      if (rises.length < 3) return
      const before = values.findLast(([at]) => at < 0)?.[1] ?? valuesOf('first', values)[0]
      const rise = rises.reduce<number>((sum, each) => sum + Number(each), 0)
      expect(rise).toBeCloseTo(Number(valuesOf('last', values)[2]) - Number(before))
    }),
  ))
