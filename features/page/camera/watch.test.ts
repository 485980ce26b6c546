// Cameras on pages over HTTP, with a real peer on loopback: access, number of calls to the provider, and answers while
// it is away.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EquipmentId, OrgId, PageId, ProjectId } from '../../../contract/fields.ts'
import { type EzvizPeer, ezvizPeer } from '../../../testkit/ezviz-peer.ts'
import { person } from '../../../testkit/people.ts'
import { displayOfProject, visitorOfProject } from '../../../testkit/project-visitors.ts'
import { projectOver } from '../../../testkit/projects.ts'
import { adminPassword, type Caller, type TestServer, testServer, visitorOf } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { setActing } from '../../people/acting/contract.ts'
import { addProjectGrant } from '../../people/grant/contract.ts'
import { editShareAuth, editSharePassword, enterShare, renewShareLink } from '../../project/share/contract.ts'
import { savePage } from '../page/contract.ts'
import { savePagePassword, validPagePassword } from '../page-password/contract.ts'
import { deleteOpenys, liveCamera, saveOpenys } from './contract.ts'
import { cameraLimits } from './limits.ts'

const clock = { at: Date.UTC(2026, 4, 1, 6) }
let peer: EzvizPeer
let server: TestServer
let other: Caller
let equipmentId: EquipmentId
let id: PageId

const position = { x: 0, y: 0, width: 400, height: 225, rotate: 0 }
const video = (widgetId: string, data: object, more: object = {}) => ({
  ...{ id: widgetId, widgetType: 'Video', position, data },
  ...more,
})
const hall = video('hall', { type: 'ezviz', serialNumber: 'C12345678', text: 'Hall' })
const account = (name: string) => ({ region: 'china' as const, appKey: `${name}key-1`, appSecret: `${name}secret-1` })
const address = 'v2/live/address/get'

const pageWith = async (who: Caller, owner: object, widgets: object[]): Promise<PageId> => {
  const json = JSON.stringify({ widgets })
  return (await who.call(savePage, { ...owner, title: 'Cameras', json } as never)).id
}

beforeAll(async () => {
  peer = await ezvizPeer(() => clock.at)
  server = await testServer(
    { now: () => clock.at, loginsPerMinute: 1000 },
    { env: { EZVIZ: '1', EZVIZ_URL: peer.url } },
  )
  other = await server.otherCompany()
  equipmentId = await device(server.admin, 'Pump house')
  const group = {
    id: 'g',
    widgetType: 'group',
    position,
    children: [video('inner', { serialNumber: 'C12345678', channelNumber: 2 })],
  }
  const region = video('secret', { serialNumber: 'C12345678' }, { authRegion: 'vault' })
  const theirs = video('theirs', { serialNumber: 'D12345678' })
  const none = video('online', { type: 'online', online: 'https://cams.example/7.m3u8' })
  id = await pageWith(server.admin, { equipmentId }, [hall, group, region, theirs, none])
})
afterAll(async () => {
  await server.stop()
  await peer.stop()
})
beforeEach(async () => {
  // Everything cached has expired.
  clock.at += 3_600_000
  await server.platform.db.updateTable('session').set({ confirmedAt: clock.at, seenAt: clock.at }).execute()
  peer.asked.length = 0
  peer.instead.clear()
  peer.endTokens()
  peer.tokenMs = 7 * 24 * 3_600_000
  for (const [name, serial] of [
    ['own', 'C12345678'],
    ['other', 'D12345678'],
  ] as const)
    peer.accounts.set(`${name}key-1`, { secret: `${name}secret-1`, cameras: new Set([serial]) })
  await server.admin.call(saveOpenys, account('own'))
  await other.call(saveOpenys, account('other'))
})

const of = (widgetId = 'hall', more: object = {}) => ({ id, widgetId, ...more })
const live = (who: Caller = server.admin, widget = of()) => who.call(liveCamera, widget)
const ask = (who: Caller = server.admin, widget = of()) => who.ask(liveCamera, widget)

