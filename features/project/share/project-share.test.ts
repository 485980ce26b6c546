// A project shared by link and password: the visitors' view, data write, and the end of sharing.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type Caller, type TestServer, testServer, visitorOf } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { type Watch, watchPage as watchSocket } from '../../../testkit/watch.ts'
import { holdProjectValue, projectCallback, writeProjectValue, writeValue } from '../../device/command/contract.ts'
import { queryEquipmentsByUser } from '../../device/equipment/contract.ts'
import { queryLiveSignals } from '../../device/live/contract.ts'
import { savePage, watchPage } from '../../page/page/contract.ts'
import { savePagePassword, validPagePassword } from '../../page/page-password/contract.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import {
  openProjectGateway,
  projectToken,
  queryProjectAlarms,
  queryProjectGateways,
  queryProjectHistory,
  queryProjectSignals,
} from '../live/contract.ts'
import { addProject, addProjectEquips, deleteProjectEquip, projectInfo } from '../project/contract.ts'
import {
  editProjectShareAuth,
  editProjectSharePassword,
  enterShare,
  projectShareInfo,
  renewProjectShareLink,
  visitInfo,
} from './contract.ts'

let server: TestServer
let works: Site
let other: Site
const clock = { at: Date.UTC(2026, 2, 1) }
const password = 'Harbour1'
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, now: () => clock.at })
  works = await liveSite(server, 'Works')
  other = await liveSite(server, 'Other')
})
afterAll(async () => {
  for (const { box } of [works, other]) await box[Symbol.asyncDispose]()
  await server.stop()
})

let count = 0
let projectId: ProjectId
let pageId: PageId
let token: string
beforeEach(async () => {
  count += 1
  projectId = (await server.admin.call(addProject, { name: `Town ${count}`, note: null })).id
  await server.admin.call(addProjectEquips, { projectId, equipmentIds: [works.equipmentId] })
  pageId = await save([works, other])
  await server.admin.call(editProjectSharePassword, { projectId, sharePwd: password })
  token = (await server.admin.call(renewProjectShareLink, { projectId })).token
  await share()
})

const position = { x: 0, y: 0, width: 100, height: 40 }
const save = async (sites: Site[], more: object = {}) => {
  const widgets = sites.map((site, i) => ({
    ...{ id: `w${i}`, widgetType: 'DataText', position },
    data: { type: 'signal', signalId: site.id('Level'), equipId: site.equipmentId },
  }))
  const json = JSON.stringify({ widgets })
  return (await server.admin.call(savePage, { projectId, title: 'Overview', startup: '1', json, ...more })).id
}
const auths = { topMenu: true, menus: ['page', 'history'] as ('page' | 'history')[], expiresAt: null, ancestors: [] }
const share = (more: object = {}) =>
  server.admin.call(editProjectShareAuth, { projectId, isShared: true, ...auths, ...more })
const visit = async (): Promise<Caller> =>
  visitorOf(server.url, (await server.nobody.call(enterShare, { token, password })).visit)
const asked = () => {
  const sites = [works, other]
  return {
    ...{ pageId, dataEquip: sites.map(({ equipmentId }) => equipmentId).join() },
    dataSignal: sites.flatMap(({ config }) => config.signals.map(({ id }) => id)).join(),
  }
}

test('a visitor sees the project, its pages, their variables on its devices, and nothing else', async () => {
  const visitor = await visit()
  expect(await visitor.call(visitInfo, {})).toMatchObject({ equipmentId: null, projectId, name: `Town ${count}` })
  expect(await visitor.call(projectInfo, { id: projectId })).toMatchObject({ pageList: [{ id: pageId }] })
  const page = await visitor.call(watchPage, { id: pageId })
  expect(page.content.bind).toMatchObject({ equips: [works.equipmentId], signals: [works.id('Level')] })
  expect((await visitor.call(queryProjectSignals, asked())).map(({ id }) => id)).toEqual([works.id('Level')])
  expect(await visitor.call(queryProjectGateways, asked())).toMatchObject([{ sn: '', mayWrite: false }])
  await visitor.call(openProjectGateway, { projectId, equipmentId: works.equipmentId })
  for (const { equipmentId } of [works, other])
    expect((await visitor.ask(queryLiveSignals, { equipmentId })).code).not.toBe(200)
  expect((await visitor.ask(queryEquipmentsByUser, { keyword: null })).code).toBe(2507)
  expect((await visitor.ask(queryProjectAlarms, { pageId })).code).toBe(2507)
})

