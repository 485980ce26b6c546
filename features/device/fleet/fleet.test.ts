// Bulk operations over HTTP, on a real database: export, import with a preview that names every invalid row, copies of
// a device.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountId } from '../../../contract/fields.ts'
import { readWorkbook } from '../../../core/read-workbook.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device, site } from '../../../testkit/site.ts'
import { pumpConfig, pumpTemplate } from '../../../testkit/templates.ts'
import { queryPages } from '../../page/page-list/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryConfig } from '../config/contract.ts'
import { addEquipment, editEquipment, equipmentInfo, queryEquipments } from '../equipment/contract.ts'
import { addGroup } from '../group/contract.ts'
import { bindTemplate, queryTemplateMarks } from '../template-binding/contract.ts'
import {
  cancelFleetJob,
  copyEquipment,
  equipmentTemplateFile,
  exportEquipments,
  type FleetJobId,
  fleetJobFaults,
  lookAtImport,
  queryFleetJobs,
  startImport,
} from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const base64 = (text: string) => Buffer.from(text).toString('base64')
const fileOf = (text: string) => ({ name: 'fleet.csv', content: base64(text) })
const look = (text: string, who: Caller = server.admin) => who.call(lookAtImport, fileOf(text))
const named = async (name: string) => {
  const { rows } = await server.admin.call(queryEquipments, { keyword: name, pageSize: 200 })
  return rows.find((row) => row.name === name)
}
/** Waits until a job has ended, and returns it. */
async function over(id: FleetJobId, who: Caller = server.admin) {
  await eventually(async () => {
    await server.turn()
    expect((await who.call(queryFleetJobs, {})).find((job) => job.id === id)?.status).not.toBe('running')
  })
  return (await who.call(queryFleetJobs, {})).find((job) => job.id === id)!
}
const imported = async (text: string, more: object = {}, who: Caller = server.admin) =>
  over((await who.call(startImport, { ...fileOf(text), ...more })).id, who)
const download = async (endpoint: { path: string }, input: object): Promise<Buffer> => {
  const headers = { 'content-type': 'application/json' }
  const response = await server.admin.raw(endpoint.path, { method: 'POST', headers, body: JSON.stringify(input) })
  return Buffer.from(await response.arrayBuffer())
}

describe('a preview of a file', () => {
  test('lists changes field by field, and saves nothing', async () => {
    await server.admin.call(addEquipment, { name: 'Old pump', manufacturer: 'KSB', remark: 'keep' })
    const seen = await look('Device name,Manufacturer,Warranty until,Colour\nOld pump,ABB,2030/1/2,red\nNew pump,,,\n')
    expect(seen).toMatchObject({ missing: [], unknown: ['Colour'], counts: { added: 1, changed: 1, same: 0, bad: 0 } })
    expect(seen.changes[0]).toMatchObject({
      ...{ line: 2, name: 'Old pump', kind: 'changed' },
      fields: [
        { column: 'Manufacturer', before: 'KSB', after: 'ABB' },
        { column: 'Warranty until', before: '', after: '2030-01-02' },
      ],
    })
    expect(await named('New pump')).toBeUndefined()
    expect((await named('Old pump'))?.warrantyUntil).toBeNull()
  })

  test.each([
    ['name,sort\nA,0', 2, 'Sort number'],
    [`name\n${'x'.repeat(26)}`, 2, 'Device name'],
    ['name,warrantyUntil\nA,2021-02-31', 2, 'Warranty until'],
    ['name,warrantyUntil\nA,soon', 2, 'Warranty until'],
    ['name,longitude\nA,2.5', 2, 'Latitude'],
    ['name,latitude\nA,2.5', 2, 'Longitude'],
    ['name,iccid\nA,abc!', 2, 'ICCID'],
    ['name,factoryDate,warrantyUntil\nA,2031-01-01,2030-01-01', 2, 'Warranty until'],
    ['name,installDate,warrantyUntil\nA,2031-01-01,2030-01-01', 2, 'Warranty until'],
    ['name,latitude\nA,91', 2, 'Latitude'],
    ['name,latitude\nA,north', 2, 'Latitude'],
    ['name,menuBar\nA,perhaps', 2, 'Menu bar'],
    ['name,group\nA,Nowhere', 2, 'Group'],
    ['name,template\nA,Nothing', 2, 'Template'],
    ['name,zone\nA,Mars/Base', 2, 'Time zone'],
    ['name\nA\nA', 3, 'Device name'],
    ['id,name\n999999,A', 2, 'ID'],
    ['name,sn\nA,LF0001', 2, 'Gateway SN'],
  ])('names the invalid cell of %j', async (text, line, column) => {
    const { faults, counts } = await look(text)
    expect(faults).toMatchObject([{ line, column }])
    expect(faults[0]!.reason).not.toMatch(/[{}]/)
    expect(counts.bad).toBe(1)
    expect((await server.admin.ask(startImport, fileOf(text))).code).toBe(1119)
  })

  test('names invalid cells in the language of the request', async () => {
    const { data } = await server.admin.ask(lookAtImport, fileOf('设备名称,排序号\n泵,0'), 'zh-cn')
    expect(data?.faults).toMatchObject([{ column: '排序号', reason: expect.stringContaining('过小') }])
  })

  test.each([
    ['', 'nothing'],
    ['PK broken', 'a broken archive'],
    [`name\n${'x\n'.repeat(2001)}`, 'too many rows'],
  ])('rejects %.20j: %s', async (text) => expect((await server.admin.ask(lookAtImport, fileOf(text))).code).toBe(1117))

  test('reports a missing name column', async () =>
    expect((await look('manufacturer\nABB')).missing).toEqual(['Device name']))
})

