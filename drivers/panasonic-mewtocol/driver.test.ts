// The driver against a simulated PLC of our own: addresses, values of every type, faults, an echo.
import { afterEach, describe, expect, it } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { type MewtocolPlc, startMewtocolPlc } from '../../testkit/peers/mewtocol-plc.ts'
import type { Point, Session } from '../driver.ts'
import { about } from './about.ts'
import { parseMewtocolAddress } from './address.ts'
import { opener } from './driver.ts'
import { initialMewtocol, type MewtocolParams } from './params.ts'

const point = (address: string, dataType: DataType, more: Partial<Point> = {}): Point => ({
  ...{ id: 1, address, dataType, access: 'rw', ...more },
})
const outcome = (action: Promise<unknown>) => action.catch((error: unknown) => error)

let plc: MewtocolPlc | undefined
let session: Session | undefined
afterEach(async () => {
  await session?.close()
  await plc?.close()
})

async function openTo(more: Partial<MewtocolParams> = {}): Promise<[Session, MewtocolParams, MewtocolPlc]> {
  plc = await startMewtocolPlc()
  const params = { ...initialMewtocol, host: '127.0.0.1', port: plc.port, timeoutMs: 5000, ...more }
  session = await opener.open(params, new AbortController().signal)
  return [session, params, plc]
}

async function read(own: Session, one: Point, params: MewtocolParams): Promise<Value> {
  const block = about.plan([one], params)[0]!
  return about.decode(one, block, await own.read(block, params), params)
}

const values: [string, DataType, Value, Partial<Point>?][] = [
  ['DT0', 'int16', -5],
  ['DT1', 'uint16', 65_535],
  ['DT2', 'int32', -100_000],
  ['DT4', 'uint32', 4_294_967_295],
  ['DT6', 'int64', '-9223372036854775808'],
  ['DT10', 'uint64', '18446744073709551615'],
  ['DT14', 'float32', 21.3],
  ['DT16', 'float64', 1e-7],
  ['DT20', 'bcd16', 9876],
  ['DT21', 'bcd32', 12_345_678],
  ['DT23', 'bcd64', 1_234_567_890_123],
  ['DT30', 'string', 'Line 7', { length: 10 }],
  ['DT40.B', 'bool', true],
  ['DT41.H', 'uint8', 200],
  ['DT41.L', 'int8', -100],
  ['R10F', 'bool', true],
  ['R1000A', 'bool', true],
  ['Y3', 'bool', true],
  ['WL5', 'int16', 2],
  ['LD20', 'int16', 3],
  ['FL20', 'int16', 4],
  ['SV7', 'uint16', 150],
  ['EV7', 'uint16', 151],
]

