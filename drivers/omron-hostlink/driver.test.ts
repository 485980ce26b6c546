// The driver against a simulated PLC of our own: values of every type, scattered reads, faults, damaged answers.
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { type HostLinkPlc, hostLinkFrame, startHostLinkPlc } from '../../testkit/peers/hostlink-plc.ts'
import { type Misbehaving, scriptedServer } from '../../testkit/peers/silent.ts'
import type { Point, Session } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import type { HostLinkParams } from './params.ts'

const point = (address: string, dataType: DataType, more: Partial<Point> = {}): Point => ({
  ...{ id: 1, address, dataType, access: 'rw', ...more },
})
const outcome = (action: Promise<unknown>) => action.catch((error: unknown) => error)

let plc: Pick<Misbehaving, 'close'> | undefined
let session: Session | undefined
afterEach(async () => {
  await session?.close()
  await plc?.close()
})

async function open(port: number, more: Partial<HostLinkParams>): Promise<[Session, HostLinkParams]> {
  const params: HostLinkParams = { ...about.initial, host: '127.0.0.1', port, waitMs: 0, timeoutMs: 5000, ...more }
  session = await opener.open(params, new AbortController().signal)
  return [session, params]
}

async function openTo(more: Partial<HostLinkParams>): Promise<[Session, HostLinkParams, HostLinkPlc]> {
  const own = await startHostLinkPlc()
  plc = own
  return [...(await open(own.port, more)), own]
}

/** A PLC that answers markers, and commands by a script; `index` counts the commands. */
async function openScripted(
  script: (request: string, socket: Socket, index: number) => string | undefined,
  more: Partial<HostLinkParams> = {},
): Promise<[Session, HostLinkParams]> {
  let index = 0
  const server = await scriptedServer((bytes, socket) => {
    const request = bytes.toString('latin1')
    const answer = request.startsWith('TS', 3) ? request : script(request, socket, index++)
    return answer === undefined ? undefined : Buffer.from(answer, 'latin1')
  })
  plc = server
  return open(server.port, { protocol: 'c-mode', ...more })
}

async function read(own: Session, one: Point, params: HostLinkParams): Promise<Value> {
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
  ['H20', 'int16', 2],
  ['A448', 'int16', 3],
  ['E0_100', 'int16', 4],
  ['T5', 'bcd16', 150],
  ['C5', 'uint16', 151],
]

describe.each(['fins', 'c-mode'] as const)('Host Link with commands of %s', (protocol) => {
  it('writes and reads back values of every type and area', async () => {
    const [own, params, { words }] = await openTo({ protocol })
    for (const [address, dataType, value, more] of values) {
      const one = point(address, dataType, more)
      expect(about.checkPoint(one, params), address).toBeUndefined()
      expect(await own.write(about.encode(one, value, params), params), address).toEqual({ kind: 'done' })
      expect(await read(own, one, params), address).toBe(value)
    }
    const names = ['D2', 'D3', 'D14', 'D15', 'D30', 'D40', 'D41', 'CIO101', 'E0_100', 'T5', 'C5']
    expect(names.map((name) => words.get(name))).toEqual([
      ...[0x7960, 0xfffe, 0x6666, 0x41aa, 0x4c69, 0x0800, 0xc89c, 0x8000, 4, 0x0150, 151],
    ])
  })

  it('reads completion flags and refuses to write them', async () => {
    const [own, params, { words }] = await openTo({ protocol })
    words.set('TS6', 1)
    expect([...(await own.read({ area: 'TS', start: 5, count: 3 }, params))]).toEqual([0, 1, 0])
    const flag = { area: 'TS', start: 1, bytes: Uint8Array.of(1), count: 1 }
    expect(await own.write(flag, params)).toMatchObject({ kind: 'unsent', fault: { code: 1717 } })
  })

  it('serves several units on one line', async () => {
    const [own, params, memory] = await openTo({ protocol })
    memory.unit = 12
    memory.words.set('D7', 77)
    expect(await read(own, point('D7', 'int16'), { ...params, unit: 12 })).toBe(77)
    expect(await outcome(read(own, point('D7', 'int16'), { ...params, timeoutMs: 60 }))).toMatchObject({
      ...{ code: 1714, broken: false },
    })
    expect(await read(own, point('D7', 'int16'), { ...params, unit: 12 })).toBe(77)
  })

  it('reports an address that the PLC does not have, and stays open', async () => {
    const [own, params, memory] = await openTo({ protocol })
    memory.end = 100
    expect(await outcome(read(own, point('D100', 'int16'), params))).toMatchObject({ code: 1715, broken: false })
    expect(await read(own, point('D99', 'int16'), params)).toBe(0)
  })

  it('detects a converter that returns what is sent', async () => {
    const [own, params, memory] = await openTo({ protocol })
    memory.echoes = true
    expect(await outcome(read(own, point('D7', 'int16'), params))).toMatchObject({
      ...{ code: 1712, message: expect.stringContaining('echo') },
    })
  })

  it('counts the connection as dead after three timeouts', async () => {
    const server = await scriptedServer(() => undefined)
    plc = server
    const [own, params] = await open(server.port, { protocol, timeoutMs: 50 })
    const outcomes: unknown[] = []
    for (let time = 0; time < 3; time++) outcomes.push(await outcome(read(own, point('D7', 'int16'), params)))
    expect(outcomes).toMatchObject([{ broken: false }, { broken: false }, { code: 1714, broken: true }])
    expect(own.isOpen).toBe(false)
  })
})

