// Custom reports of projects over HTTP, with stored history and a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import { person } from '../../../testkit/people.ts'
import {
  type Draft,
  energyReport,
  hour,
  now,
  type ReportStage,
  signalRef,
  startReportStage,
  stopReportStage,
} from '../../../testkit/report-stage.ts'
import type { Caller, TestServer } from '../../../testkit/server.ts'
import type { Site } from '../../../testkit/site.ts'
import { pageInfo, savePage, watchPage } from '../../page/page/contract.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { addProject, addProjectEquips, deleteProjectEquip } from '../project/contract.ts'
import {
  addCustomReport,
  type CustomReportId,
  customReportInfo,
  deleteCustomReport,
  editCustomReport,
  queryCustomCurves,
  queryCustomReports,
  queryCustomRows,
  saveCustomRows,
  validStatistics,
} from './contract.ts'

const hourMs = 3_600_000
let stage: ReportStage
let server: TestServer
let intake: Site
let works: Site
let other: Site
beforeAll(async () => {
  stage = await startReportStage()
  ;({ server, intake, works, other } = stage)
})
afterAll(() => stopReportStage(stage))

let count = 0
let projectId: ProjectId
beforeEach(async () => {
  count += 1
  projectId = (await server.admin.call(addProject, { name: `Town ${count}`, note: null })).id
  await server.admin.call(addProjectEquips, { projectId, equipmentIds: [intake.equipmentId, works.equipmentId] })
})

const energy = (more: Partial<Draft> = {}) => energyReport(stage, more)
const add = (more: Partial<Draft> = {}, who: Caller = server.admin) =>
  who.call(addCustomReport, { projectId, ...energy(more) })
const span = { from: hour(9), to: now }

describe('a report', () => {
  test('can be added, listed, changed and deleted; titles are unique', async () => {
    const { id, usedZone, inputs } = await add()
    expect(usedZone).toBe('UTC')
    expect(inputs.map(({ subTitle }) => subTitle).sort()).toEqual(['Intake', 'Works'])
    expect((await server.admin.ask(addCustomReport, { projectId, ...energy() })).code).toBe(10003)
    const shifts = [
      { name: 'Late', start: '14:00' },
      { name: 'Early', start: '06:00' },
    ]
    const bucket = { unit: 'shift', shifts } as const
    await server.admin.call(editCustomReport, { id, ...energy({ title: 'Per shift', bucket, zone: null }) })
    expect(await server.admin.call(queryCustomReports, { projectId })).toMatchObject([
      { id, title: 'Per shift', zone: null, bucket: { unit: 'shift', shifts: [{ name: 'Early' }, { name: 'Late' }] } },
    ])
    expect(await server.admin.call(customReportInfo, { id })).toMatchObject({ title: 'Per shift' })
    await server.admin.call(deleteCustomReport, { id })
    expect(await server.admin.call(queryCustomReports, { projectId })).toEqual([])
  })

  test('is removed from pages when it is deleted, also for users who have the page open', async () => {
    const { id } = await add()
    const data = { type: 'report', customReportId: id, title: 'Was', alias: 'E' }
    const widgets = [{ id: 'a', widgetType: 'History', position: { x: 0, y: 0, width: 100, height: 40 }, data }]
    const json = JSON.stringify({ widgets })
    const page = await server.admin.call(savePage, { projectId, title: 'Energy', json })
    const dataOf = async () => (await server.admin.call(pageInfo, { id: page.id })).content.widgets[0]!.data
    await server.admin.call(editCustomReport, { id, ...energy({ title: 'Renamed' }) })
    expect(await dataOf()).toMatchObject({ customReportId: id, title: 'Renamed' })
    await server.admin.call(deleteCustomReport, { id })
    expect(await dataOf()).toEqual({ type: 'report' })
    expect((await server.admin.call(watchPage, { id: page.id })).content.widgets[0]!.data).toEqual({ type: 'report' })
  })

  test('with an invalid field is refused at that field', async () => {
    const field = (more: object) => ({ fields: [{ key: 'a', title: 'A', expression: '', ...more }] })
    const ask = (more: Partial<Draft>) => server.admin.ask(addCustomReport, { projectId, ...energy(more) })
    expect(await ask(field({ expression: `${signalRef(works, 'Setpoint')} * 2` }))).toMatchObject({
      code: 2003,
      data: { field: 'fields.0.expression' },
    })
    expect(await ask(field({ expression: `last(${signalRef(other, 'Level')})` }))).toMatchObject({
      code: 2004,
      data: { field: 'fields.0.expression' },
    })
    const twice = [...energy().fields, energy().fields[0]!]
    expect(await ask({ fields: twice })).toMatchObject({ code: 10001, data: { field: 'fields.3.key' } })
    expect(await ask({ bucket: { unit: 'shift' } })).toMatchObject({ code: 10001, data: { field: 'bucket.shifts' } })
    expect(await ask({ zone: 'Mars/Olympus' })).toMatchObject({ code: 10001, data: { field: 'zone' } })
    const many = Array.from({ length: 101 }, (_, at) => ({ ...energy().fields[0]!, key: `f${at}` }))
    expect((await ask({ fields: many })).code).toBe(2604)
  })

  test('is checked while it is typed, with the last and current value of each field', async () => {
    const fields = [...energy().fields, { key: 'energy', expression: '1 +' }, { key: 'x', expression: '{none}' }]
    const { inputs, ...answer } = await server.admin.call(validStatistics, {
      ...{ projectId, bucket: { unit: 'hour' }, zone: 'UTC' },
      fields: fields.map(({ key, expression }) => ({ key, expression })),
    })
    expect(inputs).toHaveLength(2)
    expect(answer).toMatchObject({
      last: { from: hour(12), to: hour(13) },
      current: { from: hour(13), to: hour(14) },
      fields: [
        { fault: null, last: { value: 60, code: 200 }, current: { value: 2, code: 200 } },
        { fault: null, last: { value: 0 } },
        { fault: null, last: { value: null, code: 2006 } },
        { fault: expect.stringContaining('another field has this key'), last: null },
        { fault: expect.stringContaining('no field with the key “none”'), current: null },
      ],
    })
  })
})