describe('the address of a stream', () => {
  test("is that of the widget's camera, is valid for some minutes, and reveals nothing of the account", async () => {
    const answer = await live()
    expect(answer).toEqual({
      url: expect.stringContaining('C12345678-1-4'),
      validMs: cameraLimits.cameraAddressMs,
      ...{ mayTurn: false, mayTalk: false },
    })
    expect(JSON.stringify(answer)).not.toMatch(/ownkey|ownsecret|at\.own/)
    expect(peer.of(address)[0]!.fields).toMatchObject({
      ...{ deviceSerial: 'C12345678', channelNo: '1', protocol: '4', quality: '1', expireTime: '600' },
    })
    expect((await live(server.admin, of('inner', { protocol: 'hls' }))).url).toContain('C12345678-2-2')
  })

  test('is requested once for all viewers, and again before it expires', async () => {
    const [first] = await Promise.all([live(), live(), live()])
    await live()
    expect([peer.of('token/get').length, peer.of(address).length]).toEqual([1, 1])
    clock.at += cameraLimits.cameraAddressMs / 2 - 1
    expect(await live()).toMatchObject({ url: first!.url, validMs: cameraLimits.cameraAddressMs / 2 + 1 })
    clock.at += 1
    expect((await live()).url).not.toBe(first!.url)
    expect([peer.of('token/get').length, peer.of(address).length]).toEqual([1, 2])
  })

  test('is requested again once if several viewers report it lost', async () => {
    const first = await live()
    clock.at += cameraLimits.cameraAgainMs
    const lost = of('hall', { isLost: true })
    const [second] = await Promise.all([live(server.admin, lost), live(server.admin, lost)])
    await live(server.admin, lost)
    expect(second!.url).not.toBe(first.url)
    expect(peer.of(address)).toHaveLength(2)
  })

  test.each([
    ['another widget', 'nobody'],
    ['one that shows an address', 'online'],
    ['the group', 'g'],
  ])('there is none for %s', async (_, widgetId) => {
    expect(await ask(server.admin, of(widgetId))).toMatchObject({ code: 10002 })
    expect(peer.asked).toEqual([])
  })

  test('is never that of a camera which the author did not name: page marks are not filled in', async () => {
    const page = await pageWith(server.admin, { equipmentId }, [video('a', { serialNumber: '{cam}' })])
    const asked = { id: page, widgetId: 'a', params: { cam: 'C12345678' }, serialNumber: 'C12345678' }
    expect((await server.admin.ask(liveCamera, asked as never)).code).toBe(10002)
  })
})

describe('a token', () => {
  test('is renewed before it expires, and once more if it was revoked early', async () => {
    peer.tokenMs = 3_600_000
    await live()
    clock.at += 3_600_000 - 11 * 60_000
    await live()
    expect(peer.of('token/get')).toHaveLength(1)
    clock.at += 5 * 60_000
    await live()
    expect(peer.of('token/get')).toHaveLength(2)
    peer.endTokens()
    clock.at += cameraLimits.cameraAddressMs
    await live()
    expect(peer.of('token/get')).toHaveLength(3)
  })

  test('that is refused although new is not requested repeatedly', async () => {
    peer.instead.set(address, () => ({ code: '10002', msg: 'expired' }))
    expect(await ask()).toMatchObject({ code: 3219, msg: expect.stringContaining('10002') })
    expect([peer.of('token/get').length, peer.of(address).length]).toEqual([2, 2])
    await ask()
    expect(peer.asked).toHaveLength(4)
  })

  test('a wrong secret is reported, and is not tried again for each viewer', async () => {
    await server.admin.call(saveOpenys, { ...account('own'), appSecret: 'mistyped-1' })
    for (const widgetId of ['hall', 'hall', 'inner'])
      expect(await ask(server.admin, of(widgetId))).toMatchObject({ code: 3205 })
    expect(peer.of('token/get')).toHaveLength(1)
    // A corrected secret is used immediately.
    await server.admin.call(saveOpenys, account('own'))
    expect((await ask()).code).toBe(200)
  })

  test('is never shared between two organisations, nor are their cameras', async () => {
    const own = await device(other, 'Their hall')
    const theirs = {
      id: await pageWith(other, { equipmentId: own }, [hall, video('d', { serialNumber: 'D12345678' })]),
      widgetId: 'd',
    }
    await live()
    expect((await live(other, theirs)).url).toContain('D12345678')
    const given = peer.of(address).map(({ fields }) => fields.accessToken!.split('.')[1])
    expect(given).toEqual(['ownkey-1', 'otherkey-1'])
    // A page of one company shows a camera of the other, and vice versa.
    expect(await ask(other, { ...theirs, widgetId: 'hall' })).toMatchObject({ code: 3207 })
    expect(await ask(server.admin, of('theirs'))).toMatchObject({ code: 3207 })
    // If both companies enter the same AppKey, it counts as two accounts.
    await other.call(saveOpenys, account('own'))
    await live(other, { ...theirs, widgetId: 'hall' })
    expect(peer.of('token/get')).toHaveLength(3)
  })
})

