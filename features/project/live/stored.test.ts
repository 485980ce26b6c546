// Reports and alarms in tables of a project page, for an account that sees none of the devices: reading, export and
// refusals.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint, InputOf } from '../../../contract/endpoint.ts'
import { OrgId, type PageId, type ProjectId, type ReportId } from '../../../contract/fields.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { savePage } from '../../page/page/contract.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { queryAlarms } from '../../watch/alarm/contract.ts'
import { nextPageEvent, queryPageEvents } from '../../watch/playback/contract.ts'
import { addProject, addProjectEquips } from '../project/contract.ts'
import {
  confirmProjectAlarms,
  queryProjectColumns,
  queryProjectHistory,
  queryProjectRows,
  saveProjectAlarms,
  saveProjectRows,
} from './contract.ts'

let server: TestServer
let works: Site
let other: Site
let projectId: ProjectId
let pageId: PageId
/** `shown`: a report in a table of the page; `hidden`: a report that is in no table. */
let shown: ReportId
let hidden: ReportId
const columns = { shown: [] as number[], hidden: [] as number[] }
const at = Date.UTC(2026, 2, 1)
/** An account that sees the project but no device. */
let customer: Caller

beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, now: () => at })
  works = await liveSite(server, 'Works')
  other = await liveSite(server, 'Other')
  const report = await addReport(server.admin, works.equipmentId, { name: 'Shift', columns: ['Level', 'Setpoint'] })
  shown = report.reportId
  const [level, setpoint] = report.columnIds
  await works.box.record({ [level!]: 4, [setpoint!]: 5 }, { at })
  const secret = await addReport(server.admin, works.equipmentId, { name: 'Secret', columns: ['Total', 'Level'] })
  hidden = secret.reportId
  Object.assign(columns, { shown: report.columnIds, hidden: secret.columnIds })
  const { db } = server.platform
  for (const { equipmentId } of [works, other]) {
    const ruleId = await alarmRule(db, { equipmentId, name: `Rule of ${equipmentId}` })
    await alarm(db, { ruleId, raisedAt: at, acknowledgedAt: at + 1, acknowledgedName: 'Li Wei', comment: 'again' })
    await alarm(db, { ruleId, raisedAt: at + 2 })
  }
  projectId = (await server.admin.call(addProject, { name: 'Town', note: null })).id
  await server.admin.call(addProjectEquips, { projectId, equipmentIds: [works.equipmentId] })
  const position = { x: 0, y: 0, width: 100, height: 40 }
  const { equipmentId: equipId } = works
  const widgets = [
    { id: 'a', widgetType: 'History', position, data: { type: 'report', equipId, reportId: shown, title: 'Shift' } },
    { id: 'b', widgetType: 'Alarm', position, data: { equips: [{ equipmentId: equipId, title: 'Works' }] } },
  ]
  pageId = (await server.admin.call(savePage, { projectId, title: 'Tables', json: JSON.stringify({ widgets }) })).id
  const auths = ['monitor:view', 'history:view', 'history:export', 'alarm:view', 'alarm:export', 'alarm:acknowledge']
  const someone = await person(server, 'customer', { auths: auths as never })
  customer = someone
  const given = { projectId, accountId: someone.accountId, loginname: null, mayWrite: false }
  await server.admin.call(addProjectGrant, given)
})
afterAll(async () => {
  for (const { box } of [works, other]) await box[Symbol.asyncDispose]()
  await server.stop()
})

/** The text of an exported file. */
async function fileOf<E extends Endpoint>(who: Caller, { path }: E, input: InputOf<E>): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await who.raw(path, { method: 'POST', headers, body: JSON.stringify(input) })
  expect(response.headers.get('content-type')).toContain('text/csv')
  return response.text()
}

const span = () => ({ pageId, equipmentId: works.equipmentId, from: at - 3600_000, to: at + 1000 })

test('a report in a table of the page is readable, another report of the same device is not', async () => {
  await eventually(async () =>
    expect(await customer.call(queryProjectRows, { ...span(), reportId: shown })).toMatchObject({
      total: 1,
      rows: [{ time: at, values: [4, 5] }],
    }),
  )
  for (const endpoint of [queryProjectRows, saveProjectRows] as const)
    expect(await customer.ask(endpoint as typeof queryProjectRows, { ...span(), reportId: hidden })).toMatchObject({
      code: 10002,
      data: { field: 'reportId' },
    })
  const { reports } = await customer.call(queryProjectColumns, { pageId, equipmentId: works.equipmentId })
  expect(reports.map(({ name, columns }) => [name, columns.length])).toEqual([['Shift', 2]])
  const elsewhere = { ...span(), equipmentId: other.equipmentId, reportId: shown }
  expect((await customer.ask(queryProjectRows, elsewhere)).code).toBe(1101)
  // An account that sees the device reads all of its reports.
  expect((await server.admin.call(queryProjectRows, { ...span(), reportId: hidden })).rows).toEqual([])
})

