// The driver against a PLC of another maker: 3E and 4E, binary and ASCII. It has no 1E, which is compared with published
// and recorded frames in frame.test.ts. In ASCII code it takes the numbers of X, Y, B, W and ZR for decimal, unlike
// SH-080008; those are left out there. .ci/run installs it.
import { describe, expect, it } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { pythonWith } from '../../testkit/peers/pymcprotocol.ts'
import { startVirtualPlc, type VirtualPlc } from '../../testkit/peers/virtual-plc.ts'
import type { Point, Session } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import type { McParams } from './params.ts'

const python = pythonWith('virtual_plc')
const absence = python ? '' : ': skipped, pip install virtual-plc==0.3.0'

const point = (address: string, dataType: DataType, more: Partial<Point> = {}): Point => ({
  id: 1,
  address,
  dataType,
  access: 'rw',
  ...more,
})

async function openTo(plc: VirtualPlc, more: Partial<McParams>): Promise<[Session, McParams]> {
  const params = { ...about.initial, host: '127.0.0.1', port: plc.port, timeoutMs: 3000, ...more }
  return [await opener.open(params, new AbortController().signal), params]
}

async function read(session: Session, one: Point, params: McParams): Promise<Value> {
  const block = about.plan([one], params)[0]!
  return about.decode(one, block, await session.read(block, params), params)
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
  ['D24', 'string', 'Line 7', { length: 10 }],
  ['D30.11', 'bool', true],
  ['R3', 'int16', 77],
  ['TN4', 'uint16', 300],
  ['CN4', 'uint16', 301],
  ['SD9', 'uint16', 302],
  ['M7', 'bool', true],
  ['L8', 'bool', true],
  ['F9', 'bool', true],
  ['V10', 'bool', true],
  ['SM11', 'bool', true],
  ['TS12', 'bool', true],
  ['TC13', 'bool', true],
  ['CS14', 'bool', true],
  ['CC15', 'bool', true],
]
const hexValues: typeof values = [
  ['X1F', 'bool', true],
  ['Y20', 'bool', true],
  ['B2A', 'bool', true],
  ['SB3', 'bool', true],
  ['W1F', 'int16', 55],
  ['SW1A', 'int16', 56],
  ['ZR100', 'int16', 57],
]
const heldAfterwards = {
  M: { 7: [1] },
  L: { 8: [1] },
  R: { 3: [77] },
  TN: { 4: [300] },
  CS: { 14: [1] },
  CC: { 15: [1] },
}
const heldInBinary = { X: { 31: [1] }, Y: { 32: [1] }, B: { 42: [1] }, W: { 31: [55] }, ZR: { 100: [57] } }

describe.skipIf(!python)(`MC against virtual-plc${absence}`, () => {
  it.each([
    ['Q', '3E', 'binary'],
    ['Q', '3E', 'ascii'],
    ['Q', '4E', 'binary'],
    ['Q', '4E', 'ascii'],
    ['iQ-R', '3E', 'binary'],
    ['iQ-R', '4E', 'binary'],
    ['iQ-R', '4E', 'ascii'],
  ] as const)('writes and reads back values of every type and device: %s %s %s', async (profile, frame, code) => {
    const plc = await startVirtualPlc(python!, { profile })
    const [session, params] = await openTo(plc, { series: profile === 'Q' ? 'q' : 'iq-r', frame, code })
    for (const [address, dataType, value, more] of code === 'binary' ? [...values, ...hexValues] : values) {
      const one = point(address, dataType, more)
      expect(await session.write(about.encode(one, value, params), params), address).toEqual({ kind: 'done' })
      expect(await read(session, one, params), address).toBe(value)
    }
    await session.close()
    const held = await plc.end()
    expect(held).toMatchObject({ ...heldAfterwards, ...(code === 'binary' ? heldInBinary : {}) })
    // -5, 65535, and -100000 with its low word first.
    expect(held.D!['0']!.slice(0, 4)).toEqual([0xfffb, 0xffff, 0x7960, 0xfffe])
  })

  it.each([
    ['Q', '3E', 'binary'],
    ['Q', '3E', 'ascii'],
    ['iQ-R', '4E', 'binary'],
    ['iQ-R', '4E', 'ascii'],
  ] as const)('reads scattered blocks, with a fault for the bad one only: %s %s %s', async (profile, frame, code) => {
    const contents = { D: { 100: [1, 2, 3], 500: [9] }, M: { 30: [1, 0, 1, 1] }, TN: { 7: [8] }, CS: { 2: [1] } }
    const plc = await startVirtualPlc(python!, { profile, contents, limits: ['D:0-999'] })
    const [session, params] = await openTo(plc, { series: profile === 'Q' ? 'q' : 'iq-r', frame, code })
    const spans = [
      { area: 'D', start: 100, count: 3 },
      { area: 'M', start: 29, count: 5 },
      { area: 'D', start: 999, count: 2 },
      { area: 'TN', start: 7, count: 1 },
      { area: 'CS', start: 1, count: 2 },
      { area: 'D', start: 500, count: 1 },
    ]
    const answers = await session.readMany!(spans, params)
    const shown = answers.map((answer) => (answer instanceof Uint8Array ? [...answer] : answer.code))
    expect(shown).toEqual([[0, 1, 0, 2, 0, 3], [0, 1, 0, 1, 1], 1715, [0, 8], [0, 1], [0, 9]])
    await session.close()
    await plc.end()
  })

  it('never takes a delayed answer for that of the next request', async () => {
    const contents = { D: { 100: [111], 200: [222] } }
    const delay = { match: { nth: 1 }, action: { type: 'delay', seconds: 0.4 } }
    for (const frame of ['3E', '4E'] as const) {
      const plc = await startVirtualPlc(python!, { profile: 'Q', contents, faults: [delay] })
      const [session, params] = await openTo(plc, { series: 'q', frame, timeoutMs: 150 })
      const late = await read(session, point('D100', 'int16'), params).catch((error: unknown) => error)
      expect(late).toMatchObject({ code: 1714, broken: frame === '3E' })
      const next = await read(session, point('D200', 'int16'), { ...params, timeoutMs: 3000 }).catch((e: unknown) => e)
      if (frame === '4E') expect(next).toBe(222)
      else expect(next).toMatchObject({ code: 1722 })
      await session.close()
      await plc.end()
    }
  })

  it.each<[string, object, object]>([
    ['a corrupt header', { type: 'corrupt_header', offset: 0, xor: 1 }, { code: 1712, broken: true }],
    ['another station', { type: 'corrupt_header', offset: 6, xor: 1 }, { code: 1712, broken: true }],
    ['a cut answer', { type: 'truncate', n: 12 }, { code: 1714, broken: true }],
    ['an end code', { type: 'bad_end_code', code: 0xc056 }, { code: 1715, broken: false }],
    ['a closed connection', { type: 'close_before_response' }, { code: 1722, broken: true }],
    ['a reset connection', { type: 'rst' }, { code: 1722, broken: true }],
  ])('reports %s as a fault', async (_name, action, fault) => {
    const plc = await startVirtualPlc(python!, { profile: 'Q', faults: [{ action }] })
    const [session, params] = await openTo(plc, { series: 'q', timeoutMs: 300 })
    expect(await read(session, point('D100', 'int32'), params).catch((error: unknown) => error)).toMatchObject(fault)
    await session.close()
    await plc.end()
  })
})
