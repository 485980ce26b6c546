// The driver against a simulated PLC, in every frame and data code. The simulation itself is checked by a client of
// another maker in pymcprotocol.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { type McPlc, startMcPlc } from '../../testkit/peers/mc-plc.ts'
import type { Point, Session } from '../driver.ts'
import { about } from './about.ts'
import type { SeriesName } from './devices.ts'
import { opener } from './driver.ts'
import { limitsOf, type McParams } from './params.ts'

const point = (address: string, dataType: DataType, more: Partial<Point> = {}): Point => ({
  id: 1,
  address,
  dataType,
  access: 'rw',
  ...more,
})

let plc: McPlc
beforeAll(async () => {
  plc = await startMcPlc()
})
afterAll(() => plc.close())

const paramsOf = (more: Partial<McParams>): McParams => ({
  ...about.initial,
  ...{ host: '127.0.0.1', port: plc.port, timeoutMs: 3000 },
  ...more,
})
const open = (params: McParams) => opener.open(params, new AbortController().signal)

async function read(session: Session, one: Point, params: McParams): Promise<Value> {
  const block = about.plan([one], params)[0]!
  const bytes = await session.read(block, params)
  expect(bytes).toHaveLength(about.bytesOf(block))
  return about.decode(one, block, bytes, params)
}

describe.each<[SeriesName, McParams['frame'], McParams['code']]>([
  ['iq-r', '4E', 'binary'],
  ['iq-r', '4E', 'ascii'],
  ['iq-r', '3E', 'binary'],
  ['q', '3E', 'binary'],
  ['q', '3E', 'ascii'],
  ['q', '4E', 'binary'],
  ['fx5', '3E', 'binary'],
  ['q', '1E', 'binary'],
  ['q', '1E', 'ascii'],
  ['fx3', '1E', 'ascii'],
])('MC %s %s %s', (series, frame, code) => {
  let session: Session
  let params: McParams
  beforeAll(async () => {
    params = paramsOf({ series, frame, code })
    plc.memory.clear()
    session = await open(params)
  })
  afterAll(() => session.close())

  it.each<[string, DataType, Value, Partial<Point>?]>([
    ['D0', 'int16', -5],
    ['D1', 'uint16', 65_535],
    ['D2', 'int32', -100_000],
    ['D4', 'uint32', 4_294_967_295],
    ['D6', 'int64', '-9223372036854775808'],
    ['D10', 'uint64', '18446744073709551615'],
    ['D14', 'float32', 21.3],
    ['D16', 'float64', 1e-7],
    ['D20', 'bcd16', 9876],
    ['D21', 'bcd64', '9999999999999999'],
    ['D30', 'string', 'Line 7', { length: 11 }],
    ['R5', 'float32', -1.5, { byteOrder: 'DCBA' }],
    ['TN3', 'uint16', 300],
    ['M7', 'bool', true],
    ['M7', 'bool', false],
    ['X17', 'bool', true],
    ['Y0', 'bool', true],
    ['CS2', 'bool', true],
    ['D40.15', 'bool', true],
    ['D40.0', 'bool', true],
    ['D40.15', 'bool', false],
  ])('writes and reads back %s as %s: %s', async (address, dataType, value, more = {}) => {
    const one = point(address, dataType, more)
    expect(await session.write(about.encode(one, value, params), params)).toEqual({ kind: 'done' })
    expect(await read(session, one, params)).toBe(value)
  })

  it('changes only the written bit', async () => {
    plc.memory.set('D50', 0b1010)
    await session.write(about.encode(point('D50.0', 'bool'), true, params), params)
    await session.write(about.encode(point('D50.3', 'bool'), false, params), params)
    expect(plc.memory.get('D50')).toBe(0b0011)
  })

  it('reads a bit among others, also an odd one alone', async () => {
    for (const [number, bit] of [1, 0, 1, 1, 0].entries()) plc.memory.set(`M${100 + number}`, bit)
    const bits = await session.read({ area: 'M', start: 101, count: 3 }, params)
    expect([...bits]).toEqual([0, 1, 1])
    expect([...(await session.read({ area: 'M', start: 103, count: 1 }, params))]).toEqual([1])
  })

  it('reports an address beyond the end', async () => {
    const fault = await session.read({ area: 'D', start: 9999, count: 2 }, params).catch((error: unknown) => error)
    expect(fault).toMatchObject({ code: 1715, broken: false })
  })

  it('reads many blocks where the frame has random reads, with a fault for the bad one only', async () => {
    plc.memory.set('D200', 7).set('W3', 8).set('M33', 1).set('TN9', 10)
    const spans = [
      { area: 'D', start: 200, count: 2 },
      { area: 'D', start: 9999, count: 2 },
      { area: 'M', start: 30, count: 5 },
      { area: 'W', start: 3, count: 1 },
      { area: 'TS', start: 0, count: 2 },
      { area: 'TN', start: 9, count: 1 },
      { area: 'D', start: 300, count: 60 },
    ]
    if (limitsOf(params).random === 0) {
      expect(session.readMany).toBeUndefined()
      return
    }
    const answers = await session.readMany!(spans, params)
    const shown = answers.map((answer) => (answer instanceof Uint8Array ? [...answer] : answer.code))
    expect(shown).toEqual([
      [0, 7, 0, 0],
      1715,
      [0, 0, 0, 1, 0],
      [0, 8],
      [0, 0],
      [0, 10],
      Array.from({ length: 120 }, () => 0),
    ])
  })
})