describe('an import', () => {
  test('adds and changes devices as a job, each with its log line', async () => {
    await server.admin.call(addGroup, { name: 'Imported', parentId: null })
    const { id } = await server.admin.call(addEquipment, { name: 'Import old', number: 'N1', remark: 'stays' })
    const job = await imported(`id,name,group,number\n${id},Import renamed,Imported,\n,Import new,Imported,'=1+1\n`)
    expect(job).toMatchObject({ kind: 'import', status: 'completed', total: 2, done: 2, failed: 0, title: 'fleet.csv' })
    expect(await server.admin.call(equipmentInfo, { id })).toMatchObject({
      ...{ name: 'Import renamed', groupName: 'Imported', number: null, remark: 'stays' },
    })
    expect(await named('Import new')).toMatchObject({ number: '=1+1', groupName: 'Imported' })
    const lines = (await server.admin.call(queryOperations, { keyword: 'Import' })).rows
    expect(lines.map(({ act }) => act)).toEqual(expect.arrayContaining(['add', 'edit']))
    const [begun] = (await server.admin.call(queryOperations, { keyword: 'fleet.csv' })).rows
    expect(begun).toMatchObject({ act: 'importDevices', after: { equipmentCount: 2 } })
  })

  test('with an invalid row imports nothing, unless the row is skipped', async () => {
    const text = 'name,sort\nGood row,1\nBad row,0\n'
    expect((await server.admin.ask(startImport, fileOf(text))).code).toBe(1119)
    expect(await named('Good row')).toBeUndefined()
    expect(await imported(text, { withoutBad: true })).toMatchObject({ status: 'completed', total: 1 })
    expect(await named('Good row')).toBeDefined()
    expect(await named('Bad row')).toBeUndefined()
  })

  test('binds templates, and names rows with a template for another series: 1107', async () => {
    await pumpTemplate(server.admin, 'Pump type')
    await pumpTemplate(server.admin, 'Other type', { series: 'ZZ' })
    const bound = await site(server, 'Has gateway')
    await imported('name,template\nTyped,Pump type\n')
    const typed = (await named('Typed'))!
    expect(typed.signalCount).toBe(2)
    expect(await server.admin.call(queryTemplateMarks, { equipmentIds: [typed.id] })).toMatchObject([
      { templateName: 'Pump type', isSame: true },
    ])
    const { faults } = await look(`id,name,template\n${bound.equipmentId},Has gateway,Other type\n`)
    expect(faults).toMatchObject([{ column: 'Template', reason: expect.stringContaining('ZZ') }])
    const other = await look(`id,name,series\n${bound.equipmentId},Has gateway,ZZ\n`)
    expect(other.faults).toMatchObject([{ column: 'Gateway series', reason: expect.stringContaining('ZZ') }])
  })

  test('a device deleted in between fails alone, with its reason', async () => {
    const before = await device(server.admin, 'Race')
    const { id } = await server.admin.call(startImport, fileOf('name,number\nRace,1\nRace two,2\n'))
    await server.platform.db.deleteFrom('equipment').where('id', '=', before).execute()
    const job = await over(id)
    // The job may have changed the device before it was deleted.
    const faults = await server.admin.call(fleetJobFaults, { id })
    expect(job.done + job.failed).toBe(2)
    expect(faults.every(({ code }) => code === 1101)).toBe(true)
    expect(await named('Race two')).toBeDefined()
  })

  test('from an unchanged export changes nothing, as CSV and as a workbook', async () => {
    await server.admin.call(addEquipment, {
      name: '=Guarded',
      remark: '-1+1',
      latitude: 1.5,
      longitude: 2.5,
      warrantyUntil: '2031-01-01',
    })
    for (const format of ['csv', 'xlsx'] as const) {
      const bytes = await download(exportEquipments, { format })
      const seen = await server.admin.call(lookAtImport, { name: 'x', content: bytes.toString('base64') })
      expect(seen).toMatchObject({ missing: [], unknown: [], faults: [], counts: { added: 0, changed: 0, bad: 0 } })
      expect(seen.counts.same).toBe((await server.admin.call(queryEquipments, {})).total)
    }
  })

  test('an export applies the filter, and no cell is a formula', async () => {
    const text = (await download(exportEquipments, { format: 'csv', keyword: 'Guarded' })).toString()
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(2)
    expect(text).toContain(`"'=Guarded"`)
    expect(text).toContain(`"'-1+1"`)
  })

  test('the template file has headings in the language of the request', async () => {
    const table = readWorkbook(await download(equipmentTemplateFile, { format: 'xlsx' }), {
      ...{ rows: 10, columns: 60, bytes: 1e6 },
    })
    expect(table).toEqual([expect.arrayContaining(['Device name', 'Warranty until'])])
  })
})

