import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { byteOrders, type DataType, integerRange, integerValue, type Value } from '../../core/data-type.ts'
import { DriverFault, type Point } from '../driver.ts'
import { about } from './about.ts'

const params = { ...about.initial, model: '300' as const }
const point = (address: string, dataType: DataType, more: Partial<Point> = {}): Point => ({
  ...{ id: 1, address, dataType, access: 'r', ...more },
})
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const hex = (from: Uint8Array): string => Buffer.from(from).toString('hex')
const blockOf = (one: Point) => about.plan([one], params)[0]!
const decode = (one: Point, raw: string, changed: Partial<typeof params> = {}) =>
  about.decode(one, blockOf(one), bytes(raw), { ...params, ...changed })
const encode = (one: Point, value: Value, changed: Partial<typeof params> = {}) =>
  about.encode(one, value, { ...params, ...changed })
const codeOf = (act: () => unknown): number | undefined => {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof DriverFault ? error.code : -1
  }
}

/** An address that fits a type. */
const addressOf = (type: DataType): string => {
  if (type === 'bool') return 'DB1.DBX4.3'
  if (type === 'string' || type.endsWith('int8')) return 'DB1.DBB4'
  return type.endsWith('16') ? 'DB1.DBW4' : 'DB1.DBD4'
}

describe('values of an S7 device', () => {
  it.each<[DataType, Value, string]>([
    ['int8', -128, '80'],
    ['uint8', 255, 'ff'],
    ['int16', -2, 'fffe'],
    ['uint16', 65_535, 'ffff'],
    ['bcd16', 1234, '1234'],
    ['int32', -100_000, 'fffe7960'],
    ['uint32', 4_294_967_295, 'ffffffff'],
    ['bcd32', 12_345_678, '12345678'],
    ['float32', 21.3, '41aa6666'],
    ['int64', '-9223372036854775808', '8000000000000000'],
    ['uint64', '18446744073709551615', 'ffffffffffffffff'],
    ['bcd64', '9999999999999999', '9999999999999999'],
    ['float64', 1 / 3, '3fd5555555555555'],
  ])('%s %s is %s', (type, value, raw) => {
    const one = point(addressOf(type), type)
    expect(about.checkPoint(one, params)).toBeUndefined()
    expect(decode(one, raw)).toBe(value)
    expect(encode(one, value)).toEqual({ area: 'DB1', start: 4, bytes: bytes(raw) })
    expect(hex(about.rawBytes(one, blockOf(one), bytes(raw), params)!)).toBe(raw)
  })

  it('are decoded and encoded the same for every integer and byte order', () => {
    const types = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'bcd16', 'bcd32'] as const
    const typed = fc.constantFrom(...types).chain((type) => {
      const range = integerRange(type)!
      return fc.tuple(fc.constant(type), fc.bigInt(range.min, range.max), fc.constantFrom(...byteOrders))
    })
    fc.assert(
      fc.property(typed, ([type, whole, byteOrder]) => {
        const one = point(addressOf(type), type)
        const request = encode(one, integerValue(whole), { byteOrder })
        expect(decode(one, hex(request.bytes), { byteOrder })).toBe(integerValue(whole))
      }),
    )
  })

  it('are decoded and encoded the same for every float', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(double, fc.constantFrom(...byteOrders), (value, byteOrder) => {
        const one = point('MD0', 'float64')
        expect(decode(one, hex(encode(one, value, { byteOrder }).bytes), { byteOrder })).toBe(value)
      }),
    )
  })

  it('have the byte order of the point, or that of the driver from 32 bits on', () => {
    const order = { byteOrder: 'DCBA' } as const
    expect(decode(point('MD0', 'uint32'), '78563412', order)).toBe(0x12345678)
    expect(decode(point('MW0', 'uint16'), '1234', order)).toBe(0x1234)
    expect(decode(point('MB0', 'uint8'), '12', order)).toBe(0x12)
    expect(decode(point('MW0', 'uint16', { byteOrder: 'BADC' }), '1234')).toBe(0x3412)
    expect(decode(point('MD0', 'uint32', { byteOrder: 'ABCD' }), '12345678', order)).toBe(0x12345678)
  })

  it.each<[Point, string, number]>([
    [point('MD0', 'float32'), '7fc00000', 1740],
    [point('MD0', 'float32'), 'ff800000', 1741],
    [point('MW0', 'bcd16'), '123a', 1742],
    [point('T1', 'uint32'), '0a00', 1742],
    [point('T1', 'uint32'), '00a0', 1742],
    [point('C1', 'bcd16'), '00fa', 1742],
    [point('MB0', 'string', { length: 4, prefix: 's7' }), '040561626364', 1743],
    [point('MD0', 'uint32'), '000000', 1719],
    [point('T1', 'uint32'), '00', 1719],
    [point('M0.1', 'bool'), '', 1719],
  ])('are faults where %o cannot be %s', (one, raw, code) => {
    expect(codeOf(() => decode(one, raw))).toBe(code)
  })

  it.each<[Point, Value, number]>([
    [point('MB0', 'uint8'), 256, 2001],
    [point('MW0', 'int16'), 32_768, 2001],
    [point('MW0', 'bcd16'), 10_000, 2001],
    [point('MD0', 'float32'), 1e39, 2001],
    [point('MD0', 'int32'), 1.5, 1716],
    [point('M0.0', 'bool'), 2, 1716],
    [point('MB0', 'string', { length: 4 }), 5, 1716],
    [point('MB0', 'string', { length: 4 }), 'abcde', 2007],
    [point('MB0', 'string', { length: 4 }), '泵', 2008],
    [point('T1', 'uint32'), 10, 1717],
    [point('C1', 'bcd16'), 10, 1717],
  ])('are refused by %o: %s', (one, value, code) => {
    expect(codeOf(() => encode(one, value))).toBe(code)
  })
})

