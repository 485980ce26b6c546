import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteOrders, type DataType, integerRange, integerValue, type Value } from '../../core/data-type.ts'
import { shortFloat32 } from '../../core/scaling.ts'
import type { Point } from '../driver.ts'
import { about } from './about.ts'
import type { McParams } from './params.ts'

const params = about.initial
const point = (address: string, dataType: DataType = 'int16', more: Partial<Point> = {}): Point => ({
  id: 1,
  address,
  dataType,
  access: 'rw',
  ...more,
})
const shapes = (points: Point[], changed: Partial<McParams> = {}) =>
  about
    .plan(points, { ...params, ...changed })
    .map(({ area, start, count, points: of }) => [area, start, count, of.length])

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** The value that a point has once a value was written to it. */
function writtenAndRead(one: Point, value: Value, of = params): Value {
  const { bytes } = about.encode(one, value, of)
  return about.decode(one, about.plan([one], of)[0]!, bytes, of)
}

describe('values in words', () => {
  // Each word with the high byte first. D350 = 56AB, D351 = 170F is 170F56AB (SH-080008); "ABCD" is 4241 4443.
  it.each<[Point, Value, string]>([
    [point('D0'), 1, '0001'],
    [point('D0'), -2, 'fffe'],
    [point('D350', 'uint32'), 0x170f56ab, '56ab170f'],
    [point('D0', 'float32'), 0.75, '00003f40'],
    [point('D0', 'float64'), 1, '00000000' + '00003ff0'],
    [point('D0', 'int64'), '9223372036854775807', 'ffffffffffff7fff'],
    [point('D0', 'bcd16'), 1234, '1234'],
    [point('D0', 'bcd32'), 12_345_678, '56781234'],
    [point('D0', 'string', { length: 4 }), 'ABCD', '42414443'],
    [point('D0', 'string', { length: 5 }), 'ABC', '424100430000'],
    [point('D0', 'uint32', { byteOrder: 'ABCD' }), 0x170f56ab, '170f56ab'],
    [point('D0', 'string', { length: 4, byteOrder: 'ABCD' }), 'ABCD', '41424344'],
    [point('M0', 'bool'), true, '01'],
    [point('D0.15', 'bool'), true, '8000'],
    [point('D0.0', 'bool'), true, '0001'],
  ])('%o %s', (one, value, bytes) => {
    expect(hex(about.encode(one, value, params).bytes)).toBe(bytes)
    expect(writtenAndRead(one, value)).toBe(value)
  })

  it('keep every whole number of a type in every byte order', () => {
    const types = ['int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'bcd16', 'bcd32', 'bcd64'] as const
    const typed = fc.constantFrom(...types).chain((dataType) => {
      const { min, max } = integerRange(dataType)!
      return fc.tuple(fc.constant(dataType), fc.oneof(fc.constantFrom(min, max), fc.bigInt(min, max)))
    })
    fc.assert(
      fc.property(typed, fc.constantFrom(...byteOrders), ([dataType, whole], byteOrder) => {
        expect(writtenAndRead(point('D10', dataType, { byteOrder }), integerValue(whole))).toBe(integerValue(whole))
        const driver = { ...params, byteOrder }
        expect(writtenAndRead(point('D10', dataType), integerValue(whole), driver)).toBe(integerValue(whole))
      }),
    )
  })

  it('keep every float', () => {
    const finite = { noNaN: true, noDefaultInfinity: true }
    fc.assert(
      fc.property(fc.float(finite), fc.double(finite), (single, double) => {
        expect(writtenAndRead(point('D0', 'float32'), single)).toBe(shortFloat32(single))
        expect(writtenAndRead(point('D0', 'float64'), double)).toBe(double)
      }),
    )
  })

  it('keep every text that fits, in both orders', () => {
    const text = fc.string({ maxLength: 20, unit: fc.integer({ min: 1, max: 126 }).map((c) => String.fromCharCode(c)) })
    fc.assert(
      fc.property(text, fc.constantFrom('AB', 'BA'), (value, textOrder) => {
        const of = { ...params, textOrder } as McParams
        expect(writtenAndRead(point('D0', 'string', { length: 21 }), value, of)).toBe(value)
      }),
    )
  })

  it('keep every bit, and name no other bit in the mask', () => {
    for (let bit = 0; bit < 16; bit++) {
      const one = point(`D7.${bit.toString(16)}`, 'bool')
      expect(hex(about.encode(one, false, params).mask!)).toBe((1 << bit).toString(16).padStart(4, '0'))
      expect([writtenAndRead(one, true), writtenAndRead(one, false)]).toEqual([true, false])
    }
  })

  it.each<[Point, Value, number]>([
    [point('D0'), 32_768, 2001],
    [point('D0'), 'warm', 1716],
    [point('M0', 'bool'), 2, 1716],
    [point('D0', 'string', { length: 2 }), 'ABC', 2007],
    [point('D0', 'string', { length: 2 }), 4, 1716],
  ])('refuse %o = %s with %i', (one, value, code) => {
    expect(() => about.encode(one, value, params)).toThrow(expect.objectContaining({ code }))
  })

  it.each([point('D0', 'int32'), point('M0', 'bool'), point('D0.3', 'bool')])('need all their bytes: %o', (one) => {
    const block = about.plan([one], params)[0]!
    const short = new Uint8Array(about.bytesOf(block) - 1)
    expect(() => about.decode(one, block, short, params)).toThrow(expect.objectContaining({ code: 1719 }))
  })
})

describe('planning MC reads', () => {
  it('joins neighbours of a device, and reads over small gaps', () => {
    expect(shapes([point('D4', 'int32'), point('D0'), point('D1')])).toEqual([['D', 0, 6, 3]])
    expect(shapes([point('D0'), point('D17')])).toEqual([['D', 0, 18, 2]])
    expect(shapes([point('D0'), point('D18')])).toHaveLength(2)
    expect(shapes([point('M0', 'bool'), point('M257', 'bool')])).toEqual([['M', 0, 258, 2]])
    expect(shapes([point('D0'), point('W0'), point('M0', 'bool')])).toHaveLength(3)
  })

  it('reads D as words, and its bits in the same words', () => {
    expect(shapes([point('D5.0', 'bool'), point('D5.F', 'bool'), point('D5')])).toEqual([['D', 5, 1, 3]])
  })

  it.each<[string, Partial<McParams>, number, number]>([
    ['iQ-R', { series: 'iq-r' }, 960, 7168],
    ['Q in ASCII code', { series: 'q', code: 'ascii' }, 960, 3584],
    ['FX5U', { series: 'fx5' }, 960, 3584],
    ['FX3U', { series: 'fx3' }, 64, 254],
    ['Q with frame 1E', { series: 'q', frame: '1E' }, 64, 254],
    ['a lower limit of the driver', { series: 'q', maxWords: 100 }, 100, 7168],
  ])('keeps the limits of %s', (_name, changed, words, bits) => {
    const registers = Array.from({ length: 2000 }, (_, number) => point(`D${number}`))
    const relays = Array.from({ length: 7500 }, (_, number) => point(`M${number}`, 'bool'))
    const counts = (points: Point[]) => shapes(points, changed).map(([, , count]) => count as number)
    expect(Math.max(...counts(registers))).toBe(words)
    expect(Math.max(...counts(relays))).toBe(bits)
    expect(counts(registers).reduce((sum, count) => sum + count)).toBe(2000)
  })

  it('leaves out write-only points, and reads each alone without block reads', () => {
    expect(shapes([point('D0', 'int16', { access: 'w' })])).toEqual([])
    expect(shapes([point('D0'), point('D1')], { blockCollection: false })).toHaveLength(2)
  })
})

describe('checking an MC point', () => {
  it.each<[Point, string, Partial<McParams>?]>([
    [point('M0'), 'dataType'],
    [point('D0', 'bool'), 'address'],
    [point('D0.1'), 'dataType'],
    [point('D0', 'string'), 'length'],
    [point('D0', 'string', { length: 1922 }), 'length'],
    [point('D0', 'string', { length: 130 }), 'length', { series: 'fx3' }],
    [point('D0', 'string', { length: 10, prefix: 'word' }), 'prefix'],
    [point('D0', 'string', { length: 10, byteOrder: 'CDAB' }), 'byteOrder'],
    [point('M0', 'bool', { byteOrder: 'ABCD' }), 'byteOrder'],
    [point('D65535', 'int32'), 'address', { series: 'fx3' }],
    [point('CN199', 'int32'), 'address', { series: 'fx3' }],
    [point('D7999', 'int32'), 'address', { series: 'inovance' }],
    [point('R32767', 'int32'), 'address', { series: 'inovance' }],
    [point('D89999', 'int32'), 'address', { series: 'panasonic' }],
    [point('D0', 'float64'), 'dataType', { maxWords: 3 }],
    [point('nonsense'), 'address'],
  ])('refuses %o: %s', (one, field, changed) => {
    expect(about.checkPoint(one, { ...params, ...changed })?.field).toBe(field)
  })

  it('accepts values up to the end of a device', () => {
    const inovance = { ...params, series: 'inovance' as const }
    expect(about.checkPoint(point('D7998', 'int32'), inovance)).toBeUndefined()
    expect(about.checkPoint(point('R32766', 'int32'), inovance)).toBeUndefined()
  })

  it.each([
    point('TS0', 'bool'),
    point('D0.1', 'bool'),
    point('D0', 'string', { length: 1920 }),
    point('CN199', 'float64'),
    point('ZR100', 'bcd64', { byteOrder: 'DCBA' }),
  ])('accepts %o', (one) => {
    expect(about.checkPoint(one, params)).toBeUndefined()
  })

  it.each<[Point, string, number, number]>([
    [point('D2', 'int32'), 'D', 32, 63],
    [point('D2.3', 'bool'), 'D', 35, 35],
    [point('X1F', 'bool'), 'X', 31, 31],
    [point('D0', 'string', { length: 5 }), 'D', 0, 47],
  ])('covers the memory of %o', (one, area, from, to) => {
    expect(about.covers(one, params)).toEqual({ area, from, to })
  })
})

describe('the parameters', () => {
  it('share a connection by host and port', () => {
    expect(about.connectionKey({ ...params, host: 'PLC', station: 2 })).toBe('mc:plc:5007')
  })

  it('accept ASCII code for all but Panasonic PLCs', () => {
    const code = 'ascii' as const
    expect(about.params.safeParse({ ...params, code }).success).toBe(true)
    expect(about.params.safeParse({ ...params, code, series: 'panasonic' }).success).toBe(false)
  })
})