/** Stores an import of one new device, as if started with permissions that the account no longer has. */
async function waitingImport(accountId: AccountId, loginname: string, work: { fields: { name: string } }) {
  const { db } = server.platform
  const job = {
    ...{ orgId: 1, kind: 'import', title: 'x', sourceId: null },
    ...{ accountId, loginname, author: 'x', createdAt: 1 },
  }
  const { id } = await db
    .insertInto('fleetJob')
    .values(job as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = { jobId: id, orgId: 1, position: 0, line: 2, name: work.fields.name, work: JSON.stringify(work) }
  await db
    .insertInto('fleetItem')
    .values({ ...item, deviceId: null } as never)
    .execute()
  return id
}

describe('permissions', () => {
  test('an account that may only add devices can neither change them nor make them public', async () => {
    const adder = await person(server, 'adder', { auths: ['equipment:add'], dataRange: 'all' })
    const old = await device(server.admin, 'Not his')
    expect((await look(`id,name\n${old},Mine\n`, adder)).faults).toMatchObject([{ column: 'Device name' }])
    expect((await look('name,publicFlag\nOpened,yes\n', adder)).faults).toMatchObject([
      { column: 'Open to the company' },
    ])
    expect(await imported('name\nAdded by him\n', {}, adder)).toMatchObject({ status: 'completed', done: 1 })
  })

  test('an account that may only add devices cannot bind them to a template, and learns no template names', async () => {
    const typist = await person(server, 'typist', { auths: ['equipment:add'], dataRange: 'all' })
    const template = await pumpTemplate(server.admin, 'Secret type')
    const known = await look('name,template\nCurious,Secret type\n', typist)
    expect(known.faults).toMatchObject([{ column: 'Template' }])
    expect((await look('name,template\nCurious,No such type\n', typist)).faults).toEqual(known.faults)
    const work = { fields: { name: 'Curious' }, templateId: template.id }
    const id = await waitingImport(typist.accountId, 'typist', work)
    expect(await over(id)).toMatchObject({ status: 'failed', failed: 1 })
    expect(await server.admin.call(fleetJobFaults, { id })).toMatchObject([{ code: 90_002 }])
    expect(await named('Curious')).toBeUndefined()
    expect(await imported('name,template\nPlain,\n', {}, typist)).toMatchObject({ status: 'completed', done: 1 })
  })

  test('an account disabled after the start creates no more devices', async () => {
    const leaver = await person(server, 'leaver', { auths: ['equipment:add'], dataRange: 'all' })
    await server.platform.db.updateTable('account').set({ disabled: true }).where('loginname', '=', 'leaver').execute()
    const id = await waitingImport(leaver.accountId, 'leaver', { fields: { name: 'Late' } })
    expect(await over(id)).toMatchObject({ status: 'failed', failed: 1 })
    expect(await server.admin.call(fleetJobFaults, { id })).toMatchObject([{ name: 'Late', code: 90_002 }])
    expect(await named('Late')).toBeUndefined()
  })

  test('jobs of others are visible to accounts that see all devices, never to another company', async () => {
    const { id } = await server.admin.call(startImport, fileOf('name\nOf admin\n'))
    const few = await person(server, 'few', { auths: ['equipment:add'] })
    expect((await few.call(queryFleetJobs, {})).map((job) => job.id)).not.toContain(id)
    expect((await few.ask(cancelFleetJob, { id })).code).toBe(10_002)
    const other = await server.otherCompany()
    expect(await other.call(queryFleetJobs, {})).toEqual([])
    expect((await other.ask(fleetJobFaults, { id })).code).toBe(10_002)
    await over(id)
  })
})

describe('copies of a device', () => {
  test('have pattern names, configuration, passwords and pages, but no fields of an individual machine', async () => {
    const { id } = await server.admin.call(addEquipment, {
      ...{
        name: 'Original',
        number: 'O-1',
        manufacturer: 'KSB',
        warrantyUntil: '2030-01-01',
        longitude: 1,
        latitude: 2,
      },
    })
    await pumpConfig(server.admin, id)
    const { id: jobId } = await server.admin.call(copyEquipment, { id, pattern: 'Twin {nn}', first: 9, count: 2 })
    expect(await over(jobId)).toMatchObject({ kind: 'copy', status: 'completed', done: 2, title: 'Original' })
    for (const name of ['Twin 09', 'Twin 10']) {
      const { id: copy } = (await named(name))!
      const none = { number: null, warrantyUntil: null, longitude: null, latitude: null }
      expect(await server.admin.call(equipmentInfo, { id: copy })).toMatchObject({ manufacturer: 'KSB', ...none })
      const { config } = await server.admin.call(queryConfig, { equipmentId: copy })
      expect(config.signals.map((signal) => signal.name)).toEqual(['Level', 'Pump'])
      const expression = `\${${copy}.${config.signals[1]!.id}} == true`
      expect(config.reports[0]?.condition).toMatchObject({ expression })
      const pages = await server.admin.call(queryPages, { equipmentId: copy, pageSize: 10 } as never)
      expect(JSON.stringify(pages)).toContain('Overview')
    }
    const [line] = (await server.admin.call(queryOperations, { keyword: 'Twin 10' })).rows
    expect(line).toMatchObject({ act: 'copyDevice', after: { copyOf: id } })
  })

  test('follow the template of the original', async () => {
    const template = await pumpTemplate(server.admin, 'Copied type')
    const id = await device(server.admin, 'Follower')
    await server.admin.call(bindTemplate, { equipmentId: id, templateId: template.id })
    await over((await server.admin.call(copyEquipment, { id, pattern: 'Follower {n}', count: 1 })).id)
    const copy = (await named('Follower 1'))!
    expect(await server.admin.call(queryTemplateMarks, { equipmentIds: [copy.id] })).toMatchObject([
      { templateName: 'Copied type', isSame: true },
    ])
  })

  test('are rejected for another series, with an existing or too long name, and without a number', async () => {
    const { equipmentId: id } = await site(server, 'Bound one')
    const copy = (more: object) => server.admin.ask(copyEquipment, { id, pattern: 'B {n}', count: 1, ...more })
    expect(await copy({ series: 'ZZ' })).toMatchObject({ code: 1105, data: { field: 'series' } })
    await device(server.admin, 'Taken 2')
    expect(await copy({ pattern: 'Taken {n}', count: 3 })).toMatchObject({ code: 10_003, data: { field: 'pattern' } })
    expect(await copy({ pattern: `${'x'.repeat(24)}{nn}` })).toMatchObject({ code: 10_001, data: { field: 'pattern' } })
    expect(await copy({ pattern: 'same' })).toMatchObject({ code: 10_001, data: { field: 'pattern' } })
    expect(await copy({ count: 201 })).toMatchObject({ code: 10_001, data: { field: 'count' } })
  })

  test('stop when cancelled: finished copies stay, waiting ones are not started', async () => {
    const id = await device(server.admin, 'Endless')
    await configure(server.admin, id)
    const { id: jobId } = await server.admin.call(copyEquipment, { id, pattern: 'Endless {nnn}', count: 200 })
    await server.admin.call(cancelFleetJob, { id: jobId })
    const { done, status } = (await server.admin.call(queryFleetJobs, {})).find((job) => job.id === jobId)!
    expect(status).toBe('cancelled')
    await server.turn()
    expect((await server.admin.call(queryEquipments, { keyword: 'Endless 0' })).total).toBe(done)
    expect((await server.admin.ask(cancelFleetJob, { id: jobId })).code).toBe(10_008)
  })
})

test('an edit without the newer fields leaves them unchanged', async () => {
  const { id } = await server.admin.call(addEquipment, { name: 'Zoned', securityZone: 'Z1', menuBar: false })
  await server.admin.call(editEquipment, { id, name: 'Zoned', remark: 'x' })
  expect(await server.admin.call(equipmentInfo, { id })).toMatchObject({ securityZone: 'Z1', menuBar: false })
})
