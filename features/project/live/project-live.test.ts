// Live values through a project for an account that sees none of its devices: HTTP, a web socket and a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EquipmentId, PageId, ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { ServerMessage, SignalVal } from '../../../contract/sockets.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { type Watch, watchPage as watchSocket } from '../../../testkit/watch.ts'
import { editEquipment, equipmentInfo, queryEquipmentsByUser } from '../../device/equipment/contract.ts'
import { queryLiveSignals } from '../../device/live/contract.ts'
import { pageInfo, savePage, watchPage } from '../../page/page/contract.ts'
import { savePagePassword, validPagePassword } from '../../page/page-password/contract.ts'
import { queryEquipCount } from '../../page/page-values/contract.ts'
import { addProjectGrant, deleteProjectGrant } from '../../people/grant/contract.ts'
import { loadTranslations, saveTranslations } from '../../platform/translation/contract.ts'
import { addProject, addProjectEquips, deleteProjectEquip, queryProjectsByUser } from '../project/contract.ts'
import {
  openProjectGateway,
  projectToken,
  queryProjectAlarms,
  queryProjectColumns,
  queryProjectGateways,
  queryProjectHistory,
  queryProjectPlaces,
  queryProjectSignals,
} from './contract.ts'

let server: TestServer
let intake: Site
let works: Site
/** A device of the same company that is not in the project. */
let other: Site
const clock = { at: Date.UTC(2026, 2, 1) }
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, now: () => clock.at })
  intake = await liveSite(server, 'Intake')
  works = await liveSite(server, 'Works')
  other = await liveSite(server, 'Other')
})
afterAll(async () => {
  for (const { box } of [intake, works, other]) await box[Symbol.asyncDispose]()
  await server.stop()
})

let count = 0
let projectId: ProjectId
let pageId: PageId
let grant: number
/** An account that sees the project but none of its devices. */
let customer: Caller
beforeEach(async () => {
  count += 1
  projectId = (await server.admin.call(addProject, { name: `Town ${count}`, note: null })).id
  await server.admin.call(addProjectEquips, { projectId, equipmentIds: [intake.equipmentId, works.equipmentId] })
  pageId = await save(shows([intake, 'Level'], [works, 'Pump'], [other, 'Level']))
  const someone = await person(server, `customer-${count}`, {
    auths: ['monitor:view', 'history:view', 'alarm:view', 'signal:write'],
  })
  customer = someone
  const given = { projectId, accountId: someone.accountId, loginname: null, mayWrite: false }
  grant = (await server.admin.call(addProjectGrant, given)).id
})

type Bound = [site: Site, name: string, authRegion?: string]
const position = { x: 0, y: 0, width: 100, height: 40 }
const shows = (...bound: Bound[]) =>
  bound.map(([site, name, authRegion], i) => ({
    ...{ id: `w${i}`, widgetType: 'DataText', position, ...(authRegion && { authRegion }) },
    data: { type: 'signal', signalId: site.id(name), equipId: site.equipmentId },
  }))
const save = async (widgets: object[], more: object = {}) =>
  (await server.admin.call(savePage, { projectId, title: 'Overview', json: JSON.stringify({ widgets }), ...more })).id
const all = (site: Site) => site.config.signals.map(({ id }) => id)
const everything = () => [...all(intake), ...all(works), ...all(other)].join()
const devices = () => [intake, works, other].map(({ equipmentId }) => equipmentId).join()
const asked = () => ({ pageId, dataEquip: devices(), dataSignal: everything() })
const titles = async (who = customer) =>
  (await who.call(queryProjectSignals, asked())).map(({ equipmentId, name }) => `${siteOf(equipmentId)} ${name}`)
const siteOf = (id: EquipmentId) =>
  id === intake.equipmentId ? 'intake' : id === works.equipmentId ? 'works' : 'other'

/** Opens a socket with a token and waits until it answers pings. */
const join = async (who = customer) => joinBy(await who.call(projectToken, asked()))
async function joinBy(token: string): Promise<Watch> {
  const socket = await watchSocket(server.url, token)
  await eventually(() => {
    socket.send('ping')
    expect(socket.messages.some(({ type }) => type === 'pong')).toBe(true)
  })
  return socket
}
const isValue = (message: ServerMessage): message is SignalVal => message.type === 'signalVal'
const told = ({ messages }: Watch) =>
  messages.filter(isValue).flatMap(({ equipmentId, ids }) => ids.map((id) => `${equipmentId} ${id}`))
