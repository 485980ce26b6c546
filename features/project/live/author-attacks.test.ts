// Privilege escalation by an author who may edit the pages of a project but sees only some of its devices: bindings to
// other devices would show their data through the project.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PageId, ProjectId, ReportId } from '../../../contract/fields.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { projectOver } from '../../../testkit/projects.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { type Site, site } from '../../../testkit/site.ts'
import { pageInfo, savePage } from '../../page/page/contract.ts'
import { copyPage, exportPage, importPage } from '../../page/page-list/contract.ts'
import { addScene, saveSceneConfig } from '../../page/scene/contract.ts'
import { glbOf } from '../../page/scene/glb.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import {
  queryProjectAlarms,
  queryProjectGateways,
  queryProjectPlaces,
  queryProjectRows,
  queryProjectSignals,
} from './contract.ts'

let server: TestServer
/** Both devices are in the project; the author sees only the first. */
let own: Site
let secret: Site
let secretReport: ReportId
let author: Person
/** An account that sees the project but no device. */
let customer: Person
const at = Date.UTC(2026, 2, 1)
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, now: () => at })
  own = await site(server, 'Own')
  secret = await site(server, 'Secret')
  secretReport = (await addReport(server.admin, secret.equipmentId, { columns: ['Level'] })).reportId
  const { db } = server.platform
  await db.updateTable('equipment').set({ latitude: 30, longitude: 120 }).execute()
  for (const { equipmentId } of [own, secret]) {
    const ruleId = await alarmRule(db, { equipmentId, name: `Rule of ${equipmentId}` })
    await alarm(db, { ruleId, raisedAt: at })
  }
  const auths = ['page:edit', 'project:edit', 'project:view', 'monitor:view', 'history:view', 'alarm:view'] as const
  author = await person(server, 'author', { auths })
  customer = await person(server, 'customer', { auths: ['monitor:view', 'alarm:view'] })
  const { accountId } = author
  await server.admin.call(addGrant, { accountId, loginname: null, equipmentId: own.equipmentId, mayWrite: true })
})
afterAll(async () => {
  for (const { box } of [own, secret]) await box[Symbol.asyncDispose]()
  await server.stop()
})

let count = 0
let projectId: ProjectId
beforeEach(async () => {
  count += 1
  projectId = await projectOver(server.admin, `Town ${count}`, [own.equipmentId, secret.equipmentId])
  for (const { accountId } of [author, customer])
    await server.admin.call(addProjectGrant, {
      projectId,
      accountId,
      loginname: null,
      mayWrite: accountId === author.accountId,
    })
})

const position = { x: 0, y: 0, width: 100, height: 40 }
const widget = (widgetType: string, data: object, id = 'w') => ({ id, widgetType, position, data })
const save = async (widgets: object[], { by = author as Caller, ...more }: { by?: Caller; id?: PageId } = {}) =>
  (await by.call(savePage, { projectId, title: 'Mine', json: JSON.stringify({ widgets }), ...more })).id
const table = ({ equipmentId }: Site, reportId: ReportId, id = 'w') =>
  widget('History', { type: 'report', equipId: equipmentId, reportId, title: 'Level' }, id)
const rows = (pageId: PageId) =>
  author.ask(queryProjectRows, {
    pageId,
    equipmentId: secret.equipmentId,
    reportId: secretReport,
    from: at - 1,
    to: at,
  })
const alarmsOf = async (pageId: PageId, who: Caller = author) =>
  (await who.call(queryProjectAlarms, { pageId })).rows.map(({ equipmentId }) => equipmentId)
const signals = async (pageId: PageId, who: Caller = author) =>
  (await who.call(queryProjectSignals, { pageId, dataSignal: String(secret.id('Level')) })).length

test('a table shows no report of a device that its author cannot see', async () => {
  expect((await rows(await save([table(secret, secretReport)]))).code).toBe(10002)
  const group = { ...widget('group', {}, 'g'), children: [table(secret, secretReport)] }
  expect((await rows(await save([group]))).code).toBe(10002)
})

