// The driver on a real terminal pair, with a device by another maker (pymodbus) at its far end.
import { afterEach, describe, expect, it, test } from 'vitest'
import { type SerialDevice, startSerialDevice } from '../../testkit/peers/serial-pair.ts'
import type { DriverFault, Session } from '../driver.ts'
import { targetOf } from '../target.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import type { RtuParams } from './params.ts'

const presets = { 1: { H: { 0: 4711, 1: 2 }, C: { 3: 1, 4: 0 } }, 2: { H: { 0: 815 } } }
let device: SerialDevice | undefined
const sessions: Session[] = []
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close()
  await device?.end()
  device = undefined
})

const paramsOf = (serialPath: string, more: Partial<RtuParams> = {}): RtuParams => ({
  ...about.initial,
  ...{ connection: 'serial', serialPort: 'other', serialPath, waitMs: 0, timeoutMs: 2000, ...more },
})
async function open(params: RtuParams): Promise<Session> {
  const session = await opener.open(params, new AbortController().signal)
  sessions.push(session)
  return session
}
const outcome = (act: Promise<unknown>) => act.catch((error: unknown) => error)
const words = (bytes: Uint8Array) =>
  [...new Uint16Array(Uint8Array.from(bytes).buffer)].map((word) => ((word & 0xff) << 8) | (word >> 8))
const registers = { area: 'H', start: 0, count: 2 }

describe.each(['rtu', 'ascii'] as const)('a serial port with frame %s', (frame) => {
  it('reads registers and bits and writes them, of two units with one connection', async () => {
    device = await startSerialDevice(frame, presets)
    const params = paramsOf(device.path, { frame })
    const session = await open(params)
    expect(words(await session.read(registers, params))).toEqual([4711, 2])
    expect([...(await session.read({ area: 'C', start: 3, count: 2 }, params))]).toEqual([1])
    const other = { ...params, unitId: 2 }
    expect(words(await session.read({ ...registers, count: 1 }, other))).toEqual([815])
    const written = await session.write({ area: 'H', start: 1, bytes: Uint8Array.of(0x12, 0x34), function: 6 }, params)
    expect(written).toEqual({ kind: 'done' })
    expect(words(await session.read(registers, params))).toEqual([4711, 0x1234])
    expect(device.writes).toEqual(['1 H 1 4660'])
    expect(await outcome(session.read({ ...registers, start: 900 }, params))).toMatchObject({ code: 1715 })
    expect(await outcome(session.read(registers, { ...params, unitId: 9, timeoutMs: 100 }))).toMatchObject({
      code: 1714,
    })
  })
})

describe('a port', () => {
  it('that is missing is 1756', async () => {
    const fault = await outcome(open(paramsOf('/dev/no-such-port')))
    expect(fault).toMatchObject({ code: 1756, broken: true })
    expect((fault as DriverFault).message).toContain('/dev/no-such-port')
  })

  it('that is no serial port is 1758', async () => {
    expect(await outcome(open(paramsOf('/dev/null')))).toMatchObject({ code: 1758, broken: true })
  })

  it('that is in use is 1757, and is free after closing', async () => {
    device = await startSerialDevice('rtu', presets)
    const params = paramsOf(device.path)
    const first = await open(params)
    expect(await outcome(open({ ...params, baudRate: 19_200 }))).toMatchObject({ code: 1757, broken: true })
    await first.close()
    await first.close()
    const second = await open({ ...params, baudRate: 19_200 })
    expect(words(await second.read(registers, params))).toEqual([4711, 2])
  })

  it('that is unplugged breaks the session; plugged in again it is read again', async () => {
    device = await startSerialDevice('rtu', presets)
    const params = paramsOf(device.path)
    const session = await open(params)
    await session.read(registers, params)
    await device.unplug()
    // The system may report the loss only with the next request.
    expect(await outcome(session.read(registers, params))).toMatchObject({ code: 1722, broken: true })
    expect(session.isOpen).toBe(false)
    await session.close()
    expect(await outcome(open(params))).toMatchObject({ code: 1756 })
    await device.plug()
    expect(words(await (await open(params)).read(registers, params))).toEqual([4711, 2])
  })

  it('that is aborted while it opens is closed', async () => {
    device = await startSerialDevice('rtu', presets)
    const params = paramsOf(device.path)
    expect(await outcome(opener.open(params, AbortSignal.abort()))).toMatchObject({ code: 1722 })
    expect(words(await (await open(params)).read(registers, params))).toEqual([4711, 2])
  })
})

describe('the parameters of a serial port', () => {
  const refusalOf = (more: object) => {
    const parsed = about.params.safeParse({ ...about.initial, connection: 'serial', ...more })
    return parsed.error?.issues.map(({ path }) => path.join('.'))
  }

  it.each<[object, string[] | undefined]>([
    [{}, undefined],
    [{ serialPort: 'other' }, ['serialPath']],
    [{ serialPort: 'other', serialPath: '/dev/serial/by-id/usb-FTDI_FT232R-if00-port0' }, undefined],
    [{ serialPort: 'other', serialPath: '/etc/passwd' }, ['serialPath']],
    [{ serialPort: 'other', serialPath: '/dev/../etc/passwd' }, ['serialPath']],
    [{ serialPort: '/dev/ttyX' }, ['serialPort']],
    [{ baudRate: 9601 }, ['baudRate']],
    [{ dataBits: 7 }, ['dataBits']],
    [{ dataBits: 7, frame: 'ascii' }, undefined],
  ])('%j are refused at %j', (more, fields) => expect(refusalOf(more)).toEqual(fields))

  test('with the same port and settings share a connection, and lead to no network address', () => {
    const params = { ...about.initial, connection: 'serial' as const, unitId: 7 }
    expect(about.connectionKey(params)).toBe('serial:/dev/ttyS0 9600 8N1')
    expect(about.connectionKey({ ...params, parity: 'even', baudRate: 115_200 })).toBe('serial:/dev/ttyS0 115200 8E1')
    expect(targetOf(params)).toBeUndefined()
    expect(targetOf(about.initial)).toEqual({ host: '192.168.1.10', port: 4001 })
  })

  test('do not change drivers that were stored before', () => {
    const { later = {}, initial } = about
    const before = Object.fromEntries(Object.entries(initial).filter(([key]) => !(key in later)))
    expect(about.params.parse(before)).toEqual(initial)
    expect(initial).toMatchObject(later)
  })
})