const one = (site: Site, name: string) => `${site.equipmentId} ${site.id(name)}`

describe('an account that sees a project but none of its devices', () => {
  test('gets the variables that its page is bound to on devices of the project, and nothing else', async () => {
    expect(await titles()).toEqual(['intake Level', 'works Pump'])
    expect(await customer.call(queryEquipmentsByUser, { keyword: null })).toEqual([])
    for (const { equipmentId } of [intake, works])
      expect((await customer.ask(queryLiveSignals, { equipmentId })).code).toBe(1101)
    const page = await customer.call(watchPage, { id: pageId })
    expect(page.content.bind).toMatchObject({ signals: [intake.id('Level'), works.id('Pump')] })
    expect((await customer.call(pageInfo, { id: pageId })).content.bind.signals).toEqual([])
  })

  test('gets nothing about devices outside the project', async () => {
    const table = (site: Site, i: number) => ({
      ...shows([site, 'Level'])[0],
      id: `t${i}`,
      data: { equipId: site.equipmentId },
    })
    const id = await save([other, works].map(table), { title: 'Tables' })
    const page = await customer.call(watchPage, { id })
    expect(page).toMatchObject({
      unseenEquips: [works.equipmentId],
      content: { bind: { equips: [works.equipmentId] } },
    })
    const own = await server.admin.call(watchPage, { id })
    expect(own).toMatchObject({
      unseenEquips: [],
      content: { bind: { equips: [other.equipmentId, works.equipmentId] } },
    })
  })

  test('gets no addresses, drivers or SNs', async () => {
    const [signal] = await customer.call(queryProjectSignals, asked())
    expect(signal).toMatchObject({ name: 'Level', address: '', driverName: '' })
    const gateways = await customer.call(queryProjectGateways, asked())
    expect(gateways).toMatchObject([
      { equipmentId: intake.equipmentId, online: true, vpn: false, sn: '', mayWrite: false },
      { equipmentId: works.equipmentId, online: true, vpn: false, sn: '', mayWrite: false },
    ])
    const [own] = await server.admin.call(queryProjectGateways, { pageId, dataEquip: [intake.equipmentId] })
    expect(own).toMatchObject({ sn: intake.sn, mayWrite: true })
  })

  test('opens gateways only of devices of the project, for an hour by default', async () => {
    await customer.call(openProjectGateway, { projectId, equipmentId: works.equipmentId, interval: 2 })
    await eventually(() =>
      expect(works.box.opens.at(-1)).toEqual({ intervalMs: 2000, delayS: limits.openDelayProjectS }),
    )
    expect((await customer.ask(openProjectGateway, { projectId, equipmentId: other.equipmentId })).code).toBe(1101)
  })

  test('sees an embedded page of another visible project, and opens its devices only through that one', async () => {
    const second = (await server.admin.call(addProject, { name: `Port ${count}`, note: null })).id
    await server.admin.call(addProjectEquips, { projectId: second, equipmentIds: [other.equipmentId] })
    const json = JSON.stringify({ widgets: shows([other, 'Level']) })
    const inner = (await server.admin.call(savePage, { projectId: second, title: 'Inner', json })).id
    const opening = { equipmentId: other.equipmentId, interval: 1 }
    const refused = { code: 10002 }
    expect(await customer.ask(watchPage, { id: inner })).toMatchObject(refused)
    expect(await customer.ask(openProjectGateway, { ...opening, projectId: second })).toMatchObject(refused)
    const { accountId } = customer as Caller & { accountId: never }
    await server.admin.call(addProjectGrant, { projectId: second, accountId, loginname: null, mayWrite: false })
    const page = await customer.call(watchPage, { id: inner })
    expect(page).toMatchObject({ projectId: second, content: { bind: { signals: [other.id('Level')] } } })
    await customer.call(openProjectGateway, { ...opening, projectId: second })
    // The outer project does not contain that device.
    expect((await customer.ask(openProjectGateway, { ...opening, projectId })).code).toBe(1101)
  })

  test('can only choose visible devices by address parameters', async () => {
    const named = {
      ...shows([intake, 'Level'])[0],
      data: { type: 'signal', signalName: '{v}', equipId: works.equipmentId },
    }
    pageId = await save([named], { title: 'Any' })
    const asking = { id: pageId, params: { v: 'Setpoint' } }
    expect((await customer.call(watchPage, asking)).content.bind.signals).toEqual([])
    expect((await server.admin.call(watchPage, asking)).content.bind.signals).toEqual([works.id('Setpoint')])
    expect(await titles()).toEqual([])
  })

  test('sees nothing of widgets for other regions', async () => {
    pageId = await save(shows([intake, 'Level', 'Lab'], [works, 'Pump']), { title: 'Regions' })
    const visitor = await person(server, `region-${count}`, { auths: ['monitor:view'], regions: ['Hall'] })
    const given = { projectId, accountId: visitor.accountId, loginname: null, mayWrite: false }
    await server.admin.call(addProjectGrant, given)
    expect(await titles(visitor)).toEqual(['works Pump'])
  })

  test('sees nothing of a page before its password is entered', async () => {
    await server.admin.call(savePagePassword, { id: pageId, password: 'Harbour1' })
    expect(await titles()).toEqual([])
    expect(await customer.call(queryProjectGateways, asked())).toEqual([])
    await customer.call(validPagePassword, { id: pageId, password: 'Harbour1' })
    expect(await titles()).toEqual(['intake Level', 'works Pump'])
  })

  test('sees curves of the variables on its page, with the reports that store them', async () => {
    const level = intake.id('Level')
    const setpoint = intake.id('Setpoint')
    const { columnIds } = await addReport(server.admin, intake.equipmentId, { columns: ['Level', 'Setpoint'] })
    await intake.box.record({ [columnIds[0]!]: 4, [columnIds[1]!]: 5 }, { at: clock.at })
    const span = { pageId, equipmentId: intake.equipmentId, from: clock.at - 3600_000, to: clock.at + 1000 }
    const curves = (signalIds: number[]) => customer.ask(queryProjectHistory, { ...span, signalIds } as never)
    await eventually(async () =>
      expect((await curves([level])).data).toMatchObject({ series: [{ signalId: level, values: [4] }] }),
    )
    for (const hidden of [[setpoint], [level, setpoint]])
      expect(await curves(hidden)).toMatchObject({ code: 10002, data: { field: 'signalIds' } })
    const ofDevice = { pageId, equipmentId: intake.equipmentId }
    const { reports } = await customer.call(queryProjectColumns, ofDevice)
    expect(reports.flatMap(({ columns }) => columns.map(({ signalId }) => signalId))).toEqual([level])
    expect((await server.admin.call(queryProjectColumns, ofDevice)).reports[0]?.columns).toHaveLength(2)
    for (const endpoint of [queryProjectColumns, queryProjectHistory])
      expect((await customer.ask(endpoint, { ...span, equipmentId: other.equipmentId })).code).toBe(1101)
  })

  test('sees alarms of devices in an alarm table of its page, without names of users', async () => {
    const { db } = server.platform
    const sites = [intake, works, other]
    for (const { equipmentId } of sites) {
      const ruleId = await alarmRule(db, { equipmentId, name: `Rule ${count}` })
      const acted = { acknowledgedAt: clock.at + 1, acknowledgedName: 'Li Wei', comment: 'again' }
      await alarm(db, { ruleId, raisedAt: clock.at, ...acted })
    }
    const table = (...named: Site[]) => ({
      ...{ id: 'a', widgetType: 'Alarm', position },
      data: { equips: named.map(({ equipmentId }) => ({ equipmentId, title: '' })) },
    })
    const list = async (who: Caller, more: object = {}) => {
      const asking = { pageId, view: 'history', keyword: `Rule ${count}`, ...more } as const
      const { rows } = await who.call(queryProjectAlarms, asking)
      return rows.map(({ equipmentId }) => siteOf(equipmentId)).sort()
    }
    expect(await list(customer)).toEqual([])
    pageId = await save([{ id: 'g', widgetType: 'group', position, children: [table(works, other)] }], {
      title: 'Alarms',
    })
    expect(await list(customer)).toEqual(['works'])
    expect(await list(customer, { equipmentIds: [intake.equipmentId] })).toEqual([])
    expect((await customer.ask(queryProjectAlarms, { pageId, equipmentIds: [other.equipmentId] })).code).toBe(1101)
    expect(await list(server.admin)).toEqual(['intake', 'other', 'works'])
    const [row] = (await customer.call(queryProjectAlarms, { pageId, view: 'history' })).rows
    expect(row).toMatchObject({ acknowledgedAt: clock.at + 1, acknowledgedName: null, comment: null, told: [] })
    pageId = await save([table()], { title: 'All alarms' })
    expect(await list(customer)).toEqual(['intake', 'works'])
  })

  test('sees the states of its devices, and the translations of its variables', async () => {
    const mine = (await customer.call(queryProjectsByUser, {})).find(({ id }) => id === projectId)
    expect(mine).toMatchObject({ equips: 2, online: 2 })
    expect(await customer.call(queryEquipCount, { projectId, online: true })).toBe(2)
    const names = ['Tank level', 'Setpoint'].map((source) => ({ source, en: null, zh: `${source} 中` }))
    await server.admin.call(saveTranslations, { entries: names })
    const { entries } = await customer.call(loadTranslations, {})
    expect(entries).toEqual([['Tank level', null, 'Tank level 中']])
  })

  test('sees nothing after the project is withdrawn', async () => {
    await server.admin.call(deleteProjectGrant, { id: grant })
    for (const endpoint of [queryProjectSignals, queryProjectGateways, projectToken])
      expect((await customer.ask(endpoint, asked())).code).toBe(10002)
    const opening = { projectId, equipmentId: works.equipmentId }
    expect((await customer.ask(openProjectGateway, opening)).code).toBe(10002)
  })
})

