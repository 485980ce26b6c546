import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DataType } from './data-type.ts'
import { bitsOfBytes, bitsOfValue, isNoValue, readNoValue } from './no-value.ts'

const codesOf = (type: DataType, written: string) => {
  const read = readNoValue(type, written)
  if ('fault' in read) throw new Error(read.fault)
  return read.codes
}

describe('no-value codes', () => {
  it.each<[DataType, string, bigint, boolean]>([
    ['int16', '0x8000', 0x8000n, true],
    ['int16', '-32768', 0x8000n, true],
    ['int16', '0x8000', 0x8001n, false],
    ['uint16', '0xFFFF', 0xffffn, true],
    ['uint16', '65535, 0x8000', 0x8000n, true],
    ['int32', '0x80000000', 0x80000000n, true],
    ['uint32', '0xFFFFFFFF; 0', 0n, true],
    ['int64', '0x8000000000000000', 1n << 63n, true],
    ['uint64', '0xffffffffffffffff', (1n << 64n) - 1n, true],
    ['float32', 'NaN', 0x7fc00000n, true],
    ['float32', 'nan', 0xffc00001n, true],
    ['float32', 'NaN', 0x7f800000n, false],
    ['float32', '-9999', 0xc61c3c00n, true],
    ['float64', 'NaN', 0x7ff8000000000000n, true],
    ['float64', '0x7ff8000000000000', 0x7ff8000000000001n, false],
    ['bcd16', '0xFFFF', 0xffffn, true],
    ['bcd16', '9999', 0x9999n, true],
    ['uint8', '255', 0xffn, true],
  ])('of %s, written %s, match %d: %s', (type, written, own, matches) => {
    expect(isNoValue(codesOf(type, written), type, own)).toBe(matches)
  })

  it.each<[DataType, string, string]>([
    ['int16', '', 'malformed'],
    ['int16', '0x8000,', 'malformed'],
    ['int16', 'none', 'malformed'],
    ['int16', '0x18000', 'tooWide'],
    ['int16', '32768', 'tooWide'],
    ['uint16', '-1', 'tooWide'],
    ['int16', '1.5', 'tooWide'],
    ['uint32', 'NaN', 'floatsOnly'],
    ['uint16', '1,2,3,4,5,6,7,8,9', 'tooMany'],
    ['bcd16', '10000', 'tooWide'],
    ['string', '0x00', 'tooWide'],
  ])('of %s, written %s, are refused: %s', (type, written, fault) => {
    expect(readNoValue(type, written)).toEqual({ fault })
  })

  it('are the bits of the value that a register holds', () => {
    fc.assert(
      fc.property(fc.integer({ min: -32_768, max: 32_767 }), (value) => {
        const bytes = Uint8Array.of((value >> 8) & 0xff, value & 0xff)
        expect(bitsOfValue('int16', value)).toBe(bitsOfBytes(bytes))
      }),
    )
  })
})
