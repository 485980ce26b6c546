// Drivers and variables over HTTP, on a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Language } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { dataTypes } from '../../core/data-type.ts'
import { type TestServer, testServer } from '../../testkit/server.ts'
import { configure, device } from '../../testkit/site.ts'
import { deleteDriver, saveDriver } from '../device-driver/contract.ts'
import { type RowFault, saveSignals } from '../device-signal/contract.ts'
import { equipmentInfo } from '../equipment/contract.ts'
import { queryOperations } from '../operation-log/contract.ts'
import { queryConfig, queryVersions, restoreVersion } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

// Every test has a device of its own: two drivers' worth of nothing.
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
const ask = (save: unknown[], remove: number[] = [], language: Language = 'en') =>
  server.admin.ask(saveSignals, { equipmentId, version, save, remove }, language)
const save = async (rows: unknown[], remove: number[] = []) => {
  const saved = await server.admin.call(saveSignals, { equipmentId, version, save: rows, remove })
  version = saved.version
  return saved.config.signals
}
const faultsOf = async (rows: unknown[], language: Language = 'en') => {
  const { code, data } = await ask(rows, [], language)
  expect(code).toBe(10006)
  return data as unknown as RowFault[]
}
const driver = (change: object = {}) => ({
  name: 'Second',
  type: 'modbus-tcp',
  params: { host: 'plc.local' },
  ...change,
})
const askDriver = (change: object = {}) =>
  server.admin.ask(saveDriver, { equipmentId, version, driver: driver(change) as never })

describe('saving variables', () => {
  test('adds, changes and removes in one version, and the log says how many', async () => {
    const [level, pump] = await save([row(), row({ name: 'Pump', address: '00001', dataType: 'bool', access: 'rw' })])
    const changed = await save(
      [{ ...level, title: 'Tank level', unit: 'm' }, row({ name: 'New', address: '40002' })],
      [pump!.id],
    )
    expect(changed.map(({ name, title }) => [name, title])).toEqual([
      ['Level', 'Tank level'],
      ['New', 'Level'],
    ])
    expect(changed[0]!.id).toBe(level!.id)
    const { rows } = await server.admin.call(queryOperations, { keyword: `Machine ${count}` })
    expect(rows[0]).toMatchObject({ act: 'saveSignals', before: { signals: 2 }, after: { signals: 2, version } })
    expect(await server.admin.call(equipmentInfo, { id: equipmentId })).toMatchObject({
      signalCount: 2,
      configVersion: version,
    })
  })

  test('a number is never used again, not even that of a removed one', async () => {
    const [first] = await save([row()])
    await save([], [first!.id])
    const [second] = await save([row()])
    expect(second!.id).toBeGreaterThan(first!.id)
  })

  test('on a version that is not the newest is refused, telling who saved it: 10004', async () => {
    const stale = version
    await save([row()])
    const { code, data } = await server.admin.ask(saveSignals, {
      equipmentId,
      version: stale,
      save: [row({ name: 'Late' })],
      remove: [],
    })
    expect(code).toBe(10004)
    expect(data).toEqual({ version, savedBy: 'admin' })
    expect((await server.admin.call(queryConfig, { equipmentId })).config.signals).toHaveLength(1)
  })

  test('two at the same moment: one is saved, the other is stale', async () => {
    const answers = await Promise.all([ask([row({ name: 'A' })]), ask([row({ name: 'B' })])])
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 10004])
  })

  test('a 501st variable is refused as a whole: 1701', async () => {
    const rows = Array.from({ length: limits.signalsPerEquipment + 1 }, (_, i) =>
      row({ name: `V${i}`, address: `H:${i}` }),
    )
    expect(await save(rows.slice(1))).toHaveLength(500)
    expect((await ask(rows.slice(0, 1))).code).toBe(1701)
    expect((await server.admin.call(queryConfig, { equipmentId })).config.signals).toHaveLength(500)
  })

  test('a number of another device, or of none, is 10002', async () => {
    const other = await configure(server.admin, await device(server.admin, `Other machine ${count}`))
    expect((await ask([row({ id: other.config.signals[0]!.id })])).code).toBe(10002)
    expect((await ask([row({ id: 999_999 })])).code).toBe(10002)
  })

  test('the same variable twice in one request is refused', async () => {
    const [level] = await save([row()])
    expect(
      await faultsOf([
        { ...level, title: 'one' },
        { ...level, title: 'two' },
      ]),
    ).toMatchObject([{ index: 1, field: 'id' }])
  })
})