test('an account that can see the devices gets everything that it requests', async () => {
  const seen = await server.admin.call(queryProjectSignals, asked())
  expect(seen).toHaveLength(all(intake).length + all(works).length + all(other).length)
})

test('an invalid list of ids is refused', async () => {
  for (const dataSignal of ['1,', 'a', '1,-2', [0], new Array(10_001).fill(1)])
    expect((await customer.ask(queryProjectSignals, { pageId, dataSignal } as never)).code).toBe(10001)
  expect(await customer.call(queryProjectSignals, { pageId, dataSignal: '' })).toEqual([])
})

describe('the socket of a page', () => {
  test('sends the current values first, then updates of several devices', async () => {
    for (const site of [intake, works, other]) await site.box.live(Object.fromEntries(all(site).map((id) => [id, 1])))
    await eventually(() => expect(server.platform.live.get(other.equipmentId, other.id('Pump'))).toBeDefined())
    const [socket, owner] = [await join(), await join(server.admin)]
    expect([...new Set(told(socket))].sort()).toEqual([one(intake, 'Level'), one(works, 'Pump')].sort())
    await works.box.live({ [works.id('Pump')]: false, [works.id('Setpoint')]: 3 })
    await other.box.live({ [other.id('Level')]: 2 })
    await works.box.live({ [works.id('Total')]: 7 })
    await eventually(() => expect(told(owner)).toContain(one(works, 'Total')))
    await eventually(() => expect(told(socket).filter((each) => each === one(works, 'Pump')).length).toBeGreaterThan(1))
    expect([...new Set(told(socket))]).toHaveLength(2)
    const states = socket.messages.flatMap((each) => (each.type === 'gatewayAlarm' ? [each.equipmentId] : []))
    expect(states).toEqual([intake.equipmentId, works.equipmentId])
    for (const each of [socket, owner]) each.close()
    await eventually(() => expect(server.cloud.hub.pages()).toEqual([]))
    expect(server.cloud.hub.counts().sockets).toBe(0)
  })

  test('opens once with its token, within a minute', async () => {
    const token = await customer.call(projectToken, asked())
    const first = await joinBy(token)
    const again = await watchSocket(server.url, token)
    await eventually(() => expect(again.closed).toBe(4401))
    first.close()
    const late = await customer.call(projectToken, asked())
    clock.at += limits.socketTokenMs + 1
    const tooLate = await watchSocket(server.url, late)
    await eventually(() => expect(tooLate.closed).toBe(4401))
  })

  const ends: [string, () => Promise<unknown>][] = [
    ['the project is withdrawn', () => server.admin.call(deleteProjectGrant, { id: grant as never })],
    [
      'a device is taken out of it',
      () => server.admin.call(deleteProjectEquip, { projectId, equipmentId: works.equipmentId }),
    ],
    ['the page is saved', () => save(shows([intake, 'Level']), { id: pageId })],
    ['the page gets a password', () => server.admin.call(savePagePassword, { id: pageId, password: 'Harbour1' })],
  ]
  test.each(ends)('ends when %s', async (_, act) => {
    const socket = await join()
    await server.turn()
    expect(socket.closed).toBeUndefined()
    clock.at += 1000
    await act()
    await server.turn()
    await eventually(() => expect(socket.closed).toBe(4401))
    await eventually(() => expect(server.cloud.hub.counts().sockets).toBe(0))
  })
})

