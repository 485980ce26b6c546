// The driver against simulated meters on one line. The battery tortures the line (torture-peer.ts).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, test } from 'vitest'
import type { DataType } from '../../core/data-type.ts'
import { eventually } from '../../testkit/eventually.ts'
import { type Misbehaving, scriptedServer } from '../../testkit/peers/silent.ts'
import { frameOnLine, packed, SimulatedMeters } from '../../testkit/peers/simulated-meters.ts'
import type { Point, TagSession } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import { type Dlt645Params, initialDlt645 } from './params.ts'

const printed = '202311150001'
const other = '202311150002'

let server: Misbehaving | undefined
const sessions: TagSession[] = []
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close()
  await server?.close()
  server = undefined
})

const point = (address: string, dataType: DataType = 'float64', access: Point['access'] = 'r'): Point => ({
  ...{ id: 1, address, dataType, access },
})

type Answer = (request: Buffer, meters: SimulatedMeters, socket: Socket) => Buffer | undefined

async function opened(more: Partial<Dlt645Params> = {}, answer: Answer = (request, meters) => meters.answer(request)) {
  const meters = new SimulatedMeters()
  const own = meters.meter(printed)
  own.set('00010000', packed('00123456'))
  server = await scriptedServer((request, socket) => answer(request, meters, socket))
  const params = about.params.parse({
    ...{ ...initialDlt645, host: '127.0.0.1', port: server.port, address: printed, waitMs: 0, fragmentMs: 50 },
    ...{ timeoutMs: 2000, ...more },
  })
  const session = await opener.open(params, new AbortController().signal, '', [])
  sessions.push(session)
  const read = async (points: readonly Point[], of: Partial<Dlt645Params> = {}): Promise<unknown[]> =>
    (await session.read(points, { ...params, ...of })).map((each) => ('fault' in each ? each.fault.code : each.value))
  /** Data of the requests, in hex, since the last call. */
  const asked = () => meters.requests.splice(0).map((request) => request.slice(printed.length + 1))
  return { session, meters, own, params, read, asked }
}

const voltages = ['2201', '2202', '2203']
const setVoltages = (own: Map<string, Buffer>) => {
  for (const [index, digits] of voltages.entries()) own.set(`02010${index + 1}00`, packed(digits))
  own.set('0201FF00', Buffer.concat(voltages.map(packed)))
}
const phases = ['Ua', 'Ub', 'Uc'].map((name) => point(name))

describe('the values of all phases', () => {
  it('are read by one request', async () => {
    const { own, read, asked } = await opened()
    setVoltages(own)
    await read([point('00010000')])
    asked()
    expect(await read(phases)).toEqual([220.1, 220.2, 220.3])
    expect(asked()).toEqual(['11 00ff0102'])
  })

  it('are read one by one if the meter has no block, which is requested only once', async () => {
    const { own, read, asked } = await opened()
    setVoltages(own)
    own.delete('0201FF00')
    await read([point('00010000')])
    asked()
    expect(await read(phases)).toEqual([220.1, 220.2, 220.3])
    expect(await read(phases)).toEqual([220.1, 220.2, 220.3])
    expect(asked()).toEqual(['11 00ff0102', ...[1, 2, 3, 1, 2, 3].map((phase) => `11 000${phase}0102`)])
  })

  it('are read one by one if the block is shorter or odd, or not wanted', async () => {
    const { own, read, asked } = await opened()
    setVoltages(own)
    own.set('0201FF00', packed('2209'))
    expect(await read(phases)).toEqual([220.1, 220.2, 220.3])
    asked()
    expect(await read(phases.slice(0, 2), { blockReading: false })).toEqual([220.1, 220.2])
    expect(asked()).toEqual(['11 00010102', '11 00020102'])
  })

  it('have no value where the meter sends FF', async () => {
    const { own, read } = await opened()
    own.set('0201FF00', Buffer.concat([packed('2201'), Buffer.alloc(4, 0xff)]))
    expect(await read(phases)).toEqual([220.1, 1739, 1739])
  })
})