describe('a read of many blocks', () => {
  const spans = [
    { area: 'D', start: 100, count: 2 },
    { area: 'D', start: 9999, count: 2 },
    { area: 'H', start: 7, count: 1 },
  ]

  it('is one request of FINS, with a fault for the bad one only', async () => {
    const [own, params, memory] = await openTo({ protocol: 'fins' })
    memory.words.set('D100', 1).set('H7', 3)
    const shown = async (many: typeof spans) =>
      (await own.readMany!(many, params)).map((answer) => (answer instanceof Uint8Array ? [...answer] : answer.code))
    expect(await shown(spans)).toEqual([[0, 1, 0, 0], 1715, [0, 3]])
    memory.requests.length = 0
    expect(await shown([spans[0]!, spans[2]!])).toEqual([
      [0, 1, 0, 0],
      [0, 3],
    ])
    expect(memory.requests).toEqual(['0104 D100 D101 H7'])
  })

  it('is block by block in C-mode, and where the PLC does not know the command', async () => {
    const [own, params, memory] = await openTo({ protocol: 'fins' })
    memory.hasMany = false
    expect(await own.readMany!([spans[0]!, spans[2]!], params)).toHaveLength(2)
    expect(own.readMany).toBeUndefined()
    await own.close()
    await plc!.close()
    const [other] = await openTo({ protocol: 'c-mode' })
    expect(other.readMany).toBeUndefined()
  })
})

describe('an answer', () => {
  const d100 = { area: 'D', start: 100, count: 1 }
  const good = hostLinkFrame('00RD001234')

  it.each([
    ['with a wrong check sum', `${good.slice(0, 7)}9${good.slice(8)}`, 1712],
    ['to another command', hostLinkFrame('00RR001234'), 1712],
    ['with too many words', hostLinkFrame('00RD0012341234'), 1719],
    ['that the command is unknown', hostLinkFrame('00IC'), 1720],
    ['in several frames', hostLinkFrame('00RD001234').replace('*', ''), 1712],
  ])('%s is a fault', async (_name, answer, code) => {
    const [own, params] = await openScripted(() => answer)
    expect(await outcome(own.read(d100, params))).toMatchObject({ code, broken: false })
    expect(own.isOpen).toBe(true)
  })

  it('from another unit is skipped', async () => {
    const [own, params] = await openScripted(() => hostLinkFrame('05RD009999') + good)
    expect(await own.read(d100, params)).toEqual(Buffer.from('1234', 'hex'))
  })

  it('is requested again if two arrive', async () => {
    const [own, params] = await openScripted((_request, _socket, index) => (index === 0 ? good + good : good))
    expect(await own.read(d100, params)).toEqual(Buffer.from('1234', 'hex'))
    const [always, same] = await openScripted(() => good + good)
    expect(await outcome(always.read(d100, same))).toMatchObject({ code: 1712, broken: false })
  })

  it('that is late is not that of the next request', async () => {
    const [own, params] = await openScripted(
      (_request, socket, index) => {
        if (index > 0) return good
        setTimeout(() => socket.write(hostLinkFrame('00RD009999')), 120)
        return undefined
      },
      { timeoutMs: 60 },
    )
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1714, broken: false })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await own.read(d100, { ...params, timeoutMs: 5000 })).toEqual(Buffer.from('1234', 'hex'))
  })

  it('from an earlier connection is not that of the first request', async () => {
    const stale = hostLinkFrame('00TSEARLIER') + hostLinkFrame('00RD009999')
    let markers = 0
    const server = await scriptedServer((bytes) => {
      const request = bytes.toString('latin1')
      if (!request.startsWith('TS', 3)) return Buffer.from(good, 'latin1')
      return Buffer.from(markers++ === 0 ? stale + request : request, 'latin1')
    })
    plc = server
    const [own, params] = await open(server.port, { protocol: 'c-mode' })
    expect(await own.read(d100, params)).toEqual(Buffer.from('1234', 'hex'))
  })

  it('arrives in pieces', async () => {
    const [own, params] = await openScripted((_request, socket) => {
      for (const [at, character] of [...good].entries()) setTimeout(() => socket.write(character), at)
      return undefined
    })
    expect(await own.read(d100, params)).toEqual(Buffer.from('1234', 'hex'))
  })
})