describe('a map', () => {
  const map = (data: object = {}) => ({ id: 'map', widgetType: 'Map', position, data })
  const place = async ({ equipmentId: id }: Site, at: number) => {
    const { name } = await server.admin.call(equipmentInfo, { id })
    await server.admin.call(editEquipment, { id, name, longitude: at, latitude: at, address: `Street ${at}` })
  }
  const names = async (id: PageId, who = customer) =>
    (await who.call(queryProjectPlaces, { pageId: id })).map((each) => each.name)
  beforeAll(async () => {
    for (const [at, each] of [intake, works, other].entries()) await place(each, at + 1)
  })

  test('shows places and states of the project’s devices to an account that sees only the project', async () => {
    const id = await save([map()])
    const places = await customer.call(queryProjectPlaces, { pageId: id })
    expect(places).toEqual([
      {
        ...{
          id: intake.equipmentId,
          name: 'Intake',
          longitude: 1,
          latitude: 1,
          state: expect.stringMatching(/^(on|off)line$/),
        },
        ...{ address: null, signalStrength: null, alarms: null, hasTrack: false, mayOpen: false },
      },
      expect.objectContaining({ name: 'Works', address: null, mayOpen: false }),
    ])
    expect((await server.admin.call(queryProjectPlaces, { pageId: id }))[0]).toMatchObject({
      ...{ address: 'Street 1', mayOpen: true, alarms: { severe: 0 } },
    })
  })

  test('limits its list to devices of the project, and is empty on a page without a map', async () => {
    const list = [intake, other].map(({ equipmentId }) => ({ equipmentId, title: '' }))
    const id = await save([map({ equipments: list })])
    expect(await names(id)).toEqual(['Intake'])
    expect(await names(id, server.admin)).toEqual(['Intake', 'Other'])
    expect(await names(pageId)).toEqual([])
  })

  test('shows alarms of devices that an alarm table of the page shows', async () => {
    const table = {
      id: 'table',
      widgetType: 'Alarm',
      position,
      data: { equips: [works].map(({ equipmentId }) => ({ equipmentId })) },
    }
    const id = await save([map(), table])
    const places = await customer.call(queryProjectPlaces, { pageId: id })
    expect(places.map(({ alarms }) => alarms)).toEqual([null, expect.objectContaining({ severe: 0 })])
  })

  test('on a page with a password, of another region or of another project shows nothing', async () => {
    const locked = await save([map()])
    await server.admin.call(savePagePassword, { id: locked, password: 'Harbour1' })
    expect(await names(locked)).toEqual([])
    const hall = await person(server, `hall-${count}`, { auths: ['monitor:view'], regions: ['Hall'] })
    const given = { projectId, accountId: hall.accountId, loginname: null, mayWrite: false }
    await server.admin.call(addProjectGrant, given)
    expect(await names(await save([{ ...map(), authRegion: 'Lab' }], { title: 'Regions' }), hall)).toEqual([])
    await server.admin.call(deleteProjectGrant, { id: grant })
    expect((await customer.ask(queryProjectPlaces, { pageId: locked })).code).toBe(10002)
  })
})
