// The driver against implementations of other makers, and those against the simulated PLC of driver.test.ts. gofins has
// words and bits of D by UDP; plctap answers reads by TCP with zeros and parses what it receives; tshark dissects our frames.
// .ci/run installs them; the tests of a missing one are skipped by name.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { startFinsTcpPlc, startFinsUdpPlc } from '../../testkit/peers/fins-plc.ts'
import { hasGofins, startGofins } from '../../testkit/peers/gofins.ts'
import { peerPython } from '../../testkit/peers/peer-python.ts'
import { plctapPython, startPlctap } from '../../testkit/peers/plctap.ts'
import { dissected, hasTshark } from '../../testkit/peers/tshark.ts'
import { freePort } from '../../testkit/ports.ts'
import type { Point, Session } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import { type Command, frameOf } from './frame.ts'
import type { FinsParams } from './params.ts'
import { packetOf } from './tcp-line.ts'

const skipped = (isThere: boolean, what: string) => (isThere ? '' : `: skipped, ${what} is not installed`)
const point = (address: string, dataType: DataType, more: Partial<Point> = {}): Point => ({
  ...{ id: 1, address, dataType, access: 'rw', ...more },
})
const paramsTo = (port: number, more: Partial<FinsParams>): FinsParams => ({
  ...{ ...about.initial, host: '127.0.0.1', port, timeoutMs: 5000, ...more },
})
const open = (params: FinsParams) => opener.open(params, new AbortController().signal)

async function read(session: Session, one: Point, params: FinsParams): Promise<Value> {
  const block = about.plan([one], params)[0]!
  return about.decode(one, block, await session.read(block, params), params)
}

describe.skipIf(!hasGofins)(`FINS/UDP against gofins${skipped(hasGofins, 'Go l1va/gofins')}`, () => {
  let plc: Awaited<ReturnType<typeof startGofins>>
  let session: Session
  let params: FinsParams
  beforeAll(async () => {
    const port = await freePort()
    plc = await startGofins(port)
    params = paramsTo(port, { transport: 'udp' })
    session = await open(params)
  })
  afterAll(async () => {
    await session.close()
    await plc.end()
  })

  it.each<[string, DataType, Value, Partial<Point>?]>([
    ['D0', 'int16', -5],
    ['D10', 'uint16', 65_535],
    ['D20', 'int32', -100_000],
    ['D30', 'uint32', 4_294_967_295],
    ['D40', 'int64', '-9223372036854775808'],
    ['D60', 'uint64', '18446744073709551615'],
    ['D80', 'float32', 21.3],
    ['D100', 'float64', 1e-7],
    ['D120', 'bcd16', 9876],
    ['D130', 'bcd32', 12_345_678],
    ['D140', 'bcd64', 1_234_567_890_123],
    ['D160', 'string', 'Line 7', { length: 10 }],
    ['D200.H', 'uint8', 200],
    ['D200.L', 'int8', -100],
  ])('writes and reads back %s as %s', async (address, dataType, value, more) => {
    const one = point(address, dataType, more)
    expect(await session.write(about.encode(one, value, params), params)).toEqual({ kind: 'done' })
    expect(await read(session, one, params)).toBe(value)
  })

  it('writes a bit, which gofins keeps apart from the words', async () => {
    expect(await session.write(about.encode(point('D300.05', 'bool'), true, params), params)).toEqual({ kind: 'done' })
  })

  it('reads several blocks one by one, as gofins does not know 0104', async () => {
    await session.write(about.encode(point('D400', 'int16'), 111, params), params)
    await session.write(about.encode(point('D500', 'int16'), 222, params), params)
    const spans = [400, 500].map((start) => ({ area: 'D', start, count: 1 }))
    const answers = await session.readMany!(spans, params)
    expect(answers).toEqual([Buffer.of(0, 111), Buffer.of(0, 222)])
  })

  it.each([
    ['W0', 1720],
    ['D32766', 1715],
  ])('reports the refusal of %s', async (address, code) => {
    const refusal = await read(session, point(address, 'int32'), params).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code, broken: false })
  })
})

describe.skipIf(!plctapPython)(`FINS/TCP against plctap${skipped(plctapPython !== undefined, 'plctap 0.6.2')}`, () => {
  it('reads, and its parser finds the fields that were meant', async () => {
    const peer = await startPlctap(plctapPython!)
    const params = paramsTo(peer.port, { localNode: 7 })
    // Unlike a PLC, plctap returns the node of the server first: the driver refuses another node than it has requested.
    await expect(open(params)).rejects.toMatchObject({ code: 1712 })
    const session = await open({ ...params, localNode: 0 })
    const free = { ...params, localNode: 0 }
    expect(await read(session, point('D100', 'float32'), free)).toBe(0)
    expect(await read(session, point('E0_5', 'int16'), free)).toBe(0)
    await session.close()
    const [, , d100, e5] = await peer.end()
    expect(d100).toMatchObject({
      errors: [],
      area_code: 0x82,
      address: 100,
      bit_address: 0,
      count: 2,
      icf: 0x80,
      gct: 2,
    })
    expect(e5).toMatchObject({ errors: [], area_code: 0xa0, address: 5, bit_address: 0, count: 1 })
  })

  it('reports an end code, a wrong length and garbage as faults', async () => {
    for (const [fault, expected] of [
      ['end_code', { code: 1715, broken: false }],
      ['bad_length', { code: 1714, broken: false }],
      ['garbage', { code: 1712, broken: true }],
    ] as const) {
      const peer = await startPlctap(plctapPython!, [fault])
      const params = paramsTo(peer.port, { timeoutMs: fault === 'bad_length' ? 200 : 5000 })
      const session = await open(params)
      expect(await read(session, point('D100', 'int16'), params).catch((error: unknown) => error)).toMatchObject(
        expected,
      )
      await session.close()
      await peer.end()
    }
  })
})

