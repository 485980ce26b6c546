// The driver against servers of other makers. python-snap7 3 is written in Python: it proves addresses and the coding of
// values, but it answers a missing data block with invented bytes and refuses bits. python-snap7 2 is the C library snap7,
// which has bits, timers, counters and the faults of a CPU.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { pythonWithSnap7, type Snap7Server, startSnap7 } from '../../testkit/peers/snap7.ts'
import { freePort } from '../../testkit/ports.ts'
import type { Point, Session } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import type { S7Params } from './params.ts'

const point = (address: string, dataType: DataType, more: Partial<Point> = {}): Point => ({
  ...{ id: 1, address, dataType, access: 'rw', ...more },
})
const span = (start: number, count: number, area = 'DB1') => ({ area, start, count })

let server: Snap7Server
let session: Session
let params: S7Params

async function connect(python: string): Promise<void> {
  const port = await freePort()
  server = await startSnap7(python, port)
  params = { ...about.initial, host: '127.0.0.1', port, model: '300', timeoutMs: 10_000 }
  session = await opener.open(params, new AbortController().signal)
}

async function disconnect(): Promise<void> {
  await session?.close()
  await server?.end()
}

const read = async (one: Point): Promise<Value> => {
  const block = about.plan([one], params)[0]!
  return about.decode(one, block, await session.read(block, params), params)
}
const write = (one: Point, value: Value) => session.write(about.encode(one, value, params), params)
const outcomes = async (spans: ReturnType<typeof span>[]) =>
  (await session.readMany!(spans, params)).map((each) =>
    each instanceof Uint8Array ? Buffer.from(each).toString('hex') : each.code,
  )

const pure = pythonWithSnap7('snap7')
const native = pythonWithSnap7('snap7-c')
const peers = [
  ['python-snap7 3', pure],
  ['the C library snap7', native],
] as const

for (const [name, python] of peers)
  describe.skipIf(python === undefined)(`Siemens S7 against ${name}`, () => {
    beforeAll(() => connect(python!))
    afterAll(disconnect)

    it.each<[string, DataType, Value, string, string, Partial<Point>?]>([
      ['DB1.DBB1', 'int8', -128, 'DB1 1', '80'],
      ['DB1.DBB1', 'uint8', 255, 'DB1 1', 'ff'],
      ['DB1.DBW2', 'int16', -2, 'DB1 2', 'fffe'],
      ['QW4', 'uint16', 65_535, 'Q 4', 'ffff'],
      ['MW10', 'bcd16', 1234, 'M 10', '1234'],
      ['MD12', 'int32', -100_000, 'M 12', 'fffe7960'],
      ['VD20', 'uint32', 4_294_967_295, 'DB1 20', 'ffffffff'],
      ['DB1.DBD20', 'bcd32', 12_345_678, 'DB1 20', '12345678'],
      ['DB1.DBD25', 'float32', 21.3, 'DB1 25', '41aa6666'],
      ['DB1.DBD592', 'int64', '-9223372036854775808', 'DB1 592', '8000000000000000'],
      ['DB1.DBD30', 'uint64', '18446744073709551615', 'DB1 30', 'ffffffffffffffff'],
      ['DB1.DBD30', 'bcd64', '9999999999999999', 'DB1 30', '9999999999999999'],
      ['DB1.DBD30', 'float64', 1 / 3, 'DB1 30', '3fd5555555555555'],
      ['DB1.DBD30', 'float32', 1, 'DB1 30', '00003f80', { byteOrder: 'CDAB' }],
      ['DB1.DBB41', 'string', 'Line 7', 'DB1 41', '4c696e652037000000', { length: 9 }],
      ['DB1.DBB41', 'string', 'Mix', 'DB1 41', '00034d6978', { length: 9, prefix: 'word' }],
    ])('writes and reads back %s as %s: %s', async (address, dataType, value, place, bytes, more = {}) => {
      const one = point(address, dataType, more)
      expect(about.checkPoint(one, params)).toBeUndefined()
      expect(await write(one, value)).toEqual({ kind: 'done' })
      expect(await server.ask(`peek ${place} ${bytes.length / 2}`)).toBe(bytes)
      expect(await read(one)).toBe(value)
    })

    it.each<[string, string, DataType, Value, string, Partial<Point>?]>([
      ['int', '100', 'int16', -1234, '-1234'],
      ['uint', '100', 'uint16', 65_000, '65000'],
      ['dint', '100', 'int32', -100_000, '-100000'],
      ['udint', '100', 'uint32', 4_000_000_000, '4000000000'],
      ['sint', '101', 'int8', -5, '-5'],
      ['usint', '101', 'uint8', 250, '250'],
      ['real', '102', 'float32', 0.5, '0.5'],
      ['lreal', '103', 'float64', -0.1, '-0.1'],
      ['string', '110', 'string', 'Recipe', 'Recipe 20', { length: 20, prefix: 's7' }],
    ])('reads what the peer codes as %s, and the reverse', async (kind, start, dataType, value, text, more = {}) => {
      const letter = dataType === 'string' || dataType.endsWith('int8') ? 'B' : dataType.endsWith('16') ? 'W' : 'D'
      const one = point(`DB1.DB${letter}${start}`, dataType, more)
      await server.ask(`set ${kind} DB1 ${start} ${text}`)
      expect(await read(one)).toBe(value)
      const other = typeof value === 'string' ? 'Mix' : 7
      expect(await write(one, other)).toEqual({ kind: 'done' })
      const back = await server.ask(`get ${kind} DB1 ${start}`)
      expect(typeof value === 'string' ? back : Number(back)).toBe(other)
    })

    test('reads bits of every area', async () => {
      for (const area of ['I', 'Q', 'M', 'DB1']) await server.ask(`poke ${area} 7 a5`)
      for (const prefix of ['I7', 'Q7', 'M7', 'DB1.DBX7', 'V7']) {
        const bits: Value[] = []
        for (let bit = 7; bit >= 0; bit--) bits.push(await read(point(`${prefix}.${bit}`, 'bool', { access: 'r' })))
        expect(bits.map(Number).join('')).toBe('10100101')
      }
    })

    test('reads 60 blocks of odd and even lengths in a few requests', async () => {
      const bytes = Uint8Array.from({ length: 600 }, (_, at) => (at * 7) & 0xff)
      await server.ask(`poke DB1 0 ${Buffer.from(bytes).toString('hex')}`)
      const spans = Array.from({ length: 60 }, (_, at) => span(at * 9, 1 + (at % 9)))
      const expected = spans.map(({ start, count }) =>
        Buffer.from(bytes.subarray(start, start + count)).toString('hex'),
      )
      expect(await outcomes(spans)).toEqual(expected)
    })

    test('does not write a text that is longer than the PLC declares', async () => {
      await server.ask('set string DB1 300 abc 4')
      const text = point('DB1.DBB300', 'string', { length: 20, prefix: 's7' })
      expect(await write(text, 'abcde')).toMatchObject({ kind: 'unsent', fault: { code: 2007 } })
      expect(await read(text)).toBe('abc')
    })

    test('fails with 1722 when the server is killed', async () => {
      const port = await freePort()
      const other = await startSnap7(python!, port)
      const near = { ...params, port }
      const own = await opener.open(near, new AbortController().signal)
      await own.read(span(0, 2), near)
      await other.end()
      await expect(own.read(span(0, 2), near)).rejects.toMatchObject({ code: 1722, broken: true })
      await own.close()
      await expect(opener.open(near, new AbortController().signal)).rejects.toMatchObject({ code: 1722 })
    })
  })

