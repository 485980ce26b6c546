// Tests shared devices over HTTP and a web socket, with a streaming gateway: entering, what visitors see, and how
// sharing ends.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { rooms } from '../../../apps/server/rooms.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { inputSchema, sample } from '../../../testkit/sample.ts'
import { type Caller, visitorOf } from '../../../testkit/server.ts'
import {
  auths,
  beginShares,
  clock,
  enter,
  equipId,
  password,
  server,
  shows,
  token,
  visit,
} from '../../../testkit/share-world.ts'
import { device, liveSite, type Site, settled } from '../../../testkit/site.ts'
import { type Watch, watch } from '../../../testkit/watch.ts'
import { writeValue } from '../../device/command/contract.ts'
import { equipmentInfo } from '../../device/equipment/contract.ts'
import { liveGatewayInfo, monitorToken, openMonitoring, queryLiveSignals } from '../../device/live/contract.ts'
import type { Served } from '../../frame/serve.ts'
import { homePage, pageInfo, savePage } from '../../page/page/contract.ts'
import { userInfo } from '../../people/login/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { loadTranslations } from '../../platform/translation/contract.ts'
import { queryReports } from '../../watch/history/contract.ts'
import {
  editShareAuth,
  editSharePassword,
  enterShare,
  leaveShare,
  renewShareLink,
  shareInfo,
  visitInfo,
} from './contract.ts'

let plant: Site
beginShares(async (server) => {
  plant = await liveSite(server, 'Pump station')
  return plant.equipmentId
})
afterAll(() => plant.box[Symbol.asyncDispose]())

const at = () => ({ equipmentId: equipId })
const write = (who: Caller, value = 5) => who.ask(writeValue, { ...at(), signalId: plant.id('Setpoint'), value })

beforeEach(async () => {
  plant.box.answer = (command) => (command.kind === 'write' ? { value: command.value } : {})
  plant.box.commands.length = 0
  await plant.box.hello()
})

