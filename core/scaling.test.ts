import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Value } from './data-type.ts'
import { type Bounded, boundsOf, boundText, engineeringOf, exactEngineering, rawOf } from './scaling.ts'

const analog: Bounded = { dataType: 'int16', rawLow: 0, rawHigh: 27_648, valueLow: 0, valueHigh: 100 }
const limits = (signal: Bounded) => {
  const { min, max } = boundsOf(signal)
  return [boundText(min, '-∞'), boundText(max, '∞')]
}

describe('engineering units', () => {
  it.each<[Bounded, Value, Value]>([
    [{ dataType: 'int16' }, 5, 5],
    [{ dataType: 'int16', scale: 0.1 }, 3, 0.3],
    [{ dataType: 'int16', scale: 0.1, offset: -40 }, 615, 21.5],
    [{ dataType: 'float32', scale: 1.8, offset: 32 }, 100, 212],
    [{ dataType: 'int64' }, '9223372036854775807', '9223372036854775807'],
    [{ dataType: 'bool', scale: 2 }, true, true],
    [{ dataType: 'string', offset: 1 }, 'on', 'on'],
    // Beyond 2^53 a double would be a different number.
    [{ dataType: 'int64', offset: 2 }, '9007199254740993', '9007199254740995'],
    [{ dataType: 'int64', offset: 1 }, -9_007_199_254_740_991, -9_007_199_254_740_990],
    [{ dataType: 'uint64', scale: 0.1 }, '18446744073709551615', '1844674407370955161.5'],
    [{ dataType: 'uint64', scale: 0.001 }, 9_007_199_254, 9_007_199.254],
    [analog, 0, 0],
    [analog, 27_648, 100],
    [analog, 13_824, 50],
    [analog, 27_649, 100.00361689814815],
    [analog, -1, -0.003616898148148148],
    [{ ...analog, clamp: true }, 27_649, 100],
    [{ ...analog, clamp: true }, -5, 0],
    [{ ...analog, valueLow: 100, valueHigh: 0 }, 27_648, 0],
    [{ ...analog, rawLow: 4000, rawHigh: 20_000, valueLow: -50, valueHigh: 150 }, 12_000, 50],
  ])('%o of raw %s is %s', (signal, raw, value) => expect(engineeringOf(signal, raw)).toBe(value))

  it('are undefined if the result is not finite', () =>
    expect(engineeringOf({ dataType: 'float64', scale: 1e308 }, 1e308)).toBeUndefined())

  it('keep all digits in the report of a write', () => {
    const signal: Bounded = { dataType: 'int64', scale: 0.001 }
    expect(exactEngineering(signal, '9007199254740993')).toBe('9007199254740.993')
    expect(exactEngineering(signal, 21_500)).toBe(21.5)
  })
})

