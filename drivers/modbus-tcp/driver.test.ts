import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { mbpoll, type Peer, startPymodbus } from '../../testkit/peers/pymodbus.ts'
import { silentServer } from '../../testkit/peers/silent.ts'
import type { Point, Session } from '../driver.ts'
import { about as rtuAbout } from '../modbus-rtu/about.ts'
import { opener as rtuOpener } from '../modbus-rtu/driver.ts'
import type { RtuParams } from '../modbus-rtu/params.ts'
import { about } from './about.ts'
import { opener as tcpOpener } from './driver.ts'
import type { ModbusParams } from './params.ts'

const point = (address: string, dataType: DataType, length?: number): Point => ({
  id: 1,
  address,
  dataType,
  access: 'rw',
  ...(length ? { length } : {}),
})

const registers = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [index, 0]))
const presets = {
  1: { C: { 0: 0, 1: 1, 2: 0, 9: 1 }, D: { 0: 1, 1: 0 }, I: { 0: 65_535, 1: 7 }, H: registers },
  2: { H: { 0: 22 } },
}

const read = async (session: Session, of: Point, params: ModbusParams): Promise<Value> => {
  const block = about.plan([{ ...of, access: 'rw' }], params)[0]!
  return about.decode(of, block, await session.read(block, params), params)
}

