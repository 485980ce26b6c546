// History reports over HTTP, on a real database: ids are never reused, rows are never deleted, versions can be
// restored.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { configHash } from '../../../contract/config-hash.ts'
import type { InputOf } from '../../../contract/endpoint.ts'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { EquipmentId, ReportId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryConfig, queryVersions, restoreVersion } from '../config/contract.ts'
import { deleteDriver } from '../driver/contract.ts'
import { equipmentInfo } from '../equipment/contract.ts'
import { importSignals, saveSignals } from '../signal/contract.ts'
import { deleteReport, saveReport } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

type Draft = InputOf<typeof saveReport>['report']
let count = 0
let equipmentId: EquipmentId
let driverId = 0
let version = 0
let config: EquipmentConfig
beforeEach(async () => {
  count += 1
  equipmentId = await device(server.admin, `Stored ${count}`)
  const made = await configure(server.admin, equipmentId, [
    { name: 'Level', address: '40001', dataType: 'uint16', unit: 'm', decimals: 2 },
    { name: 'Flow', address: '40002', dataType: 'uint16' },
    { name: 'Running', address: '00001', dataType: 'bool' },
    { name: 'Name', address: '40010', dataType: 'string', length: 8 },
    { name: 'Reset', address: '00002', dataType: 'bool', access: 'w' },
  ])
  ;({ driverId, version, config } = made)
})

const id = (name: string) => config.signals.find((signal) => signal.name === name)!.id
const tenSeconds = { every: 10, unit: 'second' } as const
const normal = (change: object = {}): Draft =>
  ({
    ...{ name: 'Levels', type: 'normal', mode: 'periodic', period: tenSeconds },
    columns: [{ signalId: id('Level') }, { signalId: id('Flow') }],
    ...change,
  }) as Draft
const ask = (report: Draft, language: 'en' | 'zh-cn' = 'en') =>
  server.admin.ask(saveReport, { equipmentId, version, report }, language)
const save = async (report: Draft) => {
  const saved = await server.admin.call(saveReport, { equipmentId, version, report })
  ;({ version, config } = saved)
  return saved.config.reports.find((each) => each.id === saved.reportId)!
}
const rowsOf = async (table: 'historyReport' | 'historyColumn') =>
  server.platform.db.selectFrom(table).selectAll().where('equipmentId', '=', equipmentId).orderBy('id').execute()

