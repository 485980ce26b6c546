import { describe, expect, it } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { builtIn, ourValueOf, type RawVariant, variantOf } from './variant.ts'

const raw = (type: keyof typeof builtIn, value: unknown, arrayType = 0) => ({
  dataType: builtIn[type],
  arrayType,
  value,
})

describe('a value of the server', () => {
  it.each<[keyof typeof builtIn, unknown, DataType, Value]>([
    ['boolean', true, 'bool', true],
    ['sbyte', -128, 'int8', -128],
    ['byte', 255, 'uint8', 255],
    ['int16', -32_768, 'int16', -32_768],
    ['uint16', 65_535, 'uint16', 65_535],
    ['int32', -2_147_483_648, 'int32', -2_147_483_648],
    ['uint32', 4_294_967_295, 'uint32', 4_294_967_295],
    ['int64', [0, 7], 'int64', 7],
    ['int64', [0xffff_ffff, 0xffff_ffff], 'int64', -1],
    ['int64', [0x8000_0000, 0], 'int64', '-9223372036854775808'],
    ['int64', [0x0020_0000, 1], 'int64', '9007199254740993'],
    ['uint64', [0xffff_ffff, 0xffff_ffff], 'uint64', '18446744073709551615'],
    ['uint64', [0x001f_ffff, 0xffff_ffff], 'uint64', Number.MAX_SAFE_INTEGER],
    ['float', Math.fround(21.3), 'float32', 21.3],
    ['double', 0.1, 'float64', 0.1],
    // A variable of another width can take the value if it fits; whole numbers may also be floats.
    ['int16', 12, 'int32', 12],
    ['uint32', 12, 'int8', 12],
    ['int32', 5, 'float64', 5],
    ['string', 'A-17', 'string', 'A-17'],
    ['dateTime', new Date('2026-03-01T12:00:00.250Z'), 'string', '2026-03-01T12:00:00.250Z'],
    ['dateTime', new Date('1601-01-01T00:00:00Z'), 'string', ''],
    ['dateTime', new Date('9999-12-31T23:59:58Z'), 'string', '9999-12-31T23:59:58.000Z'],
    ['dateTime', new Date('9999-12-31T23:59:59Z'), 'string', '9999-12-31T23:59:59Z'],
    // The largest Int64, as many servers encode it: the year 30828.
    ['dateTime', new Date(910_692_730_085_477), 'string', '9999-12-31T23:59:59Z'],
    ['int64', [0x001f_ffff, 0xffff_ffff], 'float64', Number.MAX_SAFE_INTEGER],
    ['guid', '09087E75-8E5E-499B-954F-F2A9603DB28A', 'string', '09087E75-8E5E-499B-954F-F2A9603DB28A'],
    ['localizedText', { locale: 'de', text: 'Presse' }, 'string', 'Presse'],
  ])('%s %o as %s is %o', (type, value, dataType, ours) => {
    expect(ourValueOf(raw(type, value), dataType)).toBe(ours)
  })

  it.each<[number, RawVariant, DataType]>([
    [1716, raw('double', new Float64Array([1]), 1), 'float64'],
    [1716, raw('int32', 40_000), 'int16'],
    [1716, raw('int16', -1), 'uint16'],
    [1716, raw('uint64', [0xffff_ffff, 0xffff_ffff]), 'int64'],
    [1716, raw('int64', [0x0020_0000, 1]), 'float64'],
    [1716, raw('uint64', [0xffff_ffff, 0xffff_ffff]), 'float32'],
    [1716, raw('dateTime', new Date(Number.NaN)), 'string'],
    [1716, raw('double', 1.5), 'int32'],
    [1716, raw('int32', 1), 'bool'],
    [1716, raw('boolean', true), 'uint8'],
    [1716, raw('string', '12'), 'int16'],
    [1716, raw('double', 1), 'string'],
    [1716, { dataType: 15, arrayType: 0, value: Buffer.of(1) }, 'string'],
    [1716, { dataType: 22, arrayType: 0, value: {} }, 'string'],
    [1719, { dataType: 0, arrayType: 0, value: null }, 'int16'],
    [1719, raw('string', null), 'string'],
    [1740, raw('float', Number.NaN), 'float32'],
    [1741, raw('double', Number.NEGATIVE_INFINITY), 'float64'],
  ])('is the fault %i where the variable cannot hold it: %o as %s', (code, variant, dataType) => {
    expect(() => ourValueOf(variant, dataType)).toThrow(expect.objectContaining({ code }))
  })
})

describe('a value for the server', () => {
  it.each<[Value, keyof typeof builtIn, unknown]>([
    [true, 'boolean', true],
    [0, 'boolean', false],
    [-128, 'sbyte', -128],
    [65_535, 'uint16', 65_535],
    ['9007199254740993', 'int64', [0x0020_0000, 1]],
    [-1, 'int64', [0xffff_ffff, 0xffff_ffff]],
    ['18446744073709551615', 'uint64', [0xffff_ffff, 0xffff_ffff]],
    [21.3, 'float', 21.3],
    [1e300, 'double', 1e300],
    ['Neu', 'string', 'Neu'],
    ['Neu', 'localizedText', { text: 'Neu' }],
    ['2026-03-01T12:00:00Z', 'dateTime', new Date('2026-03-01T12:00:00Z')],
    ['', 'dateTime', new Date('1601-01-01T00:00:00Z')],
    ['2024-02-29', 'dateTime', new Date('2024-02-29T00:00:00Z')],
    ['2026-03-01T12:00+02:00', 'dateTime', new Date('2026-03-01T10:00:00Z')],
    ['09087e75-8e5e-499b-954f-f2a9603db28a', 'guid', '09087e75-8e5e-499b-954f-f2a9603db28a'],
  ])('%o as %s', (value, type, written) => {
    expect(variantOf(value, builtIn[type])).toEqual({ dataType: builtIn[type], value: written })
  })

  it.each<[number, Value, number]>([
    [2001, 128, builtIn.sbyte],
    [2001, -1, builtIn.uint64],
    [2001, '18446744073709551616', builtIn.uint64],
    [2001, 1e39, builtIn.float],
    [1716, 1.5, builtIn.int32],
    [1716, 'x', builtIn.double],
    [1716, true, builtIn.int32],
    [1716, 2, builtIn.boolean],
    [1716, 3, builtIn.string],
    [1716, 'yesterday', builtIn.dateTime],
    [1716, '3', builtIn.dateTime],
    [1716, '2026-02-31T00:00:00Z', builtIn.dateTime],
    [1716, '2026-13-01', builtIn.dateTime],
    [1716, '2026-03-01T12:00:00', builtIn.dateTime],
    [1716, '1600-12-31T00:00:00Z', builtIn.dateTime],
    [1716, '+012026-03-01T12:00:00Z', builtIn.dateTime],
    [1716, 'not a guid', builtIn.guid],
    [1716, '', builtIn.guid],
    [1716, '09087e75-8e5e-499b-954f-f2a9603db28', builtIn.guid],
    [1716, 3, 22],
  ])('is the fault %i where the server cannot hold it: %o', (code, value, type) => {
    expect(() => variantOf(value, type)).toThrow(expect.objectContaining({ code }))
  })
})