describe.each([
  ['tcp', tcpOpener],
  ['rtu', rtuOpener],
] as const)('Modbus %s against pymodbus', (framing, opener) => {
  let peer: Peer
  let session: Session
  let params: RtuParams
  beforeAll(async () => {
    peer = await startPymodbus(presets, framing)
    params = { ...rtuAbout.initial, ...about.initial, host: '127.0.0.1', port: peer.port, timeoutMs: 3000 }
    session = await opener.open(params, new AbortController().signal)
  })
  afterAll(async () => {
    await session.close()
    await peer.kill()
  })

  it.each<[string, DataType, Value, number?, Partial<Point>?]>([
    ['H:0', 'int16', -5],
    ['H:1', 'uint16', 65_535],
    ['H:2', 'int32', -100_000],
    ['H:4', 'uint32', 4_294_967_295],
    ['H:6', 'int64', '-9223372036854775808'],
    ['H:10', 'uint64', '18446744073709551615'],
    ['H:14', 'float32', 21.3],
    ['H:16', 'float64', 1e-7],
    ['H:20', 'bcd16', 9876],
    ['H:21', 'bcd32', 12_345_678],
    ['H:23.15', 'bool', true],
    ['H:23.0', 'bool', true],
    ['H:23.15', 'bool', false],
    ['H:24', 'string', 'Line 7', 10],
    ['C:2', 'bool', true],
    ['H:30.H', 'int8', -128],
    ['H:30.L', 'int8', 127],
    ['H:30.L', 'uint8', 255],
    ['H:30.H', 'uint8', 0],
    ['H:31', 'bcd64', '9999999999999999'],
    ['H:31', 'bcd64', 0],
    ['H:35', 'uint16', 0x1234, undefined, { byteOrder: 'BADC' }],
    ['H:36', 'float64', -1e300, undefined, { byteOrder: 'CDAB' }],
    ['H:40', 'string', '', 10],
    ['H:45', 'string', 'AB', 3, { byteOrder: 'BADC' }],
    ['H:48', 'string', 'Recipe', 10, { prefix: 'word' }],
    ['H:48', 'string', '', 10, { prefix: 'word' }],
  ])('writes and reads back %s as %s: %s', async (address, dataType, value, length, more = {}) => {
    const one = { ...point(address, dataType, length), ...more }
    await session.write(about.encode(one, value, params), params)
    expect(await read(session, one, params)).toBe(value)
  })

  it('changes only the written bit', async () => {
    const whole = point('H:30', 'uint16')
    await session.write(about.encode(whole, 0b1010, params), params)
    await session.write(about.encode(point('H:30.0', 'bool'), true, params), params)
    await session.write(about.encode(point('H:30.3', 'bool'), false, params), params)
    expect(await read(session, whole, params)).toBe(0b0011)
  })

  it('changes only the written byte', async () => {
    const whole = point('H:30', 'uint16')
    await session.write(about.encode(whole, 0x1234, params), params)
    await session.write(about.encode(point('H:30.H', 'uint8'), 0xab, params), params)
    expect(await read(session, whole, params)).toBe(0xab34)
    await session.write(about.encode(point('H:30.L', 'int8'), -1, params), params)
    expect(await read(session, whole, params)).toBe(0xabff)
  })

  it('does not change the capacity of an S7 text, and refuses a length beyond it', async () => {
    const [head, text] = [point('H:50', 'uint16'), { ...point('H:50', 'string', 8), prefix: 's7' as const }]
    await session.write(about.encode(head, 0x0800, params), params)
    await session.write(about.encode(text, 'Batch 7', params), params)
    expect([await read(session, text, params), await read(session, head, params)]).toEqual(['Batch 7', 0x0807])
    await session.write(about.encode(text, '', params), params)
    expect([await read(session, text, params), await read(session, head, params)]).toEqual(['', 0x0800])
    await session.write(about.encode(head, 0x0809, params), params)
    expect(await read(session, text, params).catch((error: unknown) => error)).toMatchObject({ code: 1743 })
  })

  it('writes a coil by function 15 if configured', async () => {
    const fifteen = { ...params, coilFunction: 15 as const }
    for (const value of [true, false, true]) {
      const request = about.encode(point('C:1', 'bool'), value, fifteen)
      expect(request.function).toBe(15)
      await session.write(request, fifteen)
      expect(await read(session, point('C:1', 'bool'), params)).toBe(value)
    }
  })

  it('writes bits and bytes by function 22 if configured, without reading them first', async () => {
    const masked = { ...params, bitWrite: 'mask' as const }
    const whole = point('H:30', 'uint16')
    await session.write(about.encode(whole, 0xff00, params), params)
    for (const [address, type, value] of [
      ['H:30.15', 'bool', false],
      ['H:30.0', 'bool', true],
      ['H:30.H', 'uint8', 0x7e],
    ] as const) {
      const request = about.encode(point(address, type), value, masked)
      expect(request.function).toBe(22)
      await session.write(request, masked)
    }
    expect(await read(session, whole, params)).toBe(0x7e01)
  })

  it('reads coils and inputs from the middle of a block', async () => {
    const points = ['C:0', 'C:1', 'D:0', 'D:1'].map((address) => ({ ...point(address, 'bool'), access: 'r' as const }))
    const blocks = about.plan(points, params)
    expect(blocks.map(({ area, start, count }) => [area, start, count])).toEqual([
      ['C', 0, 2],
      ['D', 0, 2],
    ])
    const values: Value[] = []
    for (const block of blocks) {
      const bytes = await session.read(block, params)
      for (const entry of block.points) values.push(about.decode(entry.point, block, bytes, params))
    }
    expect(values).toEqual([false, true, true, false])
  })

  it('keeps units apart on one connection', async () => {
    const one = point('H:0', 'int16')
    await session.write(about.encode(one, 11, params), params)
    expect(await read(session, one, { ...params, unitId: 2 })).toBe(22)
    expect(await read(session, one, params)).toBe(11)
  })

  it('reports a missing address as 1715 and continues', async () => {
    const fault = await read(session, point('H:500', 'int16'), params).catch((error: unknown) => error)
    expect(fault).toMatchObject({ code: 1715, broken: false })
    expect(await read(session, point('I:1', 'int16'), params)).toBe(7)
  })

  it('uses function 16 for one register if configured', async () => {
    const sixteen = { ...params, writeFunction: 16 as const }
    const request = about.encode(point('H:40', 'int16'), 5, sixteen)
    expect(request.function).toBe(16)
    await session.write(request, sixteen)
    expect(await read(session, point('H:40', 'int16'), params)).toBe(5)
  })

  it('reports a silent unit as 1714', async () => {
    const absent = { ...params, unitId: 9, timeoutMs: 60 }
    const other = await opener.open(params, new AbortController().signal)
    const fault = await read(other, point('H:0', 'int16'), absent).catch((error: unknown) => error)
    // The connection is kept: a late answer is identified by its number, or on a serial line waited for and detected.
    expect(fault).toMatchObject({ code: 1714, broken: false })
    expect(await read(other, point('I:1', 'int16'), params)).toBe(7)
    await other.close()
  })

  it('fails immediately with 1722 when the device is killed, and reconnects after its restart', async () => {
    const own = await startPymodbus(presets, framing)
    const near = { ...params, port: own.port, timeoutMs: 20_000 }
    const first = await opener.open(near, new AbortController().signal)
    expect(await read(first, point('I:1', 'int16'), near)).toBe(7)
    await own.kill()
    expect(await read(first, point('I:1', 'int16'), near).catch((error: unknown) => error)).toMatchObject({
      code: 1722,
      broken: true,
    })
    const refused = await opener.open(near, new AbortController().signal).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 1722, broken: true })
    await own.restart()
    const second = await opener.open(near, new AbortController().signal)
    expect(await read(second, point('I:1', 'int16'), near)).toBe(7)
    await Promise.all([first.close(), second.close(), second.close()])
    await own.kill()
  })

  it('ends a request under way when it is closed', async () => {
    const silent = await silentServer()
    const waiting = { ...params, port: silent.port, timeoutMs: 60_000 }
    const stuck = await opener.open(waiting, new AbortController().signal)
    const request = read(stuck, point('H:0', 'int16'), waiting).catch((error: unknown) => error)
    await stuck.close()
    expect(await request).toMatchObject({ code: 1722 })
    await silent.close()
  })
})

