// Attacks with ids of other companies and of invisible devices inside the inputs of calls; and with invalid times and
// spans.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { MvarId, PageId, ProjectId } from '../../../contract/fields.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { projectOver } from '../../../testkit/projects.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { type Site, site } from '../../../testkit/site.ts'
import { savePage, watchPage } from '../../page/page/contract.ts'
import { importPage } from '../../page/page-list/contract.ts'
import { pastPage } from '../../page/page-past/contract.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { addMvar, editMvar, queryMvarHistory, validFormulaVar } from '../../watch/mvar/contract.ts'
import { nextPageEvent, queryPageEvents, replayProject } from '../../watch/playback/contract.ts'
import { addDisplay } from '../kiosk/contract.ts'
import {
  addProject,
  addProjectEquips,
  copyProject,
  queryAllProjectEquips,
  updateProjectKey,
} from '../project/contract.ts'
import { planMove, saveMove } from '../rebinding/contract.ts'
import {
  addCustomReport,
  editCustomReport,
  queryCustomCurves,
  queryCustomRows,
  validStatistics,
} from '../report/contract.ts'
import { projectToken, queryProjectHistory, queryProjectSignals } from './contract.ts'

let server: TestServer
let own: Site
let secret: Site
let foreign: Site
let projectId: ProjectId
let pageId: PageId
let mvarId: MvarId
let reportId: number
/** An account that may change the project, and sees only the first of its devices. */
let author: Person
const at = Date.UTC(2026, 2, 1)
beforeAll(async () => {
  server = await testServer({ now: () => at }, { callsPerMinute: 100_000 })
  own = await site(server, 'Own')
  secret = await site(server, 'Secret')
  foreign = await site(server, 'Foreign', await server.otherCompany())
  await addReport(server.admin, own.equipmentId, { columns: ['Level'] })
  projectId = await projectOver(server.admin, 'Town', [own.equipmentId, secret.equipmentId])
  mvarId = (await server.admin.call(addMvar, { projectId, title: 'Sum', unit: null, formula: formula(own, secret) })).id
  const entry = { title: 'Days', bucket: { unit: 'minute' as const }, zone: null, fields: [field(own)] }
  reportId = (await server.admin.call(addCustomReport, { projectId, ...entry })).id
  const position = { x: 0, y: 0, width: 10, height: 10 }
  const widgets = [
    { id: 'a', widgetType: 'DataText', position, data: bound(own) },
    { id: 'b', widgetType: 'DataText', position, data: { type: 'mvar', mvarId } },
  ]
  pageId = (await server.admin.call(savePage, { projectId, title: 'P', json: JSON.stringify({ widgets }) })).id
  author = await person(server, 'author', {
    auths: ['project:edit', 'project:view', 'page:edit', 'monitor:view', 'history:view', 'alarm:view', 'share:edit'],
  })
  const given = { accountId: author.accountId, loginname: null, mayWrite: true }
  await server.admin.call(addProjectGrant, { projectId, ...given })
  await server.admin.call(addGrant, { equipmentId: own.equipmentId, ...given })
})
afterAll(async () => {
  for (const { box } of [own, secret, foreign]) await box[Symbol.asyncDispose]()
  await server.stop()
})

const ref = (of: Site, name = 'Level') => `\${${of.equipmentId}.${of.id(name)}}`
const formula = (...of: Site[]) => ({ calcType: 'sum' as const, text: of.map((each) => ref(each)).join() })
const field = (of: Site) => ({ key: 'a', title: 'A', expression: `last(${ref(of)})` })
const bound = (of: Site) => ({ type: 'signal', signalId: of.id('Level'), equipId: of.equipmentId })
const refused = async <E extends Endpoint>(who: Caller, endpoint: E, input: object) => {
  const answer = await who.ask(endpoint, input as never)
  expect(JSON.stringify(answer)).not.toMatch(/Secret|Foreign|Tank level/)
  return answer.code
}

test.each<[string, () => Site]>([
  ['a device of the project that its author does not see', () => secret],
  ['a device of another company', () => foreign],
])('no formula, expression, key, display or move names %s', async (_, siteOf) => {
  const of = siteOf()
  const hidden = { projectId, formula: formula(of) }
  const known = 2004
  const codes = {
    try: await refused(author, validFormulaVar, hidden),
    // The exemption for an unchanged formula does not allow other texts.
    tryAs: await refused(author, validFormulaVar, { ...hidden, id: mvarId }),
    add: await refused(author, addMvar, { ...hidden, title: 'Mine', unit: null }),
    edit: await refused(author, editMvar, { ...hidden, id: mvarId, title: 'Sum', unit: null }),
    report: await refused(author, addCustomReport, {
      ...{ projectId, title: 'Mine', bucket: { unit: 'day' }, zone: null, fields: [field(of)] },
    }),
    change: await refused(author, editCustomReport, {
      ...{ id: reportId, title: 'Days', bucket: { unit: 'day' }, zone: null, fields: [field(of)] },
    }),
  }
  expect(Object.entries(codes).filter(([, code]) => code === 200)).toEqual([])
  expect(new Set(Object.values(codes))).toEqual(new Set([known]))
  const tried = await author.call(validStatistics, {
    ...{ projectId, id: reportId as never, bucket: { unit: 'day' }, zone: null },
    fields: [field(of), { ...field(of), key: 'b', expression: `hours(${ref(of)} > 1)` }],
  })
  expect(tried.fields.map(({ fault }) => fault !== null)).toEqual([true, true])
  expect(tried.inputs).toEqual([])
  const { equipmentId } = of
  const signalId = of.id('Level')
  expect(await refused(author, updateProjectKey, { projectId, equipmentId, signalId })).toBe(1101)
  expect(await refused(author, updateProjectKey, { projectId, equipmentId: own.equipmentId, signalId })).not.toBe(200)
  expect(await refused(author, addProjectEquips, { projectId, equipmentIds: [equipmentId] })).toBe(1101)
  const moving = { projectId, pageIds: [] }
  const saving = { reports: [], versions: [], keepOld: true, message: null }
  const pairs = [
    { from: [own.equipmentId], to: [equipmentId] },
    { from: [equipmentId], to: [own.equipmentId] },
  ]
  for (const pair of pairs) {
    expect(await refused(author, planMove, { ...moving, ...pair })).toBe(1101)
    expect(await refused(author, saveMove, { ...moving, ...pair, ...saving, signals: [] })).toBe(1101)
  }
  const third = { ...saving, signals: [{ from: own.id('Level'), to: signalId }] }
  expect(await refused(author, saveMove, { ...moving, from: [own.equipmentId], to: [own.equipmentId], ...third })).toBe(
    10001,
  )
})

