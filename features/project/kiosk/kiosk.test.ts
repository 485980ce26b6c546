// Displays over HTTP: sign-in of a wall, what it sees, and sign-out.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rooms } from '../../../apps/server/rooms.ts'
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { inputSchema, sample } from '../../../testkit/sample.ts'
import { adminPassword, type Caller, type TestServer, testServer, visitorOf } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { watchPage as watchSocket } from '../../../testkit/watch.ts'
import { homePage, savePage, watchPage } from '../../page/page/contract.ts'
import { deletePage, saveHomePage } from '../../page/page-list/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { openProjectGateway, projectToken, queryProjectSignals } from '../live/contract.ts'
import { addProject, addProjectEquips, deleteProject, projectInfo } from '../project/contract.ts'
import {
  addDisplay,
  beginPairing,
  countDisplays,
  type DisplayId,
  deleteDisplay,
  editDisplay,
  enterDisplay,
  pairDisplay,
  pairingState,
  queryDisplays,
  renewDisplayLink,
  signOutDisplay,
  wallPages,
  wallState,
} from './contract.ts'
import { codeShown, displayLimits, displayMenus } from './rules.ts'

let server: TestServer
let works: Site
let other: Site
const clock = { at: Date.UTC(2026, 2, 1) }
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
let id: DisplayId
const entry = { name: 'KW-02', pageIds: [] as PageId[], seconds: 20, theme: 'dark' as const, language: 'en' as const }
const alive = () => ({ confirmedAt: clock.at, seenAt: clock.at, expiresAt: clock.at + 1e9 })
const saying = { build: 'abc', pageId: null, pageVersion: null }
beforeEach(async () => {
  count += 1
  // Earlier tests moved the clock.
  clock.at += 20 * 60_000
  await server.platform.db.updateTable('session').set(alive()).where('displayId', 'is', null).execute()
  projectId = (await server.admin.call(addProject, { name: `Town ${count}`, note: null })).id
  await server.admin.call(addProjectEquips, { projectId, equipmentIds: [works.equipmentId] })
  pageId = await save('Overview')
  id = (await server.admin.call(addDisplay, { projectId, ...entry })).id
})

const position = { x: 0, y: 0, width: 100, height: 40 }
const save = async (title: string) => {
  const data = { type: 'signal', signalId: works.id('Level'), equipId: works.equipmentId }
  const json = JSON.stringify({ widgets: [{ id: 'a', widgetType: 'DataText', position, data }] })
  return (await server.admin.call(savePage, { projectId, title, json })).id
}

const begin = () => server.nobody.call(beginPairing, {})
async function wall(display = id): Promise<Caller & { secret: string }> {
  const { code, secret } = await begin()
  await server.admin.call(pairDisplay, { id: display, code })
  return { ...visitorOf(server.url, secret), secret }
}
test('displays are counted by project, and those with a wall; other companies see none', async () => {
  await server.admin.call(addDisplay, { projectId, ...entry, name: 'KW-03' })
  await wall()
  const counts = await server.admin.call(countDisplays, {})
  expect(counts.find((each) => each.projectId === projectId)).toEqual({ projectId, displays: 2, signedIn: 1 })
  expect(await (await person(server, `sharer-${count}`, { auths: ['share:edit'] })).call(countDisplays, {})).toEqual([])
})

const stateOf = async (secret: string) => (await server.nobody.call(pairingState, { secret })).state