describe('sharing', () => {
  test('by its menus alone generates link and password, which are returned once', async () => {
    const equipId = await device(server.admin, 'Never shared')
    expect(await server.admin.call(shareInfo, { equipId })).toMatchObject({
      isShared: false,
      hasLink: false,
      hasPassword: false,
      visits: 0,
    })
    expect((await server.admin.ask(editShareAuth, auths({ equipId, menus: [] }))).code).toBe(2505)
    const made = await server.admin.call(editShareAuth, auths({ equipId }))
    expect((await enter({ token: made.token, password: made.password })).code).toBe(200)
    expect(await server.admin.call(editShareAuth, auths({ equipId }))).toEqual({ token: null, password: null })
  })

  test('by its first password alone generates the link; a later password does not share again', async () => {
    const equipId = await device(server.admin, 'Shared by its password')
    const { token } = await server.admin.call(editSharePassword, { equipId, sharePwd: 'abcd' })
    expect((await enter({ token, password: 'abcd' })).code).toBe(200)
    expect(await server.admin.call(shareInfo, { equipId })).toMatchObject({ isShared: true, mayWrite: false })
    await server.admin.call(editShareAuth, auths({ equipId, isShared: false }))
    expect(await server.admin.call(editSharePassword, { equipId, sharePwd: 'efgh' })).toEqual({ token: null })
    expect((await enter({ token, password: 'efgh' })).code).toBe(2503)
  })

  test.each(['abc', 'with space', 'ümlaut', '密码密码', 'a'.repeat(33), 'semi;colon'])(
    'refuses the password %s',
    async (sharePwd) => {
      const { code, data } = await server.admin.ask(editSharePassword, { equipId, sharePwd })
      expect([code, data]).toMatchObject([10001, { field: 'sharePwd' }])
    },
  )

  test.each([
    'javascript:alert(1)',
    'https://a.example/path',
    '*',
    'https://*.example',
    "'self'; script-src *",
    'a.example',
  ])('refuses the site %s', async (site) => {
    expect((await server.admin.ask(editShareAuth, auths({ ancestors: [site] }))).code).toBe(10001)
  })

  test('stores link and password only as hashes', async () => {
    const rows = JSON.stringify(await server.platform.db.selectFrom('share').selectAll().execute())
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(password)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  test('needs the key, write access to the device, and every permission that it grants', async () => {
    const viewer = await person(server, 'share-viewer', { auths: ['equipment:view', 'monitor:view'], dataRange: 'all' })
    expect((await viewer.ask(editShareAuth, auths())).code).toBe(90002)
    const sharer = await person(server, 'sharer', { auths: ['share:edit'], dataRange: 'all' })
    expect((await sharer.ask(editShareAuth, auths({ menus: ['realTime'] }))).code).toBe(200)
    expect(await sharer.ask(editShareAuth, auths({ menus: ['realTime'], mayWrite: true }))).toMatchObject({
      code: 1125,
      msg: expect.stringContaining('Devices: write values'),
    })
    expect((await sharer.ask(editShareAuth, auths())).code).toBe(1125)
    const other = await server.otherCompany()
    for (const endpoint of [shareInfo, renewShareLink]) expect((await other.ask(endpoint, { equipId })).code).toBe(1101)
  })

  test('shares by a first password only as much as the caller may see, and logs it', async () => {
    const sharer = await person(server, 'first-sharer', { auths: ['share:edit'], dataRange: 'all' })
    for (const [who, menus] of [
      [sharer, ['realTime', 'page']],
      [server.admin, ['realTime', 'page', 'history']],
    ] as const) {
      const equipId = await device(server.admin, `Shared first, ${menus.length} menus`)
      await who.call(editSharePassword, { equipId, sharePwd: 'abcd' })
      expect(await server.admin.call(shareInfo, { equipId })).toMatchObject({ isShared: true, menus })
      const { rows } = await server.admin.call(queryOperations, { act: 'changeShare', pageSize: 1 })
      expect(rows[0]).toMatchObject({
        objectId: equipId,
        before: { isShared: false },
        after: { isShared: true, menus },
      })
    }
  })

  test('with more than the caller may see refuses a new link or password to the caller, but can be ended', async () => {
    const sharer = await person(server, 'lesser-sharer', { auths: ['share:edit'], dataRange: 'all' })
    expect((await sharer.ask(renewShareLink, { equipId })).code).toBe(1125)
    expect((await sharer.ask(editSharePassword, { equipId, sharePwd: 'other1' })).code).toBe(1125)
    expect((await enter()).code).toBe(200)
    await sharer.call(editShareAuth, auths({ isShared: false }))
    expect((await enter()).code).toBe(2503)
  })

  test('is logged without secrets', async () => {
    const visitor = await visit()
    await shows({ mayWrite: true })
    expect((await visitor.ask(visitInfo, {})).code).toBe(2506)
    const { rows } = await server.admin.call(queryOperations, { pageSize: 20 })
    const acts = rows.map(({ act }) => act)
    for (const act of ['changeShare', 'changeSharePassword', 'renewShareLink', 'enterShare'])
      expect(acts).toContain(act)
    expect(rows.find(({ act }) => act === 'enterShare')?.loginname).toMatch(/^visitor#[0-9a-f]{8}$/)
    expect(JSON.stringify(rows)).not.toContain(password)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

/** Calls that are open only to wall displays are not counted. */
const isOpen = ({ openTo }: Served) => openTo?.some((each) => each !== 'display')

describe('a visitor', () => {
  test('sees the shared device', async () => {
    const visitor = await visit()
    expect(await visitor.call(visitInfo, {})).toEqual({
      equipmentId: plant.equipmentId,
      projectId: null,
      name: 'Pump station',
      zone: expect.any(String),
      topMenu: true,
      menus: ['realTime', 'page', 'history'],
      mayWrite: false,
      expiresAt: null,
    })
    expect(await visitor.call(liveGatewayInfo, at())).toMatchObject({ online: true, sn: '', mayWrite: false })
    expect(await visitor.call(queryLiveSignals, at())).toHaveLength(5)
    expect(await visitor.call(openMonitoring, at())).toEqual({ online: true })
    for (const endpoint of [queryReports, homePage]) expect((await visitor.ask(endpoint, at())).code).toBe(200)
    expect((await visitor.ask(loadTranslations, {})).code).toBe(200)
  })

  test('is not a user: every call that is not open to visitors is refused', async () => {
    const visitor = await visit()
    const closed = rooms.flat().filter((served) => served.kind !== 'public' && !isOpen(served))
    expect(closed.length).toBeGreaterThan(100)
    const answers = await Promise.all(
      closed.map(async ({ endpoint }) => {
        const { code } = await visitor.ask(endpoint, sample(inputSchema(endpoint)) as object)
        return code === 2507 ? [] : [[endpoint.path, code]]
      }),
    )
    expect(answers.flat()).toEqual([])
  })

  test('stays a visitor in a browser with a session, and does not use that session', async () => {
    const { visit: mark } = await server.nobody.call(enterShare, { token, password })
    const visitor = visitorOf(server.url, mark, server.admin.cookie)
    expect((await visitor.ask(userInfo, {})).code).toBe(2507)
    expect((await visitorOf(server.url, 'made-up', server.admin.cookie).ask(visitInfo, {})).code).toBe(2506)
    const asCookie = { headers: { cookie: server.admin.cookie.replace(/=.*/, `=${mark}`) } }
    expect(await (await server.nobody.raw(userInfo.path, asCookie)).json()).toMatchObject({ code: 1006 })
    const asKey = { headers: { authorization: `Bearer ${mark}` } }
    expect(await (await server.nobody.raw(userInfo.path, asKey)).json()).toMatchObject({ code: 1021 })
  })

  test('sees no other device, of this company or another one', async () => {
    await shows({ mayWrite: true })
    const visitor = await visit()
    const ids = [await device(server.admin, 'Secret'), await device(await server.otherCompany(), 'Theirs')]
    const open = rooms.flat().filter((served) => isOpen(served) && served.endpoint.on?.equipment)
    expect(open.length).toBeGreaterThan(8)
    for (const { endpoint } of open) {
      for (const equipmentId of ids) {
        const input = { ...(sample(inputSchema(endpoint)) as object), equipmentId }
        // Calls through a page or project are refused for that page or project first.
        const refused = endpoint.through ? 10002 : 1101
        expect([endpoint.path, (await visitor.ask(endpoint, input)).code]).toEqual([endpoint.path, refused])
      }
    }
  })

  test.each([
    [['realTime'], [queryReports, homePage]],
    [['page'], [queryReports]],
    [['history'], [homePage, queryLiveSignals, liveGatewayInfo, openMonitoring, monitorToken]],
  ] as const)('of %j is shown nothing else', async (menus, closed) => {
    await shows({ menus: [...menus] })
    const visitor = await visit()
    for (const endpoint of closed) expect((await visitor.ask(endpoint, at())).code).toBe(2507)
    expect((await visitor.call(visitInfo, {})).menus).toEqual(menus)
  })

  test('cannot read the settings of the device', async () => {
    expect((await (await visit()).ask(equipmentInfo, { id: plant.equipmentId })).code).toBe(2507)
  })

  test('sees the current version of a page, and nothing that was removed from it', async () => {
    const { equipmentId } = plant
    const page = (words: string, more: object = {}) => {
      const widget = { id: 'a', widgetType: 'Text', data: { text: words } }
      const position = { x: 1, y: 2, width: 30, height: 40, rotate: 0 }
      const json = JSON.stringify({ widgets: [{ ...widget, position }] })
      return server.admin.call(savePage, { equipmentId, title: 'Hall', json, ...more })
    }
    const { id } = await page('The code of the door is 4711')
    await page('Welcome', { id, version: 1 })
    const visitor = await visit()
    expect((await visitor.call(pageInfo, { id })).version).toBe(2)
    for (const version of [1, 2]) expect((await visitor.ask(pageInfo, { id, version })).code).toBe(10002)
  })

  test('can leave', async () => {
    const visitor = await visit()
    await visitor.call(leaveShare, {})
    expect((await visitor.ask(visitInfo, {})).code).toBe(2506)
  })
})

describe('writing', () => {
  test('is refused for a view-only share, and changes nothing', async () => {
    const { code, msg } = await write(await visit())
    expect([code, msg]).toEqual([90007, 'You do not have permission to write data'])
    expect(plant.box.commands).toEqual([])
  })

  test('reaches the PLC if allowed, and is logged as a visitor’s', async () => {
    await shows({ mayWrite: true })
    const visitor = await visit()
    const { data } = await write(visitor)
    expect(await settled(visitor, data!.uuid)).toMatchObject({ status: 'success', value: 5 })
    const { rows } = await server.admin.call(queryOperations, { act: 'write' })
    expect(rows[0]).toMatchObject({ result: 'success', loginname: expect.stringMatching(/^visitor#/) })
  })

  test('has one rate limit for all visitors', async () => {
    await shows({ mayWrite: true })
    const [one, two] = [await visit(), await visit()]
    clock.at += 60_000
    await plant.box.hello()
    for (let n = 0; n < limits.visitorWritesPerMinute; n++)
      expect((await write(n % 2 ? one : two, n % 50)).code).toBe(200)
    expect((await write(one)).code).toBe(90003)
    expect((await write(two)).code).toBe(90003)
    expect((await write(server.admin)).code).toBe(200)
    clock.at += 60_001
    await plant.box.hello()
    expect((await write(one)).code).toBe(200)
  })

  test('in progress ends with the share', async () => {
    await shows({ mayWrite: true })
    plant.box.answer = () => undefined
    await write(await visit())
    await eventually(() => expect(plant.box.commands).toHaveLength(1))
    await shows({ isShared: false })
    await server.turn()
    const { rows } = await server.admin.call(queryOperations, { act: 'write' })
    expect(rows[0]).toMatchObject({ result: 'cancelled', code: 1302 })
  })
})

describe('an open socket', () => {
  const join = async (visitor: Caller): Promise<Watch> => {
    const socket = await watch(server.url, await visitor.call(monitorToken, at()))
    await eventually(() => {
      socket.send('ping')
      expect(socket.messages.length).toBeGreaterThan(0)
    })
    return socket
  }
  const turned = async () => {
    clock.at += 4_000
    await server.turn()
  }

  const ends: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['the share ends', () => shows({ isShared: false })],
    ['its password changes', () => server.admin.call(editSharePassword, { equipId, sharePwd: 'other1' })],
    ['its link is drawn anew', () => server.admin.call(renewShareLink, { equipId })],
    ['it shows history alone', () => shows({ menus: ['history'] })],
    ['it is for writing too', () => shows({ mayWrite: true })],
  ]
  test.each(ends)('closes when %s', async (_, end) => {
    const socket = await join(await visit())
    await turned()
    expect(socket.closed).toBeUndefined()
    await end()
    await turned()
    await eventually(() => expect(socket.closed).toBe(4401))
  })

  test('closes when the share expires', async () => {
    await shows({ expiresAt: clock.at + 10_000 })
    const socket = await join(await visit())
    await turned()
    expect(socket.closed).toBeUndefined()
    clock.at += 10_000
    await turned()
    await eventually(() => expect(socket.closed).toBe(4401))
  })

  test('stays open when a menu is added', async () => {
    await shows({ menus: ['realTime'] })
    const visitor = await visit()
    const socket = await join(visitor)
    await shows({ menus: ['realTime', 'history'] })
    await turned()
    expect((await visitor.ask(queryReports, at())).code).toBe(200)
    expect(socket.closed).toBeUndefined()
    socket.close()
  })

  test('gets no token for another device', async () => {
    const equipmentId: EquipmentId = await device(server.admin, 'Beside')
    expect((await (await visit()).ask(monitorToken, { equipmentId })).code).toBe(1101)
  })
})

describe('the page of a share', () => {
  const policyOf = async (path: string) => {
    const { headers } = await server.nobody.raw(path)
    return [headers.get('content-security-policy')?.match(/frame-ancestors[^;]*/)?.[0], headers.get('x-frame-options')]
  }
  const own = ["frame-ancestors 'self'", 'SAMEORIGIN']

  test('can be embedded only by the listed origins', async () => {
    expect(await policyOf(`/share/${token}`)).toEqual(own)
    await shows({ ancestors: ['https://intranet.example', 'http://10.0.0.5:8080/'] })
    const named = ["frame-ancestors 'self' https://intranet.example http://10.0.0.5:8080", null]
    expect(await policyOf(`/share/${token}`)).toEqual(named)
    expect(await policyOf(`/share/${token}?tab=page`)).toEqual(named)
    for (const path of ['/share/made-up', '/share/', '/login', `/share/${token}x`])
      expect(await policyOf(path)).toEqual(own)
    await shows({ isShared: false, ancestors: ['https://intranet.example'] })
    expect(await policyOf(`/share/${token}`)).toEqual(own)
  })
})