describe.skipIf(native === undefined)('Siemens S7 and the faults of the C library snap7', () => {
  beforeAll(() => connect(native!))
  afterAll(disconnect)

  test('are those of single items', async () => {
    await server.ask('poke DB1 0 12345678')
    expect(await outcomes([span(0, 2), span(0, 2, 'DB9'), span(2, 2), span(4, 8, 'DB2'), span(1, 1)])).toEqual([
      ...['1234', 1715, '5678', 1715, '34'],
    ])
  })

  test('follow a write to a missing data block, and behind the end of one', async () => {
    await expect(write(point('DB9.DBW0', 'int16'), 1)).rejects.toMatchObject({ code: 1715, broken: false })
    await expect(write(point('DB2.DBW8', 'int16'), 1)).rejects.toMatchObject({ code: 1715, broken: false })
    expect(await outcomes([span(0, 1)])).toEqual(['12'])
  })

  test('leave bits beside a written one unchanged', async () => {
    await server.ask('poke M 20 a5')
    await write(point('M20.1', 'bool'), true)
    await write(point('M20.7', 'bool'), false)
    expect(await server.ask('peek M 20 1')).toBe('27')
    expect(await read(point('M20.7', 'bool'))).toBe(false)
  })

  // Its server divides the number of a timer by two, unlike its client and the CPUs: only a read from number 0 is right.
  test('are absent from timers and counters, which are words from number 0 on', async () => {
    await server.ask('poke T 0 012310002504')
    await server.ask('poke C 0 00070123')
    const timers = ['T0', 'T1', 'T2'].map((address, id) => point(address, 'uint32', { id, access: 'r' }))
    const block = about.plan(timers, params)[0]!
    const bytes = await session.read(block, params)
    expect(timers.map((timer) => about.decode(timer, block, bytes, params))).toEqual([1230, 0, 504_000])
    expect(await read(point('C0', 'bcd16', { access: 'r' }))).toBe(7)
    expect(await outcomes([span(0, 2, 'C'), span(0, 1), span(0, 17, 'C')])).toEqual(['00070123', '12', 1715])
  })
})
