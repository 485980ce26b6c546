import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, encode, reorder } from './codec.ts'
import type { ByteOrder, DataType, Reading } from './waterworks/registers.ts'

const orders: ByteOrder[] = ['ABCD', 'CDAB', 'BADC', 'DCBA']
const words = (hex: string) => hex.split(' ').map((word) => Number.parseInt(word, 16))
const asHex = (values: readonly number[]) => values.map((word) => word.toString(16).padStart(4, '0')).join(' ')

// Literal registers, computed by hand from the definitions, so that the same mistake in both directions does not pass.
const examples: [DataType, ByteOrder, Reading, string][] = [
  ['int16', 'ABCD', -2, 'fffe'],
  ['uint16', 'ABCD', 65_534, 'fffe'],
  ['int32', 'ABCD', 0x1234_5678, '1234 5678'],
  ['int32', 'CDAB', 0x1234_5678, '5678 1234'],
  ['int32', 'BADC', 0x1234_5678, '3412 7856'],
  ['int32', 'DCBA', 0x1234_5678, '7856 3412'],
  ['int32', 'ABCD', -1, 'ffff ffff'],
  ['uint32', 'CDAB', 4_294_967_294, 'fffe ffff'],
  ['int64', 'ABCD', -2n, 'ffff ffff ffff fffe'],
  ['uint64', 'ABCD', 0x0102_0304_0506_0708n, '0102 0304 0506 0708'],
  ['uint64', 'CDAB', 0x0102_0304_0506_0708n, '0708 0506 0304 0102'],
  ['uint64', 'BADC', 0x0102_0304_0506_0708n, '0201 0403 0605 0807'],
  ['uint64', 'DCBA', 0x0102_0304_0506_0708n, '0807 0605 0403 0201'],
  ['float32', 'ABCD', 1.5, '3fc0 0000'],
  ['float32', 'CDAB', 1.5, '0000 3fc0'],
  ['float32', 'BADC', 1.5, 'c03f 0000'],
  ['float32', 'DCBA', 1.5, '0000 c03f'],
  ['float64', 'ABCD', -2.5, 'c004 0000 0000 0000'],
  ['float64', 'CDAB', -2.5, '0000 0000 0000 c004'],
  ['bcd16', 'ABCD', 2359, '2359'],
  ['bcd32', 'ABCD', 20_261_121, '2026 1121'],
  ['bcd32', 'CDAB', 20_261_121, '1121 2026'],
  ['bcd32', 'DCBA', 20_261_121, '2111 2620'],
]

describe('registers of a value', () => {
  it.each(examples)('%s in %s: %s is %s', (dataType, byteOrder, value, expected) => {
    expect(asHex(encode(value, { dataType, byteOrder }))).toBe(expected)
    expect(decode(words(expected), { dataType, byteOrder })).toBe(value)
  })

  it('every byte order is its own inverse', () => {
    const bytes = fc.uint8Array({ minLength: 2, maxLength: 8 }).filter((some) => some.length % 2 === 0)
    fc.assert(
      fc.property(bytes, fc.constantFrom(...orders), (some, order) => {
        expect(reorder(reorder(some, order), order)).toEqual(some)
      }),
    )
  })
})

describe('any value of any type in any order', () => {
  const inOrder = fc.constantFrom(...orders)
  const comesBack = (dataType: DataType, values: fc.Arbitrary<Reading>) =>
    fc.assert(
      fc.property(values, inOrder, (value, byteOrder) => {
        expect(decode(encode(value, { dataType, byteOrder }), { dataType, byteOrder })).toEqual(value)
      }),
    )

  it('int16 is unchanged after a round trip', () => comesBack('int16', fc.integer({ min: -32_768, max: 32_767 })))
  it('uint16 is unchanged after a round trip', () => comesBack('uint16', fc.integer({ min: 0, max: 65_535 })))
  it('int32 is unchanged after a round trip', () =>
    comesBack('int32', fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })))
  it('uint32 is unchanged after a round trip', () => comesBack('uint32', fc.integer({ min: 0, max: 2 ** 32 - 1 })))
  it('int64 is unchanged after a round trip', () =>
    comesBack('int64', fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n })))
  it('uint64 is unchanged after a round trip', () => comesBack('uint64', fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })))
  it('float32 is unchanged after a round trip', () =>
    comesBack('float32', fc.float({ noNaN: true, noDefaultInfinity: true })))
  it('float64 is unchanged after a round trip', () =>
    comesBack('float64', fc.double({ noNaN: true, noDefaultInfinity: true })))
  it('bcd16 is unchanged after a round trip', () => comesBack('bcd16', fc.integer({ min: 0, max: 9999 })))
  it('bcd32 is unchanged after a round trip', () => comesBack('bcd32', fc.integer({ min: 0, max: 99_999_999 })))
})

