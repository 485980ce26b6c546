// Sessions with a simulated station: watching, interrogations, restarts and reads.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { iec104Stage, outcome, point, single, writeCode } from '../../testkit/peers/iec104-stage.ts'
import { causeOf, mirrored, stationAsdu } from '../../testkit/peers/iec104-station.ts'
import type { Point, TagReading, TagSession } from '../driver.ts'
import { opener } from './driver.ts'
import type { Iec104Params } from './params.ts'
import { timeTagBytes } from './time.ts'

const stage = iec104Stage()

describe('watched variables', () => {
  const points = [point(1, '1'), point(2, 'M_DP 2', 'uint8'), point(3, '3', 'float32'), point(4, '4000')]

  it('have the values of the interrogation, or a fault if it has none', async () => {
    await stage.watching(points)
    await expect.poll(() => stage.seen.get(4)).toEqual([1739])
    expect([stage.seen.get(1), stage.seen.get(2), stage.seen.get(3)]).toEqual([[true], [2], [12.5]])
  })

  it('receive every change in order, also in one segment and in sequences', async () => {
    await stage.watching([point(5, '5'), point(6, '6')])
    await expect.poll(() => stage.seen.get(6)).toEqual([1739])
    stage.station.send(single(5, 1), single(5, 0), single(6, 1), single(5, 1))
    stage.station.send(
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
    await expect.poll(() => stage.seen.get(6)).toEqual([1739, true, [true, 1747]])
    expect(stage.seen.get(5)).toEqual([1739, true, false, true, false])
  })

  it('receive events that the station has stored, before the interrogation', async () => {
    stage.station.onStart = () => [single(1, 0), single(1, 1), single(1, 0), single(77, 1)]
    await stage.watching([point(1, '1')])
    await expect.poll(() => stage.seen.get(1)).toEqual([false, true, false, true])
  })

  it('have the last of the events that arrived while a command was sent before', async () => {
    const own = point(1, '50>C_SC 6001')
    const params = stage.paramsOf({ returnMs: 5000 })
    const session = await stage.connect(params, [own])
    stage.station.send(single(50, 0))
    stage.station.answer = (asdu) => {
      if (asdu[0] !== 45) return undefined
      setTimeout(() => stage.station.send(single(50, 1)), 50)
      return [mirrored(asdu, causeOf.con)]
    }
    expect(await session.write(own, true, params)).toEqual({ kind: 'done' })
    await session.watch!([{ point: own, periodMs: 1000 }], params, stage.listener)
    expect(stage.seen.get(1)).toEqual([false, true])
  })

  it('have the latest of many events that the station has stored', async () => {
    const bursts = Array.from({ length: 130 }, (_, at) =>
      stationAsdu({
        type: 11,
        cause: 3,
        objects: Array.from({ length: 40 }, () => [60, `${at === 129 ? '07' : '01'}0000`] as const),
      }),
    )
    stage.station.onStart = () => bursts
    const own = point(1, '60', 'int16', 'r')
    const session = await stage.connect(stage.paramsOf({ t2: 1 }), [own])
    // The gateway has acknowledged 130 frames.
    await expect.poll(() => stage.station.controls, { timeout: 10_000 }).toContain('01000401')
    await session.watch!([{ point: own, periodMs: 1000 }], stage.paramsOf(), stage.listener)
    expect(stage.seen.get(1)!.at(-1)).toBe(7)
  })

  it('of several drivers and stations share a connection', async () => {
    stage.station.put(1, 1, '00', 11)
    const params = stage.paramsOf({ commonAddress: 11 })
    const [own, other] = [point(1, '1'), point(2, '1')]
    const session = await stage.connect(stage.paramsOf(), [own, other, point(3, '12/1')])
    stage.station.send(single(1, 0, { commonAddress: 11 }))
    await session.watch!([{ point: own, periodMs: 1000 }], stage.paramsOf(), stage.listener)
    await session.watch!(
      [other, point(3, '12/1')].map((each) => ({ point: each, periodMs: 1 })),
      params,
      stage.listener,
    )
    await expect.poll(() => stage.seen.get(3)).toEqual([1715])
    await expect.poll(() => stage.seen.get(2)?.at(-1)).toBe(false)
    expect([stage.seen.get(1), stage.station.connections]).toEqual([[true], 1])
  })

  it.each([
    ['tests', single(1, 0, { cause: 3 | causeOf.test })],
    ['an unknown cause', single(1, 0, { cause: 13 })],
    ['another station', single(1, 0, { commonAddress: 2 })],
    ['another object', single(9, 0)],
    ['a type without a value', stationAsdu({ type: 200, cause: 3, objects: [[1, '00']] })],
  ])('ignore %s', async (_name, asdu) => {
    await stage.watching([point(1, '1')])
    await expect.poll(() => stage.seen.get(1)).toEqual([true])
    stage.station.send(asdu, single(1, 1))
    await expect.poll(() => stage.seen.get(1)).toEqual([true, true])
  })

  it.each([
    ['of another length', stationAsdu({ type: 1, cause: 3, objects: [[1, '0000']] })],
    ['without objects', stationAsdu({ type: 1, cause: 3, objects: [] })],
    ['that is cut', Buffer.from('0101', 'hex')],
  ])('end with an ASDU %s', async (_name, asdu) => {
    const session = await stage.watching([point(1, '1')])
    await expect.poll(() => stage.seen.get(1)).toEqual([true])
    stage.station.send(asdu)
    await expect.poll(() => stage.ended.map(({ code }) => code)).toEqual([1712])
    expect([session.isOpen, stage.seen.get(1)]).toEqual([false, [true]])
  })

  it('have values of a time before the restart in doubt until the next interrogation', async () => {
    await stage.watching([point(1, '1'), point(3, '3', 'float32')])
    await expect.poll(() => stage.seen.get(3)).toEqual([12.5])
    stage.station.objects.get(1)!.delete(3)
    stage.station.send(stationAsdu({ type: 70, cause: causeOf.initialized, objects: [[0, '00']] }))
    await expect.poll(() => stage.seen.get(3)).toEqual([12.5, [12.5, 1747], 1739])
    expect(stage.seen.get(1)).toEqual([true, [true, 1747], true])
    expect(stage.received()).toEqual([100, 100])
  })

  it.each<[name: string, answer: (asdu: Buffer) => Buffer[], code: number]>([
    ['refused', (asdu) => [mirrored(asdu, causeOf.con | causeOf.negative)], 1720],
    ['of an unknown type', (asdu) => [mirrored(asdu, 44 | causeOf.negative)], 1715],
    ['of an unknown station', (asdu) => [mirrored(asdu, 46 | causeOf.negative)], 1715],
    ['not answered', () => [], 1714],
    ['not terminated', (asdu) => [mirrored(asdu, causeOf.con)], 1714],
  ])('are faulty if the interrogation is %s, until they are reported', async (_name, answer, code) => {
    stage.station.answer = (asdu) => (asdu[0] === 100 ? answer(asdu) : undefined)
    await stage.watching([point(1, '1')], stage.paramsOf({ timeoutMs: 60, interrogationSeconds: 1 }))
    await expect.poll(() => stage.seen.get(1), { timeout: 10_000 }).toEqual([code])
    stage.station.send(single(1, 1))
    await expect.poll(() => stage.seen.get(1)?.at(-1)).toBe(true)
  })

  it('request counters after the counter interrogation is configured', async () => {
    const total = stationAsdu({ type: 15, cause: 37, objects: [[50, '2a00000000']] })
    stage.station.answer = (asdu) =>
      asdu[0] === 101 ? [mirrored(asdu, causeOf.con), total, mirrored(asdu, causeOf.term)] : undefined
    await stage.watching(
      [point(1, 'M_IT 50', 'int32', 'r'), point(2, 'M_IT 51', 'int32', 'r')],
      stage.paramsOf({ counterMinutes: 5 }),
    )
    await expect.poll(() => stage.seen.get(2)).toEqual([1739])
    expect(stage.seen.get(1)).toEqual([42])
    expect(stage.station.asdus.find(([type]) => type === 101)!.toString('hex')).toBe('6501060001000000' + '0005')
  })

  it('have their age by valid time tags of the past only', async () => {
    const ages: number[] = []
    const session = await stage.connect()
    const age = {
      ...stage.listener,
      onReading: (_id: number, reading: TagReading) => void ('agoMs' in reading && ages.push(reading.agoMs)),
    }
    await session.watch!([{ point: point(5, '5'), periodMs: 1 }], stage.paramsOf({ zone: '+08:00' }), age)
    const report = (agoMs: number, more = 0) => {
      const tag = timeTagBytes(Date.now() - agoMs, '+08:00')
      tag[2]! |= more
      return stationAsdu({ type: 30, cause: 3, objects: [[5, `01${tag.toString('hex')}`]] })
    }
    stage.station.send(report(60_000), report(60_000, 0x80), report(-3_600_000), single(5, 1))
    await expect.poll(() => ages.length).toBe(4)
    expect(ages[0]).toBeGreaterThanOrEqual(60_000)
    expect(ages.slice(1)).toEqual([0, 0, 0])
  })

  it('are faulty when a later interrogation does not report them any more', async () => {
    const points = [point(1, '1'), point(3, '3', 'float32'), point(5, '5')]
    const session = await stage.watching(points)
    await expect.poll(() => stage.seen.get(5)).toEqual([1739])
    stage.station.send(single(5, 1))
    await expect.poll(() => stage.seen.get(5)).toEqual([1739, true])
    stage.station.objects.get(1)!.delete(3)
    await session.watch!([{ point: point(2, '2'), periodMs: 1 }], stage.paramsOf(), stage.listener)
    await expect.poll(() => stage.seen.get(3)).toEqual([12.5, 1739])
    expect([stage.seen.get(1), stage.seen.get(5)]).toEqual([
      [true, true],
      [1739, true],
    ])
  })

  it('are uncertain by events that are older than what the gateway has, until the next interrogation', async () => {
    await stage.watching([point(1, '1'), point(5, '5')])
    await expect.poll(() => stage.seen.get(5)).toEqual([1739])
    const event = (address: number, value: number, agoMs: number) =>
      stationAsdu({
        ...{ type: 30, cause: 3 },
        objects: [[address, `0${value}${timeTagBytes(Date.now() - agoMs, 'UTC').toString('hex')}`]],
      })
    stage.station.send(event(1, 0, 3_600_000), event(1, 1, 1_800_000), event(5, 1, 20_000), event(5, 0, 30_000))
    await expect.poll(() => stage.seen.get(5)).toEqual([1739, true, [false, 1747]])
    expect(stage.seen.get(1)).toEqual([true, [false, 1747], [true, 1747]])
    await expect.poll(() => stage.seen.get(1), { timeout: 10_000 }).toEqual([true, [false, 1747], [true, 1747], true])
    stage.station.send(event(1, 0, 0))
    await expect.poll(() => stage.seen.get(1)?.at(-1)).toBe(false)
  })

  it('set the clock of the station only if the parameters say so', async () => {
    await stage.watching([point(1, '1')])
    await expect.poll(() => stage.seen.get(1)).toEqual([true])
    expect(stage.received()).not.toContain(103)
    await stage.watching([point(1, '1')], stage.paramsOf({ clockMinutes: 60, zone: 'UTC' }))
    await expect.poll(() => stage.received()).toContain(103)
    const asdu = stage.station.asdus.find(([type]) => type === 103)!
    expect([asdu.length, asdu[2], asdu[15]]).toEqual([16, 6, new Date().getUTCFullYear() % 100])
  })
})

describe('the end of a connection', () => {
  it('is reported once, and ends requests under way', async () => {
    stage.station.answer = (asdu) => (asdu[0] === 45 ? [] : undefined)
    const session = await stage.watching([point(1, '1')])
    const write = writeCode(session.write(point(9, 'C_SC 1', 'bool', 'w'), true, stage.paramsOf()))
    await expect.poll(() => stage.received()).toContain(45)
    stage.station.drop()
    expect(await write).toBe(1722)
    await expect.poll(() => stage.ended.map(({ code, broken }) => [code, broken])).toEqual([[1722, true]])
    expect(session.isOpen).toBe(false)
    expect(await session.write(point(9, '1'), true, stage.paramsOf())).toMatchObject({
      kind: 'unsent',
      fault: { code: 1722 },
    })
    await expect(session.read([point(9, '5')], stage.paramsOf())).rejects.toMatchObject({ code: 1722 })
    const watched = session.watch!([{ point: point(1, '1'), periodMs: 1 }], stage.paramsOf(), stage.listener)
    await expect(watched).rejects.toMatchObject({ code: 1722 })
  })

  it('stops the transfer if the gateway closes it, and is not reported', async () => {
    const session = await stage.watching([point(1, '1')])
    await expect.poll(() => stage.seen.get(1)).toEqual([true])
    await session.close()
    await session.close()
    expect(stage.station.controls).toEqual(expect.arrayContaining(['07000000', '13000000']))
    expect(stage.ended).toEqual([])
  })

  test('aborting while it is opened frees the socket', async () => {
    stage.station.isSilent = true
    const abort = new AbortController()
    const opening = writeCode(opener.open(stage.paramsOf(), abort.signal, '', []))
    await expect.poll(() => stage.station.connections).toBe(1)
    abort.abort()
    expect(await opening).toBe(1722)
    await expect.poll(() => stage.station.connections).toBe(0)
  })

  test('any ASDU is ignored, or ends the connection with a fault', async () => {
    const head = fc.tuple(fc.constantFrom(1, 3, 9, 13, 15, 30, 36, 45, 70, 100, 102, 200), fc.nat(255), fc.nat(255))
    const asdus = fc.sample(fc.tuple(head, fc.uint8Array({ maxLength: 40 })), { numRuns: 40, seed: 104 })
    let session = await stage.watching([point(1, '1')])
    for (const [bytes, rest] of asdus) {
      if (!session.isOpen) session = await stage.watching([point(1, '1')])
      const before = stage.seen.get(1)?.length ?? 0
      stage.station.send(Buffer.of(...bytes, ...rest), single(1, 1))
      await expect.poll(() => !session.isOpen || stage.seen.get(1)!.length > before).toBe(true)
    }
    expect(new Set(stage.ended.map(({ code }) => code))).toEqual(new Set([1712]))
  })

  test('a station that sends STARTDT is not served', async () => {
    const session = await stage.connect()
    stage.station.sendBytes('680407000000')
    await expect.poll(() => session.isOpen).toBe(false)
  })
})

describe('a read', () => {
  const read = async (session: TagSession, params: Iec104Params, ...points: Point[]) =>
    (await session.read(points, params)).map(outcome)

  it('of watched objects returns the last report, of others it interrogates', async () => {
    const session = await stage.watching([point(1, '1'), point(4, '4000')])
    await expect.poll(() => stage.seen.get(4)).toEqual([1739])
    stage.station.put(1, 1, '00')
    expect(await read(session, stage.paramsOf(), point(1, '1'), point(4, '4000'))).toEqual([true, 1739])
    expect(stage.received()).toEqual([100])
    expect(await read(session, stage.paramsOf(), point(9, '3', 'float64'), point(8, 'C_SC 1'))).toEqual([12.5, 1720])
    expect([stage.received(), stage.seen.get(1)]).toEqual([
      [100, 100],
      [true, false],
    ])
  })

  it('by read commands has the fault of each object', async () => {
    const session = await stage.connect()
    const points = [4000, 1, 2, 3].map((address) => point(address, String(address), address === 3 ? 'float32' : 'bool'))
    expect(await read(session, stage.paramsOf({ readCommand: true }), ...points, ...points, ...points)).toEqual(
      Array(3).fill([1715, true, true, 12.5]).flat(),
    )
  })

  it('waits for an interrogation that runs, but not for long', async () => {
    stage.station.answer = (asdu) => (asdu[0] === 100 ? [mirrored(asdu, causeOf.con)] : undefined)
    const session = await stage.watching([point(1, '1')])
    await expect.poll(() => stage.received()).toEqual([100])
    expect(await read(session, stage.paramsOf({ timeoutMs: 60 }), point(9, '3', 'float32'))).toEqual([1714])
    stage.station.send(mirrored(stage.station.asdus[0]!, causeOf.term))
    stage.station.answer = () => undefined
    expect(await read(session, stage.paramsOf(), point(9, '3', 'float32'))).toEqual([12.5])
  })

  it('waits for the answer to its read command, not for a stored event', async () => {
    stage.station.answer = (asdu) =>
      asdu[0] === 102 ? [single(1, 0), stationAsdu({ type: 1, cause: 5, objects: [[1, '01']] })] : undefined
    const session = await stage.connect()
    expect(await read(session, stage.paramsOf({ readCommand: true }), point(1, '1'))).toEqual([true])
    stage.station.answer = (asdu) => (asdu[0] === 102 ? [single(1, 0)] : undefined)
    const late = read(session, stage.paramsOf({ readCommand: true, timeoutMs: 100 }), point(1, '1'))
    await expect(late).rejects.toMatchObject({ code: 1714 })
  })

  it('waits while the station reports other objects', async () => {
    stage.station.answer = (asdu) => {
      if (asdu[0] !== 100) return undefined
      const own = stationAsdu({ type: 13, cause: 20, objects: [[3, '0000484100']] })
      const others = Array.from({ length: 8 }, (_, at) => single(900 + at, 1, { cause: 20 }))
      for (const [at, report] of [...others, own, mirrored(asdu, causeOf.term)].entries())
        setTimeout(() => stage.station.send(report), 100 * at)
      return [mirrored(asdu, causeOf.con)]
    }
    const session = await stage.connect()
    expect(await read(session, stage.paramsOf({ timeoutMs: 500 }), point(9, '3', 'float32'))).toEqual([12.5])
  })

  it('is refused for each object whose station is unknown', async () => {
    const session = await stage.connect()
    expect(await read(session, stage.paramsOf(), point(1, '99/1'), point(2, '1'))).toEqual([1715, true])
  })
})