describe('a row that is wrong is named with its place, field and reason', () => {
  test.each([
    ['no name', { name: '' }, 'name'],
    ['a name that starts with a digit', { name: '1st' }, 'name'],
    ['a name of Chinese', { name: '液位' }, 'name'],
    ['a name with a NUL', { name: 'a\u0000' }, 'name'],
    ['no title', { title: ' ' }, 'title'],
    ['an address that is none', { address: 'DB1.DBW0' }, 'address'],
    ['an address beyond the last', { address: '465537' }, 'address'],
    ['an unknown data type', { dataType: 'decimal' }, 'dataType'],
    ['a word read from a coil', { address: '00001' }, 'dataType'],
    ['a bool without its bit', { dataType: 'bool' }, 'address'],
    ['an input that shall be written', { address: '30001', access: 'rw' }, 'access'],
    ['a text without length', { dataType: 'string' }, 'length'],
    ['a length of 251', { dataType: 'string', length: 251 }, 'length'],
    ['a scale of 0', { scale: 0 }, 'scale'],
    ['a scale that is no number', { scale: 'two' }, 'scale'],
    ['a minimum above the maximum', { min: 2, max: 1 }, 'min'],
    ['a lower limit above the upper', { normalLow: 2, normalHigh: 1 }, 'normalLow'],
    ['a unit of a text', { dataType: 'string', length: 4, min: 1 }, 'min'],
    ['nine decimals', { decimals: 9 }, 'decimals'],
    ['a driver that is none', { driverId: 999_999 }, 'driverId'],
  ])('%s', async (_, wrong, field) => {
    const rows = [row({ name: 'Fine', address: '40500' }), row(wrong)]
    const unfit = await ask(rows)
    if (unfit.code === 10001) return expect((unfit.data as { field: string } | null)?.field).toBe(`save.1.${field}`)
    const faults = await faultsOf(rows)
    expect(faults).toMatchObject([{ index: 1, field }])
    const chinese = await faultsOf(rows, 'zh-cn')
    expect(chinese[0]!.reason).not.toBe(faults[0]!.reason)
    expect(faults[0]!.reason).toMatch(/^[\x20-\x7e≤≥]+$/)
    expect(chinese[0]!.reason).toMatch(/\p{Script=Han}/u)
  })

  test.each([null, 5, 'row', [], {}])('%j is no row', async (wrong) => {
    expect((await faultsOf([wrong]))[0]).toMatchObject({ index: 0, name: '' })
  })

  test('every one of them, and nothing is saved', async () => {
    const rows = [
      row({ name: 'A' }),
      row({ name: 'B', scale: 0, address: '40003' }),
      row({ name: 'a', address: '40005' }),
      row({ name: 'C', address: 'x' }),
    ]
    const faults = await faultsOf(rows)
    expect(faults.map(({ index, field }) => [index, field])).toEqual([
      [1, 'scale'],
      [2, 'name'],
      [3, 'address'],
    ])
    expect((await server.admin.call(queryConfig, { equipmentId })).version).toBe(version)
  })

  test('the same bit twice names the other; a word beside its bits, or read as two types, is let through', async () => {
    const bit = (name: string, address: string) => row({ name, address, dataType: 'bool' })
    expect(await faultsOf([bit('A', '40001.3'), bit('B', '40001.3')])).toMatchObject([
      { index: 1, field: 'address', reason: 'the same bit as A' },
    ])
    expect(
      await save([
        row({ name: 'Word' }),
        bit('A', '40001.3'),
        bit('B', '40001.4'),
        row({ name: 'Signed', dataType: 'int16' }),
      ]),
    ).toHaveLength(4)
  })

  test('two values that share half of each other overlap', async () => {
    const long = (name: string, address: string) => row({ name, address, dataType: 'int32' })
    expect(await faultsOf([long('A', '40001'), long('B', '40002')])).toMatchObject([{ index: 1, reason: 'overlaps A' }])
  })
})

