// Drivers over HTTP, on a real database.
import { describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { ownMachine } from '../../../testkit/own-machine.ts'
import { deleteDriver, saveDriver } from './contract.ts'

const own = ownMachine()
const driver = (change: object = {}) => ({
  name: 'Second',
  type: 'modbus-tcp',
  params: { host: 'plc.local' },
  ...change,
})
const askDriver = (change: object = {}) => own.server.admin.ask(saveDriver, { ...own.at, driver: driver(change) })

describe('drivers', () => {
  test('are added, changed under the same id, and deleted with their variables', async () => {
    await own.save([own.row()])
    const added = await own.server.admin.call(saveDriver, { ...own.at, driver: driver() })
    const second = added.config.drivers[1]!
    expect(second.params).toMatchObject({ host: 'plc.local', port: 502 })
    const params = { host: 'plc.local', port: 1502 }
    const changed = await own.server.admin.call(saveDriver, {
      equipmentId: own.equipmentId,
      version: added.version,
      driver: { ...second, params },
    })
    expect(changed.config.drivers[1]).toMatchObject({ id: second.id, params: { port: 1502 } })
    const gone = await own.server.admin.call(deleteDriver, {
      equipmentId: own.equipmentId,
      version: changed.version,
      driverId: own.driverId,
    })
    expect(gone.config).toMatchObject({ drivers: [{ id: second.id }], signals: [] })
  })

  test.each([
    ['no name', { name: '' }, 'driver.name'],
    ['an unknown type', { type: 'telepathy' }, 'type'],
    ['a type of the prototype', { type: 'constructor' }, 'type'],
    ['no host', { params: {} }, 'params.host'],
    ['a host with a blank', { params: { host: 'a b' } }, 'params.host'],
    ['an address that no machine has', { params: { host: '999.1.1.1' } }, 'params.host'],
    ['a port of 0', { params: { host: 'a', port: 0 } }, 'params.port'],
    ['a timeout of an hour and more', { params: { host: 'a', timeoutMs: 1e9 } }, 'params.timeoutMs'],
    ['params that are a list', { params: [] }, 'driver.params'],
  ])('%s is rejected with its field', async (_, change, field) => {
    expect(await askDriver(change)).toMatchObject({ code: 10001, data: { field } })
  })

  test('a key that could reach a prototype is rejected', async () => {
    const body = `{"equipmentId":${own.equipmentId},"version":${own.version},"driver":{"name":"x","type":"modbus-tcp","params":{"host":"a","__proto__":{"admin":true}}}}`
    const response = await own.server.admin.raw(saveDriver.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(await response.json()).toMatchObject({ code: 10001, data: { field: 'body' } })
  })

  test('unknown parameters are dropped', async () => {
    const { data } = await askDriver({ params: { host: 'a', secret: 'x' } })
    expect(Object.keys(data!.config.drivers[1]!.params)).not.toContain('secret')
  })

  test('a duplicate name is 10003; an eleventh driver is 1505', async () => {
    expect((await askDriver({ name: 'PLC' })).code).toBe(10003)
    for (let i = 2; i <= limits.driversPerEquipment; i += 1) {
      own.version = (await own.server.admin.call(saveDriver, { ...own.at, driver: driver({ name: `D${i}` }) })).version
    }
    expect((await askDriver({ name: 'D11' })).code).toBe(1505)
  })

  test('parameters that make a variable invalid are rejected with the variable', async () => {
    await own.save([own.row({ address: '40000' })]).catch(() => undefined)
    await own.save([own.row({ name: 'Big', dataType: 'float64' })])
    const { code, data } = await own.server.admin.ask(saveDriver, {
      ...own.at,
      driver: { id: own.driverId, name: 'PLC', type: 'modbus-tcp', params: { host: 'a', maxRegisters: 1 } },
    })
    expect(code).toBe(10006)
    expect(data).toMatchObject([{ index: -1, name: 'Big', field: 'dataType' }])
  })

  test('a driver of another device is 10002', async () => {
    expect((await askDriver({ id: 999_999 })).code).toBe(10002)
    expect((await own.server.admin.ask(deleteDriver, { ...own.at, driverId: 999_999 })).code).toBe(10002)
  })
})

test('a driver that is saved again keeps its hash: parameters added later are stored only if they differ', async () => {
  const params = { host: '192.0.2.10', coilFunction: 5, bitWrite: 'read' }
  const plain = { equipmentId: own.equipmentId, driver: { id: own.driverId, name: 'PLC', type: 'modbus-tcp', params } }
  const saved = await own.server.admin.call(saveDriver, { ...plain, version: own.version })
  expect(Object.keys(saved.config.drivers[0]!.params)).not.toEqual(expect.arrayContaining(['coilFunction']))
  expect(saved.config.drivers[0]!.params).not.toHaveProperty('bitWrite')
  const other = { ...plain, driver: { ...plain.driver, params: { ...params, bitWrite: 'mask' } } }
  const changed = await own.server.admin.call(saveDriver, { ...other, version: saved.version })
  expect(changed.config.drivers[0]!.params).toMatchObject({ bitWrite: 'mask' })
  expect(changed.config.drivers[0]!.params).not.toHaveProperty('coilFunction')
})