describe('the requests of many blocks', () => {
  const spans = Array.from({ length: 60 }, (_, index) => ({ area: 'D', start: index * 100, count: 1 }))

  it.each<[SeriesName, number]>([
    ['iq-r', 1],
    ['q', 1],
    ['fx5', 1],
    ['inovance', 2],
  ])('%s: %i for 60 scattered words', async (series, count) => {
    const params = paramsOf({ series })
    const session = await open(params)
    plc.requests.length = 0
    await session.readMany!(spans, params)
    expect(plc.requests).toHaveLength(count)
    await session.close()
  })

  it('are single reads if the PLC refuses random reads, which are then given up', async () => {
    const params = paramsOf({ series: 'q' })
    const session = await open(params)
    plc.hasRandom = false
    plc.requests.length = 0
    const answers = await session.readMany!(spans.slice(0, 5), params)
    expect(answers.every((answer) => answer instanceof Uint8Array)).toBe(true)
    expect(plc.requests).toHaveLength(5)
    expect(session.readMany).toBeUndefined()
    plc.hasRandom = true
    await session.close()
  })
})

describe('the pause between two requests', () => {
  const spans = [
    { area: 'TS', start: 0, count: 1 },
    { area: 'D', start: 0, count: 1 },
  ]

  it('applies to the requests of one read', async () => {
    const params = paramsOf({ series: 'q', waitMs: 40 })
    const session = await open(params)
    const from = performance.now()
    await session.readMany!(spans, params)
    expect(performance.now() - from).toBeGreaterThan(35)
    await session.close()
  })

  it('applies between reading a word and writing its bit', async () => {
    const params = paramsOf({ series: 'q', waitMs: 40 })
    const session = await open(params)
    const from = performance.now()
    expect(await session.write(about.encode(point('D60.1', 'bool'), true, params), params)).toEqual({ kind: 'done' })
    expect(performance.now() - from).toBeGreaterThan(35)
    await session.close()
  })

  it('ends when the session is closed: nothing more is sent', async () => {
    const params = paramsOf({ series: 'q', waitMs: 60_000 })
    const session = await open(params)
    plc.requests.length = 0
    const reading = session.readMany!(spans, params).catch((error: unknown) => error)
    const writing = open(params).then(async (other) => {
      const written = other.write(about.encode(point('D60.1', 'bool'), true, params), params)
      await expect.poll(() => plc.requests.length).toBe(2)
      await other.close()
      return written
    })
    expect(await writing).toMatchObject({ kind: 'unsent', fault: { code: 1722, broken: true } })
    await session.close()
    expect(await reading).toMatchObject({ code: 1722, broken: true })
    expect(plc.requests).toHaveLength(2)
  })
})

it('addresses X and Y of FX5U in octal, and R of Inovance from D8000 on', async () => {
  plc.memory.clear()
  plc.memory.set('X8', 1).set('D8100', 42)
  const [fx5, inovance] = [paramsOf({ series: 'fx5' }), paramsOf({ series: 'inovance' })]
  const session = await open(fx5)
  expect(await read(session, point('X10', 'bool'), fx5)).toBe(true)
  expect(await read(session, point('X10', 'bool'), { ...fx5, xyNumbering: 'hex' })).toBe(false)
  expect(await read(session, point('R100', 'int16'), inovance)).toBe(42)
  await session.close()
})
