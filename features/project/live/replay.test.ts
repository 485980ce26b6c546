// Playback of project pages over HTTP: without access to the devices, an account sees only the history of what the page
// shows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MvarId, PageId, type ProjectId, type SignalId } from '../../../contract/fields.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type Caller, type TestServer, testServer, visitorOf } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { savePage, watchPage } from '../../page/page/contract.ts'
import { savePagePassword } from '../../page/page-password/contract.ts'
import { pastPage } from '../../page/page-past/contract.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { addMvar, editMvar } from '../../watch/mvar/contract.ts'
import { replayProject } from '../../watch/playback/contract.ts'
import { addProject, addProjectEquips, deleteProjectEquip } from '../project/contract.ts'
import { editProjectShareAuth, editProjectSharePassword, enterShare, renewProjectShareLink } from '../share/contract.ts'
import { queryProjectHistory } from './contract.ts'

const minute = 60_000
const begin = Date.UTC(2026, 2, 1)
/** Initial time; readings are from the hour before. */
const clock = { at: begin }
const at = (minutes: number) => begin + minutes * minute

/** Moves the clock; sessions stay confirmed. */
async function until(minutes: number): Promise<void> {
  clock.at = at(minutes)
  await server.platform.db.updateTable('session').set({ confirmedAt: clock.at, seenAt: clock.at }).execute()
}

let server: TestServer
let works: Site
let intake: Site
let projectId: ProjectId
let pageId: PageId
let mvarId: MvarId
let unstored: MvarId
/** An account that sees the project but no device. */
let customer: Caller
const level = () => works.id('Level')
const hidden = () => intake.id('Level')

const position = { x: 0, y: 0, width: 100, height: 40, rotate: 0 }
const signal = (site: Site, name: string) => ({
  ...{ type: 'signal', equipId: site.equipmentId, signalId: site.id(name) },
})
const widget = (id: string, data: object) => ({ id, widgetType: 'DataText', position, data })
const save = async (widgets: object[], more: object = {}) =>
  (await server.admin.call(savePage, { projectId, title: 'Flows', json: JSON.stringify({ widgets }), ...more })).id
const mvar = (title: string, text: string) =>
  server.admin.call(addMvar, { projectId, title, unit: 'm', decimals: 1, formula: { calcType: 'sum', text } })
const named = (site: Site, name = 'Level') => `\${${site.equipmentId}.${site.id(name)}}`

beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, now: () => clock.at })
  works = await liveSite(server, 'Works')
  intake = await liveSite(server, 'Intake')
  for (const site of [works, intake]) {
    const { columnIds } = await addReport(server.admin, site.equipmentId, { name: 'All', columns: ['Level', 'Pump'] })
    const [ofLevel, ofPump] = columnIds
    for (const [i, minutes] of [10, 11, 12].entries()) {
      clock.at = at(minutes)
      const value = site === works ? i + 1 : 10 * (i + 1)
      await site.box.record({ [ofLevel!]: value, [ofPump!]: true }, { at: at(minutes) })
    }
    await eventually(() => expect(site.box.acked()).toBe(3))
  }
  await until(60)
  projectId = (await server.admin.call(addProject, { name: 'Town', note: null })).id
  const equipmentIds = [works.equipmentId, intake.equipmentId]
  await server.admin.call(addProjectEquips, { projectId, equipmentIds })
  mvarId = (await mvar('Both', `${named(works)},${named(intake)}`)).id
  unstored = (await mvar('Half', `${named(works)},${named(works, 'Setpoint')}`)).id
  pageId = await save([
    widget('a', signal(works, 'Level')),
    widget('b', { type: 'mvar', mvarId }),
    widget('c', { type: 'mvar', mvarId: unstored }),
    widget('d', signal(works, 'Setpoint')),
  ])
  const someone = await person(server, 'customer', { auths: ['monitor:view', 'history:view'] })
  customer = someone
  const given = { projectId, accountId: someone.accountId, loginname: null, mayWrite: false }
  await server.admin.call(addProjectGrant, given)
})
afterAll(async () => {
  for (const { box } of [works, intake]) await box[Symbol.asyncDispose]()
  await server.stop()
})

