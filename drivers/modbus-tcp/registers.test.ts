import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorText } from '../../contract/errors.ts'
import { byteOrders, type DataType, integerRange, integerValue, type Value } from '../../core/data-type.ts'
import { shortFloat32 } from '../../core/scaling.ts'
import { DriverFault } from '../driver.ts'
import { decodeNumber, encodeNumber, registerCount, reorder } from './registers.ts'

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
    ['bcd64', '9999999999999999', '9999999999999999'],
    ['bcd64', 1, '0000000000000001'],
    ['int8', -1, 'ff'],
    ['int8', -128, '80'],
    ['uint8', 255, 'ff'],
  ])('%s %s is %s', (type, value, golden) => {
    expect(hex(encodeNumber(type, value))).toBe(golden)
    expect(decodeNumber(type, bytes(golden))).toBe(value)
  })

  it.each<[DataType, string, number, string]>([
    ['bcd16', '12a4', 1742, 'no BCD'],
    ['bcd16', 'f000', 1742, 'no BCD'],
    ['bcd32', '1234567a', 1742, 'no BCD'],
    ['bcd64', '123456789012345a', 1742, 'no BCD'],
    ['float32', '7fc00000', 1740, 'NaN'],
    ['float32', '7f800000', 1741, 'infinite'],
    ['float64', 'fff0000000000000', 1741, 'infinite'],
  ])('%s of %s is fault %i', (type, raw, code, words) => {
    expect(codeOf(() => decodeNumber(type, bytes(raw)))).toBe(code)
    expect(errorText(code, 'en')).toContain(words)
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

  it('encodes and decodes every integer of a type', () => {
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

  it('swap the bytes of one register, which has no words', () => {
    expect(byteOrders.map((order) => hex(reorder(bytes('1122'), order)))).toEqual(['1122', '1122', '2211', '2211'])
  })

  it('are their own inverse', () => {
    const raw = fc.constantFrom(2, 4, 8).chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
    fc.assert(
      fc.property(raw, fc.constantFrom(...byteOrders), (value, order) => {
        expect(hex(reorder(reorder(value, order), order))).toBe(hex(value))
      }),
    )
  })
})

describe('the registers of a value', () => {
  it.each<[DataType, number | undefined, number]>([
    ['bool', undefined, 1],
    ['int16', undefined, 1],
    ['float32', undefined, 2],
    ['uint64', undefined, 4],
    ['string', 1, 1],
    ['string', 11, 6],
    ['string', 250, 125],
    ['int8', undefined, 1],
    ['bcd64', undefined, 4],
  ])('%s of length %s: %i', (type, length, count) => {
    expect(registerCount(type, length)).toBe(count)
  })
})