describe('a report', () => {
  test('can be added and changed: its id and the ids of its columns stay', async () => {
    const made = await save(normal())
    expect(made).toMatchObject({ name: 'Levels', mode: 'periodic', period: tenSeconds })
    const [level, flow] = made.columns
    const changed = await save(
      normal({ id: made.id, columns: [{ signalId: id('Flow') }, { signalId: id('Running') }] }),
    )
    expect(changed.id).toBe(made.id)
    expect(changed.columns[0]!.id).toBe(flow!.id)
    expect(changed.columns[1]!.id).toBeGreaterThan(flow!.id)
    const again = await save(normal({ id: made.id }))
    expect(again.columns.map((column) => column.id)).not.toContain(level!.id)
    expect(again.columns[1]!.id).toBe(flow!.id)
  })

  test('with two aggregations has two columns; another aggregation is another column', async () => {
    const columns = (last: string) => [
      { signalId: id('Level'), aggregation: 'max' },
      { signalId: id('Level'), aggregation: last },
    ]
    const made = await save(normal({ type: 'summary', columns: columns('min') }))
    const changed = await save(normal({ id: made.id, type: 'summary', columns: columns('average') }))
    expect(changed.columns[0]!.id).toBe(made.columns[0]!.id)
    expect(changed.columns[1]!.id).not.toBe(made.columns[1]!.id)
  })

  test('is saved with the fields of its mode and without defaults', async () => {
    const made = await save(
      normal({
        mode: 'change',
        fluctuation: 0,
        isPercent: true,
        minIntervalMs: limits.changeIntervalMs,
        enabled: true,
        condition: { expression: '1' },
      }),
    )
    expect(Object.keys(made).sort()).toEqual(['columns', 'id', 'mode', 'name', 'type'])
  })

  test('changes the device, its version and the log', async () => {
    await save(normal())
    const info = await server.admin.call(equipmentInfo, { id: equipmentId as EquipmentId })
    expect(info).toMatchObject({ reportCount: 1, configVersion: version })
    expect((await server.admin.call(queryVersions, { equipmentId }))[0]).toMatchObject({ signals: 5, reports: 1 })
    const { rows } = await server.admin.call(queryOperations, { act: 'saveReports' })
    expect(rows[0]).toMatchObject({ before: { reports: 0 }, after: { reports: 1, report: 'Levels' } })
  })

  test('can be deleted without effect on the variables', async () => {
    const { id: reportId } = await save(normal())
    const after = await server.admin.call(deleteReport, { equipmentId, version, reportId })
    expect(after.config.reports).toEqual([])
    expect(after.config.signals).toHaveLength(5)
    expect((await rowsOf('historyReport'))[0]!.removedAt).not.toBeNull()
  })

  it.each([
    ['no name', { name: '' }, 10001, 'report.name'],
    ['no columns', { columns: [] }, 10001, 'columns'],
    ['no period', { period: undefined }, 10001, 'period'],
    ['a mode nobody knows', { mode: 'sometimes' }, 10001, 'report.mode'],
    ['a condition without one', { mode: 'single' }, 10001, 'condition'],
  ])('with %s is rejected', async (_, change, code, field) => {
    const refused = await ask(normal(change))
    expect(refused).toMatchObject({ code, data: { field } })
    expect(refused.msg).not.toBe((await ask(normal(change), 'zh-cn')).msg)
  })

  test('with mode single keeps its trigger', async () => {
    const once = normal({ mode: 'single', period: undefined, triggerSignalId: id('Running') })
    expect(await save(once)).toMatchObject({ mode: 'single', triggerSignalId: id('Running') })
  })

  test('with an invalid expression is rejected with the position: 2003, 2004, 2005', async () => {
    const single = (expression: string) => ask(normal({ mode: 'single', condition: { expression } }))
    const own = `$${'{'}${equipmentId}.${id('Level')}}`
    expect(await single(`${own} > > 5`)).toMatchObject({ code: 2003, data: { field: 'condition' } })
    expect((await single(`${own} > > 5`)).msg).toContain(`character ${own.length + 4}`)
    expect((await single(own.replace(`${equipmentId}.`, '1'))).code).toBe(2003)
    expect((await single(`$${'{'}${equipmentId}.999999} > 5`)).code).toBe(2004)
    expect((await single(`$${'{'}999999.${id('Level')}} > 5`)).code).toBe(2004)
    expect((await single('1'.padEnd(limits.formulaLength + 1, '+1'))).code).toBe(2005)
    expect((await single(`${own} > 5`)).code).toBe(200)
  })

  test('rejects a duplicate variable, one of another device, a write-only one, and more than 100', async () => {
    const level = { signalId: id('Level') }
    expect(await ask(normal({ columns: [level, level] }))).toMatchObject({ code: 10001, data: { field: 'columns.1' } })
    const twice = { ...level, aggregation: 'max' }
    expect((await ask(normal({ type: 'summary', columns: [twice, twice] }))).code).toBe(1729)
    expect((await ask(normal({ columns: [{ signalId: 999_999 }] }))).code).toBe(10001)
    expect((await ask(normal({ columns: [{ signalId: id('Reset') }] }))).code).toBe(10001)
    const many = Array.from({ length: limits.columnsPerReport + 1 }, () => level)
    expect(await ask(normal({ columns: many }))).toMatchObject({ code: 1705 })
  })

  test('rejects a duplicate name, an id of another device, and a fifty-first report', async () => {
    await save(normal())
    expect(await ask(normal({ name: 'levels' }))).toMatchObject({ code: 10003, data: { field: 'name' } })
    expect((await ask(normal({ id: 999_999, name: 'Other' }))).code).toBe(10002)
    const gone = { equipmentId, version, reportId: 999_999 as ReportId }
    expect((await server.admin.ask(deleteReport, gone)).code).toBe(10002)
    for (let n = 2; n <= limits.reportsPerEquipment; n += 1) await save(normal({ name: `Levels ${n}` }))
    expect((await ask(normal({ name: 'One more' }))).code).toBe(1704)
  })

  test('based on an old version is 10004', async () => {
    await save(normal())
    version -= 1
    expect((await ask(normal({ name: 'Late' }))).code).toBe(10004)
  })
})

describe('database rows of history columns', () => {
  test('follow titles, units and order; a removed column is marked until it returns', async () => {
    const made = await save(normal())
    const first = version
    expect(await rowsOf('historyColumn')).toMatchObject([
      { id: made.columns[0]!.id, position: 0, title: 'Level', unit: 'm', decimals: 2, removedAt: null },
      { id: made.columns[1]!.id, position: 1, title: 'Flow', unit: null, removedAt: null },
    ])
    const signal = { ...config.signals[0]!, title: 'Well level', unit: 'cm' }
    ;({ version } = await server.admin.call(saveSignals, { equipmentId, version, save: [signal], remove: [] }))
    expect((await rowsOf('historyColumn'))[0]).toMatchObject({ title: 'Well level', unit: 'cm' })
    await save(normal({ id: made.id, name: 'Flows', columns: [{ signalId: id('Flow') }] }))
    expect(await rowsOf('historyReport')).toMatchObject([{ id: made.id, name: 'Flows', removedAt: null }])
    const [level, flow] = await rowsOf('historyColumn')
    expect(level!.removedAt).not.toBeNull()
    expect(flow).toMatchObject({ position: 0, removedAt: null })
    await server.admin.call(restoreVersion, { equipmentId, version, restore: first })
    expect(await rowsOf('historyReport')).toMatchObject([{ id: made.id, name: 'Levels', removedAt: null }])
    expect(await rowsOf('historyColumn')).toMatchObject([
      { position: 0, title: 'Level', removedAt: null },
      { position: 1, removedAt: null },
    ])
  })

  test('remain after the report is deleted: restoring an old version restores its ids', async () => {
    const made = await save(normal())
    const full = version
    ;({ version } = await server.admin.call(deleteReport, { equipmentId, version, reportId: made.id }))
    expect((await rowsOf('historyColumn')).every(({ removedAt }) => removedAt !== null)).toBe(true)
    const back = await server.admin.call(restoreVersion, { equipmentId, version, restore: full })
    expect(back.config.reports).toEqual([made])
    expect((await rowsOf('historyColumn')).map((row) => [row.id, row.removedAt])).toEqual(
      made.columns.map((column) => [column.id, null]),
    )
  })
})

