// Sessions with a simulated station: watching, interrogations, restarts, reads and commands.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import {
  causeOf,
  type Iec104Station,
  mirrored,
  startIec104Station,
  stationAsdu,
} from '../../testkit/peers/iec104-station.ts'
import { DriverFault, type Point, type TagReading, type TagSession } from '../driver.ts'
import { opener } from './driver.ts'
import { Iec104Params } from './params.ts'
import { timeTagBytes } from './time.ts'

let station: Iec104Station
let open: TagSession[]
/** Readings of each watched point, in order, and the fault that ended the session. */
let seen: Map<number, unknown[]>
let ended: DriverFault[]

beforeEach(async () => {
  station = await startIec104Station()
  open = []
  seen = new Map()
  ended = []
  station.put(1, 1, '01')
  station.put(2, 3, '02')
  station.put(3, 13, '0000484100')
})
afterEach(async () => {
  for (const session of open) await session.close()
  await station.close()
})

const paramsOf = (more: object = {}) =>
  Iec104Params.parse({ host: '127.0.0.1', port: station.port, timeoutMs: 5000, returnMs: 0, ...more })
const point = (id: number, address: string, dataType: DataType = 'bool', access: Point['access'] = 'rw'): Point => ({
  ...{ id, address, dataType, access },
})
const outcome = (reading: TagReading) =>
  'fault' in reading ? reading.fault.code : reading.doubt ? [reading.value, reading.doubt.code] : reading.value
const listener = {
  onReading: (id: number, reading: TagReading) => void seen.set(id, [...(seen.get(id) ?? []), outcome(reading)]),
  onEnd: (fault: DriverFault) => void ended.push(fault),
}
async function connect(params = paramsOf(), points: readonly Point[] = []): Promise<TagSession> {
  const session = await opener.open(
    params,
    new AbortController().signal,
    '',
    points.length > 0 ? [{ id: 1, points }] : [],
  )
  open.push(session)
  return session
}
async function watching(points: readonly Point[], params = paramsOf()): Promise<TagSession> {
  const session = await connect(params, points)
  const tags = points.map((each) => ({ point: each, periodMs: 1000 }))
  expect(await session.watch!(tags, params, listener)).toEqual(new Map())
  return session
}
const single = (address: number, value: number, more: object = {}) =>
  stationAsdu({ type: 1, cause: causeOf.spontaneous, objects: [[address, value ? '01' : '00']], ...more })
/** Types of the ASDUs that the station has received. */
const received = () => station.asdus.map(([type]) => type)
const writeCode = (write: Promise<unknown>) =>
  write.then(
    (answer) => answer,
    (error: unknown) => (error instanceof DriverFault ? error.code : error),
  )

