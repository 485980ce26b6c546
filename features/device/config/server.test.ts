// The versions of a device's configuration over HTTP, on a real database.
import { describe, expect, test } from 'vitest'
import { ownMachine } from '../../../testkit/own-machine.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { deleteDriver, saveDriver } from '../driver/contract.ts'
import { saveSignals } from '../signal/contract.ts'
import { queryConfig, queryVersions, restoreVersion } from './contract.ts'

const own = ownMachine()
const driver = (change: object = {}) => ({
  name: 'Second',
  type: 'modbus-tcp',
  params: { host: 'plc.local' },
  ...change,
})
describe('versions', () => {
  test('are listed newest first, and an older one can be saved again as the newest', async () => {
    const [level] = await own.save([own.row()])
    const before = own.version
    await own.save([], [level!.id])
    const restored = await own.server.admin.call(restoreVersion, { ...own.at, restore: before })
    expect(restored).toMatchObject({ version: before + 2, config: { signals: [{ id: level!.id }] } })
    const list = await own.server.admin.call(queryVersions, { equipmentId: own.equipmentId })
    expect(list.map((each) => [each.version, each.drivers, each.signals])).toEqual([
      [before + 2, 1, 1],
      [before + 1, 1, 0],
      [before, 1, 1],
      [before - 1, 1, 0],
      [before - 2, 1, 0],
    ])
    expect(list[0]!.hash).toBe(list[2]!.hash)
    const old = await own.server.admin.call(queryConfig, { equipmentId: own.equipmentId, version: before - 1 })
    expect(old.config.signals).toEqual([])
  })

  test('have author, message, and the number of a restored version', async () => {
    const at = { ...own.at, save: [own.row()], remove: [], message: ' For the new pump ' }
    const saved = await own.server.admin.call(saveSignals, at)
    const back = { equipmentId: own.equipmentId, version: saved.version, restore: own.version, message: 'Wrong pump' }
    const restored = await own.server.admin.call(restoreVersion, back)
    const list = await own.server.admin.call(queryVersions, { equipmentId: own.equipmentId })
    expect(list.slice(0, 2)).toMatchObject([
      { version: restored.version, savedBy: 'admin', message: 'Wrong pump', restored: own.version },
      { version: saved.version, savedBy: 'admin', message: 'For the new pump', restored: null },
    ])
    const { rows } = await own.server.admin.call(queryOperations, { act: 'restoreVersion' })
    expect(rows[0]).toMatchObject({
      objectId: own.equipmentId,
      after: { version: restored.version, restored: own.version },
    })
  })

  test('that do not exist are 10002, invalid numbers 10001', async () => {
    expect((await own.server.admin.ask(restoreVersion, { ...own.at, restore: 99 })).code).toBe(10002)
    expect((await own.server.admin.ask(queryConfig, { equipmentId: own.equipmentId, version: 99 })).code).toBe(10002)
    for (const wrong of [-1, 1.5, 2 ** 31, 9e15]) {
      expect(await own.server.admin.ask(queryConfig, { equipmentId: own.equipmentId, version: wrong })).toMatchObject({
        code: 10001,
        data: { field: 'version' },
      })
    }
  })

  test('include the empty version 0, which can be read and restored', async () => {
    expect((await own.server.admin.call(queryConfig, { equipmentId: own.equipmentId, version: 0 })).config).toEqual({
      drivers: [],
      signals: [],
      reports: [],
      alarms: [],
      scripts: [],
    })
    const { config } = await own.server.admin.call(restoreVersion, { ...own.at, restore: 0 })
    expect(config.drivers).toEqual([])
  })
})

test('another company can neither read nor change it', async () => {
  const other = await own.server.otherCompany()
  const at = own.at
  expect((await other.ask(queryConfig, { equipmentId: own.equipmentId })).code).toBe(1101)
  expect((await other.ask(queryVersions, { equipmentId: own.equipmentId })).code).toBe(1101)
  expect((await other.ask(saveSignals, { ...at, save: [own.row()], remove: [] })).code).toBe(1101)
  expect((await other.ask(saveDriver, { ...at, driver: driver() })).code).toBe(1101)
  expect((await other.ask(deleteDriver, { ...at, driverId: own.driverId })).code).toBe(1101)
  expect((await other.ask(restoreVersion, { ...at, restore: 0 })).code).toBe(1101)
  expect((await own.server.admin.call(queryConfig, { equipmentId: own.equipmentId })).version).toBe(own.version)
})