describe('text', () => {
  const ascii = { dataType: 'string', length: 6, encoding: 'ascii', byteOrder: 'ABCD' } as const
  const utf8 = { dataType: 'string', length: 7, encoding: 'utf8', byteOrder: 'ABCD' } as const

  it('has the first character in the high byte, and ends at the first NUL', () => {
    expect(asHex(encode('Ab1', ascii))).toBe('4162 3100 0000')
    expect(decode(words('4162 3100 4343'), ascii)).toBe('Ab1')
  })

  it('swaps the characters of each register where the PLC does', () => {
    expect(asHex(encode('Ab1', { ...ascii, byteOrder: 'BADC' }))).toBe('6241 0031 0000')
    expect(decode(words('6241 0031 0000'), { ...ascii, byteOrder: 'BADC' })).toBe('Ab1')
  })

  it('is cut at its length, and never inside a character', () => {
    expect(decode(encode('ABCDEFGH', ascii), ascii)).toBe('ABCDEF')
    expect(decode(encode('甲班组', utf8), utf8)).toBe('甲班')
  })

  it('has a question mark for characters outside ASCII', () => {
    expect(decode(encode('é甲x', ascii), ascii)).toBe('??x')
  })

  it('is undefined for invalid bytes', () => {
    expect(decode(words('ff41 0000 0000'), ascii)).toBeUndefined()
    expect(decode(words('c341 0000 0000 0000'), utf8)).toBeUndefined()
  })

  it('of any characters is read back as the longest complete prefix', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const clean = value.replaceAll('\0', '').replaceAll('\uFEFF', '')
        const back = decode(encode(clean, utf8), utf8)
        expect(clean.startsWith(String(back))).toBe(true)
      }),
    )
  })
})

describe('scaling and limits', () => {
  it('raw × scale + offset is the value', () => {
    const shape = { dataType: 'uint16', byteOrder: 'ABCD', scale: 0.1, offset: -40 } as const
    expect(encode(22.4, shape)).toEqual([624])
    expect(decode([624], shape)).toBe(22.4)
  })

  it('no rounding errors are shown', () => {
    const shape = { dataType: 'int16', byteOrder: 'ABCD', scale: 0.01 } as const
    fc.assert(
      fc.property(fc.integer({ min: -32_768, max: 32_767 }), (raw) => {
        expect(decode([raw & 0xffff], shape)).toBe(Number((raw / 100).toFixed(2)))
      }),
    )
  })

  it('a value out of range saturates instead of wrapping around', () => {
    expect(encode(70_000, { dataType: 'uint16', byteOrder: 'ABCD' })).toEqual([65_535])
    expect(encode(-5, { dataType: 'uint16', byteOrder: 'ABCD' })).toEqual([0])
    expect(encode(-40_000, { dataType: 'int16', byteOrder: 'ABCD' })).toEqual([0x8000])
    expect(encode(1n << 70n, { dataType: 'uint64', byteOrder: 'ABCD' })).toEqual([65_535, 65_535, 65_535, 65_535])
    expect(encode(12_345, { dataType: 'bcd16', byteOrder: 'ABCD' })).toEqual([0x9999])
    expect(encode(-1, { dataType: 'bcd16', byteOrder: 'ABCD' })).toEqual([0])
  })

  it('a nibble that is not a digit, and a float that is not a number, are undefined', () => {
    expect(decode([0x12a4], { dataType: 'bcd16', byteOrder: 'ABCD' })).toBeUndefined()
    expect(decode([0x7fc0, 0], { dataType: 'float32', byteOrder: 'ABCD' })).toBeUndefined()
    expect(decode([0x7f80, 0], { dataType: 'float32', byteOrder: 'ABCD' })).toBeUndefined()
  })
})
