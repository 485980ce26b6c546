// Copying a project: contents of the copy, and permissions.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { type Site, site } from '../../../testkit/site.ts'
import { pageInfo, savePage } from '../../page/page/contract.ts'
import { queryPages } from '../../page/page-list/contract.ts'
import { savePagePassword } from '../../page/page-password/contract.ts'
import { addGrant, addProjectGrant, queryProjectGrants } from '../../people/grant/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { addMvar, queryMvars } from '../../watch/mvar/contract.ts'
import { addDisplay, queryDisplays } from '../kiosk/contract.ts'
import { addCustomReport, customReportInfo, queryCustomReports } from '../report/contract.ts'
import { editProjectSharePassword, projectShareInfo } from '../share/contract.ts'
import {
  addProject,
  addProjectEquips,
  copyProject,
  editProject,
  projectInfo,
  queryProjectEquips,
  queryProjects,
  updateProjectKey,
} from './contract.ts'
import { copyName } from './rules.ts'

let server: TestServer
let works: Site
let intake: Site
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  works = await site(server, 'Works')
  intake = await site(server, 'Intake')
})
afterAll(() => server.stop())

let count = 0
let id: ProjectId
let [first, second] = [0, 0] as PageId[] as [PageId, PageId]
let mvarId = 0
let reportId = 0
const level = () => `\${${works.equipmentId}.${works.id('Level')}}`
beforeEach(async () => {
  count += 1
  const { admin } = server
  id = (await admin.call(addProject, { name: `Town ${count}`, note: 'Water' })).id
  const equipmentIds = [works.equipmentId, intake.equipmentId]
  await admin.call(addProjectEquips, { projectId: id, equipmentIds })
  const formula = { calcType: 'sum' as const, text: level() }
  mvarId = (await admin.call(addMvar, { projectId: id, title: 'Sum', unit: 'm', decimals: 2, formula })).id
  const fields = [{ key: 'a', title: 'A', expression: `avg(${level()}) - avg(\${mvar.${mvarId}})` }]
  const report = { title: 'Daily', bucket: { unit: 'day' as const }, zone: 'UTC', fields }
  reportId = (await admin.call(addCustomReport, { projectId: id, ...report })).id
  const position = { x: 0, y: 0, width: 100, height: 40 }
  const save = (title: string, pageId: number, more: object = {}) => {
    const clickEvent = { enable: true, action: 'page', pageId }
    const signal = { type: 'signal', signalId: works.id('Level'), equipId: works.equipmentId }
    const widgets = [
      { id: 'a', widgetType: 'DataText', position, data: signal, clickEvent },
      { id: 'b', widgetType: 'DataText', position, data: { type: 'mvar', mvarId } },
      { id: 'c', widgetType: 'Nav', position, items: [{ label: 'On', clickEvent }] },
      { id: 'd', widgetType: 'History', position, data: { type: 'report', customReportId: reportId } },
    ]
    return admin.call(savePage, { projectId: id, title, json: JSON.stringify({ widgets }), ...more })
  }
  second = (await save('Second', 0)).id
  first = (await save('First', second, { startup: '1' })).id
  await save('Second', first, { id: second })
  await admin.call(savePagePassword, { id: second, password: 'Secret12' })
})

const idOf = async (projectId: ProjectId, title: string) =>
  (await server.admin.call(queryPages, { projectId })).find((page) => page.title === title)!

test('has devices, pages and intermediate variables, which refer to each other', async () => {
  const { admin } = server
  const key = { projectId: id, equipmentId: works.equipmentId, signalId: works.id('Level') }
  await admin.call(updateProjectKey, key)
  await admin.call(editProject, { id, name: `Town ${count}`, note: 'Air', errorValShow: 'last', errorDefaultVal: '?' })
  const copy = await admin.call(copyProject, { id })
  const [a, b] = [await idOf(copy.id, 'First'), await idOf(copy.id, 'Second')]
  expect(copy).toMatchObject({
    ...{ name: `Town ${count} (copy)`, note: 'Air', errorValShow: 'last', errorDefaultVal: '?' },
    ...{ equips: 2, pages: 2, homePageId: a.id },
  })
  expect(await admin.call(queryProjectEquips, { projectId: copy.id })).toMatchObject([
    { name: 'Intake', keySignalId: null },
    { name: 'Works', keySignalId: works.id('Level') },
  ])
  const [sum] = await admin.call(queryMvars, { projectId: copy.id })
  expect(sum).toMatchObject({ title: 'Sum', unit: 'm', decimals: 2, inputs: [{ signalId: works.id('Level') }] })
  expect([sum!.id, a.id, b.id]).not.toEqual([mvarId, first, second])
  const [daily] = await admin.call(queryCustomReports, { projectId: copy.id })
  expect(daily!.id).not.toBe(reportId)
  expect(await admin.call(customReportInfo, { id: daily!.id })).toMatchObject({
    ...{ title: 'Daily', bucket: { unit: 'day' }, zone: 'UTC' },
    fields: [{ expression: `avg(${level()}) - avg(\${mvar.${sum!.id}})` }],
  })
  const shown = await admin.call(pageInfo, { id: a.id })
  expect(shown.content.bind).toMatchObject({ equips: [works.equipmentId], mvars: [sum!.id] })
  expect(shown.content.widgets).toMatchObject([
    { clickEvent: { pageId: b.id } },
    { data: { mvarId: sum!.id, type: 'mvar' } },
    { items: [{ clickEvent: { pageId: b.id } }] },
    { data: { customReportId: daily!.id } },
  ])
  expect((await admin.call(pageInfo, { id: b.id })).content.widgets[0]).toMatchObject({ clickEvent: { pageId: a.id } })
  expect(a).toMatchObject({ startup: true, isLocked: false, version: 1 })
  expect(b).toMatchObject({ startup: false, isLocked: true, version: 1 })
  // The original page is unchanged.
  expect((await admin.call(pageInfo, { id: first })).content.widgets[0]).toMatchObject({
    clickEvent: { pageId: second },
  })
})