describe('watched variables', () => {
  const points = [point(1, '1'), point(2, 'M_DP 2', 'uint8'), point(3, '3', 'float32'), point(4, '4000')]

  it('have the values of the interrogation, or a fault if it has none', async () => {
    await watching(points)
    await expect.poll(() => seen.get(4)).toEqual([1739])
    expect([seen.get(1), seen.get(2), seen.get(3)]).toEqual([[true], [2], [12.5]])
  })

  it('receive every change in order, also in one segment and in sequences', async () => {
    await watching([point(5, '5'), point(6, '6')])
    await expect.poll(() => seen.get(6)).toEqual([1739])
    station.send(single(5, 1), single(5, 0), single(6, 1), single(5, 1))
    station.send(
      stationAsdu({
        type: 1,
        cause: 3,
        isSequence: true,
        objects: [
          [5, '00'],
          [6, '21'],
        ],
      }),
    )
    await expect.poll(() => seen.get(6)).toEqual([1739, true, [true, 1747]])
    expect(seen.get(5)).toEqual([1739, true, false, true, false])
  })

  it('receive events that the station has stored, before the interrogation', async () => {
    station.onStart = () => [single(1, 0), single(1, 1), single(1, 0), single(77, 1)]
    await watching([point(1, '1')])
    await expect.poll(() => seen.get(1)).toEqual([false, true, false, true])
  })

  it('of several drivers and stations share a connection', async () => {
    station.put(1, 1, '00', 11)
    const params = paramsOf({ commonAddress: 11 })
    const [own, other] = [point(1, '1'), point(2, '1')]
    const session = await connect(paramsOf(), [own, other, point(3, '12/1')])
    station.send(single(1, 0, { commonAddress: 11 }))
    await session.watch!([{ point: own, periodMs: 1000 }], paramsOf(), listener)
    await session.watch!(
      [other, point(3, '12/1')].map((each) => ({ point: each, periodMs: 1 })),
      params,
      listener,
    )
    await expect.poll(() => seen.get(3)).toEqual([1715])
    await expect.poll(() => seen.get(2)?.at(-1)).toBe(false)
    expect([seen.get(1), station.connections]).toEqual([[true], 1])
  })

  it.each([
    ['tests', single(1, 0, { cause: 3 | causeOf.test })],
    ['an unknown cause', single(1, 0, { cause: 13 })],
    ['another station', single(1, 0, { commonAddress: 2 })],
    ['another object', single(9, 0)],
    ['a type without a value', stationAsdu({ type: 200, cause: 3, objects: [[1, '00']] })],
  ])('ignore %s', async (_name, asdu) => {
    await watching([point(1, '1')])
    await expect.poll(() => seen.get(1)).toEqual([true])
    station.send(asdu, single(1, 1))
    await expect.poll(() => seen.get(1)).toEqual([true, true])
  })

  it.each([
    ['of another length', stationAsdu({ type: 1, cause: 3, objects: [[1, '0000']] })],
    ['without objects', stationAsdu({ type: 1, cause: 3, objects: [] })],
    ['that is cut', Buffer.from('0101', 'hex')],
  ])('end with an ASDU %s', async (_name, asdu) => {
    const session = await watching([point(1, '1')])
    await expect.poll(() => seen.get(1)).toEqual([true])
    station.send(asdu)
    await expect.poll(() => ended.map(({ code }) => code)).toEqual([1712])
    expect([session.isOpen, seen.get(1)]).toEqual([false, [true]])
  })

  it('have values of a time before the restart in doubt until the next interrogation', async () => {
    await watching([point(1, '1'), point(3, '3', 'float32')])
    await expect.poll(() => seen.get(3)).toEqual([12.5])
    station.objects.get(1)!.delete(3)
    station.send(stationAsdu({ type: 70, cause: causeOf.initialized, objects: [[0, '00']] }))
    await expect.poll(() => seen.get(3)).toEqual([12.5, [12.5, 1747], 1739])
    expect(seen.get(1)).toEqual([true, [true, 1747], true])
    expect(received()).toEqual([100, 100])
  })

  it.each<[name: string, answer: (asdu: Buffer) => Buffer[], code: number]>([
    ['refused', (asdu) => [mirrored(asdu, causeOf.con | causeOf.negative)], 1720],
    ['of an unknown type', (asdu) => [mirrored(asdu, 44 | causeOf.negative)], 1715],
    ['of an unknown station', (asdu) => [mirrored(asdu, 46 | causeOf.negative)], 1715],
    ['not answered', () => [], 1714],
    ['not terminated', (asdu) => [mirrored(asdu, causeOf.con)], 1714],
  ])('are faulty if the interrogation is %s, until they are reported', async (_name, answer, code) => {
    station.answer = (asdu) => (asdu[0] === 100 ? answer(asdu) : undefined)
    await watching([point(1, '1')], paramsOf({ timeoutMs: 60, interrogationSeconds: 1 }))
    await expect.poll(() => seen.get(1), { timeout: 10_000 }).toEqual([code])
    station.send(single(1, 1))
    await expect.poll(() => seen.get(1)?.at(-1)).toBe(true)
  })

  it('request counters after the counter interrogation is configured', async () => {
    const total = stationAsdu({ type: 15, cause: 37, objects: [[50, '2a00000000']] })
    station.answer = (asdu) =>
      asdu[0] === 101 ? [mirrored(asdu, causeOf.con), total, mirrored(asdu, causeOf.term)] : undefined
    await watching(
      [point(1, 'M_IT 50', 'int32', 'r'), point(2, 'M_IT 51', 'int32', 'r')],
      paramsOf({ counterMinutes: 5 }),
    )
    await expect.poll(() => seen.get(2)).toEqual([1739])
    expect(seen.get(1)).toEqual([42])
    expect(station.asdus.find(([type]) => type === 101)!.toString('hex')).toBe('6501060001000000' + '0005')
  })

  it('have their age by valid time tags of the past only', async () => {
    const ages: number[] = []
    const session = await connect()
    const age = {
      ...listener,
      onReading: (_id: number, reading: TagReading) => void ('agoMs' in reading && ages.push(reading.agoMs)),
    }
    await session.watch!([{ point: point(5, '5'), periodMs: 1 }], paramsOf({ zone: '+08:00' }), age)
    const report = (agoMs: number, more = 0) => {
      const tag = timeTagBytes(Date.now() - agoMs, '+08:00')
      tag[2]! |= more
      return stationAsdu({ type: 30, cause: 3, objects: [[5, `01${tag.toString('hex')}`]] })
    }
    station.send(report(60_000), report(60_000, 0x80), report(-3_600_000), single(5, 1))
    await expect.poll(() => ages.length).toBe(4)
    expect(ages[0]).toBeGreaterThanOrEqual(60_000)
    expect(ages.slice(1)).toEqual([0, 0, 0])
  })

  it('set the clock of the station only if the parameters say so', async () => {
    await watching([point(1, '1')])
    await expect.poll(() => seen.get(1)).toEqual([true])
    expect(received()).not.toContain(103)
    await watching([point(1, '1')], paramsOf({ clockMinutes: 60, zone: 'UTC' }))
    await expect.poll(received).toContain(103)
    const asdu = station.asdus.find(([type]) => type === 103)!
    expect([asdu.length, asdu[2], asdu[15]]).toEqual([16, 6, new Date().getUTCFullYear() % 100])
  })
})