test('an import binds nothing by ids or names of devices that the importer cannot see', async () => {
  const position = { x: 0, y: 0, width: 10, height: 10 }
  const boundTo = (device: string) => ({ type: 'signal', boundTo: { device, name: 'Level' } })
  const datas = [
    boundTo('Secret'),
    boundTo('Foreign'),
    bound(secret),
    bound(foreign),
    { unseenSignalId: secret.id('Level') },
  ]
  const widgets = datas.map((data, n) => ({ id: `w${n}`, widgetType: 'DataText', position, data }))
  const json = JSON.stringify({ format: 'gatehouse-page', title: 'Mine', widgets })
  const { id } = await author.call(importPage, { projectId, json })
  expect((await server.admin.call(watchPage, { id })).content.bind).toMatchObject({ equips: [], signals: [] })
  const dataSignal = [secret, foreign].map((each) => each.id('Level')).join()
  expect(await author.call(queryProjectSignals, { pageId: id, dataSignal })).toEqual([])
})

test('a copy of a project contains only devices that its author may write to', async () => {
  const { id } = await author.call(copyProject, { id: projectId })
  const devices = await server.admin.call(queryAllProjectEquips, { projectId: id })
  expect(devices.map(({ equipmentId }) => equipmentId)).toEqual([own.equipmentId])
})

test('a display shows no page of another project', async () => {
  const other = (await server.admin.call(addProject, { name: 'Other', note: null })).id
  const { id } = await server.admin.call(savePage, { projectId: other, title: 'Q', json: '{"widgets":[]}' })
  const entry = { projectId, name: 'KW', pageIds: [id], seconds: 9, theme: 'dark' as const, language: 'en' as const }
  expect((await server.admin.ask(addDisplay, entry)).code).toBe(10002)
})

const dayMs = 24 * 3600_000
const far = 8.64e15
const spans: [string, number, number][] = [
  ['of all time', 0, far],
  ['before all time', -far, far],
  ['that ends before it begins', at, at - 1],
  ['of unsafe numbers', 0, Number.MAX_SAFE_INTEGER],
  ['of endless numbers', 0, 1e300],
  ['between milliseconds', at - 0.5, at],
]
test.each(spans)('a span %s is refused by every call of the past, with a named error', async (_, from, to) => {
  const calls: [Endpoint, object][] = [
    [replayProject, { pageId, dataSignal: String(own.id('Level')), dataMvar: String(mvarId) }],
    [queryPageEvents, { pageId }],
    [queryProjectHistory, { pageId, mvarIds: [mvarId], signalIds: [], points: 5000 }],
    [queryProjectHistory, { pageId, equipmentId: own.equipmentId, signalIds: [own.id('Level')], points: 5000 }],
    [queryMvarHistory, { projectId, id: mvarId }],
    [queryCustomRows, { reportId, pageSize: 200, pageNo: 1_000_000 }],
    [queryCustomCurves, { reportId }],
  ]
  for (const [endpoint, input] of calls) {
    const { code } = await server.admin.ask(endpoint, { ...input, from, to } as never)
    expect([endpoint.path, code === 200 || code >= 90_000]).toEqual([endpoint.path, false])
  }
})

test('an extreme time is refused or answered, and an endless list is too large', async () => {
  for (const when of [-1, 0, far, Number.MAX_SAFE_INTEGER, 1e300])
    for (const [endpoint, input] of [
      [nextPageEvent, { pageId, at: when }],
      [nextPageEvent, { pageId, at: when, isBack: true }],
      [pastPage, { id: pageId, at: when }],
    ] as [Endpoint, object][])
      expect([200, 10001]).toContain((await server.admin.ask(endpoint, input as never)).code)
  const dataSignal = '1,'.repeat(500_000)
  const input = { pageId, from: at - dayMs, to: at, dataSignal, dataMvar: '' }
  expect((await server.admin.ask(replayProject, input)).code).toBe(10005)
  expect((await server.admin.ask(projectToken, { pageId, dataEquip: '', dataSignal })).code).toBe(10005)
})