describe('a display with chosen pages', () => {
  const within = (id: PageId) => ({ id: 'i', widgetType: 'Iframe', position, data: { type: 'equip', pageId: id } })
  const holding = async (title: string, inner: PageId) => {
    const group = { id: 'g', widgetType: 'group', position, children: [within(inner)] }
    return (await server.admin.call(savePage, { projectId, title, json: JSON.stringify({ widgets: [group] }) })).id
  }
  const choose = (...pageIds: PageId[]) => server.admin.call(editDisplay, { id, ...entry, pageIds })

  test('opens these and the pages embedded in them, and no other page by any call', async () => {
    const [other, inner] = [await save('Other'), await save('Inner')]
    const outer = await holding('Outer', await holding('Between', inner))
    const screen = await wall()
    expect((await screen.ask(watchPage, { id: other })).code).toBe(200)
    await choose(pageId, outer)
    const { pages } = await screen.call(wallState, saying)
    expect(pages.map((page) => page.id)).toEqual([pageId, outer])
    for (const allowed of [pageId, outer, inner])
      expect((await screen.ask(watchPage, { id: allowed })).code, `page ${allowed}`).toBe(200)
    const asked = { id: other, pageId: other, projectId, equipmentId: works.equipmentId, from: 1, to: 2, at: 1 }
    for (const { endpoint, openTo = [] } of rooms.flat()) {
      const named = endpoint.on?.page
      if (!named || !openTo.some((menu) => displayMenus.includes(menu as 'page'))) continue
      const input = { ...(sample(inputSchema(endpoint)) as object), ...asked, [String(named)]: other }
      expect((await screen.ask(endpoint, input as never)).code, endpoint.path).not.toBe(200)
    }
    expect((await screen.call(projectInfo, { id: projectId })).pageList.map((page) => page.id)).not.toContain(other)
    await server.admin.call(saveHomePage, { id: other })
    expect(await screen.call(homePage, { projectId })).toBeNull()
    await choose()
    expect((await screen.ask(watchPage, { id: other })).code).toBe(200)
  })

  test('opens an embedded page after it is added to a chosen page, and no longer after it is deleted', async () => {
    const other = await save('Other')
    await choose(pageId)
    const screen = await wall()
    expect((await screen.ask(watchPage, { id: other })).code).toBe(10002)
    const json = JSON.stringify({ widgets: [within(other)] })
    await server.admin.call(savePage, { id: pageId, projectId, title: 'Overview', json })
    expect((await screen.ask(watchPage, { id: other })).code).toBe(200)
    await server.admin.call(deletePage, { id: pageId })
    expect((await screen.ask(watchPage, { id: other })).code).toBe(10002)
    expect((await screen.call(wallState, saying)).pages).toEqual([])
  })

  test('does not open pages in widgets for a region: a display has no regions', async () => {
    const inner = await save('Inner')
    const hidden = { id: 'g', widgetType: 'group', position, authRegion: 'Hall B', children: [within(inner)] }
    const json = JSON.stringify({ widgets: [hidden] })
    const outer = (await server.admin.call(savePage, { projectId, title: 'Outer', json })).id
    await choose(outer)
    expect((await (await wall()).ask(watchPage, { id: inner })).code).toBe(10002)
  })

  test('opens streams only of the devices on its pages', async () => {
    await server.admin.call(addProjectEquips, { projectId, equipmentIds: [other.equipmentId] })
    const screen = await wall()
    // The state of the gateway does not matter here.
    const isRefused = async ({ equipmentId }: Site) =>
      (await screen.ask(openProjectGateway, { projectId, equipmentId, interval: 1, delay: 60 })).code === 1101
    expect([await isRefused(works), await isRefused(other)]).toEqual([false, false])
    await choose(pageId)
    expect([await isRefused(works), await isRefused(other)]).toEqual([false, true])
  })

  test('receives no more values of a page after the page is removed', async () => {
    const other = await save('Other')
    const screen = await wall()
    const asked = { pageId: other, dataEquip: String(works.equipmentId), dataSignal: String(works.id('Level')) }
    const socket = await watchSocket(server.url, await screen.call(projectToken, asked))
    await eventually(() => {
      socket.send('ping')
      expect(socket.messages.some(({ type }) => type === 'pong')).toBe(true)
    })
    await choose(pageId)
    await server.turn()
    await eventually(() => expect(socket.closed).toBe(4401))
    expect((await screen.ask(projectToken, asked)).code).toBe(10002)
  })
})