test('a table shows no alarms of devices that its author cannot see, with and without a list of devices', async () => {
  const named = [{ equipmentId: secret.equipmentId, title: 'x' }]
  expect(await alarmsOf(await save([widget('Alarm', { equips: named })]))).toEqual([own.equipmentId])
  expect(await alarmsOf(await save([widget('Alarm', { equips: [] })]))).toEqual([own.equipmentId])
  expect(await alarmsOf(await save([widget('Alarm', {})]))).toEqual([own.equipmentId])
})

test('no widget shows the state of a device that its author cannot see', async () => {
  const states = async (pageId: PageId) =>
    (await author.call(queryProjectGateways, { pageId, dataEquip: String(secret.equipmentId) })).length
  const state = { type: 'system', systemKey: 'online', equipId: secret.equipmentId }
  expect(await states(await save([widget('DataText', state)], { by: server.admin }))).toBe(1)
  expect(await states(await save([widget('DataText', state)]))).toBe(0)
})

test('a map shows no device that its author cannot see', async () => {
  const shown = async (equipments: object[], by: Caller = author) =>
    (await author.call(queryProjectPlaces, { pageId: await save([widget('Map', { equipments })], { by }) })).map(
      ({ id }) => id,
    )
  expect(await shown([], server.admin)).toEqual([own.equipmentId, secret.equipmentId])
  expect(await shown([])).toEqual([own.equipmentId])
  expect(await shown([{ equipmentId: secret.equipmentId }])).toEqual([])
})

test('a 3D scene shows no variable that its author cannot see', async () => {
  const scene = await server.admin.call(addScene, { name: `Hall ${count}`, model: glbOf([]).toString('base64') })
  const binding = { type: 'signal', equipId: secret.equipmentId, signalId: secret.id('Level') }
  const content = { nodes: [{ name: 'Tank', bindings: [binding] }], views: [], startView: '' }
  await server.admin.call(saveSceneConfig, { id: scene.id, content: content as never })
  const widgets = [widget('Webgl', { scene: scene.key })]
  const input = { projectId, title: 'Mine', json: JSON.stringify({ widgets }) }
  expect(await author.ask(savePage, input)).toMatchObject({ code: 1125, data: null })
  // A scene that is on the page already stays.
  const id = await save(widgets, { by: server.admin })
  await save([...widgets, widget('Text', {}, 't')], { id })
  expect(await signals(id)).toBe(1)
})

test('a copy of a page in another place shows no variable that the copying account cannot see', async () => {
  const data = { type: 'signal', equipId: secret.equipmentId, signalId: secret.id('Level') }
  const json = JSON.stringify({ widgets: [widget('DataText', data)] })
  const { id } = await server.admin.call(savePage, { equipmentId: own.equipmentId, title: `P ${count}`, json })
  const copy = await author.call(copyPage, { id, projectId })
  expect(copy.cleared).toBe(1)
  expect(await signals(copy.id)).toBe(0)
})

test('an imported alarm table has no devices until the user chooses some', async () => {
  const { id } = await server.admin.call(savePage, {
    ...{ projectId, title: 'Alarms' },
    json: JSON.stringify({ widgets: [widget('Alarm', { equips: [{ equipmentId: own.equipmentId, title: 'Own' }] })] }),
  })
  const headers = { 'content-type': 'application/json' }
  const file = await server.admin.raw(exportPage.path, { method: 'POST', headers, body: JSON.stringify({ id }) })
  const back = await server.admin.call(importPage, { projectId, json: await file.text() })
  expect(await alarmsOf(back.id, customer)).toEqual([])
})

test('saving a page keeps the bindings of other authors', async () => {
  const equips = [{ equipmentId: secret.equipmentId, title: 'Secret' }]
  const widgets = [
    table(secret, secretReport),
    widget('Alarm', { equips }, 'a'),
    widget('Map', { equipments: [] }, 'm'),
  ]
  const id = await save(widgets, { by: server.admin })
  const before = (await server.admin.call(pageInfo, { id })).content
  await save((await author.call(pageInfo, { id })).content.widgets, { id })
  expect((await server.admin.call(pageInfo, { id })).content).toEqual(before)
})