describe('rows', () => {
  test('are whole buckets; missing values have a reason, and a total follows', async () => {
    const { id } = await add()
    const asked = { reportId: id, ...span, order: 'ascending', totals: true } as const
    const { rows, total, totals, ...head } = await server.admin.call(queryCustomRows, asked)
    expect(head).toMatchObject({ title: 'Energy', zone: 'UTC', figures: [{ key: 'energy', unit: 'kWh' }, {}, {}] })
    expect(head.figures[0]).not.toHaveProperty('expression')
    expect(total).toBe(5)
    expect(rows.map(({ time, values, codes }) => [time, ...values, ...codes.map((code) => code)])).toEqual([
      [hour(9), 0, 0, null, 200, 200, 2006],
      [hour(10), 30, 1, 30, 200, 200, 200],
      [hour(11), null, 1, null, 2611, 200, 2611],
      [hour(12), 60, 0, null, 200, 200, 2006],
      [hour(13), 2, expect.closeTo(0), null, 200, 200, 2006],
    ])
    expect(rows.map(({ isOpen }) => isOpen)).toEqual([false, false, false, false, true])
    expect(totals?.values).toEqual([92, 2, 46])
  })

  test('are paged, newest first, with the same values on every page', async () => {
    const { id } = await add()
    const page = (pageNo: number) => server.admin.call(queryCustomRows, { reportId: id, ...span, pageNo, pageSize: 2 })
    const pages = [await page(1), await page(2), await page(3)]
    expect(pages.map(({ rows }) => rows.map(({ time }) => time))).toEqual([
      [hour(13), hour(12)],
      [hour(11), hour(10)],
      [hour(9)],
    ])
    expect(pages[1]!.rows[1]!.values).toEqual([30, 1, 30])
    expect((await page(4)).rows).toEqual([])
  })

  test('over too many days are refused', async () => {
    const { id } = await add({ title: 'Days', bucket: { unit: 'day' } })
    const days = (count: number) => ({ reportId: id, from: now - count * 24 * hourMs, to: now })
    expect(await server.admin.ask(queryCustomRows, days(31))).toMatchObject({ code: 10009 })
    expect((await server.admin.call(queryCustomRows, days(30))).total).toBe(31)
  })

  test('are also returned as curves', async () => {
    const { id } = await add()
    const { times, series } = await server.admin.call(queryCustomCurves, { reportId: id, ...span })
    expect(times).toEqual([9, 10, 11, 12, 13].map((each) => hour(each)))
    expect(series[0]).toMatchObject({ values: [0, 30, null, 60, 2], codes: [200, 200, 2611, 200, 200] })
  })

  test('are exported with reasons for missing values, and titles are escaped in CSV', async () => {
    const { id } = await add()
    const body = JSON.stringify({ reportId: id, ...span, format: 'csv' })
    const headers = { 'content-type': 'application/json' }
    const response = await server.admin.raw(saveCustomRows.path, { method: 'POST', headers, body })
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines[0]).toContain(`"'=Power (kW)"`)
    expect(lines[2]).toBe('2026-03-01 10:00:00,2026-03-01 11:00:00,+00:00,,30,1,30,')
    expect(lines[3]).toContain('Energy (kWh): Nothing was stored in this time')
    expect(lines[5]).toContain('has not ended yet')
    expect(lines.at(-1)).toContain(',Total,92,2,46,')
    const workbook = await server.admin.raw(saveCustomRows.path, {
      ...{ method: 'POST', headers },
      body: JSON.stringify({ reportId: id, ...span }),
    })
    expect(workbook.headers.get('content-type')).toContain('spreadsheetml')
    expect(
      Buffer.from(await workbook.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })

  test('report variables that are not stored, and devices that were removed from the project', async () => {
    const { id } = await add({
      fields: [
        { key: 'a', title: 'A', expression: `last(${signalRef(works, 'Total')})` },
        { key: 'b', title: 'B', expression: `last(${signalRef(intake, 'Level')})` },
      ],
    })
    await server.admin.call(deleteProjectEquip, { projectId, equipmentId: intake.equipmentId })
    const { rows } = await server.admin.call(queryCustomRows, { reportId: id, ...span })
    expect(rows[0]).toMatchObject({ values: [null, null], codes: [2613, 2614] })
  })
})

describe('an account that can see the project but none of its devices', () => {
  let customer: Caller
  let reportId: CustomReportId
  let hidden: CustomReportId
  let pageId: PageId
  beforeEach(async () => {
    reportId = (await add()).id
    hidden = (await add({ title: 'Hidden' })).id
    const data = { type: 'report', customReportId: reportId, title: 'Energy' }
    const widgets = [{ id: 'a', widgetType: 'History', position: { x: 0, y: 0, width: 100, height: 40 }, data }]
    pageId = (await server.admin.call(savePage, { projectId, title: 'Energy', json: JSON.stringify({ widgets }) })).id
    const someone = await person(server, `customer-${count}`, {
      auths: ['monitor:view', 'history:view', 'history:export'],
    })
    customer = someone
    const given = { accountId: someone.accountId, loginname: null, mayWrite: false }
    await server.admin.call(addProjectGrant, { projectId, ...given })
  })

  test('reads a report on a page that shows it, no other report, and no expressions', async () => {
    const page = await customer.call(queryCustomRows, { pageId, reportId, ...span, order: 'ascending' })
    expect(page.rows[1]!.values).toEqual([30, 1, 30])
    expect(JSON.stringify(page)).not.toContain('${')
    for (const endpoint of [queryCustomRows, queryCustomCurves, saveCustomRows] as const) {
      const ask = endpoint as typeof queryCustomRows
      expect((await customer.ask(ask, { pageId, reportId: hidden, ...span })).code).toBe(10002)
      expect((await customer.ask(ask, { reportId, ...span })).code).toBe(90002)
    }
    expect((await customer.ask(customReportInfo, { id: reportId })).code).toBe(90002)
  })

  test('gets nothing of it through a page of another project', async () => {
    const elsewhere = (await server.admin.call(addProject, { name: `Elsewhere ${count}`, note: null })).id
    const data = { type: 'report', customReportId: reportId }
    const widgets = [{ id: 'a', widgetType: 'History', position: { x: 0, y: 0, width: 100, height: 40 }, data }]
    const json = JSON.stringify({ widgets })
    const foreign = (await server.admin.call(savePage, { projectId: elsewhere, title: 'Page', json })).id
    expect((await server.admin.ask(queryCustomRows, { pageId: foreign, reportId, ...span })).code).toBe(10002)
  })

  test('an author keeps expressions over devices that they cannot see, and cannot write new ones', async () => {
    const author = await person(server, `author-${count}`, {
      auths: ['project:view', 'project:edit', 'monitor:view', 'history:view'],
    })
    const given = { accountId: author.accountId, loginname: null, mayWrite: true }
    await server.admin.call(addProjectGrant, { ...given, projectId })
    await server.admin.call(addGrant, { ...given, equipmentId: intake.equipmentId })
    const kept = await author.call(editCustomReport, { id: reportId, ...energy({ title: 'Renamed' }) })
    expect(kept.inputs.map(({ equipmentId }) => equipmentId)).toEqual([intake.equipmentId])
    const changed = energy().fields.with(0, {
      ...energy().fields[0]!,
      expression: `last(${signalRef(works, 'Setpoint')})`,
    })
    expect(await author.ask(editCustomReport, { id: reportId, ...energy({ fields: changed }) })).toMatchObject({
      code: 2004,
      data: { field: 'fields.0.expression' },
    })
    expect((await author.ask(addCustomReport, { projectId, ...energy({ title: 'Mine' }) })).code).toBe(2004)
    // The author gets no values of these devices, neither while typing nor in the report.
    const checked = await author.call(validStatistics, {
      ...{ projectId, id: reportId, bucket: { unit: 'hour' }, zone: 'UTC' },
      fields: energy().fields.map(({ key, expression }) => ({ key, expression })),
    })
    expect(checked.fields[0]).toMatchObject({ fault: null, last: { value: null, code: 2614 } })
    const { rows } = await author.call(queryCustomRows, { reportId, ...span, order: 'ascending' })
    expect(rows[1]).toMatchObject({ values: [null, 1, null], codes: [2614, 200, 2614] })
  })
})
