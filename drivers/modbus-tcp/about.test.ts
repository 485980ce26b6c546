import { describe, expect, it } from 'vitest'
import type { DataType } from '../../core/data-type.ts'
import { isRefusal, type Point } from '../driver.ts'
import { about as rtu } from '../modbus-rtu/about.ts'
import { about } from './about.ts'

const params = about.initial
const point = (address: string, dataType: DataType = 'int16', more: Partial<Point> = {}): Point => ({
  id: 1,
  address,
  dataType,
  access: 'r',
  ...more,
})
const shapes = (points: Point[], changed = {}) =>
  about
    .plan(points, { ...params, ...changed })
    .map(({ area, start, count, points: of }) => [area, start, count, of.length])

describe('planning Modbus reads', () => {
  it('joins neighbours in any order', () => {
    expect(shapes([point('40003'), point('40001', 'int32'), point('40004')])).toEqual([['H', 0, 4, 3]])
  })

  it('reads over a gap as wide as allowed, and not over a wider one', () => {
    expect(shapes([point('H:0'), point('H:9')], { maxGap: 8 })).toEqual([['H', 0, 10, 2]])
    expect(shapes([point('H:0'), point('H:10')], { maxGap: 8 })).toHaveLength(2)
    expect(shapes([point('C:0', 'bool'), point('C:129', 'bool')], { maxGap: 8 })).toEqual([['C', 0, 130, 2]])
  })

  it('keeps areas apart', () => {
    expect(shapes([point('H:0'), point('I:0'), point('C:0', 'bool'), point('D:0', 'bool')])).toHaveLength(4)
  })

  it('reads a register once for all its bits', () => {
    expect(shapes([point('H:5.0', 'bool'), point('H:5.15', 'bool'), point('H:5')])).toEqual([['H', 5, 1, 3]])
  })

  it('never splits a value over two reads', () => {
    expect(shapes([point('H:0'), point('H:1', 'float64')], { maxRegisters: 4 })).toEqual([
      ['H', 0, 1, 1],
      ['H', 1, 4, 1],
    ])
  })

  it('reads each point alone when block collection is off', () => {
    expect(shapes([point('H:0'), point('H:1'), point('H:2')], { blockCollection: false })).toHaveLength(3)
  })

  it('leaves out write-only points', () => {
    expect(shapes([point('H:0', 'int16', { access: 'w' })])).toEqual([])
  })
})

describe('checking a Modbus point', () => {
  it.each<[Point, string]>([
    [point('C:0'), 'dataType'],
    [point('H:0', 'bool'), 'address'],
    [point('H:0.1', 'int16'), 'dataType'],
    [point('H:0', 'int8'), 'address'],
    [point('H:0.H', 'int16'), 'dataType'],
    [point('H:0.L', 'uint8', { byteOrder: 'BADC' }), 'byteOrder'],
    [point('H:0.1', 'bool', { byteOrder: 'ABCD' }), 'byteOrder'],
    [point('H:0', 'string', { length: 4, byteOrder: 'CDAB' }), 'byteOrder'],
    [point('H:0', 'int16', { prefix: 's7' }), 'prefix'],
    [point('H:0', 'string', { length: 255, prefix: 's7' }), 'length'],
    [point('D:0', 'bool', { access: 'rw' }), 'access'],
    [point('I:0', 'int16', { access: 'w' }), 'access'],
    [point('H:65535', 'int32'), 'address'],
    [point('H:0', 'string'), 'length'],
    [point('H:0', 'string', { length: 202 }), 'length'],
    [point('nonsense'), 'address'],
  ])('refuses %o', (one, field) => {
    expect(about.checkPoint(one, params)?.field).toBe(field)
  })

  it.each([
    point('C:0', 'bool', { access: 'rw' }),
    point('H:0.1', 'bool', { access: 'rw' }),
    point('H:65532', 'float64'),
    point('H:0', 'string', { length: 200 }),
  ])('accepts %o', (one) => {
    expect(about.checkPoint(one, params)).toBeUndefined()
  })

  it('refuses a value longer than one read', () => {
    expect(about.checkPoint(point('H:0', 'int64'), { ...params, maxRegisters: 3 })?.field).toBe('dataType')
  })
})

describe('the memory of a Modbus point', () => {
  it.each<[Point, string, number, number]>([
    [point('H:2', 'int32'), 'H', 32, 63],
    [point('H:2.3', 'bool'), 'H', 35, 35],
    [point('C:7', 'bool'), 'C', 7, 7],
    [point('H:0', 'string', { length: 5 }), 'H', 0, 47],
  ])('%o', (one, area, from, to) => {
    expect(about.covers(one, params)).toEqual({ area, from, to })
  })
})

describe('the request of a Modbus write', () => {
  it('is function 5 for a coil, 6 or 16 for a register, 16 for more', () => {
    expect(about.encode(point('C:3', 'bool'), true, params)).toEqual({
      area: 'C',
      start: 3,
      bytes: Uint8Array.of(1),
      function: 5,
    })
    expect(about.encode(point('H:3'), 258, params)).toMatchObject({ function: 6, bytes: Uint8Array.of(1, 2) })
    expect(about.encode(point('H:3', 'int32'), 1, params)).toMatchObject({ function: 16 })
  })

  it('masks one bit of a register', () => {
    expect(about.encode(point('H:3.9', 'bool'), true, params)).toMatchObject({
      bytes: Uint8Array.of(2, 0),
      mask: Uint8Array.of(2, 0),
    })
    expect(about.encode(point('H:3.0', 'bool'), false, params)).toMatchObject({
      bytes: Uint8Array.of(0, 0),
      mask: Uint8Array.of(0, 1),
    })
  })

  it.each([
    [point('C:0', 'bool'), 5],
    [point('H:0', 'string', { length: 4 }), 4],
  ])('refuses a value of another type: %o', (one, value) => {
    expect(() => about.encode(one, value, params)).toThrow(expect.objectContaining({ code: 1716 }))
  })

  it('reports an answer that is too short', () => {
    const block = about.plan([point('H:0', 'int32')], params)[0]!
    expect(() => about.decode(point('H:0', 'int32'), block, new Uint8Array(2), params)).toThrow(
      expect.objectContaining({ code: 1719 }),
    )
  })
})

describe('connections', () => {
  it('are shared by units of one socket, never by different frames', () => {
    expect(about.connectionKey({ ...params, host: 'PLC', unitId: 2 })).toBe('tcp:plc:502')
    expect(rtu.connectionKey({ ...rtu.initial, host: 'plc', port: 502 })).toBe('rtu:plc:502')
  })

  it('do not accept the broadcast unit on a serial line', () => {
    expect(rtu.params.safeParse({ host: 'a', unitId: 0 }).success).toBe(false)
    expect(isRefusal(rtu.parseAddress('40001', rtu.initial))).toBe(false)
  })
})