describe('a write', () => {
  const request = { area: 'D', start: 100, bytes: Buffer.from('1234', 'hex') }
  const done = hostLinkFrame('00WD00')

  it('is done when the PLC says so, and a fault if it refuses', async () => {
    const [own, params] = await openScripted((_request, _socket, index) =>
      index === 0 ? done : hostLinkFrame('00WD01'),
    )
    expect(await own.write(request, params)).toEqual({ kind: 'done' })
    expect(await outcome(own.write(request, params))).toMatchObject({ code: 1717, broken: false })
  })

  it('is uncertain with two answers, or none', async () => {
    const [own, params] = await openScripted(() => done + done)
    expect(await outcome(own.write(request, params))).toMatchObject({ code: 1712 })
    const [silent, same] = await openScripted(() => undefined, { timeoutMs: 60 })
    expect(await outcome(silent.write(request, same))).toMatchObject({ code: 1714 })
  })

  it('is not sent if it may not start, or if the unit does not answer a marker', async () => {
    const sent: string[] = []
    const [own, params] = await openScripted((asked) => {
      sent.push(asked)
      return done
    })
    expect(await own.write(request, params, () => false)).toEqual({ kind: 'expired' })
    const server = await scriptedServer(() => undefined)
    const [silent, same] = await open(server.port, { timeoutMs: 60 })
    expect(await silent.write(request, same)).toMatchObject({ kind: 'unsent', fault: { code: 1714 } })
    await silent.close()
    await server.close()
    expect(sent).toEqual([])
  })

  it('first reads the word of which it changes a half', async () => {
    const order: string[] = []
    const [own, params] = await openScripted((asked) => {
      order.push(asked.slice(3, -4))
      return asked.startsWith('RD', 3) ? hostLinkFrame('00RD00ABCD') : done
    })
    const half = { ...request, bytes: Buffer.from('0034', 'hex'), mask: Buffer.from('00ff', 'hex') }
    expect(await own.write(half, params, () => order.push('may start') > 0)).toEqual({ kind: 'done' })
    expect(order).toEqual(['RD01000001', 'may start', 'WD0100AB34'])
  })
})

describe('a point in C-mode', () => {
  const params: HostLinkParams = { ...about.initial, protocol: 'c-mode' }

  it.each<[string, string]>([
    ['W10', 'C-mode cannot access W'],
    ['D10000', 'In C-mode D ends at 9999'],
    ['T2048', 'In C-mode T ends at 2047'],
  ])('%s is refused', (address, reason) => {
    expect(about.checkPoint(point(address, 'uint16'), params)).toMatchObject({ reason: { en: reason } })
    expect(about.checkPoint(point(address, 'uint16'), about.initial)).toBeUndefined()
  })

  it('is read by short requests', () => {
    const points = Array.from({ length: 60 }, (_, id) => ({ ...point(`D${id}`, 'uint16'), id }))
    expect(about.plan(points, params).map(({ count }) => count)).toEqual([29, 29, 2])
    expect(about.plan(points, about.initial).map(({ count }) => count)).toEqual([60])
  })
})
