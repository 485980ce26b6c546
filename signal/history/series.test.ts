import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { good, type Reading } from '../../core/data-type.ts'
import { anySeries, anyValue, inTimeOrder, readingsOf } from '../../testkit/series.ts'
import type { Series } from './history.ts'
import {
  emptySeries,
  firstAfter,
  firstAtOrAfter,
  mergeSeries,
  pickSeries,
  readingAt,
  seriesOf,
  seriesOfLists,
  sliceSeries,
} from './series.ts'

const reading = (at: number, value: Reading['value'], code = good): Reading => ({ at, value, code })
const ofValues = (...values: Reading['value'][]) => seriesOf(values.map((value, i) => reading(i, value)))

const anyReadings = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 50 }),
    value: anyValue,
    code: fc.constantFrom(good, good, good, 1305),
  }),
  { maxLength: 40 },
)

describe('a series of readings', () => {
  test('has all of them in time order, equal times in the order of arrival', () => {
    fc.assert(
      fc.property(anyReadings, (readings) => {
        expect(readingsOf(seriesOf(readings))).toEqual(inTimeOrder(readings))
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['number', [1, null, -0]],
    ['bool', [true, null, false]],
    ['text', ['1', 'a', null]],
    ['text', ['12', '34']],
    ['bigint', ['9007199254740992', '-9223372036854775808', null, '18446744073709551615']],
    ['text', ['9007199254740992', 'a']],
    ['text', ['0009007199254740992', '9007199254740992']],
    ['mixed', [1, true]],
    ['mixed', [1, '9007199254740992']],
    ['mixed', [false, 'off']],
    ['number', [null, null]],
    ['number', []],
  ])('is of kind %s for %j', (kind, values) => {
    const series = ofValues(...values)
    expect(series.kind).toBe(kind)
    expect(readingsOf(series).map(({ value }) => value)).toEqual(values)
  })

  test('treats NaN as no value', () => {
    expect(readingsOf(ofValues(Number.NaN, 'a')).map(({ value }) => value)).toEqual([null, 'a'])
    expect(ofValues(Number.NaN, true).kind).toBe('bool')
  })

  test('has no codes where all are good', () => {
    expect(seriesOf([reading(1, 2)]).codes).toBeNull()
    expect(seriesOf([reading(1, 2), reading(0, 3, 7)]).codes).toEqual(Int32Array.from([7, good]))
  })

  test('uses lists in order without a copy', () => {
    const times = Float64Array.from([1, 2])
    const values = Float64Array.from([3, 4])
    const series = seriesOfLists(times, values, null)
    expect(series.times).toBe(times)
    expect(series.values).toBe(values)
  })
})

describe('merging', () => {
  test('equals a stable sort by time, part after part', () => {
    fc.assert(
      fc.property(fc.array(anyReadings, { maxLength: 7 }), (parts) => {
        const merged = mergeSeries(parts.map((part) => seriesOf(part)))
        expect(readingsOf(merged)).toEqual(inTimeOrder(parts.flatMap((part) => inTimeOrder(part))))
      }),
      { numRuns: 200 },
    )
  })

  test('in any order has the same readings', () => {
    fc.assert(
      fc.property(fc.array(anySeries(20, 100), { minLength: 2, maxLength: 5 }), (parts) => {
        const spelled = (series: Series) =>
          readingsOf(series)
            .map(({ at, value, code }) => `${at} ${typeof value} ${Object.is(value, -0) ? '-0' : value} ${code}`)
            .sort()
        expect(spelled(mergeSeries([...parts].reverse()))).toEqual(spelled(mergeSeries(parts)))
      }),
      { numRuns: 200 },
    )
  })

  test('keeps equal readings', () => {
    const one = seriesOf([reading(5, 1)])
    expect(readingsOf(mergeSeries([one, one]))).toEqual([reading(5, 1), reading(5, 1)])
  })

  test('of nothing is nothing', () => {
    expect(mergeSeries([])).toEqual(emptySeries())
    expect(mergeSeries([emptySeries(), emptySeries()])).toEqual(emptySeries())
  })

  it.each([
    ['number', [1], [2]],
    ['bool', [true], [false]],
    ['mixed', [1], [true]],
    ['mixed', [1], ['9007199254740993']],
    ['text', ['9007199254740993'], ['a']],
    ['mixed', ['a'], [false]],
    ['text', [null], ['a']],
    ['bool', [true], [null]],
    ['number', [null], [null]],
    ['bool', [], [true]],
  ])('makes %s of %j and %j', (kind, one, other) => {
    for (const parts of [
      [ofValues(...one), ofValues(...other)],
      [ofValues(...other), ofValues(...one)],
    ]) {
      const merged = mergeSeries(parts)
      expect(merged.kind).toBe(kind)
      expect(readingsOf(merged)).toEqual(inTimeOrder(parts.flatMap(readingsOf)))
    }
  })

  test('of many overlapping parts is in order', () => {
    const parts = Array.from({ length: 33 }, (_, p) =>
      seriesOf(Array.from({ length: 100 }, (_, i) => reading(i * 33 + ((p * 7) % 33), p))),
    )
    expect(mergeSeries(parts).times).toEqual(Float64Array.from({ length: 3300 }, (_, i) => i))
  })
})

describe('a slice', () => {
  test('has the readings from the first to the last time, both included', () => {
    const bound = fc.integer({ min: -5, max: 105 })
    fc.assert(
      fc.property(anySeries(40, 100), bound, bound, (series, from, to) => {
        const slice = sliceSeries(series, from, to)
        expect(readingsOf(slice)).toEqual(readingsOf(series).filter(({ at }) => at >= from && at <= to))
        expect(slice.kind).toBe(series.kind)
        expect(slice.codes === null || slice.codes.some((code) => code !== good)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('does not hold the memory of the parts it omits', () => {
    const { times, values } = sliceSeries(ofValues(1, 2, 3, 4), 1, 2)
    expect(times.buffer.byteLength).toBe(16)
    expect((values as Float64Array).buffer.byteLength).toBe(16)
  })
})

test('picking keeps the requested positions', () => {
  const series = seriesOf([reading(1, 'a'), reading(2, 'b', 5), reading(3, 'c')])
  expect(readingsOf(pickSeries(series, Uint32Array.from([0, 2])))).toEqual([reading(1, 'a'), reading(3, 'c')])
  expect(pickSeries(series, Uint32Array.from([0, 2])).codes).toBeNull()
})

test('positions are found among equal times', () => {
  const times = [1, 2, 2, 2, 5]
  expect([0, 1, 2, 3, 5, 6].map((at) => firstAtOrAfter(times, at))).toEqual([0, 0, 1, 4, 4, 5])
  expect([0, 1, 2, 3, 5, 6].map((at) => firstAfter(times, at))).toEqual([0, 1, 4, 4, 5, 5])
})

describe('the reading at a time', () => {
  const series = seriesOf([reading(10, 1), reading(20, null, 1305), reading(20, 3), reading(30, 4, 7)])
  it.each([
    [9, null],
    [10, reading(10, 1)],
    [19, reading(10, 1)],
    [20, reading(20, 3)],
    [99, reading(30, 4, 7)],
  ])('%i', (at, expected) => expect(readingAt(series, at)).toEqual(expected))

  test('of nothing is none', () => expect(readingAt(emptySeries(), 5)).toBeNull())
  test('is a value in the form of the API', () => {
    expect(readingAt(ofValues(true, null), 0)?.value).toBe(true)
    expect(readingAt(ofValues(true, null), 1)?.value).toBeNull()
  })
})