describe('the end of a connection', () => {
  it('is reported once, and ends requests under way', async () => {
    station.answer = (asdu) => (asdu[0] === 45 ? [] : undefined)
    const session = await watching([point(1, '1')])
    const write = writeCode(session.write(point(9, 'C_SC 1', 'bool', 'w'), true, paramsOf()))
    await expect.poll(received).toContain(45)
    station.drop()
    expect(await write).toBe(1722)
    await expect.poll(() => ended.map(({ code, broken }) => [code, broken])).toEqual([[1722, true]])
    expect(session.isOpen).toBe(false)
    expect(await session.write(point(9, '1'), true, paramsOf())).toMatchObject({
      kind: 'unsent',
      fault: { code: 1722 },
    })
    await expect(session.read([point(9, '5')], paramsOf())).rejects.toMatchObject({ code: 1722 })
  })

  it('by the gateway stops the transfer, and reports nothing', async () => {
    const session = await watching([point(1, '1')])
    await expect.poll(() => seen.get(1)).toEqual([true])
    await session.close()
    await session.close()
    expect(station.controls).toEqual(expect.arrayContaining(['07000000', '13000000']))
    expect(ended).toEqual([])
  })

  test('aborting while it is opened frees the socket', async () => {
    station.isSilent = true
    const abort = new AbortController()
    const opening = writeCode(opener.open(paramsOf(), abort.signal, '', []))
    await expect.poll(() => station.connections).toBe(1)
    abort.abort()
    expect(await opening).toBe(1722)
    await expect.poll(() => station.connections).toBe(0)
  })

  test('any ASDU is ignored, or ends the connection with a fault', async () => {
    const head = fc.tuple(fc.constantFrom(1, 3, 9, 13, 15, 30, 36, 45, 70, 100, 102, 200), fc.nat(255), fc.nat(255))
    const asdus = fc.sample(fc.tuple(head, fc.uint8Array({ maxLength: 40 })), { numRuns: 40, seed: 104 })
    let session = await watching([point(1, '1')])
    for (const [bytes, rest] of asdus) {
      if (!session.isOpen) session = await watching([point(1, '1')])
      const before = seen.get(1)?.length ?? 0
      station.send(Buffer.of(...bytes, ...rest), single(1, 1))
      await expect.poll(() => !session.isOpen || seen.get(1)!.length > before).toBe(true)
    }
    expect(new Set(ended.map(({ code }) => code))).toEqual(new Set([1712]))
  })

  test('a station that sends STARTDT is not served', async () => {
    const session = await connect()
    station.sendBytes('680407000000')
    await expect.poll(() => session.isOpen).toBe(false)
  })
})