describe('deleting variables', () => {
  test('removes their columns and reports without columns', async () => {
    await save(normal())
    await save(normal({ name: 'Flow alone', columns: [{ signalId: id('Flow') }] }))
    const after = await server.admin.call(saveSignals, { equipmentId, version, save: [], remove: [id('Flow')] })
    expect(after.config.reports.map((each) => [each.name, each.columns.length])).toEqual([['Levels', 1]])
    expect((await rowsOf('historyReport')).map((row) => row.removedAt === null)).toEqual([true, false])
  })

  test('with their driver removes everything', async () => {
    await save(normal())
    const after = await server.admin.call(deleteDriver, { equipmentId, version, driverId })
    expect(after.config).toEqual({ drivers: [], signals: [], reports: [], alarms: [], scripts: [] })
  })

  test('is rejected if a condition or trigger needs them: 10007 names the report', async () => {
    const condition = { signalId: id('Running'), symbol: '==', value: 1 }
    await save(normal({ mode: 'single', condition }))
    await save(normal({ name: 'Triggered', mode: 'change', triggerSignalId: id('Name') }))
    const remove = (name: string) =>
      server.admin.ask(saveSignals, { equipmentId, version, save: [], remove: [id(name)] })
    expect(await remove('Running')).toMatchObject({ code: 10007, msg: expect.stringContaining('Levels') })
    expect(await remove('Name')).toMatchObject({ code: 10007, msg: expect.stringContaining('Triggered') })
    expect((await server.admin.call(queryConfig, { equipmentId })).version).toBe(version)
  })

  test('or changing them to a type that their report cannot store is rejected', async () => {
    await save(normal({ type: 'summary', columns: [{ signalId: id('Level'), aggregation: 'max' }] }))
    const text = { ...config.signals[0]!, dataType: 'string', length: 4, decimals: undefined, unit: undefined }
    const refused = await server.admin.ask(saveSignals, { equipmentId, version, save: [text], remove: [] })
    expect(refused).toMatchObject({ code: 10007, msg: expect.stringContaining('Levels') })
  })

  test('is independent of CSV imports, which do not change reports', async () => {
    const made = await save(normal())
    const csv = 'name,title,address,dataType\nLevel,Deep,40001,uint16\nNew,New,40020,uint16'
    const after = await server.admin.call(importSignals, { equipmentId, version, csv, driverId })
    expect(after).toMatchObject({ added: 1, changed: 1 })
    expect(after.config.reports).toEqual([made])
    expect((await rowsOf('historyColumn'))[0]).toMatchObject({ title: 'Deep' })
  })
})

describe('versions without reports', () => {
  test('read as an empty list, keep their hash, and can be restored', async () => {
    const { drivers, signals } = config
    const { hash } = await server.admin.call(queryConfig, { equipmentId })
    expect(hash).toBe(configHash({ drivers, signals }))
    await server.platform.db
      .updateTable('configVersion')
      .set({ content: JSON.stringify({ drivers, signals }) })
      .where('objectId', '=', equipmentId)
      .where('version', '=', version)
      .execute()
    const head = await server.admin.call(queryConfig, { equipmentId })
    expect(head.config.reports).toEqual([])
    expect((await server.admin.call(queryVersions, { equipmentId }))[0]).toMatchObject({ reports: 0 })
    const old = version
    await save(normal())
    const back = await server.admin.call(restoreVersion, { equipmentId, version, restore: old })
    expect(back.hash).toBe(hash)
    expect(back.config.reports).toEqual([])
  })
})

test('another company can neither save nor delete a report', async () => {
  const { id: reportId } = await save(normal())
  const other = await server.otherCompany()
  expect((await other.ask(saveReport, { equipmentId, version, report: normal({ name: 'X' }) })).code).toBe(1101)
  expect((await other.ask(deleteReport, { equipmentId, version, reportId })).code).toBe(1101)
  expect(await rowsOf('historyReport')).toMatchObject([{ removedAt: null }])
})