describe('a value to write', () => {
  it.each<[Bounded, Value, Value, Value]>([
    [{ dataType: 'int16' }, '5', 5, 5],
    [{ dataType: 'int16', scale: 0.1, offset: -40 }, 21.5, 615, 21.5],
    [{ dataType: 'int64', scale: 0.001 }, '9007199254740.993', '9007199254740993', '9007199254740.993'],
    [{ dataType: 'uint64' }, '18446744073709551615', '18446744073709551615', '18446744073709551615'],
    [{ dataType: 'float32', scale: 2 }, '5', 2.5, 5],
    [{ dataType: 'float32' }, 0.1, 0.1, 0.1],
    [{ dataType: 'float32' }, '1e23', 1e23, 1e23],
    [{ dataType: 'float64' }, '9007199254740992', 9007199254740992, 9007199254740992],
    [analog, 50, 13_824, 50],
    [analog, 33.0005787037037, 9124, 33.0005787037037],
    [analog, '33.000578703703705', 9124, 33.0005787037037],
  ])('%o holds %s as raw %s', (signal, value, raw, told) => expect(rawOf(signal, value)).toEqual({ raw, value: told }))

  it.each<[Bounded, Value, object]>([
    [{ dataType: 'int16' }, 12.5, { code: 1716 }],
    [{ dataType: 'int16' }, true, { code: 1716 }],
    [{ dataType: 'int16' }, '', { code: 1716 }],
    [{ dataType: 'float32', scale: 2 }, 'warm', { code: 1716 }],
    [{ dataType: 'float32', scale: 0, offset: 1 }, 5, { code: 1716 }],
    [{ dataType: 'float32' }, Number.NaN, { code: 2010 }],
    [{ dataType: 'int16' }, 'NaN', { code: 2010 }],
    [{ dataType: 'float64' }, '-Infinity', { code: 2010 }],
    [
      { dataType: 'float32' },
      1e39,
      { code: 2001, details: { min: '-3.4028234663852886e+38', max: '3.4028234663852886e+38' } },
    ],
    [
      { dataType: 'uint64' },
      '18446744073709551616',
      { code: 2001, details: { min: '0', max: '18446744073709551615' } },
    ],
    [
      { dataType: 'int16', scale: 0.1 },
      12.34,
      { code: 2009, details: { value: '12.34', nearest: '12.3' }, nearest: 12.3 },
    ],
    [
      { dataType: 'int64', scale: 0.001 },
      '9007199254740.9925',
      {
        code: 2009,
        details: { value: '9007199254740.9925', nearest: '9007199254740.993' },
        nearest: '9007199254740.993',
      },
    ],
    [{ dataType: 'float32' }, 16_777_217, { code: 2009, nearest: 16_777_216 }],
    [{ dataType: 'float64' }, '9007199254740993', { code: 2009, nearest: 9007199254740992 }],
    [analog, 33, { code: 2009, nearest: 33.0005787037037 }],
    [{ ...analog, clamp: true }, 100.1, { code: 2001, details: { min: '0', max: '100' } }],
    [{ dataType: 'int16', min: 0 }, -0.5, { code: 2001 }],
    [{ dataType: 'int16', scale: 0.1, max: 10 }, 10.1, { code: 2001, details: { min: '-3276.8', max: '10' } }],
  ])('%o refuses %s', (signal, value, fault) => expect(rawOf(signal, value)).toMatchObject(fault))

  it('is stored exactly, or refused with the nearest possible value', () => {
    const scales = fc.constantFrom(1, 0.1, 0.001, 2.5, -3, 1 / 3, 0.003616898148148148)
    const types = fc.constantFrom('int16', 'uint32', 'int64', 'uint64', 'bcd64', 'int8', 'float32', 'float64')
    fc.assert(
      fc.property(
        types,
        scales,
        fc.integer({ min: -500, max: 500 }),
        fc.double({ noNaN: true }),
        (type, scale, offset, asked) => {
          const signal: Bounded = { dataType: type as Bounded['dataType'], scale, offset }
          const checked = rawOf(signal, asked)
          if ('code' in checked) {
            if (checked.code === 2009) expect(rawOf(signal, checked.nearest)).toHaveProperty('raw')
          } else if (type.startsWith('float')) {
            expect(Math.abs(Number(engineeringOf(signal, checked.raw)) - asked)).toBeLessThanOrEqual(
              1e-6 * (Math.abs(asked) + 500),
            )
          } else expect(Number(exactEngineering(signal, checked.raw)) + 0).toBe(asked + 0)
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    [
      { dataType: 'int16', rawLow: -32_766, rawHigh: 2, valueLow: -16_378, valueHigh: 20_113 },
      -16_380.227233886719,
      -32_768,
    ],
    [{ dataType: 'int16', rawLow: 0, rawHigh: 27_648, valueLow: 0, valueHigh: 100 }, -118.51851851851852, -32_768],
  ] satisfies [Bounded, number, number][])('%o: %s, as the end of the type is read, is %s', (signal, value, raw) => {
    expect(engineeringOf(signal, raw)).toBe(value)
    expect(rawOf(signal, value)).toMatchObject({ raw })
  })

  it.each([
    [{ dataType: 'int64' }, '9223372036854775808'],
    [{ dataType: 'int64', scale: 0.1 }, '922337203685477580.8'],
    [{ dataType: 'int64', scale: 0.1 }, 922_337_203_685_477_600],
    [{ dataType: 'uint64', scale: 0.001 }, '18446744073709551.616'],
  ] satisfies [Bounded, number | string][])('%o: %s is the same double as the end and beyond it', (signal, value) => {
    expect(rawOf(signal, value)).toMatchObject({ code: 2001 })
  })

  it('can be the ends of a type, whatever range they are scaled to', () => {
    const end = fc.integer({ min: -32_768, max: 32_767 })
    fc.assert(
      fc.property(fc.tuple(end, end, end, end), fc.constantFrom(-32_768, 32_767), (ends, raw) => {
        const [rawLow, rawHigh, valueLow, valueHigh] = ends
        fc.pre(rawLow < rawHigh && valueLow < valueHigh)
        const signal: Bounded = { dataType: 'int16', rawLow, rawHigh, valueLow, valueHigh }
        expect(rawOf(signal, engineeringOf(signal, raw)!)).toMatchObject({ raw })
      }),
    )
  })

  it('can be any value that was read', () => {
    const ranges = fc.constantFrom(analog, { ...analog, rawLow: 5530, valueHigh: 16 }, {
      dataType: 'int16',
      scale: 0.1,
    } as Bounded)
    fc.assert(
      fc.property(ranges, fc.integer({ min: -32_768, max: 32_767 }), (signal, raw) => {
        expect(rawOf(signal, engineeringOf(signal, raw)!)).toMatchObject({ raw })
      }),
    )
  })
})

it('bounds are reported with all digits', () => {
  expect(limits({ dataType: 'uint64' })).toEqual(['0', '18446744073709551615'])
  expect(limits({ dataType: 'int64', scale: 0.001 })).toEqual(['-9223372036854775.808', '9223372036854775.807'])
  expect(limits({ dataType: 'float64' })).toEqual(['-∞', '∞'])
  expect(limits({ dataType: 'float64', min: 1 })).toEqual(['1', '∞'])
  expect(limits({ dataType: 'int16', scale: -1 })).toEqual(['-32767', '32768'])
})