describe('sign-in of a wall', () => {
  test('works with the code on the screen, entered in the project', async () => {
    const { code, secret, until } = await begin()
    expect(code).toMatch(/^[A-HJKMNP-Z2-9]{8}$/)
    expect(until).toBe(clock.at + displayLimits.pairingMs)
    expect(await stateOf(secret)).toBe('waiting')
    const before = visitorOf(server.url, secret)
    expect((await before.ask(wallState, saying)).code).toBe(2506)
    await server.admin.call(pairDisplay, { id, code: codeShown(code).toLowerCase() })
    expect(await stateOf(secret)).toBe('signedIn')
    expect(await before.call(wallState, saying)).toMatchObject({ id, projectId, name: 'KW-02', signedInAt: clock.at })
    // A code is valid only once.
    expect((await server.admin.ask(pairDisplay, { id, code })).code).toBe(2511)
  })

  test('works once with a link, also if the answer was lost', async () => {
    const { token } = await server.admin.call(renewDisplayLink, { id })
    const [first, second] = [await begin(), await begin()]
    expect((await server.nobody.ask(enterDisplay, { secret: first.secret, token: 'made-up' })).code).toBe(2501)
    await server.nobody.call(enterDisplay, { secret: first.secret, token })
    await server.nobody.call(enterDisplay, { secret: first.secret, token })
    expect(await stateOf(first.secret)).toBe('signedIn')
    expect((await server.nobody.ask(enterDisplay, { secret: second.secret, token })).code).toBe(2501)
  })

  test('fails with a link that is expired, replaced or revoked', async () => {
    const links = await Promise.all(
      [0, 1, 2].map(async () => (await server.admin.call(renewDisplayLink, { id })).token),
    )
    const { secret } = await begin()
    const tried = async (token: string) => (await server.nobody.ask(enterDisplay, { secret, token })).code
    const first = (await server.admin.call(renewDisplayLink, { id })).token
    const newest = (await server.admin.call(renewDisplayLink, { id })).token
    for (const token of [...links, first]) expect(await tried(token)).toBe(2501)
    await server.admin.call(signOutDisplay, { id })
    expect(await tried(newest)).toBe(2501)
    const last = (await server.admin.call(renewDisplayLink, { id })).token
    clock.at += displayLimits.linkMs
    const later = await begin()
    expect((await server.nobody.ask(enterDisplay, { secret: later.secret, token: last })).code).toBe(2501)
  })

  test('must be completed within ten minutes', async () => {
    const { code, secret } = await begin()
    clock.at += displayLimits.pairingMs
    expect(await stateOf(secret)).toBe('gone')
    await server.platform.db.updateTable('session').set({ confirmedAt: clock.at }).execute()
    expect((await server.admin.ask(pairDisplay, { id, code })).code).toBe(2511)
  })

  test('limits the number of tries, so that codes cannot be guessed', async () => {
    const { code } = await begin()
    for (let i = 0; i < displayLimits.pairingTries; i += 1)
      expect((await server.admin.ask(pairDisplay, { id, code: 'AAAABBBB' })).code).toBe(2511)
    expect((await server.admin.ask(pairDisplay, { id, code })).code).toBe(90003)
  })

  test('replaces the previous wall', async () => {
    const first = await wall()
    const second = await wall()
    expect((await first.ask(wallState, saying)).code).toBe(2506)
    expect((await second.ask(wallState, saying)).code).toBe(200)
  })

  test('lasts for months and across restarts, until it is signed out', async () => {
    const { db } = server.platform
    const display = await wall()
    clock.at += 400 * 24 * 3600_000
    await db.updateTable('session').set(alive()).where('displayId', 'is', null).execute()
    // Every sign-in of an account deletes expired sessions.
    await server.as('admin', adminPassword)
    expect((await display.ask(wallState, saying)).code).toBe(200)
    const [listed] = await server.admin.call(queryDisplays, { projectId })
    expect(listed).toMatchObject({ seenAt: clock.at, shown: saying, signedInAt: expect.any(Number) })
  })
})

