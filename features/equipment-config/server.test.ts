// The versions of a device's configuration over HTTP, on a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../testkit/server.ts'
import { configure, device } from '../../testkit/site.ts'
import { deleteDriver, saveDriver } from '../device-driver/contract.ts'
import { saveSignals } from '../device-signal/contract.ts'
import { queryOperations } from '../operation-log/contract.ts'
import { queryConfig, queryVersions, restoreVersion } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

// Every test has a device of its own, with one driver.
let count = 0
let equipmentId = 0
let driverId = 0
let version = 0
beforeEach(async () => {
  count += 1
  equipmentId = await device(server.admin, `Machine ${count}`)
  const made = await configure(server.admin, equipmentId, [])
  driverId = made.driverId
  version = made.version
})

const row = (change: object = {}) => ({
  name: 'Level',
  title: 'Level',
  driverId,
  address: '40001',
  dataType: 'uint16',
  ...change,
})
const save = async (rows: unknown[], remove: number[] = []) => {
  const saved = await server.admin.call(saveSignals, { equipmentId, version, save: rows, remove })
  version = saved.version
  return saved.config.signals
}
const driver = (change: object = {}) => ({
  name: 'Second',
  type: 'modbus-tcp',
  params: { host: 'plc.local' },
  ...change,
})
describe('versions', () => {
  test('are listed newest first, and an older one is saved again as the newest', async () => {
    const [level] = await save([row()])
    const before = version
    await save([], [level!.id])
    const restored = await server.admin.call(restoreVersion, { equipmentId, version, restore: before })
    expect(restored).toMatchObject({ version: before + 2, config: { signals: [{ id: level!.id }] } })
    const list = await server.admin.call(queryVersions, { equipmentId })
    expect(list.map((each) => [each.version, each.drivers, each.signals])).toEqual([
      [before + 2, 1, 1],
      [before + 1, 1, 0],
      [before, 1, 1],
      [before - 1, 1, 0],
      [before - 2, 1, 0],
    ])
    expect(list[0]!.hash).toBe(list[2]!.hash)
    const old = await server.admin.call(queryConfig, { equipmentId, version: before - 1 })
    expect(old.config.signals).toEqual([])
  })

  test('say who saved them, why, and of which older one they are made', async () => {
    const at = { equipmentId, version, save: [row()], remove: [], message: ' For the new pump ' }
    const saved = await server.admin.call(saveSignals, at)
    const back = { equipmentId, version: saved.version, restore: version, message: 'Wrong pump' }
    const restored = await server.admin.call(restoreVersion, back)
    const list = await server.admin.call(queryVersions, { equipmentId })
    expect(list.slice(0, 2)).toMatchObject([
      { version: restored.version, savedBy: 'admin', message: 'Wrong pump', restored: version },
      { version: saved.version, savedBy: 'admin', message: 'For the new pump', restored: null },
    ])
    const { rows } = await server.admin.call(queryOperations, { act: 'restoreVersion' })
    expect(rows[0]).toMatchObject({ objectId: equipmentId, after: { version: restored.version, restored: version } })
  })

  test('one that never was is 10002, one that is no number of a version 10001', async () => {
    expect((await server.admin.ask(restoreVersion, { equipmentId, version, restore: 99 })).code).toBe(10002)
    expect((await server.admin.ask(queryConfig, { equipmentId, version: 99 })).code).toBe(10002)
    for (const wrong of [-1, 1.5, 2 ** 31, 9e15]) {
      expect(await server.admin.ask(queryConfig, { equipmentId, version: wrong })).toMatchObject({
        code: 10001,
        data: { field: 'version' },
      })
    }
  })

  test('the empty one before the first can be read and restored', async () => {
    expect((await server.admin.call(queryConfig, { equipmentId, version: 0 })).config).toEqual({
      drivers: [],
      signals: [],
      reports: [],
    })
    const { config } = await server.admin.call(restoreVersion, { equipmentId, version, restore: 0 })
    expect(config.drivers).toEqual([])
  })
})

test('another company reads and changes nothing of it', async () => {
  const other = await server.otherCompany()
  const at = { equipmentId, version }
  expect((await other.ask(queryConfig, { equipmentId })).code).toBe(1101)
  expect((await other.ask(queryVersions, { equipmentId })).code).toBe(1101)
  expect((await other.ask(saveSignals, { ...at, save: [row()], remove: [] })).code).toBe(1101)
  expect((await other.ask(saveDriver, { ...at, driver: driver() as never })).code).toBe(1101)
  expect((await other.ask(deleteDriver, { ...at, driverId: driverId as never })).code).toBe(1101)
  expect((await other.ask(restoreVersion, { ...at, restore: 0 })).code).toBe(1101)
  expect((await server.admin.call(queryConfig, { equipmentId })).version).toBe(version)
})