describe('a read', () => {
  const read = async (session: TagSession, params: Iec104Params, ...points: Point[]) =>
    (await session.read(points, params)).map(outcome)

  it('of watched objects returns the last report, of others it interrogates', async () => {
    const session = await watching([point(1, '1'), point(4, '4000')])
    await expect.poll(() => seen.get(4)).toEqual([1739])
    station.put(1, 1, '00')
    expect(await read(session, paramsOf(), point(1, '1'), point(4, '4000'))).toEqual([true, 1739])
    expect(received()).toEqual([100])
    expect(await read(session, paramsOf(), point(9, '3', 'float64'), point(8, 'C_SC 1'))).toEqual([12.5, 1720])
    expect([received(), seen.get(1)]).toEqual([
      [100, 100],
      [true, false],
    ])
  })

  it('by read commands has the fault of each object', async () => {
    const session = await connect()
    const points = [4000, 1, 2, 3].map((address) => point(address, String(address), address === 3 ? 'float32' : 'bool'))
    expect(await read(session, paramsOf({ readCommand: true }), ...points, ...points, ...points)).toEqual(
      Array(3).fill([1715, true, true, 12.5]).flat(),
    )
  })

  it('is refused for each object whose station is unknown', async () => {
    const session = await connect()
    expect(await read(session, paramsOf(), point(1, '99/1'), point(2, '1'))).toEqual([1715, true])
  })
})

