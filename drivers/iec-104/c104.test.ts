// The driver against a station of another maker: interrogation, spontaneous values, reads, commands, refusals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { type C104Station, pythonWithC104, startC104 } from '../../testkit/peers/c104.ts'
import { freePort } from '../../testkit/ports.ts'
import { DriverFault, type Point, type TagReading, type TagSession } from '../driver.ts'
import { opener } from './driver.ts'
import { Iec104Params } from './params.ts'

const python = pythonWithC104()

const outcome = (reading: TagReading | undefined) =>
  reading &&
  ('fault' in reading ? reading.fault.code : reading.doubt ? [reading.value, reading.doubt.code] : reading.value)
const point = (address: string, dataType: DataType, id = 1): Point => ({ id, address, dataType, access: 'rw' })
const codeOf = (run: Promise<unknown>) =>
  run.then(
    (answer) => answer,
    (error: unknown) => (error instanceof DriverFault ? error.code : error),
  )

describe.skipIf(!python)('IEC 60870-5-104 against c104', () => {
  let station: C104Station
  let port = 0
  const open: TagSession[] = []
  beforeAll(async () => {
    port = await freePort()
    station = await startC104(python!, port)
  })
  afterAll(async () => {
    for (const session of open) await session.close()
    await station?.end()
  })

  const paramsOf = (more: object = {}) =>
    Iec104Params.parse({ host: '127.0.0.1', port, commonAddress: 47, timeoutMs: 10_000, returnMs: 10_000, ...more })
  const connect = async (params: Iec104Params): Promise<TagSession> => {
    const session = await opener.open(params, new AbortController().signal, '', [])
    open.push(session)
    return session
  }

  const values: [address: string, dataType: DataType, value: Value][] = [
    ['M_SP 1', 'bool', true],
    ['48/1', 'bool', false],
    ['M_DP 2', 'bool', true],
    ['M_DP 2', 'uint8', 2],
    ['3', 'int8', -5],
    ['M_ME_NA 4', 'float32', 0.5],
    ['4', 'int16', 16_384],
    ['M_ME_NB 5', 'int32', -1234],
    ['6', 'float32', 12.5],
    ['48/M_ME_NC 6', 'float64', 99.25],
    ['7', 'uint32', 0xdeadbeef],
    ['8', 'float32', 3.25],
  ]
  const valuePoints = values.map(([address, dataType], id) => ({
    ...point(address, dataType, id),
    access: 'r' as const,
  }))

  // The station refuses an unknown object or station by a negative confirmation.
  it.each([
    [false, [1739, 1720]],
    [true, [1715, 1715]],
  ])('reads every type, by read command: %s', async (readCommand, unknown) => {
    const params = paramsOf({ readCommand })
    const session = await connect(params)
    const readings = await session.read([...valuePoints, point('5000', 'int16'), point('99/1', 'bool')], params)
    expect(readings.map(outcome)).toEqual([...values.map(([, , value]) => value), ...unknown])
    await session.close()
  })

  it('reports the interrogation and every change in order', async () => {
    const params = paramsOf()
    const session = await connect(params)
    const seen = new Map<number, unknown[]>()
    const listener = {
      onReading: (id: number, reading: TagReading) => void seen.set(id, [...(seen.get(id) ?? []), outcome(reading)]),
      onEnd: () => undefined,
    }
    const watched = [
      point('6', 'float32', 6),
      point('9', 'bool', 9),
      point('8', 'float32', 8),
      point('4000', 'bool', 40),
    ]
    const tags = watched.map((each) => ({ point: each, periodMs: 1000 }))
    expect(await session.watch!(tags, params, listener)).toEqual(new Map())
    await expect.poll(() => seen.get(40)).toEqual([1739])
    expect([seen.get(6), seen.get(9), seen.get(8)]).toEqual([[12.5], [false], [3.25]])
    for (const value of [1, 0, 1, 1, 0]) await station.order(`set 47 9 ${value}`)
    await station.order('bad 47 8')
    await expect.poll(() => seen.get(8)).toEqual([3.25, 1739])
    expect(seen.get(9)).toEqual([false, true, false, true, true, false])
    expect(session.clock).toMatchObject({ isDoubtful: false })
    expect((await session.read([point('9', 'bool')], params)).map(outcome)).toEqual([false])
    await session.close()
  })

  const commands: [address: string, dataType: DataType, value: Value, received: string][] = [
    ['1>6001', 'bool', false, '47 6001 False'],
    ['M_DP 2>C_DC 6002', 'bool', false, '47 6002 1'],
    ['4>C_SE_NA 6004', 'int16', -8192, '47 6004 -0.25'],
    ['M_ME_NB 5>C_SE_NB 6005', 'int16', 777, '47 6005 777.0'],
    ['6>6006', 'float32', 21.5, '47 6006 21.5'],
    ['7>6007', 'uint32', 0x80000001, '47 6007 2147483649'],
    ['48/1>6001', 'bool', true, '48 6001 True'],
    ['48/2>C_DC 6002', 'bool', false, '48 6002 1'],
  ]
  it('writes every command and reads it back', async () => {
    const session = await connect(paramsOf())
    for (const [address, dataType, value, received] of commands) {
      // The other station requires a selection, and terminates its commands.
      const isSelected = address.startsWith('48/')
      const params = paramsOf({ selectBefore: isSelected ? 'switching' : 'none', awaitTermination: isSelected })
      const target = point(address, dataType)
      await session.watch!([{ point: target, periodMs: 1000 }], params, {
        onReading: () => undefined,
        onEnd: () => undefined,
      })
      expect(await session.write(target, value, params), address).toEqual({ kind: 'done' })
      await expect.poll(() => station.commands).toContain(received)
      expect((await session.read([target], params)).map(outcome), address).toEqual([value])
    }
    await session.close()
  })

  it('reports refused commands with their reason', async () => {
    const params = paramsOf()
    const session = await connect(params)
    const write = (address: string) => codeOf(session.write({ ...point(address, 'bool'), access: 'w' }, true, params))
    expect(await write('C_SC 7777')).toBe(1721)
    expect(await write('99/C_SC 6001')).toBe(1721)
    // The station requires a selection.
    expect(await write('48/C_SC 6001')).toBe(1721)
    await station.order('refuse on')
    expect(await write('C_SC 6001')).toBe(1721)
    await station.order('refuse off')
    expect(await write('C_SC 6001')).toEqual({ kind: 'done' })
    await session.close()
  })
})