describe('viewers of a page see its cameras', () => {
  test('but accounts of other organisations do not', async () => {
    expect((await ask(other)).code).toBe(10002)
    expect((await ask(server.nobody)).code).toBe(1006)
    expect(peer.asked).toEqual([])
  })

  test('but not without the device or the region', async () => {
    const elsewhere = await person(server, 'elsewhere', { auths: ['monitor:view'] })
    expect((await ask(elsewhere)).code).toBe(10002)
    const visitor = await person(server, 'noRegion', { auths: ['monitor:view'], dataRange: 'all', regions: ['yard'] })
    expect((await ask(visitor)).code).toBe(200)
    expect((await ask(visitor, of('secret'))).code).toBe(10002)
    expect((await ask(server.admin, of('secret'))).code).toBe(200)
  })

  test('with a page password, only after entering it', async () => {
    const viewer = await person(server, 'viewer', { auths: ['monitor:view'], dataRange: 'all' })
    await server.admin.call(savePagePassword, { id, password: 'Pump47' })
    expect((await ask(viewer)).code).toBe(1905)
    expect(peer.asked).toEqual([])
    await viewer.call(validPagePassword, { id, password: 'Pump47' })
    expect((await ask(viewer)).code).toBe(200)
    await server.admin.call(savePagePassword, { id, password: null })
  })

  test('through a share of the device, while it shows pages', async () => {
    const password = 'Pump4711'
    const menus = (shown: ('page' | 'realTime')[], mayWrite = false) =>
      server.admin.call(editShareAuth, {
        ...{
          equipId: equipmentId,
          isShared: true,
          topMenu: true,
          menus: shown,
          mayWrite,
          expiresAt: null,
          ancestors: [],
        },
      })
    await server.admin.call(editSharePassword, { equipId: equipmentId, sharePwd: password })
    const { token } = await server.admin.call(renewShareLink, { equipId: equipmentId })
    await menus(['page'])
    const enter = async () => visitorOf(server.url, (await server.nobody.call(enterShare, { token, password })).visit)
    expect(await live(await enter())).toMatchObject({ mayTurn: false, mayTalk: false })
    await menus(['realTime'])
    expect((await ask(await enter())).code).toBe(2507)
  })

  describe('on a page of a project', () => {
    let projectId: ProjectId
    let page: { id: PageId; widgetId: string }
    beforeAll(async () => {
      projectId = await projectOver(server.admin, 'Works', [equipmentId])
      page = { id: await pageWith(server.admin, { projectId }, [hall]), widgetId: 'hall' }
    })

    test('through its share, on a display, and as an authorised customer', async () => {
      for (const who of [await visitorOfProject(server, projectId), await displayOfProject(server, projectId)]) {
        expect((await ask(who, page)).code).toBe(200)
        // These accounts see only the pages of the project, and not those of the device.
        expect((await ask(who)).code).not.toBe(200)
      }
      await server.admin.call(addProjectGrant, { projectId, loginname: 'other', mayWrite: false })
      const customer = await server.as('other', adminPassword)
      await customer.call(setActing, { orgId: 1 as OrgId })
      expect((await live(customer, page)).url).toContain('C12345678')
      expect((await ask(customer)).code).toBe(10002)
    })
  })
})

describe('faults are reported in words', () => {
  test('no account', async () => {
    await server.admin.call(deleteOpenys, {})
    expect(await ask()).toMatchObject({ code: 3204, msg: expect.stringContaining('Video provider') })
    expect(peer.asked).toEqual([])
  })

  test.each([
    ['20007', 3210],
    ['60019', 3211],
    ['20002', 3206],
    ['9048', 3212],
    ['20032', 3209],
  ])('the refusal %s', async (code, own) => {
    peer.instead.set(address, () => ({ code, msg: '' }))
    const answer = await ask()
    expect(answer.code).toBe(own)
    expect(answer.msg).not.toMatch(/[{}]/)
    await ask()
    expect(peer.of(address)).toHaveLength(1)
    peer.instead.clear()
    clock.at += cameraLimits.cameraAgainMs
    expect((await ask()).code).toBe(200)
  })

  test.each([
    ['an error', () => ({ status: 502 })],
    ['no JSON', () => ({ body: 'Bad gateway' })],
    ['a way elsewhere', () => ({ status: 307, headers: { location: 'http://169.254.169.254/' } })],
    ['too much', () => ({ body: JSON.stringify({ code: '200', msg: 'x'.repeat(cameraLimits.cameraBytes) }) })],
    ['no address', () => ({ code: '200', data: { url: 'ezopen://open.ys7.com/C1/1.live' } })],
  ])('%s', async (_, answer) => {
    peer.instead.set(address, answer as never)
    expect(await ask()).toMatchObject({ code: 3218 })
  })

  test('a cached address is used while the provider is silent, until it expires', async () => {
    const first = await live()
    peer.instead.set(address, () => ({ status: 503 }))
    clock.at += cameraLimits.cameraAddressMs - 60_000
    expect(await live()).toMatchObject({ url: first.url, validMs: 60_000 })
    clock.at += 60_000
    expect((await ask()).code).toBe(3218)
    peer.instead.clear()
    clock.at += cameraLimits.cameraAgainMs
    expect((await live()).url).not.toBe(first.url)
  })
})

test('views of an account are limited per minute, without effect on other accounts', async () => {
  const looker = await person(server, 'looker', { auths: ['monitor:view'], dataRange: 'all' })
  for (let i = 0; i < cameraLimits.cameraLooksPerMinute; i += 1) await live(looker)
  expect((await ask(looker)).code).toBe(90003)
  expect((await ask()).code).toBe(200)
  expect(peer.of(address)).toHaveLength(1)
})