describe('drivers', () => {
  test('are added, changed with the same number, and deleted with their variables', async () => {
    await save([row()])
    const added = await server.admin.call(saveDriver, { equipmentId, version, driver: driver() as never })
    const second = added.config.drivers[1]!
    expect(second.params).toMatchObject({ host: 'plc.local', port: 502 })
    const params = { host: 'plc.local', port: 1502 }
    const changed = await server.admin.call(saveDriver, {
      equipmentId,
      version: added.version,
      driver: { ...second, params },
    })
    expect(changed.config.drivers[1]).toMatchObject({ id: second.id, params: { port: 1502 } })
    const gone = await server.admin.call(deleteDriver, { equipmentId, version: changed.version, driverId })
    expect(gone.config).toMatchObject({ drivers: [{ id: second.id }], signals: [] })
  })

  test.each([
    ['no name', { name: '' }, 'driver.name'],
    ['an unknown type', { type: 'telepathy' }, 'type'],
    ['a type of the prototype', { type: 'constructor' }, 'type'],
    ['no host', { params: {} }, 'params.host'],
    ['a host with a blank', { params: { host: 'a b' } }, 'params.host'],
    ['a port of 0', { params: { host: 'a', port: 0 } }, 'params.port'],
    ['a timeout of an hour and more', { params: { host: 'a', timeoutMs: 1e9 } }, 'params.timeoutMs'],
    ['params that are a list', { params: [] }, 'driver.params'],
  ])('%s is refused by its field', async (_, change, field) => {
    expect(await askDriver(change)).toMatchObject({ code: 10001, data: { field } })
  })

  test('a key that could reach a prototype is refused', async () => {
    const body = `{"equipmentId":${equipmentId},"version":${version},"driver":{"name":"x","type":"modbus-tcp","params":{"host":"a","__proto__":{"admin":true}}}}`
    const response = await server.admin.raw(saveDriver.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(await response.json()).toMatchObject({ code: 10001, data: { field: 'body' } })
  })

  test('parameters nobody knows are left out', async () => {
    const { data } = await askDriver({ params: { host: 'a', secret: 'x' } })
    expect(Object.keys(data!.config.drivers[1]!.params)).not.toContain('secret')
  })

  test('a name is taken once per device: 10003; an eleventh driver is refused: 1505', async () => {
    expect((await askDriver({ name: 'PLC' })).code).toBe(10003)
    for (let i = 2; i <= limits.driversPerEquipment; i += 1) {
      version = (
        await server.admin.call(saveDriver, { equipmentId, version, driver: driver({ name: `D${i}` }) as never })
      ).version
    }
    expect((await askDriver({ name: 'D11' })).code).toBe(1505)
  })

  test('parameters that would make a variable impossible are refused with the variable', async () => {
    await save([row({ address: '40000' })]).catch(() => undefined)
    await save([row({ name: 'Big', dataType: 'float64' })])
    const { code, data } = await server.admin.ask(saveDriver, {
      equipmentId,
      version,
      driver: { id: driverId, name: 'PLC', type: 'modbus-tcp', params: { host: 'a', maxRegisters: 1 } },
    })
    expect(code).toBe(10006)
    expect(data).toMatchObject([{ index: -1, name: 'Big', field: 'dataType' }])
  })

  test('one that is not of this device is 10002', async () => {
    expect((await askDriver({ id: 999_999 })).code).toBe(10002)
    expect((await server.admin.ask(deleteDriver, { equipmentId, version, driverId: 999_999 })).code).toBe(10002)
  })
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

test('a driver that is saved again keeps its hash: parameters that came later are kept only where they differ', async () => {
  const params = { host: '192.0.2.10', coilFunction: 5, bitWrite: 'read' }
  const plain = { equipmentId, driver: { id: driverId, name: 'PLC', type: 'modbus-tcp', params } }
  const saved = await server.admin.call(saveDriver, { ...plain, version } as never)
  expect(Object.keys(saved.config.drivers[0]!.params)).not.toEqual(expect.arrayContaining(['coilFunction']))
  expect(saved.config.drivers[0]!.params).not.toHaveProperty('bitWrite')
  const other = { ...plain, driver: { ...plain.driver, params: { ...params, bitWrite: 'mask' } } }
  const changed = await server.admin.call(saveDriver, { ...other, version: saved.version } as never)
  expect(changed.config.drivers[0]!.params).toMatchObject({ bitWrite: 'mask' })
  expect(changed.config.drivers[0]!.params).not.toHaveProperty('coilFunction')
})

test('the API document says what a row of variables is', async () => {
  const document = (await (await server.nobody.raw('/openapi.json')).json()) as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>
  }
  const { content } = document.paths[saveSignals.path]!.post.requestBody
  expect(content['application/json']!.schema).toMatchObject({
    properties: { save: { items: { properties: { name: { type: 'string' }, dataType: { enum: dataTypes } } } } },
  })
})