describe('a display', () => {
  test('receives its pages, alarms and silent devices, without names of users', async () => {
    const { db } = server.platform
    const ruleId = await alarmRule(db, { equipmentId: works.equipmentId, name: 'High level', level: 'severe' })
    const elsewhere = await alarmRule(db, { equipmentId: other.equipmentId, name: 'Secret' })
    const cut = { state: 'offline', lastSeenAt: clock.at - 7_560_000 } as const
    await db.updateTable('gateway').set(cut).where('id', '=', works.gatewayId).execute()
    for (const of of [ruleId, elsewhere]) await alarm(db, { ruleId: of, raisedAt: clock.at })
    const state = await (await wall()).call(wallState, saying)
    expect(state).toMatchObject({
      pages: [{ id: pageId, title: 'Overview' }],
      counts: { severe: 1, unacknowledged: 1 },
      alarms: [{ name: 'High level', level: 'severe', isAcknowledged: false, equipmentName: 'Works' }],
      ...{ devices: 1, silent: [{ name: 'Works', state: 'offline', since: cut.lastSeenAt }], silentCount: 1 },
    })
    expect(Object.keys(state.alarms[0]!)).not.toEqual(expect.arrayContaining(['acknowledgedName']))
    expect(JSON.stringify(state)).not.toContain('Secret')
    await db.deleteFrom('alarm').execute()
    await db.updateTable('gateway').set({ state: 'online' }).where('id', '=', works.gatewayId).execute()
  })

  test('shows the chosen pages in their order', async () => {
    const second = await save('Second')
    const display = await wall()
    await server.admin.call(editDisplay, { id, ...entry, pageIds: [second] })
    expect((await display.call(wallState, saying)).pages.map((page) => page.id)).toEqual([second])
    expect(await display.call(wallPages, {})).toMatchObject([
      { id: second, equips: [works.equipmentId], signals: [works.id('Level')] },
    ])
    await server.admin.call(editDisplay, { id, ...entry, pageIds: [second, pageId] })
    expect((await display.call(wallPages, {})).map((page) => page.id)).toEqual([second, pageId])
  })

  test('reads its project, its pages and their values', async () => {
    const display = await wall()
    expect(await display.call(projectInfo, { id: projectId })).toMatchObject({ pageList: [{ id: pageId }] })
    expect((await display.call(watchPage, { id: pageId })).content.bind.signals).toEqual([works.id('Level')])
    const asked = { pageId, dataSignal: String(works.id('Level')) }
    expect(await display.call(queryProjectSignals, asked)).toMatchObject([{ id: works.id('Level'), address: '' }])
  })

  test('is not a user: every call that is not open to displays is refused', async () => {
    const display = await wall()
    const closed = rooms
      .flat()
      .filter(({ kind, openTo }) => kind !== 'public' && !openTo?.some((each) => each !== 'realTime'))
    expect(closed.length).toBeGreaterThan(100)
    const answers = await Promise.all(
      closed.map(async ({ endpoint }) => {
        const { code } = await display.ask(endpoint, sample(inputSchema(endpoint)) as object)
        return code === 2507 ? [] : [[endpoint.path, code]]
      }),
    )
    expect(answers.flat()).toEqual([])
  })

  test('sees no other project, and devices only through its own', async () => {
    const elsewhere = await server.admin.call(addProject, { name: `Elsewhere ${count}`, note: null })
    const display = await wall()
    expect((await display.ask(projectInfo, { id: elsewhere.id })).code).toBe(10002)
    const open = rooms.flat().filter(({ openTo, endpoint }) => openTo?.includes('page') && endpoint.on?.equipment)
    expect(open.length).toBeGreaterThan(3)
    for (const { endpoint } of open.filter((each) => !each.endpoint.through)) {
      const input = { ...(sample(inputSchema(endpoint)) as object), equipmentId: works.equipmentId }
      expect([1101, 90007]).toContain((await display.ask(endpoint, input)).code)
    }
  })

  test('is not signed in as an account, in any browser', async () => {
    const { secret } = await wall()
    expect((await visitorOf(server.url, secret, server.admin.cookie).ask(queryDisplays, { projectId })).code).toBe(2507)
    const bearer = { headers: { authorization: `Bearer ${secret}` } }
    expect(await (await server.nobody.raw('/lfscada/user/info', bearer)).json()).not.toMatchObject({ code: 200 })
    // An account has no wall, whatever its permissions.
    expect((await server.admin.ask(wallState, saying)).code).toBe(2506)
    expect((await server.admin.ask(wallPages, {})).code).toBe(2506)
  })
})