test('a first password shares only what the caller may see', async () => {
  const { id } = await server.admin.call(addProject, { name: `Lesser ${count}`, note: null })
  const sharer = await person(server, 'project-sharer', { auths: ['share:edit'], dataRange: 'all' })
  await sharer.call(editProjectSharePassword, { projectId: id, sharePwd: 'abcd' })
  expect(await server.admin.call(projectShareInfo, { projectId: id })).toMatchObject({
    isShared: true,
    menus: ['page'],
  })
})

test('a visitor cannot open another project', async () => {
  const { id } = await server.admin.call(addProject, { name: `Elsewhere ${count}`, note: null })
  const visitor = await visit()
  expect((await visitor.ask(projectInfo, { id })).code).toBe(10002)
  const opening = { projectId: id, equipmentId: works.equipmentId }
  expect((await visitor.ask(openProjectGateway, opening)).code).not.toBe(200)
})

test('curves need a share that includes history', async () => {
  const { columnIds } = await addReport(server.admin, works.equipmentId, { name: `R${count}`, columns: ['Level'] })
  await works.box.record({ [columnIds[0]!]: 4 }, { at: clock.at })
  const span = { pageId, equipmentId: works.equipmentId, from: clock.at - 1000, to: clock.at + 1000 }
  const curves = async (who: Caller) =>
    (await who.ask(queryProjectHistory, { ...span, signalIds: [works.id('Level')] })).code
  expect(await curves(await visit())).toBe(200)
  await share({ menus: ['page'] })
  expect(await curves(await visit())).toBe(2507)
})

test('a page with a password requires it from visitors too', async () => {
  await server.admin.call(savePagePassword, { id: pageId, password: 'Secret12' })
  const visitor = await visit()
  expect((await visitor.call(watchPage, { id: pageId })).needsPassword).toBe(true)
  expect(await visitor.call(queryProjectSignals, asked())).toEqual([])
  await visitor.call(validPagePassword, { id: pageId, password: 'Secret12' })
  expect(await visitor.call(queryProjectSignals, asked())).toHaveLength(1)
})

async function join(visitor: Caller): Promise<Watch> {
  const socket = await watchSocket(server.url, await visitor.call(projectToken, asked()))
  await eventually(() => {
    socket.send('ping')
    expect(socket.messages.some(({ type }) => type === 'pong')).toBe(true)
  })
  return socket
}

test('values arrive over a socket, which stays open while the project is shared', async () => {
  const socket = await join(await visit())
  await works.box.live({ [works.id('Level')]: 3, [works.id('Setpoint')]: 4 })
  await eventually(() =>
    expect(socket.messages.findLast(({ type }) => type === 'signalVal')).toMatchObject({ ids: [works.id('Level')] }),
  )
  for (let turn = 0; turn < 3; turn += 1) await server.turn()
  expect(socket.closed).toBeUndefined()
  socket.close()
})

const ends: [string, () => Promise<unknown>][] = [
  ['sharing is ended', () => share({ isShared: false })],
  ['pages are no longer shown', () => share({ menus: ['history'] })],
  ['the password changes', () => server.admin.call(editProjectSharePassword, { projectId, sharePwd: 'Another1' })],
  ['there is a new link', () => server.admin.call(renewProjectShareLink, { projectId })],
  ['a device is taken out', () => server.admin.call(deleteProjectEquip, { projectId, equipmentId: works.equipmentId })],
]
test.each(ends)('a socket is closed when %s', async (_, act) => {
  const socket = await join(await visit())
  await server.turn()
  expect(socket.closed).toBeUndefined()
  clock.at += 1000
  await act()
  await server.turn()
  await eventually(() => expect(socket.closed).toBe(4401))
})

test('sharing needs write access to the project and the permission to share', async () => {
  const viewer = await person(server, `viewer-${count}`, { auths: ['share:edit', 'monitor:view', 'history:view'] })
  expect((await viewer.ask(projectShareInfo, { projectId })).code).toBe(10002)
  await server.admin.call(addProjectGrant, {
    ...{ projectId, accountId: viewer.accountId, loginname: null, mayWrite: false },
  })
  expect((await viewer.ask(editProjectShareAuth, { projectId, isShared: true, ...auths })).code).toBe(90007)
  expect(await server.admin.call(projectShareInfo, { projectId })).toMatchObject({
    ...{ isShared: true, mayWrite: false, menus: ['page', 'history'], hasLink: true, hasPassword: true },
  })
  const wide = { projectId, isShared: true, ...auths, menus: ['realTime'] }
  expect((await server.admin.ask(editProjectShareAuth, wide as never)).code).toBe(10001)
})