describe.each(['standard', 'extended'] as const)('MEWTOCOL with %s frames', (frame) => {
  it('writes and reads back values of every type and area', async () => {
    const [own, params, { words, requests }] = await openTo({ frame })
    for (const [address, dataType, value, more] of values) {
      const one = point(address, dataType, more)
      expect(about.checkPoint(one, params), address).toBeUndefined()
      expect(await own.write(about.encode(one, value, params), params), address).toEqual({ kind: 'done' })
      expect(await read(own, one, params), address).toBe(value)
    }
    // -100000 and 21.3 with the low word first, the text with its first character in the low byte.
    const names = ['DT2', 'DT3', 'DT14', 'DT15', 'DT30', 'DT40', 'DT41', 'R10', 'R1000', 'Y0', 'SV7']
    expect(names.map((name) => words.get(name))).toEqual([
      ...[0x7960, 0xfffe, 0x6666, 0x41aa, 0x694c, 0x0800, 0xc89c, 0x8000, 0x0400, 8, 150],
    ])
    expect(requests).toContain('WCSR010F1')
  })

  it('reads contacts of timers across words', async () => {
    const [own, params, { words }] = await openTo({ frame })
    words.set('T0', 0x8000).set('T1', 0x0001)
    expect([...(await own.read({ area: 'T', start: 14, count: 4 }, params))]).toEqual([0, 1, 1, 0])
  })

  it('asks only for as many words as a frame holds', async () => {
    const [own, params, memory] = await openTo({ frame })
    const points = Array.from({ length: 100 }, (_, id) => ({ ...point(`DT${id * 2}`, 'float32'), id }))
    const blocks = about.plan(points, params)
    for (const block of blocks) await own.read(block, params)
    const reads = memory.requests.filter((request) => request.startsWith('RD'))
    expect(reads.length).toBe(frame === 'standard' ? 9 : 1)
  })

  it('reads over a line with echo', async () => {
    const [own, params, memory] = await openTo({ frame })
    memory.echoes = true
    memory.words.set('DT5', 55)
    expect(await read(own, point('DT5', 'int16'), params)).toBe(55)
  })

  it('reports the faults of the PLC, and stays open', async () => {
    const [own, params, memory] = await openTo({ frame })
    memory.end = 100
    expect(await outcome(read(own, point('DT100', 'int16'), params))).toMatchObject({ code: 1715, broken: false })
    expect(await outcome(own.write({ area: 'DT', start: 100, bytes: new Uint8Array(2) }, params))).toMatchObject({
      ...{ code: 1715, broken: false },
    })
    const flag = { area: 'T', start: 1, bytes: Uint8Array.of(1), count: 1 }
    expect(await own.write(flag, params)).toMatchObject({ kind: 'unsent', fault: { code: 1717 } })
    expect(await outcome(read(own, point('DT0', 'int16'), { ...params, unit: 9, timeoutMs: 60 }))).toMatchObject({
      ...{ code: 1714, broken: false },
    })
    expect(await read(own, point('DT99', 'int16'), params)).toBe(0)
  })
})

describe('an address', () => {
  it.each<[string, object]>([
    ['DT100', { area: 'DT', start: 100 }],
    ['d100', { area: 'DT', start: 100 }],
    ['DT100.F', { area: 'DT', start: 100, bit: 15 }],
    ['DT100.10', { area: 'DT', start: 100, bit: 10 }],
    ['DT100.L', { area: 'DT', start: 100, byte: 'low' }],
    ['R0', { area: 'R', start: 0, bit: 0 }],
    ['R10F', { area: 'R', start: 10, bit: 15 }],
    ['X1F', { area: 'X', start: 1, bit: 15 }],
    ['L20', { area: 'L', start: 2, bit: 0 }],
    ['LD20', { area: 'LD', start: 20 }],
    ['WR10', { area: 'R', start: 10 }],
    ['WX0', { area: 'X', start: 0 }],
    ['T5', { area: 'T', start: 5 }],
    ['C100', { area: 'C', start: 100 }],
    ['SV0', { area: 'SV', start: 0 }],
  ])('%s is parsed', (text, expected) => {
    expect(parseMewtocolAddress(text)).toEqual(expected)
  })

  it.each([
    ['R', 'Write it as'],
    ['R1G', 'Write it as'],
    ['RF0F0', 'Write it as'],
    ['DT1.16', 'Write it as'],
    ['T5.1', 'Write it as'],
    ['M5', 'Write it as'],
    ['X5120', '0 to 511'],
    ['T4096', '0 to 4095'],
  ])('%s is refused', (text, reason) => {
    expect(parseMewtocolAddress(text)).toMatchObject({ reason: { en: expect.stringContaining(reason) } })
  })

  it.each<[string, DataType, string, string]>([
    ['X0', 'bool', 'access', 'X is read-only'],
    ['T0', 'bool', 'access', 'T is read-only'],
    ['R0', 'int16', 'dataType', 'must be a bool'],
    ['WR2047', 'int32', 'address', 'beyond R2047'],
    ['DT0', 'bool', 'address', 'such as DT100.5'],
  ])('%s cannot be a %s that is written', (address, dataType, field, reason) => {
    expect(about.checkPoint(point(address, dataType), initialMewtocol)).toMatchObject({
      ...{ field, reason: { en: expect.stringContaining(reason) } },
    })
  })
})