describe('another implementation', () => {
  let peer: Peer
  let session: Session
  let params: ModbusParams
  beforeAll(async () => {
    peer = await startPymodbus(presets)
    params = { ...about.initial, host: '127.0.0.1', port: peer.port, timeoutMs: 3000 }
    session = await tcpOpener.open(params, new AbortController().signal)
  })
  afterAll(async () => {
    await session.close()
    await peer.kill()
  })

  it('mbpoll reads the float, integer, register and coil written here', async () => {
    const writes: [Point, Value][] = [
      [point('H:0', 'float32'), 21.5],
      [point('H:2', 'int32'), -123_456],
      [point('H:4', 'uint16'), 4711],
      [point('C:0', 'bool'), true],
    ]
    for (const [one, value] of writes) await session.write(about.encode(one, value, params), params)
    expect(await mbpoll(peer.port, ['-B', '-t', '4:float', '-r', '0', '127.0.0.1'])).toEqual(['21.5'])
    expect(await mbpoll(peer.port, ['-B', '-t', '4:int', '-r', '2', '127.0.0.1'])).toEqual(['-123456'])
    expect(await mbpoll(peer.port, ['-t', '4', '-r', '4', '127.0.0.1'])).toEqual(['4711'])
    expect(await mbpoll(peer.port, ['-t', '0', '-r', '0', '127.0.0.1'])).toEqual(['1'])
  })

  it('mbpoll sees a 16-bit value with its bytes swapped, and a byte in its half', async () => {
    await session.write(about.encode({ ...point('H:6', 'uint16'), byteOrder: 'DCBA' }, 0x1234, params), params)
    expect(await mbpoll(peer.port, ['-t', '4', '-r', '6', '127.0.0.1'])).toEqual([String(0x3412)])
    await session.write(about.encode(point('H:7.H', 'uint8'), 2, params), params)
    expect(await mbpoll(peer.port, ['-t', '4', '-r', '7', '127.0.0.1'])).toEqual(['512'])
  })

  it('values written by mbpoll are read, words swapped', async () => {
    await mbpoll(peer.port, ['-t', '4:float', '-r', '10', '127.0.0.1', '12.25'])
    expect(await read(session, point('H:10', 'float32'), { ...params, byteOrder: 'CDAB' })).toBe(12.25)
  })
})
