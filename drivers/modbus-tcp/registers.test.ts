import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DataType, integerRange, integerValue, type Value } from '../../core/data-type.ts'
import { DriverFault } from '../driver.ts'
import { byteOrders, decodeNumber, encodeNumber, registerCount, reorder, shortFloat32 } from './registers.ts'

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hex = (from: Uint8Array) => Array.from(from, (byte) => byte.toString(16).padStart(2, '0')).join('')
const codeOf = (act: () => unknown): number | undefined => {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof DriverFault ? error.code : -1
  }
}

describe('numbers in registers', () => {
  it.each<[DataType, Value, string]>([
    ['int16', -1, 'ffff'],
    ['int16', -32_768, '8000'],
    ['uint16', 65_535, 'ffff'],
    ['int32', 305_419_896, '12345678'],
    ['int32', -2, 'fffffffe'],
    ['uint32', 4_294_967_295, 'ffffffff'],
    ['int64', -1, 'ffffffffffffffff'],
    ['int64', '9223372036854775807', '7fffffffffffffff'],
    ['int64', 9_007_199_254_740_991, '001fffffffffffff'],
    ['uint64', '9007199254740992', '0020000000000000'],
    ['uint64', '18446744073709551615', 'ffffffffffffffff'],
    ['float32', 1, '3f800000'],
    ['float32', -118.625, 'c2ed4000'],
    ['float32', 0.1, '3dcccccd'],
    ['float64', 1 / 3, '3fd5555555555555'],
    ['bcd16', 1234, '1234'],
    ['bcd16', 0, '0000'],
    ['bcd32', 90_000_001, '90000001'],
  ])('%s %s is %s', (type, value, golden) => {
    expect(hex(encodeNumber(type, value))).toBe(golden)
    expect(decodeNumber(type, bytes(golden))).toBe(value)
  })

  it.each<[DataType, string]>([
    ['bcd16', '12a4'],
    ['bcd16', 'f000'],
    ['bcd32', '1234567a'],
    ['float32', '7fc00000'],
    ['float32', '7f800000'],
    ['float64', 'fff0000000000000'],
  ])('%s of %s is a type fault', (type, raw) => {
    expect(codeOf(() => decodeNumber(type, bytes(raw)))).toBe(1716)
  })

  it.each<[DataType, Value, number]>([
    ['int16', 32_768, 2001],
    ['int16', -32_769, 2001],
    ['uint16', -1, 2001],
    ['uint32', 4_294_967_296, 2001],
    ['int64', '9223372036854775808', 2001],
    ['bcd16', 10_000, 2001],
    ['bcd16', -1, 2001],
    ['bcd32', 100_000_000, 2001],
    ['float32', 1e39, 2001],
    ['int16', 1.5, 1716],
    ['int16', 'five', 1716],
    ['int16', true, 1716],
    ['float32', 'warm', 1716],
    ['float64', false, 1716],
    ['float32', Number.NaN, 1716],
  ])('%s refuses %s with %i', (type, value, code) => {
    expect(codeOf(() => encodeNumber(type, value))).toBe(code)
  })

  it('takes every integer of a type there and back', () => {
    const types = ['int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'bcd16', 'bcd32'] as const
    const typed = fc.constantFrom(...types).chain((type) => {
      const range = integerRange(type)!
      return fc.tuple(fc.constant(type), fc.bigInt(range.min, range.max))
    })
    fc.assert(
      fc.property(typed, ([type, whole]) => {
        const value = integerValue(whole)
        expect(decodeNumber(type, encodeNumber(type, value))).toBe(value)
      }),
    )
  })

  it('shows a 32-bit float by its shortest decimal, which is the same float', () => {
    expect(shortFloat32(Math.fround(21.3))).toBe(21.3)
    expect(shortFloat32(Math.fround(0.1))).toBe(0.1)
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Math.fround(shortFloat32(value))).toBe(value)
      }),
    )
  })
})

describe('byte orders', () => {
  it.each([
    ['ABCD', '11223344', '1122334455667788'],
    ['CDAB', '33441122', '7788556633441122'],
    ['BADC', '22114433', '2211443366558877'],
    ['DCBA', '44332211', '8877665544332211'],
  ] as const)('%s', (order, four, eight) => {
    expect(hex(reorder(bytes('11223344'), order))).toBe(four)
    expect(hex(reorder(bytes('1122334455667788'), order))).toBe(eight)
  })

  it('leave one register alone', () => {
    for (const order of byteOrders) expect(hex(reorder(bytes('1122'), order))).toBe('1122')
  })

  it('are their own inverse', () => {
    const raw = fc.constantFrom(4, 8).chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
    fc.assert(
      fc.property(raw, fc.constantFrom(...byteOrders), (value, order) => {
        expect(hex(reorder(reorder(value, order), order))).toBe(hex(value))
      }),
    )
  })
})

describe('registers a value covers', () => {
  it.each<[DataType, number | undefined, number]>([
    ['bool', undefined, 1],
    ['int16', undefined, 1],
    ['float32', undefined, 2],
    ['uint64', undefined, 4],
    ['string', 1, 1],
    ['string', 11, 6],
    ['string', 250, 125],
  ])('%s of length %s: %i', (type, length, count) => {
    expect(registerCount(type, length)).toBe(count)
  })
})