const asked = (change: object = {}) => ({
  ...{ pageId, from: at(11), to: at(30) },
  dataSignal: [level(), hidden(), works.id('Pump'), works.id('Setpoint')] as number[],
  dataMvar: [mvarId, unstored] as number[],
  ...change,
})

test('the values of a page and calculated values are played back, and no other variables', async () => {
  const { mvars, ...answer } = await customer.call(replayProject, asked())
  expect(answer).toEqual({
    ...{ from: at(11), to: at(30) },
    start: [{ id: level(), at: at(11), value: 2, code: 200 }],
    ...{ times: [minute], ids: [level()], values: [3], codes: null },
    gaps: [[level(), 150_000]],
    unstored: { signalIds: [works.id('Setpoint')], mvarIds: [unstored] },
  })
  const silent = 2.5 * minute + 1
  const both = mvars.ids.map((id, i) => [id, mvars.times[i], mvars.values[i], mvars.codes?.[i]])
  expect(mvars.start).toEqual([
    { id: mvarId, at: at(11), value: 22, code: 200 },
    { id: unstored, at: at(11), value: 2, code: 1713 },
  ])
  expect(both.filter(([id]) => id === mvarId)).toEqual([
    [mvarId, minute, 33, 200],
    // After this time no value was stored.
    [mvarId, minute + silent, 33, 2011],
  ])
})

test('an account that sees the devices plays back all of their variables, up to one day back', async () => {
  const ids = (of: { start: { id: number }[] }) => of.start.map(({ id }) => id).sort((a, b) => a - b)
  const all = [level(), works.id('Pump'), hidden()].sort((a, b) => a - b)
  expect(ids(await server.admin.call(replayProject, asked()))).toEqual(all)
  const later = { from: at(12) + 24 * 60 * minute, to: at(12) + 24 * 60 * minute + 1 }
  expect(ids(await server.admin.call(replayProject, asked(later)))).toEqual(all)
  expect(ids(await server.admin.call(replayProject, asked({ from: later.to, to: later.to + 1 })))).toEqual([])
})

test('the current formula is used for the past', async () => {
  const formula = { calcType: 'max' as const, text: `${named(works)},${named(intake)}` }
  const { id } = await mvar('Changed', named(works))
  const ask = async () => (await server.admin.call(replayProject, asked({ dataMvar: [id] }))).mvars.start[0]?.value
  expect(await ask()).toBe(2)
  await server.admin.call(editMvar, { id, title: 'Changed', unit: null, formula })
  expect(await ask()).toBe(20)
})

test('an invalid or too long span is refused', async () => {
  expect((await customer.ask(replayProject, asked({ to: at(10) }))).code).toBe(10010)
  expect((await customer.ask(replayProject, asked({ from: 0 }))).code).toBe(10009)
  expect((await customer.ask(replayProject, asked({ pageId: PageId.parse(999_999) }))).code).toBe(10002)
})

test('curves of intermediate variables are limited to those of the page', async () => {
  const curve = { pageId, from: at(10), to: at(30), points: 100 }
  const [own] = (await customer.call(queryProjectHistory, { ...curve, mvarIds: [mvarId] })).mvars ?? []
  expect(own).toMatchObject({ mvarId, unit: 'm', decimals: 1, isReduced: false, values: [11, 22, 33, 33] })
  expect(own?.bad).toEqual([[3, 2011]])
  const { id: other } = await mvar('Other', named(intake))
  const refused = await customer.ask(queryProjectHistory, { ...curve, mvarIds: [other] })
  expect(refused).toMatchObject({ code: 10002, data: { field: 'mvarIds' } })
  const mixed = { ...curve, mvarIds: [mvarId], equipmentId: works.equipmentId }
  expect((await customer.ask(queryProjectHistory, mixed)).code).toBe(10001)
})