describe('a bit', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7])('%i is that of its byte, and its write names it alone', (bit) => {
    const one = point(`Q3.${bit}`, 'bool')
    const mask = Uint8Array.of(1 << bit)
    expect(decode(one, hex(mask))).toBe(true)
    expect(decode(one, hex(Uint8Array.of(~(1 << bit))))).toBe(false)
    expect(encode(one, true)).toEqual({ area: 'Q', start: 3, bytes: mask, mask })
    expect(encode(one, false)).toEqual({ area: 'Q', start: 3, bytes: Uint8Array.of(0), mask })
    expect(about.rawBytes(one, blockOf(one), mask, params)).toBeUndefined()
  })
})

describe('timers and counters', () => {
  it.each([
    ['0000', 0],
    ['0999', 9990],
    ['1999', 99_900],
    ['2504', 504_000],
    ['3999', 9_990_000],
    ['e504', 504_000],
  ])('S5TIME %s is %i ms', (raw, ms) => {
    expect(decode(point('T5', 'uint32'), raw)).toBe(ms)
  })

  it('are BCD of three digits, or the word as it is', () => {
    expect(decode(point('C5', 'bcd16'), '0123')).toBe(123)
    expect(decode(point('C5', 'bcd16'), 'c123')).toBe(123)
    expect(decode(point('C5', 'uint16'), '0123')).toBe(0x123)
  })

  it('are read by number, in blocks of at most 222 bytes', () => {
    const points = Array.from({ length: 130 }, (_, at) => point(`T${at}`, 'uint32', { id: at }))
    const blocks = about.plan(points, params)
    expect(blocks.map(({ area, start, count }) => [area, start, count])).toEqual([
      ['T', 0, 111],
      ['T', 111, 19],
    ])
    expect(blocks.map(about.bytesOf)).toEqual([222, 38])
    const zeros = new Uint8Array(222)
    zeros.set([0x25, 0x04], 6)
    expect(about.decode(points[3]!, blocks[0]!, zeros, params)).toBe(504_000)
  })
})

describe('a text', () => {
  const fixed = point('DB1.DBB5', 'string', { length: 3 })
  const declared = point('DB1.DBB5', 'string', { length: 5, prefix: 's7' })
  const counted = point('DB1.DBB5', 'string', { length: 5, prefix: 'word' })

  it('without a prefix fills exactly its bytes, also an odd number', () => {
    expect(encode(fixed, 'ab')).toEqual({ area: 'DB1', start: 5, bytes: bytes('616200') })
    expect(decode(fixed, '616263')).toBe('abc')
    expect(decode(fixed, '610063')).toBe('a')
  })

  it('with a declared capacity is written up to its last character, without the capacity', () => {
    expect(encode(declared, 'ab')).toEqual({
      ...{ area: 'DB1', start: 5, bytes: bytes('00026162'), mask: bytes('00ffffff') },
    })
    expect(encode(declared, '')).toMatchObject({ bytes: bytes('0000'), mask: bytes('00ff') })
    expect(decode(declared, '05026162630000')).toBe('ab')
    expect(decode(declared, 'fe056162636465')).toBe('abcde')
  })

  it('with a length word is written up to its last character', () => {
    expect(encode(counted, 'ab')).toEqual({ area: 'DB1', start: 5, bytes: bytes('00026162') })
    expect(decode(counted, '00036162630000')).toBe('abc')
  })

  it('has the encoding of the driver', () => {
    expect(hex(encode(fixed, '泵', { encoding: 'utf-8' }).bytes)).toBe('e6b3b5')
    expect(decode(fixed, 'b1c331', { encoding: 'gbk' })).toBe('泵1')
  })

  it('is read as written', () => {
    const text = fc.string({ unit: fc.constantFrom('A', 'z', '0', ' '), maxLength: 5 })
    fc.assert(
      fc.property(text, fc.constantFrom(undefined, 'word' as const), (value, prefix) => {
        const one = point('MB0', 'string', { length: 5, ...(prefix && { prefix }) })
        const memory = new Uint8Array(7)
        memory.set(encode(one, value).bytes)
        expect(decode(one, hex(memory))).toBe(value)
      }),
    )
  })
})