const run = async (python: string, client: string, port: number): Promise<unknown> => {
  const script = new URL(`../../testkit/peers/${client}`, import.meta.url).pathname
  const { stdout } = await promisify(execFile)(python, [script, String(port)])
  return JSON.parse(stdout)
}

const finsPython = peerPython('fins', 'fins.tcp')
describe.skipIf(!finsPython)(
  `the simulated PLC and fins 1.0.5${skipped(finsPython !== undefined, 'fins 1.0.5')}`,
  () => {
    it('agree about FINS/TCP: the driver reads the values that the client wrote', async () => {
      const plc = await startFinsTcpPlc()
      expect(await run(finsPython!, 'fins-client.py', plc.port)).toEqual({
        values: {
          ...{ i: '-5', ui: '65535', di: '-100000', udi: '4294967295' },
          ...{ li: '-9223372036854775808', uli: '18446744073709551615', r: '21.5', l: '1e-07' },
        },
        nodes: [239, 10],
      })
      const params = paramsTo(plc.port, {})
      const session = await open(params)
      const kinds: DataType[] = ['int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64']
      const shown: Value[] = []
      for (const [at, kind] of kinds.entries()) shown.push(await read(session, point(`D${at * 10}`, kind), params))
      expect(shown.map(String)).toEqual([
        ...['-5', '65535', '-100000', '4294967295', '-9223372036854775808', '18446744073709551615', '21.5', '1e-7'],
      ])
      for (const [address, value] of [['W5', 7] as const, ['CIO6', 8] as const, ['H7', 9] as const])
        expect(await read(session, point(address, 'uint16'), params)).toBe(value)
      await session.close()
      await plc.close()
    })
  },
)

const driverPython = peerPython('fins-driver', 'fins.client')
describe.skipIf(!driverPython)(
  `the simulated PLC and fins-driver${skipped(driverPython !== undefined, 'fins-driver 0.3.1')}`,
  () => {
    it('agree about FINS/UDP: words, bits, several areas by one command', async () => {
      const plc = await startFinsUdpPlc()
      expect(await run(driverPython!, 'fins-driver-client.py', plc.port)).toEqual({
        codes: ['0000', '0000', '0000', '0000'],
        many: ['0122', 'fffe', '8000', '1234'],
        missing: ['1104', 'The end of specified word range exceeds acceptable range'],
      })
      const params = paramsTo(plc.port, { transport: 'udp' })
      const session = await open(params)
      expect(await read(session, point('D100.05', 'bool'), params)).toBe(true)
      expect(await read(session, point('3.15', 'bool'), params)).toBe(true)
      await session.close()
      await plc.close()
    })
  },
)

describe.skipIf(!hasTshark)(`FINS frames as tshark dissects them${skipped(hasTshark, 'tshark')}`, () => {
  const route = { to: { network: 1, node: 10, unit: 2 }, from: { network: 3, node: 20, unit: 0 } }
  const header = ['dna', 'da1', 'da2', 'sna', 'sa1', 'sa2', 'sid', 'command'].map((name) => `omron.${name}`)
  const memory = ['area.read', 'address', 'address.bits', 'numitems'].map((name) => `omron.memory.${name}`)
  const fieldsOf = { transport: 'udp', port: 9600, fields: [...header, ...memory, '_ws.malformed'] } as const
  const span = (area: string, start: number, count: number) => ({ area, start, count })
  // The numbers of the header, of 01 and 20 as node and unit.
  const from = ['0x01', '0x0a', '0x02', '0x03', '0x14', '0x00', '0x63']

  it.each<[string, Command, string[]]>([
    ['a read of D', { kind: 'read', span: span('D', 100, 3) }, ['0x0101', '0x82', '0x0064', '0x00', '3']],
    ['a read of E1_', { kind: 'read', span: span('E1_', 7, 1) }, ['0x0101', '0xa1', '0x0007', '0x00', '1']],
    ['a read of C', { kind: 'read', span: span('C', 5, 1) }, ['0x0101', '0x89', '0x8005', '0x00', '1']],
    [
      'a write of W',
      { kind: 'write', span: span('W', 9, 1), bytes: Uint8Array.of(1, 2) },
      ['0x0102', '0xb1', '0x0009', '0x00', '1'],
    ],
    [
      'a write of a bit',
      { kind: 'bit', area: 'H', start: 9, bit: 11, on: true },
      ['0x0102', '0x32', '0x0009', '0x0b', '1'],
    ],
  ])('%s', (_name, command, expected) => {
    expect(dissected([frameOf(command, route, 99)], fieldsOf)).toEqual([[...from, ...expected, '']])
  })

  it('a read of scattered words, and a packet of FINS/TCP', () => {
    const many = frameOf({ kind: 'many', words: [span('D', 100, 1), span('W', 7, 1)] }, route, 99)
    const fields = ['omron.command', 'omron.memory.area.read', 'omron.memory.address', '_ws.malformed']
    const shown = ['0x0104', '0x82,0xb1', '0x0064,0x0007', '']
    expect(dissected([many], { ...fieldsOf, fields })).toEqual([shown])
    const tcp = ['omron.tcp.magic', 'omron.tcp.length', 'omron.tcp.command', ...fields]
    expect(dissected([packetOf(2, many)], { transport: 'tcp', port: 9600, fields: tcp })).toEqual([
      ['0x46494e53', '28', '0x00000002', ...shown],
    ])
  })
})
