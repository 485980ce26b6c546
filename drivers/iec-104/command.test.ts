// Commands to a simulated station: selection, confirmation, termination, refusals, and the reported value.
import { describe, expect, it } from 'vitest'
import type { Value } from '../../core/data-type.ts'
import { iec104Stage, outcome, point, single, writeCode } from '../../testkit/peers/iec104-stage.ts'
import { causeOf, mirrored } from '../../testkit/peers/iec104-station.ts'
import type { Point, TagSession } from '../driver.ts'

const stage = iec104Stage()

describe('a command', () => {
  const write = (
    session: TagSession,
    value: Value,
    more: object = {},
    mayStart = () => true,
    address = '1>C_DC 6001',
  ) => writeCode(session.write(point(1, address, 'bool', 'rw'), value, stage.paramsOf(more), mayStart))
  const elements = () => stage.station.asdus.filter(([type]) => type !== 100).map((asdu) => asdu.toString('hex', 9))
  const answers = (cause: number) => {
    stage.station.answer = (asdu) => (asdu[0] === 100 ? undefined : [mirrored(asdu, cause)])
  }

  it('is done when it is confirmed', async () => {
    const session = await stage.connect()
    expect(await write(session, true)).toEqual({ kind: 'done' })
    expect(stage.station.asdus.at(-1)!.toString('hex')).toBe('2e01060001007117' + '0002')
  })

  it('is selected first, with its qualifier', async () => {
    const session = await stage.connect()
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
    const session = await stage.connect()
    expect(await write(session, true)).toBe(code)
    const selected = await write(session, true, { selectBefore: 'all' })
    expect(selected).toMatchObject({ kind: 'unsent', fault: { code } })
    expect(elements()).toEqual(['02', '82'])
  })

  it('that is not confirmed may have been executed; a selection was not, and is cancelled', async () => {
    stage.station.answer = (asdu) => (asdu[0] === 46 ? [] : undefined)
    const session = await stage.connect()
    expect(await write(session, true, { timeoutMs: 60 })).toBe(1714)
    const selected = await write(session, true, { timeoutMs: 60, selectBefore: 'all' })
    expect(selected).toMatchObject({ kind: 'unsent', fault: { code: 1714 } })
    await expect.poll(() => stage.station.asdus.map((asdu) => asdu[2])).toEqual([6, 6, 8])
  })

  it('is not confirmed by the late answer to an earlier one', async () => {
    const session = await stage.connect()
    let first: Buffer | undefined
    stage.station.answer = (asdu) => {
      if (asdu[0] !== 46) return undefined
      if (first) return []
      first = asdu
      return []
    }
    expect(await write(session, true, { timeoutMs: 60 })).toBe(1714)
    // The confirmation of the first is sent before the station has received the second.
    stage.station.send(mirrored(first!, causeOf.con))
    expect(await write(session, true, { timeoutMs: 60 })).toBe(1714)
  })

  it.each([
    ['another value', (asdu: Buffer) => [...asdu.subarray(0, -1), 1]],
    ['a selection', (asdu: Buffer) => [...asdu.subarray(0, -1), 0x82]],
    ['no value', (asdu: Buffer) => [...asdu.subarray(0, -1)]],
  ])('is not confirmed by the confirmation of %s, which another station requested', async (_name, change) => {
    stage.station.answer = (asdu) => (asdu[0] === 46 ? [mirrored(Buffer.from(change(asdu)), causeOf.con)] : undefined)
    const session = await stage.connect()
    expect(await write(session, true, { timeoutMs: 60 })).toBe(1714)
  })

  it('is complete with a termination that does not repeat its value', async () => {
    stage.station.answer = (asdu) => {
      if (asdu[0] !== 46) return undefined
      const term = mirrored(asdu, causeOf.term)
      term[9] = 1
      return [mirrored(asdu, causeOf.con), term]
    }
    const session = await stage.connect()
    expect(await write(session, true, { awaitTermination: true, timeoutMs: 500 })).toEqual({ kind: 'done' })
  })

  it.each<[string, Value, Point['dataType']]>([
    ['C_SC 1', true, 'bool'],
    ['C_SE_NA 1', -0.5, 'float32'],
    ['C_SE_NB 1', -300, 'int16'],
    ['C_SE_NC 1', 12.5, 'float32'],
    ['C_BO 1', 0xdeadbeef, 'uint32'],
  ])('%s is confirmed also with another qualifier and time tag', async (address, value, dataType) => {
    stage.station.answer = (asdu) => {
      if (asdu[0] === 100) return undefined
      const copy = mirrored(asdu, causeOf.con)
      copy.fill(0, copy.length - 7)
      if (address !== 'C_BO 1') copy[copy.length - 8]! |= 0x04
      return [copy]
    }
    const session = await stage.connect()
    const params = stage.paramsOf({ timedCommands: true, timeoutMs: 500 })
    expect(await writeCode(session.write(point(1, address, dataType, 'w'), value, params))).toEqual({ kind: 'done' })
  })

  it.each([
    ['is complete with its termination', causeOf.term, { kind: 'done' }],
    ['fails with a negative termination', causeOf.term | causeOf.negative, 1721],
  ])('%s', async (_name, cause, expected) => {
    stage.station.answer = (asdu) => (asdu[0] === 46 ? [mirrored(asdu, causeOf.con), mirrored(asdu, cause)] : undefined)
    const session = await stage.connect()
    expect(await write(session, true, { awaitTermination: true })).toEqual(expected)
  })

  it('is not sent if it may not start', async () => {
    const session = await stage.connect()
    expect(await write(session, true, {}, () => false)).toEqual({ kind: 'expired' })
    expect(await write(session, true, { selectBefore: 'all' }, () => false)).toEqual({ kind: 'expired' })
    expect(stage.received()).toEqual([])
    expect(await write(session, 'half')).toMatchObject({ kind: 'unsent', fault: { code: 1716 } })
    expect(await write(session, true, {}, () => true, 'nothing')).toMatchObject({
      kind: 'unsent',
      fault: { code: 1715 },
    })
  })

  it('is not executed, and is deselected, if the time expires during the selection', async () => {
    const session = await stage.connect()
    let calls = 0
    const mayStart = () => ++calls === 1
    expect(await write(session, true, { selectBefore: 'all' }, mayStart)).toEqual({ kind: 'expired' })
    await expect.poll(() => stage.station.asdus.map((asdu) => asdu[2])).toEqual([6, 8])
    expect(elements()).toEqual(['82', '82'])
  })

  it('waits for the reported value, which the read that follows returns', async () => {
    const session = await stage.watching([point(1, '1>C_SC 6001')], stage.paramsOf({ returnMs: 5000 }))
    await expect.poll(() => stage.seen.get(1)).toEqual([true])
    stage.station.answer = (asdu) => (asdu[0] === 45 ? [mirrored(asdu, causeOf.con), single(1, 1)] : undefined)
    const written = session.write(point(1, '1>C_SC 6001'), false, stage.paramsOf({ returnMs: 5000 }))
    await expect.poll(() => stage.seen.get(1)).toEqual([true, true])
    stage.station.send(single(1, 0, { cause: 11 }))
    expect(await written).toEqual({ kind: 'done' })
    expect((await session.read([point(1, '1>C_SC 6001')], stage.paramsOf())).map(outcome)).toEqual([false])
  })

  it('does not wait for a report after the connection was lost', async () => {
    const session = await stage.watching([point(1, '1>C_SC 6001')], stage.paramsOf({ returnMs: 60_000 }))
    const written = session.write(point(1, '1>C_SC 6001'), false, stage.paramsOf({ returnMs: 60_000 }))
    await expect.poll(() => stage.received()).toContain(45)
    await session.close()
    await written.catch(() => undefined)
  })

  it('has a time tag if the parameters say so', async () => {
    const session = await stage.connect()
    expect(await write(session, true, { timedCommands: true })).toEqual({ kind: 'done' })
    expect([stage.station.asdus.at(-1)![0], stage.station.asdus.at(-1)!.length]).toEqual([59, 17])
  })

  it('waits while k frames are not acknowledged', async () => {
    const session = await stage.connect(stage.paramsOf({ k: 1, w: 1 }))
    const writes = [true, false, true].map((value) => write(session, value))
    expect(await Promise.all(writes)).toEqual(Array(3).fill({ kind: 'done' }))
    expect(elements()).toEqual(['02', '01', '02'])
  })
})
