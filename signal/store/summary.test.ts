import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregations } from '../../contract/gateway-config.ts'
import type { Value } from '../../core/data-type.ts'
import { aggregate, count, emptyTally, joinTallies, nextTally, pass, type Tally } from './summary.ts'

const tallyOf = (values: readonly (Value | { code: number })[], before: Value | null = null): Tally => {
  const tally = emptyTally(before)
  for (const one of values) {
    count(tally, typeof one === 'object' ? { value: 99, code: one.code, at: 0 } : { value: one, code: 200, at: 0 })
  }
  return tally
}
const kept = (tally: Tally) =>
  Object.fromEntries(aggregations.map((aggregation) => [aggregation, aggregate(tally, aggregation)?.value]))

describe('a summary of a period', () => {
  it.each([
    ['numbers', [5, 1, 9, 3], 4, { delta: -1, first: 5, last: 3, max: 9, min: 1, average: 4.5 }],
    ['the first period', [5, 1, 9, 3], null, { delta: -2, first: 5, last: 3, max: 9, min: 1, average: 4.5 }],
    ['one reading', [5], 2, { delta: 3, first: 5, last: 5, max: 5, min: 5, average: 5 }],
    [
      'bad readings between',
      [{ code: 1714 }, 4, { code: 1714 }, 6],
      null,
      { delta: 2, first: 4, last: 6, max: 6, min: 4, average: 5 },
    ],
    [
      'switches',
      [false, true, true, false],
      null,
      { delta: 0, first: false, last: false, max: true, min: false, average: 0.5 },
    ],
    ['texts', ['b', 'a'], null, { delta: null, first: 'b', last: 'a', max: null, min: null, average: null }],
    [
      'great integers',
      ['9007199254740993', '9007199254740995', '9007199254740994'],
      '9007199254740992',
      {
        ...{ delta: 2, first: '9007199254740993', last: '9007199254740994', max: '9007199254740995' },
        ...{ min: '9007199254740993', average: 9007199254740994 },
      },
    ],
  ] as const)('of %s', (_, values, before, expected) => expect(kept(tallyOf(values, before))).toEqual(expected))

  it('has the last fault if no reading was good, and no value if there was no reading', () => {
    const tally = tallyOf([{ code: 1714 }, { code: 1722 }], 5)
    for (const aggregation of aggregations) expect(aggregate(tally, aggregation)).toEqual({ value: null, code: 1722 })
    for (const aggregation of aggregations) expect(aggregate(emptyTally(5), aggregation)).toBeUndefined()
  })

  it('has no maximum for a text: its code is the wrong type', () => {
    expect(aggregate(tallyOf(['a']), 'max')).toEqual({ value: null, code: 1716 })
    expect(aggregate(tallyOf(['a']), 'average')).toEqual({ value: null, code: 1716 })
    expect(aggregate(tallyOf(['a']), 'delta')).toEqual({ value: null, code: 1716 })
    expect(aggregate(tallyOf([1e308, 1e308]), 'average')).toEqual({ value: null, code: 2006 })
  })

  it.each<[string, Value[], Value | null, number | undefined, Value]>([
    ['through 65,535', [65_500, 20, 30], 65_400, 65_536, 166],
    ['twice in one period', [65_000, 100, 40_000, 65_500, 50], 64_900, 65_536, 66_222],
    ['between two periods', [5], 4_294_967_290, 4_294_967_296, 11],
    ['of a three-digit counter', [998, 2], 990, 1000, 12],
    ['a reset, which is no roll-over', [400, 0, 10], 390, 1000, -380],
    ['a fall of exactly half', [500, 0], 500, 1000, -500],
    ['a fall without a roll-over to expect', [65_500, 20], 65_400, undefined, -65_380],
    ['a scaled counter', [99.5, 0.5], 99, 100, 1.5],
  ])('counts %s', (_, values, before, rollover, delta) => {
    const tally = emptyTally(before)
    for (const value of values) count(tally, { value, code: 200, at: 0 }, rollover)
    expect(aggregate(tally, 'delta')).toEqual({ value: delta, code: 200 })
  })

  it('continues counting after a restart at any reading', () => {
    const readings = [65_500, 65_530, 4, 40]
    for (let cut = 0; cut <= readings.length; cut++) {
      const [earlier, later] = [emptyTally(65_490), emptyTally()]
      for (const [index, value] of readings.entries()) {
        count(index < cut ? earlier : later, { value, code: 200, at: 0 }, 65_536)
      }
      expect(aggregate(joinTallies(earlier, later, 65_536), 'delta')).toEqual({ value: 86, code: 200 })
    }
  })

  it('counts its difference from the last earlier value, across periods without a good one', () => {
    const first = tallyOf([10, 12])
    const lost = nextTally(first)
    count(lost, { value: 12, code: 1714, at: 0 })
    const third = nextTally(lost)
    count(third, { value: 20, code: 200, at: 0 })
    expect(aggregate(third, 'delta')).toEqual({ value: 8, code: 200 })
  })

  it('counts its difference from the reading just before its start', () => {
    const tally = emptyTally(1)
    pass(tally, { value: 7, code: 200, at: 0 })
    pass(tally, { value: 8, code: 1714, at: 0 })
    count(tally, { value: 10, code: 200, at: 0 })
    expect(aggregate(tally, 'delta')).toEqual({ value: 3, code: 200 })
  })

  it('that was interrupted equals one that was not', () => {
    const value = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant({ code: 1714 }), fc.constant(null))
    const one = fc.oneof(value, fc.boolean(), fc.constantFrom('9007199254740993', '-9007199254740993'))
    const readings = fc.array(one.map((given) => given ?? { code: 1722 }))
    fc.assert(
      fc.property(readings, readings, fc.constantFrom(null, 4), (a, b, before) => {
        const [whole, parts] = [tallyOf([...a, ...b], before), joinTallies(tallyOf(a, before), tallyOf(b))]
        // Sums of doubles depend on the order.
        expect(parts.sum / 1e16).toBeCloseTo(whole.sum / 1e16, 12)
        expect({ ...parts, sum: 0 }).toEqual({ ...whole, sum: 0 })
      }),
    )
  })

  it('differences of parts add up to that of the whole; the state survives JSON', () => {
    const value = fc.integer({ min: -1000, max: 1000 })
    fc.assert(
      fc.property(fc.array(fc.array(value), { minLength: 1 }), (parts) => {
        let tally = emptyTally(0)
        let sum = 0
        for (const part of parts) {
          for (const one of part) count(tally, { value: one, code: 200, at: 0 })
          sum += Number(aggregate(tally, 'delta')?.value ?? 0)
          tally = JSON.parse(JSON.stringify(nextTally(tally)))
        }
        expect(sum).toBe(parts.flat().at(-1) ?? 0)
      }),
    )
  })
})
