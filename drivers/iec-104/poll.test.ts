// The driver as the gateway runs it: two stations on one connection, changes between periods, a lost connection, a command.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPoller, type Poller } from '../../signal/edge/poll/poll.ts'
import { createValues, type Values } from '../../signal/edge/values.ts'
import {
  causeOf,
  type Iec104Station,
  mirrored,
  startIec104Station,
  stationAsdu,
} from '../../testkit/peers/iec104-station.ts'
import { checkDriver } from '../check-driver.ts'
import { opener } from './driver.ts'

let poller: Poller
let station: Iec104Station
let values: Values

beforeEach(async () => {
  station = await startIec104Station()
  station.put(1, 1, '01')
  station.put(2, 13, '0000484100')
  station.put(1, 1, '00', 11)
  values = createValues()
  poller = createPoller({
    ...{ home: '', values, now: () => performance.now(), random: Math.random, log: () => undefined },
    pace: { backOffMs: 20, backOffMaxMs: 50, refusedRetryMs: 60_000 },
    openerOf: async () => opener,
  })
})
afterEach(async () => {
  await poller.stop()
  await station.close()
})

/** A driver with variables of these addresses, which are numbered from `first` on. */
function driver(id: number, first: number, commonAddress: number, addresses: readonly [string, string][]) {
  const params = { host: '127.0.0.1', port: station.port, commonAddress, collectMs: 20, timeoutMs: 5000 }
  const signals = addresses.map(([address, dataType], at) => ({ id: first + at, address, access: 'rw', dataType }))
  const checked = checkDriver({ id, type: 'iec-104', params, signals: signals as never })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked
}
const start = () =>
  poller.apply([
    driver(1, 1, 1, [
      ['1>C_SC 6001', 'bool'],
      ['2', 'float32'],
      ['3', 'int16'],
    ]),
    driver(2, 4, 11, [['1', 'bool']]),
  ])
const states = () =>
  [1, 2, 3, 4].map((id) => (values.get(id)?.code === 200 ? values.get(id)?.value : values.get(id)?.code))

test('shows interrogated and spontaneous values of two stations, and faults while the connection is lost', async () => {
  await start()
  await expect.poll(states).toEqual([true, 12.5, 1739, false])
  expect(station.connections).toBe(1)
  station.send(stationAsdu({ type: 11, cause: causeOf.spontaneous, objects: [[3, '070000']] }))
  station.send(stationAsdu({ type: 1, cause: causeOf.spontaneous, commonAddress: 11, objects: [[1, '81']] }))
  await expect.poll(states).toEqual([true, 12.5, 7, 1739])
  // After the connection returns, only interrogated objects have values again.
  let isAllowed = false
  station.answer = (asdu) => (isAllowed || asdu[0] !== 100 ? undefined : [mirrored(asdu, causeOf.con)])
  station.drop()
  await expect.poll(states).toEqual([1722, 1722, 1722, 1722])
  await expect.poll(() => station.asdus.filter(([type]) => type === 100).length).toBe(4)
  expect(states()).toEqual([1722, 1722, 1722, 1722])
  isAllowed = true
  station.drop()
  await expect.poll(states, { timeout: 20_000 }).toEqual([true, 12.5, 1739, false])
})

test('writes a command and reads the reported value back', async () => {
  await start()
  await expect.poll(states).toEqual([true, 12.5, 1739, false])
  station.answer = (asdu) =>
    asdu[0] === 45
      ? [mirrored(asdu, causeOf.con), stationAsdu({ type: 1, cause: 11, objects: [[1, '00']] })]
      : undefined
  const outcome = await poller.write({ signalId: 1, raw: false, mayStart: () => true })
  expect(outcome).toMatchObject({ kind: 'written', value: false, same: true })
  expect(values.get(1)).toMatchObject({ code: 200, value: false })
  station.answer = (asdu) => [mirrored(asdu, causeOf.con | causeOf.negative)]
  expect(await poller.write({ signalId: 1, raw: true, mayStart: () => true })).toMatchObject({
    kind: 'refused',
    fault: { code: 1721 },
  })
})