test('has no share, no grants and no displays', async () => {
  const { admin } = server
  const viewer = await person(server, `viewer-${count}`)
  const grant = { projectId: id, accountId: viewer.accountId, loginname: null, mayWrite: false }
  await admin.call(addProjectGrant, grant)
  await admin.call(editProjectSharePassword, { projectId: id, sharePwd: 'Harbour1' })
  const display = { name: 'KW', pageIds: [], seconds: 9, theme: 'dark' as const, language: 'en' as const }
  await admin.call(addDisplay, { projectId: id, ...display })
  const { id: projectId } = await admin.call(copyProject, { id })
  expect(await admin.call(queryProjectGrants, { projectId })).toEqual([])
  expect(await admin.call(projectShareInfo, { projectId })).toMatchObject({ hasPassword: false, isShared: false })
  expect(await admin.call(queryDisplays, { projectId })).toEqual([])
})

test('is logged once, and leaves nothing behind if it fails', async () => {
  const { admin } = server
  const { id: copy } = await admin.call(copyProject, { id })
  const { rows } = await admin.call(queryOperations, { pageNo: 1, pageSize: 3 } as never)
  expect(rows[0]).toMatchObject({
    ...{ act: 'copyProject', objectId: copy, before: { project: id } },
    after: { pages: 2, equips: 2, mvars: 1, reports: 1 },
  })
  const there = (await admin.call(queryProjects, {})).length
  const { db } = server.platform
  // An invalid version makes the second page fail after the first was copied.
  await db.updateTable('configVersion').set({ content: '{"title":5}' }).where('objectId', '=', second).execute()
  expect((await admin.ask(copyProject, { id })).code).not.toBe(200)
  expect(await admin.call(queryProjects, {})).toHaveLength(there)
})

test('has the name of the original with a suffix, for every taken and every long name', async () => {
  expect(copyName('Town', [], 'en')).toBe('Town (copy)')
  expect(copyName('Town', ['Town (copy)'], 'en')).toBe('Town (copy 2)')
  expect(copyName('水厂', ['水厂（副本）'], 'zh-cn')).toBe('水厂（副本 2）')
  const long = 'x'.repeat(limits.titleLength)
  const once = copyName(long, [], 'en')
  expect(once).toHaveLength(limits.titleLength)
  expect(copyName(long, [once], 'en')).toMatch(/ \(copy 2\)$/)
  await server.admin.call(copyProject, { id })
  expect((await server.admin.call(copyProject, { id })).name).toBe(`Town ${count} (copy 2)`)
})

test('needs permission to edit and access to the original; has only devices that the caller may change', async () => {
  const auths = ['project:edit', 'project:view', 'equipment:view', 'monitor:view'] as const
  const maker = await person(server, `maker-${count}`, { auths, dataRange: 'own' })
  const ask = (who: Caller) => who.ask(copyProject, { id })
  expect((await ask(maker)).code).toBe(10002)
  const mine = { accountId: maker.accountId, loginname: null }
  // View access to the original is enough, because it does not change.
  await server.admin.call(addProjectGrant, { projectId: id, ...mine, mayWrite: false })
  await server.admin.call(addGrant, { equipmentId: works.equipmentId, ...mine, mayWrite: true })
  await server.admin.call(addGrant, { equipmentId: intake.equipmentId, ...mine, mayWrite: false })
  const copy = await maker.call(copyProject, { id })
  expect(copy).toMatchObject({ equips: 1, pages: 2 })
  expect((await maker.call(projectInfo, { id: copy.id })).pageList).toHaveLength(2)
  const viewer = await person(server, `looker-${count}`, { auths: ['project:view'], dataRange: 'all' })
  expect((await ask(viewer)).code).toBe(90002)
})