test('a visitor of the shared project plays it back if the share includes history', async () => {
  const { token } = await server.admin.call(renewProjectShareLink, { projectId })
  await server.admin.call(editProjectSharePassword, { projectId, sharePwd: 'Harbour1' })
  const auths = { topMenu: true, expiresAt: null, ancestors: [], isShared: true, projectId }
  const ask = async (menus: ('page' | 'history')[]) => {
    await server.admin.call(editProjectShareAuth, { ...auths, menus })
    const { visit } = await server.nobody.call(enterShare, { token, password: 'Harbour1' })
    const visitor = visitorOf(server.url, visit)
    const page = await visitor.ask(pastPage, { id: pageId, at: at(60) })
    return [await visitor.ask(replayProject, asked()), page] as const
  }
  const [values, page] = await ask(['page', 'history'])
  expect([values.code, page.code]).toEqual([200, 200])
  expect(values.data?.start.map(({ id }) => id)).toEqual([level()])
  const closed = await ask(['page'])
  expect(closed.map(({ code }) => code)).toEqual([2507, 90002])
})

test('playback stops for a page with a password, and for devices removed from the project', async () => {
  await server.admin.call(savePagePassword, { id: pageId, password: 'Quay77' })
  const values = async () => {
    const { start, mvars } = await customer.call(replayProject, asked())
    return [start.length, mvars.start.map(({ value, code }) => [value, code])]
  }
  expect(await values()).toEqual([0, []])
  await server.admin.call(savePagePassword, { id: pageId, password: null })
  expect((await values())[0]).toBe(1)
  const equipmentId = intake.equipmentId
  await server.admin.call(deleteProjectEquip, { projectId, equipmentId } as never)
  // A value calculated from the removed device is bad.
  expect(((await values())[1] as unknown[])[0]).toEqual([2, 1713])
  await server.admin.call(addProjectEquips, { projectId, equipmentIds: [equipmentId] })
})

test('a past page has its version of that time; only owners of the devices see removed widgets', async () => {
  await until(70)
  const first = [widget('a', signal(works, 'Level')), widget('b', signal(intake, 'Level'))]
  const id = await save([...first, widget('x', { text: 'Gone' })])
  await until(80)
  await save([widget('a', signal(works, 'Level'))], { id, title: 'Renamed' })
  const bound = async (who: Caller, when: number) => {
    const { page, ...span } = await who.call(pastPage, { id, at: when })
    return {
      ...span,
      version: page?.version,
      ids: page?.content.widgets.map((each) => each.id),
      signals: page?.content.bind.signals,
    }
  }
  const zone = 'Asia/Shanghai'
  const span = { zone, savedAt: at(70), until: at(80) }
  const wholly = { version: 1, ids: ['a', 'b', 'x'], signals: [level(), hidden()] as SignalId[] }
  expect(await bound(server.admin, at(70))).toEqual({ ...span, ...wholly })
  expect(await bound(customer, at(79))).toEqual({ ...span, version: 1, ids: ['a'], signals: [level()] })
  const newest = { zone, savedAt: at(80), until: null, version: 2, ids: ['a'], signals: [level()] }
  expect(await bound(customer, at(80))).toEqual(newest)
  expect(await bound(customer, at(69))).toEqual({ zone, savedAt: at(70), until: at(70) })
  // An author who sees one of the devices receives the whole drawing, but only the variables of that device.
  const author = await person(server, 'author', { auths: ['page:edit', 'history:view'] })
  const given = { accountId: author.accountId, loginname: null, mayWrite: false }
  await server.admin.call(addProjectGrant, { ...given, projectId })
  expect(await bound(author, at(70))).toMatchObject({ ids: ['a', 'b', 'x'], signals: [level()] })
  await server.admin.call(addGrant, { ...given, equipmentId: intake.equipmentId })
  expect(await bound(author, at(70))).toMatchObject(wholly)
  expect((await customer.call(watchPage, { id })).content.bind.signals).toEqual([level()])
})