describe('data write', () => {
  const click = (site: Site, name: string) => ({
    ...{ widgetType: 'Button', position },
    clickEvent: { enable: true, data: { type: 'signal', signalId: site.id(name), equipId: site.equipmentId } },
  })
  const shown = (site: Site, name: string) => ({
    ...{ widgetType: 'DataText', position },
    data: { type: 'signal', signalId: site.id(name), equipId: site.equipmentId },
  })
  /** Replaces the widgets of the page. */
  async function draw(...widgets: object[]) {
    const { version } = await server.admin.call(watchPage, { id: pageId })
    const json = JSON.stringify({ widgets: widgets.map((widget, index) => ({ id: `b${index}`, ...widget })) })
    const title = 'Overview'
    pageId = (await server.admin.call(savePage, { id: pageId, projectId, version, title, startup: '1', json })).id
  }
  const give = () => share({ mayWrite: true })
  const write = (who: Caller, name: string, more: object = {}) =>
    who.ask(writeProjectValue, { projectId, pageId, signalId: works.id(name), value: 42, ...more } as never)

  test('is off by default, and allows only what widgets of the pages write', async () => {
    await draw(click(works, 'Setpoint'), shown(works, 'Total'))
    expect((await write(await visit(), 'Setpoint')).code).toBe(90007)
    await give()
    const visitor = await visit()
    expect(await visitor.call(visitInfo, {})).toMatchObject({ mayWrite: true })
    expect(await visitor.call(queryProjectGateways, asked())).toMatchObject([{ mayWrite: true }])
    const signals = await visitor.call(queryProjectSignals, asked())
    expect(signals.map(({ name, access }) => [name, access])).toEqual([
      ['Setpoint', 'rw'],
      ['Total', 'r'],
    ])
    const { data } = await write(visitor, 'Setpoint')
    await eventually(async () =>
      expect(await visitor.call(projectCallback, { uuid: data!.uuid })).toMatchObject({ status: 'success', value: 42 }),
    )
    expect((await write(visitor, 'Total')).code).toBe(90007)
    expect((await write(visitor, 'Pump')).code).toBe(10002)
  })

  test('is logged with the share, as a visitor’s', async () => {
    await draw(click(works, 'Setpoint'))
    await give()
    await write(await visit(), 'Setpoint')
    const { rows } = await server.admin.call(queryOperations, { act: 'write', pageSize: 1 })
    expect(rows[0]).toMatchObject({
      loginname: expect.stringMatching(/^visitor#/),
      objectName: 'Works / Setpoint',
      after: { value: 42, share: `Town ${count}` },
    })
  })

  test('excludes widgets added later, until it is granted again', async () => {
    await draw(click(works, 'Setpoint'))
    await give()
    await draw(click(works, 'Setpoint'), click(works, 'Total'))
    expect(await server.admin.call(projectShareInfo, { projectId })).toMatchObject({ writes: 1, writesAdded: 1 })
    const visitor = await visit()
    expect([(await write(visitor, 'Total')).code, (await write(visitor, 'Setpoint')).code]).toEqual([90007, 200])
    await give()
    expect(await server.admin.call(projectShareInfo, { projectId })).toMatchObject({ writes: 2, writesAdded: 0 })
    expect((await write(visitor, 'Total')).code).toBe(200)
    await draw(shown(works, 'Setpoint'))
    expect((await write(visitor, 'Setpoint')).code).toBe(90007)
  })

  test('reaches no device outside the project, no other page, and nothing behind a password', async () => {
    await draw(click(works, 'Setpoint'), click(other, 'Setpoint'))
    await give()
    const visitor = await visit()
    expect((await write(visitor, 'Setpoint', { signalId: other.id('Setpoint') })).code).toBe(10002)
    expect((await write(visitor, 'Setpoint', { pageId: undefined })).code).toBe(10002)
    const elsewhere = (await server.admin.call(addProject, { name: `Far ${count}`, note: null })).id
    expect((await write(visitor, 'Setpoint', { projectId: elsewhere })).code).toBe(10002)
    expect((await visitor.ask(writeValue, { ...works, signalId: works.id('Setpoint'), value: 1 } as never)).code).toBe(
      1101,
    )
    await server.admin.call(savePagePassword, { id: pageId, password: 'Secret12' })
    expect((await write(visitor, 'Setpoint')).code).toBe(10002)
    await visitor.call(validPagePassword, { id: pageId, password: 'Secret12' })
    expect((await write(visitor, 'Setpoint')).code).toBe(200)
    await server.admin.call(deleteProjectEquip, { projectId, equipmentId: works.equipmentId })
    expect((await write(visitor, 'Setpoint')).code).toBe(10002)
  })

  test('covers only devices that the granting account may write', async () => {
    await draw(click(works, 'Setpoint'))
    const keys = ['share:edit', 'monitor:view', 'history:view', 'signal:write'] as const
    const giver = await person(server, `giver-${count}`, { auths: [...keys] })
    const { accountId } = giver
    await server.admin.call(addProjectGrant, { projectId, accountId, loginname: null, mayWrite: true })
    const given = { projectId, isShared: true, ...auths, mayWrite: true }
    await giver.call(editProjectShareAuth, given)
    expect((await write(await visit(), 'Setpoint')).code).toBe(90007)
    await server.admin.call(addGrant, { accountId, loginname: null, equipmentId: works.equipmentId, mayWrite: true })
    await giver.call(editProjectShareAuth, given)
    expect((await write(await visit(), 'Setpoint')).code).toBe(200)
    const reader = await person(server, `reader-${count}`, { auths: keys.filter((key) => key !== 'signal:write') })
    const to = { projectId, accountId: reader.accountId, loginname: null, mayWrite: true }
    await server.admin.call(addProjectGrant, to)
    expect((await reader.ask(editProjectShareAuth, given)).code).toBe(1125)
  })

  test('keeps link and password from accounts that may not write all of it, until the share is reduced', async () => {
    await draw(click(works, 'Setpoint'))
    await give()
    const keys = ['share:edit', 'project:edit', 'monitor:view', 'history:view', 'signal:write'] as const
    const narrow = await person(server, `renewer-${count}`, { auths: keys })
    const { accountId } = narrow
    await server.admin.call(addProjectGrant, { projectId, accountId, loginname: null, mayWrite: true })
    const renewed = async () => (await narrow.ask(renewProjectShareLink, { projectId })).code
    expect(await renewed()).toBe(1125)
    expect((await narrow.ask(editProjectSharePassword, { projectId, sharePwd: 'Stolen1' })).code).toBe(1125)
    await server.admin.call(addGrant, { accountId, loginname: null, equipmentId: works.equipmentId, mayWrite: true })
    expect(await renewed()).toBe(200)
  })

  test('ends the visits when it is revoked; only the visitor can query outcomes', async () => {
    await draw(click(works, 'Setpoint'))
    await give()
    const visitor = await visit()
    const { data } = await write(visitor, 'Setpoint')
    await share({ mayWrite: false })
    expect((await write(visitor, 'Setpoint')).code).not.toBe(200)
    expect((await (await visit()).ask(projectCallback, { uuid: data!.uuid })).code).toBe(200)
    const own = await server.admin.call(writeProjectValue, { projectId, signalId: works.id('Setpoint'), value: 7 })
    expect((await (await visit()).ask(projectCallback, { uuid: own.uuid })).code).toBe(10002)
  })

  test('holds a momentary button while it is pressed', async () => {
    await draw(click(works, 'Setpoint'))
    await give()
    const visitor = await visit()
    const { data } = await write(visitor, 'Setpoint', { hold: { back: 0, forMs: 1500 } })
    const press = { projectId, uuid: data!.uuid, forMs: 1500 }
    expect(await visitor.call(holdProjectValue, press)).toEqual({ isHeld: true })
    expect(await server.admin.call(holdProjectValue, press)).toEqual({ isHeld: false })
  })

  test('has one rate limit for all visitors of a share', async () => {
    await draw(click(works, 'Setpoint'))
    await give()
    const visitors = [await visit(), await visit()]
    const codes: number[] = []
    for (let turn = 0; turn <= limits.visitorWritesPerMinute; turn += 1)
      codes.push((await write(visitors[turn % 2]!, 'Setpoint')).code)
    expect(codes.filter((code) => code === 200)).toHaveLength(limits.visitorWritesPerMinute)
    expect(codes.at(-1)).toBe(90003)
  })
})