describe('an answer', () => {
  it('of several frames is put together', async () => {
    const { own, meters, read, asked } = await opened()
    own.set('04000403', Buffer.from('Asset number of 32 characters...').reverse())
    meters.mostData = 10
    expect(await read([point('00010000'), point('04000403', 'string')])).toEqual([
      1234.56,
      'Asset number of 32 characters...',
    ])
    expect(asked().slice(-4)).toEqual(['11 03040004', '12 0304000401', '12 0304000402', '12 0304000403'])
  })

  it('is found after an echo, noise and the answer of another meter', async () => {
    const foreign = frameOnLine(other, 0x91, Buffer.from([...Buffer.from('00000100', 'hex'), 0x99, 0x99, 0x99, 0x99]))
    const { read } = await opened({}, (request, meters) =>
      Buffer.concat([request, Buffer.of(0, 0x68, 0xff), foreign, meters.answer(request)!]),
    )
    expect(await read([point('00010000')])).toEqual([1234.56])
  })

  it('with a wrong checksum is read again, and is 1712 in the end', async () => {
    let damaged = 1
    const { own, read } = await opened({ fragmentMs: 20, timeoutMs: 100, retries: 1 }, (request, meters) => {
      const answer = meters.answer(request)!
      if (meters.requests.at(-1)!.endsWith('00000100') && damaged-- > 0) answer[answer.length - 2]! ^= 1
      return answer
    })
    setVoltages(own)
    expect(await read([point('00010000')])).toEqual([1234.56])
    damaged = 9
    expect(await read([point('00010000')])).toEqual([1712])
  })

  it('of another length than in the standard is 1719', async () => {
    const { own, read } = await opened()
    own.set('02800002', packed('005000'))
    own.set('04FF0001', packed('005000'))
    expect(await read([point('frequency'), point('04FF0001@1:XX.XX')])).toEqual([1719, 0.5])
  })
})

test('a demand and its time share a request', async () => {
  const { own, read, asked } = await opened()
  own.set('01010000', Buffer.concat([packed('015000'), packed('2603011234')]))
  await read([point('00010000')])
  asked()
  expect(await read([point('01010000'), point('01010000.time', 'string')])).toEqual([1.5, '2026-03-01 12:34'])
  expect(asked()).toEqual(['11 00000101'])
})

describe('a value that the meter does not send', () => {
  const silentFor =
    (di: string): Answer =>
    (request, meters) => {
      const answer = meters.answer(request)
      return meters.requests.at(-1)!.endsWith(` ${di}`) ? undefined : answer
    }

  it('is the fault of this value if the meter answers others', async () => {
    const { own, read } = await opened({ timeoutMs: 100 }, silentFor('02008002'))
    own.set('02800007', packed('0250'))
    expect(await read([point('00010000'), point('frequency'), point('temperature')])).toEqual([1234.56, 1714, 25])
  })

  it('is read one by one if it is a block', async () => {
    const { own, read, asked } = await opened({ timeoutMs: 100 }, silentFor('00ff0102'))
    setVoltages(own)
    expect(await read([point('00010000'), ...phases])).toEqual([1234.56, 220.1, 220.2, 220.3])
    asked()
    await read(phases)
    expect(asked()).not.toContain('11 00ff0102')
  })

  it('makes the call fail if it answers nothing, and the connection after the third time', async () => {
    const { session, params } = await opened({ timeoutMs: 60, address: '000000000009' })
    const broken: unknown[] = []
    for (let time = 0; time < 3; time++)
      await session.read([point('00010000')], params).catch((error) => broken.push([error.code, error.broken]))
    expect(broken).toEqual([
      [1714, false],
      [1714, false],
      [1714, true],
    ])
  })
})

test('two meters share a session, each with its own parameters', async () => {
  const { meters, read } = await opened()
  meters.meter(other).set('9010', packed('00000777'))
  const second = { address: other, standard: '1997' as const }
  expect(await read([point('00010000')])).toEqual([1234.56])
  expect(await read([point('9010')], second)).toEqual([7.77])
  expect(await read([point('00010000')])).toEqual([1234.56])
})

