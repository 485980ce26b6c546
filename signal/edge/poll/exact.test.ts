// Writes to a real device through a connection: stored exactly and read back with all digits, or refused.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GatewaySignal } from '../../../contract/gateway-config.ts'
import type { Value } from '../../../core/data-type.ts'
import { checkDriver } from '../../../drivers/check-driver.ts'
import { type Peer, startPymodbus } from '../../../testkit/peers/pymodbus.ts'
import { plantPace } from '../schedule.ts'
import { createValues } from '../values.ts'
import { createPoller, type Poller } from './poll.ts'
import { executeWrite } from './write.ts'

const range = { rawLow: 0, rawHigh: 27_648, valueLow: 0, valueHigh: 100 }
const signals: GatewaySignal[] = [
  { id: 1, address: 'H:0', dataType: 'int64', access: 'rw', scale: 0.001 },
  { id: 2, address: 'H:4', dataType: 'int16', access: 'rw', ...range },
  { id: 3, address: 'H:5', dataType: 'int16', access: 'rw', byteOrder: 'DCBA', ...range, clamp: true },
  { id: 4, address: 'H:6', dataType: 'string', access: 'rw', length: 4 },
  { id: 5, address: 'H:8.H', dataType: 'uint8', access: 'rw' },
  { id: 6, address: 'H:10', dataType: 'float32', access: 'rw' },
]
let peer: Peer
let poller: Poller
beforeAll(async () => {
  peer = await startPymodbus({ 1: { H: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at, 0])) } })
  const params = { host: '127.0.0.1', port: peer.port, timeoutMs: 3000, encoding: 'gbk' }
  const checked = checkDriver({ id: 1, type: 'modbus-tcp', params, signals })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  const deps = { now: () => performance.now(), random: Math.random, pace: plantPace, log: () => undefined }
  poller = createPoller({ home: '', values: createValues(), ...deps })
  await poller.apply([checked])
})
afterAll(async () => {
  await poller.stop()
  await peer.kill()
})

const write = (signalId: number, value: Value) => executeWrite(poller, { signalId, value, mayStart: () => true })

it.each<[number, Value, Value, string]>([
  [1, '9007199254740.993', '9007199254740.993', '0 32,0,0,1'],
  [1, '-9223372036854775.808', '-9223372036854775.808', '0 32768,0,0,0'],
  [2, 100, 100, '4 27648'],
  [2, 0, 0, '4 0'],
  [2, 33.0005787037037, 33.0005787037037, '4 9124'],
  [3, 50, 50, '5 54'],
  [4, '水泵', '水泵', '6 52142,45507'],
  [4, '', '', '6 0,0'],
  [5, 255, 255, '8 65280'],
  [6, 0.1, 0.1, '10 15820,52429'],
])('variable %i accepts %s and reports %s', async (signalId, value, told, registers) => {
  expect(await write(signalId, value)).toEqual({ status: 'success', code: 200, value: told })
  expect(peer.writes.at(-1)).toBe(`1 H ${registers}`)
})

it.each<[number, Value, object]>([
  [1, '9007199254740.9925', { code: 2009, details: { value: '9007199254740.9925', nearest: '9007199254740.993' } }],
  [2, 33, { code: 2009, details: { value: '33', nearest: '33.0005787037037' } }],
  [3, 100.5, { code: 2001, details: { min: '0', max: '100' } }],
  [4, '水泵站', { code: 2007, details: { needed: 6, length: 4 } }],
  [4, '😀', { code: 2008, details: { char: '😀' } }],
  [5, 256, { code: 2001, details: { min: '0', max: '255' } }],
  [6, 1e39, { code: 2001, details: { min: '-3.4028234663852886e+38', max: '3.4028234663852886e+38' } }],
  [6, 'NaN', { code: 2010 }],
])('variable %i refuses %s without sending anything', async (signalId, value, ending) => {
  const before = peer.writes.length
  expect(await write(signalId, value)).toMatchObject({ status: 'failure', ...ending })
  expect(peer.writes).toHaveLength(before)
})
