// Which points are refused, and how parameters choose a connection.
import { describe, expect, it } from 'vitest'
import type { DataType } from '../../core/data-type.ts'
import type { Point } from '../driver.ts'
import { about } from './about.ts'
import { FinsParams, initialFins } from './params.ts'

const point = (address: string, dataType: DataType, more: Partial<Point> = {}): Point => ({
  ...{ id: 1, address, dataType, access: 'r', ...more },
})

describe('a point', () => {
  it.each<[string, DataType, Partial<Point>, string, string]>([
    ['D100', 'bool', {}, 'address', 'such as D100.05'],
    ['D100.05', 'int16', {}, 'dataType', 'must be a bool'],
    ['D100', 'int8', {}, 'address', 'D100.H'],
    ['D100.H', 'int16', {}, 'dataType', 'int8 or a uint8'],
    ['TS5', 'int16', {}, 'dataType', 'bool values only'],
    ['TS5', 'bool', { access: 'rw' }, 'access', 'read-only'],
    ['CS5', 'bool', { access: 'w' }, 'access', 'read-only'],
    ['T5', 'float32', {}, 'dataType', 'uint16 or a bcd16'],
    ['A10', 'uint16', { access: 'rw' }, 'access', 'A0 to A447'],
    ['D32767', 'int32', {}, 'address', 'beyond D32767'],
    ['E0_32766', 'float64', {}, 'address', 'beyond E0_32767'],
    ['D0', 'string', {}, 'length', 'length in bytes'],
    ['D0', 'string', { length: 2000 }, 'length', 'at most 500'],
    ['D0', 'string', { length: 10, prefix: 's7' }, 'prefix', 'zero byte'],
    ['D0', 'uint16', { prefix: 'word' }, 'prefix', 'zero byte'],
    ['D0.01', 'bool', { byteOrder: 'ABCD' }, 'byteOrder', 'no byte order'],
    ['X0', 'uint16', {}, 'address', 'Areas are'],
  ])('%s as %s %o is refused', (address, dataType, more, field, reason) => {
    const refusal = about.checkPoint(point(address, dataType, more), initialFins)
    expect(refusal).toMatchObject({ field, reason: { en: expect.stringContaining(reason) } })
  })

  it.each<[string, DataType, Partial<Point>]>([
    ['A448', 'uint16', { access: 'rw' }],
    ['T5', 'bcd16', { access: 'rw' }],
    ['D32766', 'int32', {}],
    ['CIO6143.15', 'bool', { access: 'w' }],
    ['D0', 'string', { length: 1000 }],
  ])('%s as %s %o is accepted', (address, dataType, more) => {
    expect(about.checkPoint(point(address, dataType, more), initialFins)).toBeUndefined()
  })

  it('covers its bits', () => {
    expect(about.covers(point('D10', 'int32'), initialFins)).toEqual({ area: 'D', from: 160, to: 191 })
    expect(about.covers(point('D10.05', 'bool'), initialFins)).toEqual({ area: 'D', from: 165, to: 165 })
    expect(about.covers(point('D10.H', 'int8'), initialFins)).toEqual({ area: 'D', from: 168, to: 175 })
    expect(about.covers(point('D10.L', 'int8'), initialFins)).toEqual({ area: 'D', from: 160, to: 167 })
    expect(about.covers(point('TS5', 'bool'), initialFins)).toEqual({ area: 'TS', from: 5, to: 5 })
  })
})

describe('the plan', () => {
  it('joins words of an area, up to the gap and the longest read', () => {
    const points = ['D0', 'D10', 'D27', 'D60', 'W60', 'D61.03'].map((address, id) => ({
      ...point(address, address.includes('.') ? 'bool' : 'uint16'),
      id,
    }))
    const spans = about.plan(points, initialFins).map(({ area, start, count }) => `${area}${start}+${count}`)
    expect(spans).toEqual(['D0+28', 'D60+2', 'W60+1'])
    const apart = about.plan(points, { ...initialFins, blockCollection: false })
    expect(apart).toHaveLength(6)
    const short = about.plan(points, { ...initialFins, maxWords: 2, maxGap: 480 })
    expect(short.map(({ count }) => count)).toEqual([1, 1, 1, 2, 1])
  })
})

describe('the parameters', () => {
  it('have the usual port and limits', () => {
    expect(FinsParams.parse({ host: '10.0.0.1' })).toEqual({ ...initialFins, host: '10.0.0.1' })
    expect(FinsParams.safeParse({ host: '10.0.0.1', node: 255 }).success).toBe(false)
    expect(FinsParams.safeParse({ host: '10.0.0.1', maxWords: 998 }).success).toBe(false)
  })

  it('share a connection with the same transport, address and node', () => {
    const key = (more: Partial<FinsParams>) => about.connectionKey({ ...initialFins, host: 'PLC', ...more })
    expect(key({})).toBe('fins-tcp:plc:9600:0')
    expect(key({ network: 2, node: 3, maxWords: 10 })).toBe(key({}))
    expect(key({ localNode: 5 })).not.toBe(key({}))
    expect(key({ transport: 'udp', localPort: 9600 })).toBe('fins-udp:plc:9600:9600')
  })
})
