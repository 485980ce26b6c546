// The path of one reading, with real parts only: HTTP, platform, broker, gateway agent, pymodbus and the plant, and back.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { queryConfig } from '../features/device/config/contract.ts'
import { probePoint } from '../features/device/probe/contract.ts'
import { until } from './eventually.ts'
import { type Peer, startPymodbus } from './peers/pymodbus.ts'
import { settled } from './site.ts'
import { startWorld, type World } from './world.ts'

let world: World
let peer: Peer
beforeAll(async () => {
  world = await startWorld({ stations: ['intake'] })
  peer = await startPymodbus({ 1: { H: { 0: 410 } } })
})
afterEach(async () => {
  for (const fault of world.plant.faults()) await world.plant.clearFault(fault)
})
afterAll(async () => {
  await peer.kill()
  await world[Symbol.asyncDispose]()
})

async function probe(by: object, point: object) {
  const { equipmentId } = world.site('intake')
  const { admin } = world.server
  const { uuid } = await admin.call(probePoint, { equipmentId, ...by, point } as never)
  const outcome = await settled(admin, uuid)
  expect(outcome.msg).not.toMatch(/[{}]/)
  return outcome
}

describe('a driver that is not saved', () => {
  const driver = (more: object = {}) => ({
    driver: { type: 'modbus-tcp', params: { host: '127.0.0.1', port: peer.port, timeoutMs: 300, ...more } },
  })
  const point = { address: 'H:0', dataType: 'uint16' }

  it('reads the right value, and reports the duration', async () => {
    expect(await probe(driver(), point)).toMatchObject({
      status: 'success',
      code: 200,
      value: 410,
      tookMs: expect.any(Number),
    })
    expect(await probe(driver(), { ...point, scale: 0.1 })).toMatchObject({ value: 41 })
  })

  it('with the wrong unit: 1714; with an illegal address: 1715; with the PLC gone: 1722', async () => {
    expect(await probe(driver({ unitId: 9 }), point)).toMatchObject({ status: 'failure', code: 1714, value: null })
    expect(await probe(driver(), { ...point, address: 'H:60000' })).toMatchObject({ status: 'failure', code: 1715 })
    await peer.kill()
    expect(await probe(driver(), point)).toMatchObject({ status: 'failure', code: 1722 })
    await peer.restart()
    expect(peer.writes).toEqual([])
  })
})

it('a saved variable is read through the connection that polls it, and its fault is reported', async () => {
  const { equipmentId } = world.site('intake')
  const { config } = await world.server.admin.call(queryConfig, { equipmentId })
  const signal = config.signals.find(({ name }) => name === 'flowSp')!
  const point = Object.fromEntries(
    ['address', 'dataType', 'scale', 'offset', 'byteOrder'].flatMap((key) => {
      const value = signal[key as keyof typeof signal]
      return value === undefined ? [] : [[key, value]]
    }),
  )
  world.plant.poke('intake', 'flowSp', 137)
  const read = () => probe({ driverId: signal.driverId }, point)
  expect(await read()).toMatchObject({ status: 'success', value: 137 })
  await world.plant.setFault({ kind: 'exception', station: 'intake', area: 'holding', from: 4, count: 2, code: 2 })
  expect(await read()).toMatchObject({ status: 'failure', code: 1715 })
  await world.plant.clearFault({ kind: 'exception', station: 'intake', area: 'holding', from: 4, count: 2, code: 2 })
  await world.plant.setFault({ kind: 'linkDrop', station: 'intake' })
  expect(await read()).toMatchObject({ status: 'failure', code: 1722 })
  await world.plant.clearFault({ kind: 'linkDrop', station: 'intake' })
  await until(async () => ((await read()).status === 'success' ? true : undefined))
})