describe('checking an S7 point', () => {
  it.each<[Point, string]>([
    [point('nonsense', 'bool'), 'address'],
    [point('DB1.DBW0', 'bool'), 'address'],
    [point('T1', 'bool'), 'address'],
    [point('M0.0', 'int16'), 'dataType'],
    [point('MB0', 'int16'), 'dataType'],
    [point('MW0', 'int32'), 'dataType'],
    [point('MW0', 'uint8'), 'dataType'],
    [point('MW0', 'string', { length: 4 }), 'dataType'],
    [point('MD0', 'uint16'), 'dataType'],
    [point('T1', 'uint16'), 'dataType'],
    [point('C1', 'uint32'), 'dataType'],
    [point('I0.0', 'bool', { access: 'rw' }), 'access'],
    [point('IW0', 'int16', { access: 'w' }), 'access'],
    [point('T1', 'uint32', { access: 'rw' }), 'access'],
    [point('C1', 'bcd16', { access: 'w' }), 'access'],
    [point('MB0', 'string'), 'length'],
    [point('MB0', 'string', { length: 223 }), 'length'],
    [point('MB0', 'string', { length: 221, prefix: 's7' }), 'length'],
    [point('MB0', 'string', { length: 213, access: 'rw' }), 'length'],
    [point('MW0', 'int16', { prefix: 's7' }), 'prefix'],
    [point('MB0', 'uint8', { byteOrder: 'BADC' }), 'byteOrder'],
    [point('M0.0', 'bool', { byteOrder: 'ABCD' }), 'byteOrder'],
    [point('MB0', 'string', { length: 4, byteOrder: 'BADC' }), 'byteOrder'],
    [point('T1', 'uint32', { byteOrder: 'ABCD' }), 'byteOrder'],
    [point('MW65535', 'int16'), 'address'],
    [point('MD65530', 'int64'), 'address'],
  ])('refuses %o in both languages', (one, field) => {
    const refusal = about.checkPoint(one, params)
    expect(refusal?.field).toBe(field)
    expect(refusal?.reason['zh-cn']).toMatch(/[\u4e00-\u9fff]/)
  })

  it.each([
    point('Q0.0', 'bool', { access: 'rw' }),
    point('VD100', 'float64', { access: 'w' }),
    point('MW65534', 'int16'),
    point('MB0', 'string', { length: 222 }),
    point('MB0', 'string', { length: 210, prefix: 's7', access: 'rw' }),
    point('T1', 'uint32'),
    point('C1', 'uint16'),
  ])('accepts %o', (one) => {
    expect(about.checkPoint(one, params)).toBeUndefined()
  })

  test.each(['200smart', '1200', 'logo'] as const)('refuses timers and counters of %s', (model) => {
    for (const one of [point('T1', 'uint32'), point('C1', 'bcd16')])
      expect(about.checkPoint(one, { ...params, model })?.field).toBe('address')
  })
})

describe('planning S7 reads', () => {
  const shapes = (points: Point[], changed = {}) =>
    about
      .plan(points, { ...params, ...changed })
      .map(({ area, start, count, points: of }) => [area, start, count, of.length])

  it('joins neighbours, bits of a byte among them', () => {
    const points = [point('DB1.DBW2', 'int16'), point('DB1.DBX0.0', 'bool'), point('DB1.DBX0.7', 'bool')]
    expect(shapes(points)).toEqual([['DB1', 0, 4, 3]])
    expect(shapes(points, { blockCollection: false })).toHaveLength(3)
  })

  it('keeps areas and data blocks apart', () => {
    expect(shapes(['DB1.DBW0', 'DB2.DBW0', 'MW0', 'IW0', 'QW0'].map((each) => point(each, 'int16')))).toHaveLength(5)
    expect(shapes([point('VW0', 'int16'), point('DB1.DBW2', 'int16')])).toEqual([['DB1', 0, 4, 2]])
  })

  it('reads over a gap as wide as allowed, and never more than one item holds', () => {
    expect(shapes([point('MB0', 'int8'), point('MB33', 'int8')], { maxGap: 32 })).toEqual([['M', 0, 34, 2]])
    expect(shapes([point('MB0', 'int8'), point('MB34', 'int8')], { maxGap: 32 })).toHaveLength(2)
    expect(shapes([point('MB0', 'string', { length: 220 }), point('MD220', 'int32')])).toHaveLength(2)
  })

  it('leaves out write-only points', () => {
    expect(shapes([point('M0.0', 'bool', { access: 'w' })])).toEqual([])
  })
})

describe('the memory of an S7 point', () => {
  it.each<[Point, string, number, number]>([
    [point('DB1.DBD2', 'int32'), 'DB1', 16, 47],
    [point('VD2', 'float64'), 'DB1', 16, 79],
    [point('M2.3', 'bool'), 'M', 19, 19],
    [point('MB0', 'string', { length: 3, prefix: 's7' }), 'M', 0, 39],
    [point('T2', 'uint32'), 'T', 32, 47],
  ])('%o', (one, area, from, to) => {
    expect(about.covers(one, params)).toEqual({ area, from, to })
  })
})