test('the only value of the only meter is confirmed by another one, others are not', async () => {
  const { own, read, asked } = await opened()
  own.set('00020000', packed('00000001'))
  await read([point('00010000')])
  asked()
  await read([point('00010000')])
  expect(asked()).toHaveLength(2)
  await read([point('00020000'), point('00010000')])
  await read([point('00020000'), point('00010000')])
  expect(asked()).toHaveLength(4)
})

describe('a write', () => {
  const period = point('04000103', 'uint8', 'rw')
  const allowed = { password: { text: '123456' }, passwordLevel: 2, operator: '00C0FFEE' }

  it('has level, password, operator and value', async () => {
    const { session, params, asked, read } = await opened(allowed)
    expect(await session.write(period, 15, params)).toEqual({ kind: 'done' })
    expect(asked().at(-1)).toBe('14 0301000402563412eeffc00015')
    expect(await read([period])).toEqual([15])
  })

  it('is not sent without a password, to a read-only value, with a decimal, or once it has expired', async () => {
    const { session, params, asked } = await opened(allowed)
    const refused = { kind: 'unsent', fault: expect.objectContaining({ code: 1717 }) }
    expect(await session.write(period, 15, { ...params, password: null })).toEqual(refused)
    expect(await session.write(point('Ua', 'float64', 'rw'), 1, params)).toEqual(refused)
    expect(await session.write(period, 15.5, params)).toMatchObject({ kind: 'unsent', fault: { code: 1716 } })
    expect(await session.write(period, 15, params, () => false)).toEqual({ kind: 'expired' })
    expect(asked().filter((request) => request.startsWith('14'))).toEqual([])
  })

  it('refused by the meter is a fault in words', async () => {
    const { session, params } = await opened(allowed, (request, meters) => {
      const answer = meters.answer(request)
      return meters.requests.at(-1)!.includes(' 14 ') ? frameOnLine(printed, 0xd4, Buffer.of(5)) : answer
    })
    await expect(session.write(period, 15, params)).rejects.toMatchObject({
      ...{ code: 1745, message: 'meter error 05: wrong password or no permission, other error' },
    })
  })

  it('without an answer has an unknown outcome', async () => {
    const { session, params } = await opened({ ...allowed, timeoutMs: 200 }, (request, meters) => {
      const answer = meters.answer(request)
      return meters.requests.at(-1)!.includes(' 14 ') ? undefined : answer
    })
    await expect(session.write(period, 15, params)).rejects.toMatchObject({ code: 1714 })
  })
})

test('a serial server that closes the connection after each answer does no harm', async () => {
  const { session, own, params, read } = await opened({ password: { text: '123456' } }, (request, meters, socket) => {
    socket.end(meters.answer(request)!)
    return undefined
  })
  own.set('00020000', packed('00000001'))
  const points = [point('00010000'), point('00020000')]
  for (let time = 0; time < 3; time++) expect(await read(points)).toEqual([1234.56, 0.01])
  expect(await session.write(point('04000103', 'uint8', 'rw'), 15, params)).toEqual({ kind: 'done' })
  expect(await read([point('04000103', 'uint8')])).toEqual([15])
})

test('a serial port of the gateway leads to the meters too', async () => {
  const { params, meters } = await opened()
  const folder = await mkdtemp(join(tmpdir(), 'meter-port-'))
  const serialPath = join(folder, 'tty')
  const bridge = spawn('socat', [`pty,raw,echo=0,link=${serialPath}`, `tcp:127.0.0.1:${params.port}`], {
    stdio: 'ignore',
  })
  const gone = once(bridge, 'exit')
  const onPort: Dlt645Params = { ...params, connection: 'serial', serialPort: 'other', serialPath }
  const session = await eventually(() => opener.open(onPort, new AbortController().signal, '', []))
  expect(await session.read([point('00010000')], onPort)).toEqual([{ value: 1234.56, agoMs: 0 }])
  expect(meters.requests.length).toBeGreaterThan(0)
  await session.close()
  bridge.kill('SIGKILL')
  await gone
  await rm(folder, { recursive: true })
})