describe('sign-out', () => {
  const ends: [string, () => Promise<unknown>][] = [
    ['it is signed out', () => server.admin.call(signOutDisplay, { id })],
    ['it is deleted', () => server.admin.call(deleteDisplay, { id })],
    ['its project is deleted', () => server.admin.call(deleteProject, { id: projectId })],
    ['another wall takes its place', () => wall()],
  ]
  test.each(ends)('with its sockets when %s', async (_, act) => {
    const display = await wall()
    const asked = { pageId, dataEquip: String(works.equipmentId), dataSignal: String(works.id('Level')) }
    const socket = await watchSocket(server.url, await display.call(projectToken, asked))
    await eventually(() => {
      socket.send('ping')
      expect(socket.messages.some(({ type }) => type === 'pong')).toBe(true)
    })
    for (let turn = 0; turn < 2; turn += 1) await server.turn()
    expect(socket.closed).toBeUndefined()
    await act()
    expect((await display.ask(wallState, saying)).code).toBe(2506)
    await server.turn()
    await eventually(() => expect(socket.closed).toBe(4401))
  })

  test('while its company is disabled', async () => {
    const { db } = server.platform
    const display = await wall()
    await db
      .updateTable('organisation')
      .set({ disabled: true })
      .where('id', '=', 1 as never)
      .execute()
    expect((await display.ask(wallState, saying)).code).toBe(2506)
    await db.updateTable('organisation').set({ disabled: false }).execute()
    expect((await display.ask(wallState, saying)).code).toBe(200)
  })
})

describe('managing displays', () => {
  test('checks that names are unique, pages belong to the project, and the number is limited', async () => {
    expect((await server.admin.ask(addDisplay, { projectId, ...entry })).data).toEqual({ field: 'name' })
    const elsewhere = await server.admin.call(addProject, { name: `Elsewhere ${count}`, note: null })
    const json = JSON.stringify({ widgets: [] })
    const theirs = await server.admin.call(savePage, { projectId: elsewhere.id, title: 'Theirs', json })
    const foreign = { projectId, ...entry, name: 'B', pageIds: [theirs.id] }
    expect((await server.admin.ask(addDisplay, foreign)).code).toBe(10002)
    for (let i = 1; i < displayLimits.perProject; i += 1)
      await server.admin.call(addDisplay, { projectId, ...entry, name: `D${i}` })
    expect((await server.admin.ask(addDisplay, { projectId, ...entry, name: 'One more' })).code).toBe(2510)
    expect(await server.admin.call(queryDisplays, { projectId })).toHaveLength(displayLimits.perProject)
  })

  test('needs the permissions to share and change the project, and those that a display has', async () => {
    const auths = ['share:edit', 'project:edit', 'history:view', 'monitor:view'] as const
    const engineer = await person(server, `engineer-${count}`, { auths, dataRange: 'all' })
    expect((await engineer.ask(addDisplay, { projectId, ...entry, name: 'Mine' })).code).toBe(1125)
    const viewer = await person(server, `viewer-${count}`, { auths: ['project:edit'], dataRange: 'all' })
    expect((await viewer.ask(queryDisplays, { projectId })).code).toBe(90002)
  })

  test('is recorded in the log', async () => {
    await wall()
    await server.admin.call(signOutDisplay, { id })
    await server.admin.call(deleteDisplay, { id })
    const { rows } = await server.admin.call(queryOperations, {
      pageNo: 1,
      pageSize: 10,
      objectType: 'display',
    } as never)
    const mine = rows.filter(({ objectId }) => objectId === id).map(({ act }) => act)
    expect(mine).toEqual(['deleteDisplay', 'signOutDisplay', 'pairDisplay', 'addDisplay'])
  })
})