describe('a command', () => {
  const write = (
    session: TagSession,
    value: Value,
    more: object = {},
    mayStart = () => true,
    address = '1>C_DC 6001',
  ) => writeCode(session.write(point(1, address, 'bool', 'rw'), value, paramsOf(more), mayStart))
  const elements = () => station.asdus.filter(([type]) => type !== 100).map((asdu) => asdu.toString('hex', 9))
  const answers = (cause: number) => {
    station.answer = (asdu) => (asdu[0] === 100 ? undefined : [mirrored(asdu, cause)])
  }

  it('is done when it is confirmed', async () => {
    const session = await connect()
    expect(await write(session, true)).toEqual({ kind: 'done' })
    expect(station.asdus.at(-1)!.toString('hex')).toBe('2e01060001007117' + '0002')
  })

  it('is selected first, with its qualifier', async () => {
    const session = await connect()
    expect(await write(session, false, { selectBefore: 'switching', pulse: 1 })).toEqual({ kind: 'done' })
    expect(elements()).toEqual(['85', '05'])
  })

  it.each([
    ['negative', causeOf.con | causeOf.negative, 1721],
    ['an unknown type', 44 | causeOf.negative, 1715],
    ['an unknown cause', 45 | causeOf.negative, 1715],
    ['an unknown station', 46 | causeOf.negative, 1715],
    ['an unknown object', 47 | causeOf.negative, 1715],
  ])('whose confirmation is %s is refused', async (_name, cause, code) => {
    answers(cause)
    const session = await connect()
    expect(await write(session, true)).toBe(code)
    const selected = await write(session, true, { selectBefore: 'all' })
    expect(selected).toMatchObject({ kind: 'unsent', fault: { code } })
    expect(elements()).toEqual(['02', '82'])
  })

  it('that is not confirmed may have been executed; a selection was not, and is cancelled', async () => {
    station.answer = (asdu) => (asdu[0] === 46 ? [] : undefined)
    const session = await connect()
    expect(await write(session, true, { timeoutMs: 60 })).toBe(1714)
    const selected = await write(session, true, { timeoutMs: 60, selectBefore: 'all' })
    expect(selected).toMatchObject({ kind: 'unsent', fault: { code: 1714 } })
    await expect.poll(() => station.asdus.map((asdu) => asdu[2])).toEqual([6, 6, 8])
  })

  it('is not confirmed by the late answer to an earlier one', async () => {
    const session = await connect()
    let first: Buffer | undefined
    station.answer = (asdu) => {
      if (asdu[0] !== 46) return undefined
      if (first) return []
      first = asdu
      return []
    }
    expect(await write(session, true, { timeoutMs: 60 })).toBe(1714)
    // The confirmation of the first is sent before the station has received the second.
    station.send(mirrored(first!, causeOf.con))
    expect(await write(session, true, { timeoutMs: 60 })).toBe(1714)
  })

  it.each([
    ['is complete with its termination', causeOf.term, { kind: 'done' }],
    ['fails with a negative termination', causeOf.term | causeOf.negative, 1721],
  ])('%s', async (_name, cause, expected) => {
    station.answer = (asdu) => (asdu[0] === 46 ? [mirrored(asdu, causeOf.con), mirrored(asdu, cause)] : undefined)
    const session = await connect()
    expect(await write(session, true, { awaitTermination: true })).toEqual(expected)
  })

  it('is not sent if it may not start', async () => {
    const session = await connect()
    expect(await write(session, true, {}, () => false)).toEqual({ kind: 'expired' })
    expect(await write(session, true, { selectBefore: 'all' }, () => false)).toEqual({ kind: 'expired' })
    expect(received()).toEqual([])
    expect(await write(session, 'half')).toMatchObject({ kind: 'unsent', fault: { code: 1716 } })
    expect(await write(session, true, {}, () => true, 'nothing')).toMatchObject({
      kind: 'unsent',
      fault: { code: 1715 },
    })
  })

  it('waits for the reported value, which the read that follows returns', async () => {
    const session = await watching([point(1, '1>C_SC 6001')], paramsOf({ returnMs: 5000 }))
    await expect.poll(() => seen.get(1)).toEqual([true])
    station.answer = (asdu) => (asdu[0] === 45 ? [mirrored(asdu, causeOf.con), single(1, 1)] : undefined)
    const written = session.write(point(1, '1>C_SC 6001'), false, paramsOf({ returnMs: 5000 }))
    await expect.poll(() => seen.get(1)).toEqual([true, true])
    station.send(single(1, 0, { cause: 11 }))
    expect(await written).toEqual({ kind: 'done' })
    expect((await session.read([point(1, '1>C_SC 6001')], paramsOf())).map(outcome)).toEqual([false])
  })

  it('does not wait for a report after the connection was lost', async () => {
    const session = await watching([point(1, '1>C_SC 6001')], paramsOf({ returnMs: 60_000 }))
    const written = session.write(point(1, '1>C_SC 6001'), false, paramsOf({ returnMs: 60_000 }))
    await expect.poll(received).toContain(45)
    await session.close()
    await written.catch(() => undefined)
  })

  it('has a time tag if the parameters say so', async () => {
    const session = await connect()
    expect(await write(session, true, { timedCommands: true })).toEqual({ kind: 'done' })
    expect([station.asdus.at(-1)![0], station.asdus.at(-1)!.length]).toEqual([59, 17])
  })

  it('waits while k frames are not acknowledged', async () => {
    const session = await connect(paramsOf({ k: 1, w: 1 }))
    const writes = [true, false, true].map((value) => write(session, value))
    expect(await Promise.all(writes)).toEqual(Array(3).fill({ kind: 'done' }))
    expect(elements()).toEqual(['02', '01', '02'])
  })
})
