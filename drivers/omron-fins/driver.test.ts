// The driver against a simulated PLC of our own, by TCP and UDP: values of every type, scattered reads, faults.
import { afterEach, describe, expect, it } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { type FinsPlc, startFinsTcpPlc, startFinsUdpPlc } from '../../testkit/peers/fins-plc.ts'
import type { Point, Session } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import type { FinsParams } from './params.ts'

const point = (address: string, dataType: DataType, more: Partial<Point> = {}): Point => ({
  ...{ id: 1, address, dataType, access: 'rw', ...more },
})

let plc: FinsPlc | undefined
let session: Session | undefined
afterEach(async () => {
  await session?.close()
  await plc?.close()
})

async function openTo(
  transport: 'tcp' | 'udp',
  more: Partial<FinsParams> = {},
): Promise<[Session, FinsParams, FinsPlc]> {
  plc = transport === 'tcp' ? await startFinsTcpPlc() : await startFinsUdpPlc()
  const params: FinsParams = {
    ...about.initial,
    host: '127.0.0.1',
    port: plc.port,
    transport,
    timeoutMs: 5000,
    ...more,
  }
  session = await opener.open(params, new AbortController().signal)
  return [session, params, plc]
}

async function read(own: Session, one: Point, params: FinsParams): Promise<Value> {
  const block = about.plan([one], params)[0]!
  return about.decode(one, block, await own.read(block, params), params)
}

const values: [string, DataType, Value, Partial<Point>?][] = [
  ['D0', 'int16', -5],
  ['D1', 'uint16', 65_535],
  ['D2', 'int32', -100_000],
  ['D4', 'uint32', 4_294_967_295],
  ['D6', 'int64', '-9223372036854775808'],
  ['D10', 'uint64', '18446744073709551615'],
  ['D14', 'float32', 21.3],
  ['D16', 'float64', 1e-7],
  ['D20', 'bcd16', 9876],
  ['D21', 'bcd32', 12_345_678],
  ['D23', 'bcd64', 1_234_567_890_123],
  ['D30', 'string', 'Line 7', { length: 10 }],
  ['D40.11', 'bool', true],
  ['D41.H', 'uint8', 200],
  ['D41.L', 'int8', -100],
  ['CIO100', 'int16', 1],
  ['101.15', 'bool', true],
  ['W10.00', 'bool', true],
  ['H20', 'int16', 2],
  ['A448', 'int16', 3],
  ['E0_100', 'int16', 4],
  ['EC_100.07', 'bool', true],
  ['E10_5', 'int16', 5],
  ['T5', 'bcd16', 150],
  ['C5', 'uint16', 151],
]

describe.each(['tcp', 'udp'] as const)('FINS by %s', (transport) => {
  it.each(['bit', 'read'] as const)('writes and reads back values of every type and area: %s', async (bitWrite) => {
    const [own, params, { words, requests }] = await openTo(transport, { bitWrite })
    for (const [address, dataType, value, more] of values) {
      const one = point(address, dataType, more)
      expect(about.checkPoint(one, params), address).toBeUndefined()
      expect(await own.write(about.encode(one, value, params), params), address).toEqual({ kind: 'done' })
      expect(await read(own, one, params), address).toBe(value)
    }
    // -100000 and 21.3 with the low word first, the text with its first character in the high byte.
    expect([2, 3, 14, 15, 30].map((number) => words.get(`D${number}`))).toEqual([
      0x7960, 0xfffe, 0x6666, 0x41aa, 0x4c69,
    ])
    expect(['D40', 'D41', 'CIO101', 'EC_100', 'T5', 'C5'].map((name) => words.get(name))).toEqual([
      ...[0x0800, 0xc89c, 0x8000, 0x0080, 0x0150, 151],
    ])
    expect(requests.includes('0102 D40.11 1')).toBe(bitWrite === 'bit')
  })

  it('reads completion flags', async () => {
    const [own, params, { words, requests }] = await openTo(transport)
    words.set('TS6', 1).set('CS6', 1)
    const flags = ['TS5', 'TS6', 'CS6'].map((address, id) => ({ id, address, dataType: 'bool', access: 'r' }) as const)
    const blocks = about.plan(flags, params)
    const answers = await own.readMany!(blocks, params)
    const shown = blocks.flatMap((block, at) =>
      block.points.map(({ point: one }) => [one.address, about.decode(one, block, answers[at] as Uint8Array, params)]),
    )
    expect(shown).toEqual([
      ['CS6', true],
      ['TS5', false],
      ['TS6', true],
    ])
    expect(requests).toEqual(['0101 CS6.0 1', '0101 TS5.0 2'])
  })

  it('reads scattered blocks by one request, with a fault for the bad one only', async () => {
    const [own, params, { words, requests }] = await openTo(transport)
    words.set('D100', 1).set('D101', 2).set('W7', 3).set('C9', 4)
    const spans = [
      { area: 'D', start: 100, count: 2 },
      { area: 'W', start: 7, count: 1 },
      { area: 'D', start: 9999, count: 2 },
      { area: 'C', start: 9, count: 1 },
    ]
    const shown = async () =>
      (await own.readMany!(spans, params)).map((answer) => (answer instanceof Uint8Array ? [...answer] : answer.code))
    expect(await shown()).toEqual([[0, 1, 0, 2], [0, 3], 1715, [0, 4]])
    requests.length = 0
    spans[2]!.count = 1
    expect(await shown()).toEqual([
      [0, 1, 0, 2],
      [0, 3],
      [0, 0],
      [0, 4],
    ])
    expect(requests).toEqual(['0104 D100 D101 W7 D9999 C9'])
  })

  it('reads block by block where the PLC does not know command 0104', async () => {
    const [own, params, memory] = await openTo(transport)
    memory.hasMany = false
    const spans = [7, 500].map((start) => ({ area: 'D', start, count: 1 }))
    expect(await own.readMany!(spans, params)).toEqual([Buffer.alloc(2), Buffer.alloc(2)])
    expect(own.readMany).toBeUndefined()
  })

  it('counts the requests for 100 values', async () => {
    const [own, params, { requests }] = await openTo(transport)
    const requestsFor = async (distance: number): Promise<number> => {
      requests.length = 0
      const points = Array.from({ length: 100 }, (_, id) => ({
        ...point(`D${id * distance}`, 'float32', { access: 'r' }),
        id,
      }))
      await own.readMany!(about.plan(points, params), params)
      return requests.length
    }
    expect([await requestsFor(2), await requestsFor(90)]).toEqual([1, 2])
  })

  it('takes data with flags of the CPU for valid', async () => {
    const [own, params, memory] = await openTo(transport)
    memory.flags = 0x0040
    memory.words.set('D7', 1234)
    expect(await read(own, point('D7', 'int16'), params)).toBe(1234)
  })

  it('refuses a bit of D where the PLC has none, with the bit unwritten', async () => {
    const [own, params, memory] = await openTo(transport)
    memory.hasBitsOfD = false
    const request = about.encode(point('D7.03', 'bool'), true, params)
    await expect(own.write(request, params)).rejects.toMatchObject({ code: 1715, broken: false })
    expect(await own.write(request, { ...params, bitWrite: 'read' })).toEqual({ kind: 'done' })
    expect(memory.words.get('D7')).toBe(8)
  })
})