test('curves of such a report contain only its own columns, not those of other reports', async () => {
  const wanted = (columnIds: number[]) => ({ ...span(), signalIds: [], columnIds: columnIds as never, points: 100 })
  const curves = await customer.call(queryProjectHistory, wanted(columns.shown))
  expect(curves.series.map(({ columnId, values }) => [columnId, values])).toEqual([
    [columns.shown[0], [4]],
    [columns.shown[1], [5]],
  ])
  for (const some of [columns.hidden, [columns.shown[0]!, columns.hidden[1]!]])
    expect(await customer.ask(queryProjectHistory, wanted(some))).toMatchObject({
      code: 10002,
      data: { field: 'columnIds' },
    })
  // Queries by variable are refused, because other reports store these variables too.
  const bySignal = { ...span(), signalIds: [works.id('Level') as never], points: 100 }
  expect((await customer.ask(queryProjectHistory, bySignal)).code).toBe(10002)
  expect((await server.admin.call(queryProjectHistory, wanted(columns.hidden))).series).toHaveLength(2)
})

test('the report can be exported', async () => {
  const text = await fileOf(customer, saveProjectRows, { ...span(), reportId: shown, format: 'csv' })
  expect(text).toContain('Tank level')
  expect(text.trim().split('\n').at(-1)).toMatch(/4.*5/)
})

test('exported alarms contain no names of users, and no alarms of other devices', async () => {
  const read = (who: Caller) => fileOf(who, saveProjectAlarms, { pageId, view: 'history', format: 'csv' })
  const own = await read(customer)
  expect(own).toContain(`Rule of ${works.equipmentId}`)
  for (const secret of ['Li Wei', 'again', `Rule of ${other.equipmentId}`]) expect(own).not.toContain(secret)
  expect(await read(server.admin)).toContain('Li Wei')
})

test('an alarm is acknowledged with write access to its device, not through the project', async () => {
  const { rows } = await server.admin.call(queryAlarms, { equipmentId: works.equipmentId })
  const asked = { pageId, alarmIds: rows.map(({ id }) => id), comment: 'seen' }
  expect((await customer.ask(confirmProjectAlarms, asked)).code).toBe(10002)
  const author = await person(server, 'operator', { auths: ['monitor:view', 'alarm:view', 'alarm:acknowledge'] })
  const given = { accountId: author.accountId, loginname: null, mayWrite: true }
  await server.admin.call(addProjectGrant, { ...given, projectId })
  await server.admin.call(addGrant, { ...given, equipmentId: works.equipmentId })
  await author.call(confirmProjectAlarms, asked)
  const [row] = (await server.admin.call(queryAlarms, { equipmentId: works.equipmentId, view: 'history' })).rows
  expect(row).toMatchObject({ acknowledgedAt: at, comment: 'seen' })
})

test('the events on the devices of a page are limited to what the caller may see', async () => {
  const { db } = server.platform
  const since = at - 3600_000
  const write = async (name: string, equipmentId: number, when: number) => {
    const row = { orgId: OrgId.parse(1), accountId: null, loginname: 'op', ip: null, act: 'write', code: 200 }
    const sides = { before: JSON.stringify({ value: 1 }), after: JSON.stringify({ value: 2, text: 'automatic' }) }
    const object = { objectType: 'equipment', objectId: equipmentId, objectName: name, result: 'success' as const }
    await db
      .insertInto('operationLog')
      .values({ ...row, ...sides, ...object, at: when })
      .execute()
  }
  await write('Works / Setpoint', works.equipmentId, at - 60_000)
  await write('Other / Setpoint', other.equipmentId, at - 30_000)
  const ruleId = await alarmRule(db, { equipmentId: works.equipmentId, name: 'Long', level: 'severe' })
  await alarm(db, { ruleId, raisedAt: since - 1000, clearedAt: since + 1000, acknowledgedAt: at })
  await alarm(db, { ruleId, raisedAt: since - 9000, clearedAt: since - 1, acknowledgedAt: at })
  await alarm(db, { ruleId, raisedAt: at - 90 * 24 * 3600_000 })
  const events = (who: Caller, change: object = {}) =>
    who.call(queryPageEvents, { pageId, from: since, to: at + 1000, ...change })
  const raised = [at + 2, at, since - 1000, at - 90 * 24 * 3600_000]
  const all = await events(server.admin)
  expect(all.alarms.map(({ raisedAt }) => raisedAt)).toEqual(raised)
  expect(all.alarms[2]).toMatchObject({
    name: 'Long',
    level: 'severe',
    equipmentName: 'Works',
    clearedAt: since + 1000,
  })
  expect(all).toMatchObject({
    writes: [{ objectName: 'Works / Setpoint', loginname: 'op', from: 1, to: 'automatic', result: 'success' }],
    isCut: false,
  })
  const own = await events(customer)
  expect([own.alarms.map(({ raisedAt }) => raisedAt), own.writes]).toEqual([raised, []])
  const watcher = await person(server, 'watcher', { auths: ['monitor:view', 'history:view'] })
  const given = { projectId, accountId: watcher.accountId, loginname: null, mayWrite: false }
  await server.admin.call(addProjectGrant, given)
  expect(await events(watcher)).toEqual({ alarms: [], writes: [], isCut: false })
  const next = async (who: Caller, when: number, isBack = false) =>
    (await who.call(nextPageEvent, { pageId, at: when, isBack })).at
  expect([await next(server.admin, since + 1000), await next(customer, since + 1000)]).toEqual([at - 60_000, at])
  expect([await next(customer, at, true), await next(customer, since + 1000, true)]).toEqual([since + 1000, since - 1])
  expect([await next(watcher, since), await next(customer, at + 2)]).toEqual([null, null])
  expect((await customer.ask(queryPageEvents, { pageId, from: at, to: since })).code).toBe(10010)
})
