// Turning a camera and speaking through it over HTTP, with a real peer on loopback: leases, rights, the log.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EquipmentId, PageId, ProjectId } from '../../../contract/fields.ts'
import { newUuid } from '../../../core/new-uuid.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { type EzvizPeer, ezvizPeer, silentWav } from '../../../testkit/ezviz-peer.ts'
import { person } from '../../../testkit/people.ts'
import { projectOver } from '../../../testkit/projects.ts'
import { type Caller, type TestServer, testServer, visitorOf } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { queryOperations, queryOperationsOfObject } from '../../platform/operation-log/contract.ts'
import { editShareAuth, editSharePassword, enterShare, renewShareLink } from '../../project/share/contract.ts'
import { savePage } from '../page/contract.ts'
import { haltCamera, liveCamera, saveOpenys, talkCamera, turnCamera } from './contract.ts'
import { cameraLimits } from './limits.ts'

let peer: EzvizPeer
let server: TestServer
let equipmentId: EquipmentId
let projectId: ProjectId
let id: PageId
let projectPage: PageId
let operator: Caller

const position = { x: 0, y: 0, width: 400, height: 225, rotate: 0 }
const video = (widgetId: string, data: object) => ({ id: widgetId, widgetType: 'Video', position, data })
const widgets = [
  video('hall', { serialNumber: 'C12345678', PanTilt: true, talk: true, text: 'Hall' }),
  video('gate', { serialNumber: 'C99999999', PanTilt: true, talk: true }),
  video('fixed', { serialNumber: 'C12345678' }),
]
const start = 'device/ptz/start'
const stop = 'device/ptz/stop'

beforeAll(async () => {
  peer = await ezvizPeer()
  server = await testServer({ loginsPerMinute: 1000 }, { env: { EZVIZ: '1', EZVIZ_URL: peer.url } })
  const { admin } = server
  await admin.call(saveOpenys, { region: 'china', appKey: 'ownkey-1', appSecret: 'ownsecret-1' })
  equipmentId = await device(admin, 'Pump house')
  const json = JSON.stringify({ widgets })
  id = (await admin.call(savePage, { equipmentId, title: 'Cameras', json })).id
  projectId = await projectOver(admin, 'Works', [equipmentId])
  projectPage = (await admin.call(savePage, { projectId, title: 'Yard', json })).id
  operator = await person(server, 'operator', { auths: ['monitor:view', 'signal:write'], dataRange: 'all' })
  peer.accounts.set('ownkey-1', { secret: 'ownsecret-1', cameras: new Set(['C12345678', 'C99999999']) })
})
afterAll(async () => {
  await server.stop()
  await peer.stop()
})
beforeEach(() => {
  peer.asked.length = 0
  peer.instead.clear()
})

const of = (widgetId = 'hall') => ({ id, widgetId })
const turn = (who: Caller, press: string, more: object = {}) =>
  who.ask(turnCamera, { ...of(), direction: 'left', press, ...more })
const halt = (who: Caller, press: string, more: object = {}) => who.call(haltCamera, { ...of(), press, ...more })
const moves = () => peer.asked.filter(({ path }) => path === start || path === stop)
const sent = () => moves().map(({ path, fields }) => [path.slice(11), fields.direction])

describe('a camera', () => {
  test('turns while the key is pressed, and stops when it is released', async () => {
    const press = newUuid()
    expect((await turn(operator, press)).data).toEqual({ isTurning: true, leaseMs: cameraLimits.cameraLeaseMs })
    await turn(operator, press)
    expect((await turn(operator, press)).data?.isTurning).toBe(true)
    await halt(operator, press)
    expect(sent()).toEqual([
      ['start', '2'],
      ['stop', '2'],
    ])
    expect(moves()[0]!.fields).toMatchObject({ deviceSerial: 'C12345678', channelNo: '1', speed: '1' })
    expect(moves()[1]!.fields).not.toHaveProperty('speed')
    // A late message of this press does not turn the camera.
    expect((await turn(operator, press)).data?.isTurning).toBe(false)
    expect(sent()).toHaveLength(2)
  })

  test('stops when its lease is not renewed, and not earlier', async () => {
    const press = newUuid()
    // Longer in total than a lease, with each renewal long before the end, also on a busy machine.
    for (let renewal = 0; renewal < 5; renewal += 1) {
      await turn(operator, press)
      await new Promise((next) => setTimeout(next, cameraLimits.cameraLeaseMs * 0.25))
    }
    expect(sent()).toEqual([['start', '2']])
    await eventually(() =>
      expect(sent()).toEqual([
        ['start', '2'],
        ['stop', '2'],
      ]),
    )
    await halt(operator, press)
    expect(sent()).toHaveLength(2)
  })

  test('is turned by one session at a time, which may change the direction', async () => {
    const [mine, next, theirs] = [newUuid(), newUuid(), newUuid()]
    await turn(operator, mine)
    expect(await turn(server.admin, theirs)).toMatchObject({ code: 3213, msg: 'Another user is turning the camera' })
    // Another session cannot stop this press either.
    await halt(server.admin, mine)
    expect(sent()).toHaveLength(1)
    await turn(operator, next, { direction: 'zoomIn' })
    await halt(operator, next)
    expect(sent()).toEqual([
      ['start', '2'],
      ['stop', '2'],
      ['start', '8'],
      ['stop', '8'],
    ])
    expect((await turn(server.admin, newUuid())).code).toBe(200)
    await eventually(() => expect(sent()).toHaveLength(6))
  })

  test('does not turn if the release arrives before the press', async () => {
    const press = newUuid()
    await halt(operator, press)
    expect((await turn(operator, press)).data?.isTurning).toBe(false)
    expect(moves()).toEqual([])
  })

  test('is sent no stop if it refuses the start, and the refusal is reported', async () => {
    peer.instead.set(start, () => ({ code: '60002', msg: 'upper limit' }))
    expect(await turn(operator, newUuid(), { direction: 'up' })).toMatchObject({ code: 3214 })
    expect(sent()).toEqual([['start', '0']])
    peer.instead.clear()
    const press = newUuid()
    expect((await turn(operator, press)).code).toBe(200)
    await halt(operator, press)
  })

  test('is stopped if the outcome of the start is unknown', async () => {
    peer.instead.set(start, () => ({ status: 502 }))
    expect((await turn(operator, newUuid())).code).toBe(3218)
    await eventually(() =>
      expect(sent()).toEqual([
        ['start', '2'],
        ['stop', '2'],
      ]),
    )
  })

  test('is stopped again if the first stop was lost', async () => {
    const press = newUuid()
    await turn(operator, press)
    let failures = 2
    peer.instead.set(stop, () => (failures-- > 0 ? { status: 502 } : { code: '200' }))
    await halt(operator, press)
    expect(sent()).toEqual([['start', '2'], ...Array.from({ length: 3 }, () => ['stop', '2'])])
  })

  test('is stopped when the platform shuts down', async () => {
    const own = await testServer({ loginsPerMinute: 1000 }, { env: { EZVIZ: '1', EZVIZ_URL: peer.url } })
    await own.admin.call(saveOpenys, { region: 'china', appKey: 'ownkey-1', appSecret: 'ownsecret-1' })
    const theirs = await device(own.admin, 'Hall')
    const json = JSON.stringify({ widgets })
    const { id: page } = await own.admin.call(savePage, { equipmentId: theirs, title: 'Cameras', json })
    await turn(own.admin, newUuid(), { id: page })
    await own.stop()
    expect(sent()).toEqual([
      ['start', '2'],
      ['stop', '2'],
    ])
  })

  test('is limited: few turning cameras per account, few presses per minute', async () => {
    const many = await person(server, 'many', { auths: ['monitor:view', 'signal:write'], dataRange: 'all' })
    peer.instead.set(start, () => ({ code: '60002', msg: '' }))
    const codes: number[] = []
    // On a slow machine, each further second allows one more press.
    while (codes.at(-1) !== 90003 && codes.length < 3 * cameraLimits.cameraPressesPerMinute)
      codes.push((await turn(many, newUuid())).code)
    expect(codes.slice(-2)).toEqual([3214, 90003])
    expect(sent().length).toBe(codes.length - 1)
    expect(sent().length).toBeGreaterThanOrEqual(cameraLimits.cameraPressesPerMinute)
  })
})

describe('turning is allowed', () => {
  const refused = { code: 90007 }

  test('with the write permission, for the device of the page', async () => {
    const viewer = await person(server, 'viewer', { auths: ['monitor:view'], dataRange: 'all' })
    expect(await turn(viewer, newUuid())).toMatchObject(refused)
    expect(await viewer.call(liveCamera, of())).toMatchObject({ mayTurn: false, mayTalk: false })
    const looker = await person(server, 'looker', { auths: ['monitor:view', 'signal:write'] })
    await server.admin.call(addGrant, { equipmentId, loginname: 'looker', mayWrite: false })
    expect(await turn(looker, newUuid())).toMatchObject(refused)
    expect(await looker.call(liveCamera, of())).toMatchObject({ mayTurn: false, mayTalk: false })
    expect(await operator.call(liveCamera, of())).toMatchObject({ mayTurn: true, mayTalk: true })
    expect((await turn(await server.otherCompany(), newUuid())).code).toBe(10002)
    expect(moves()).toEqual([])
  })

  test('on a page of a project, with write access to the project', async () => {
    const page = { id: projectPage }
    const watcher = await person(server, 'watcher', { auths: ['monitor:view', 'signal:write'] })
    await server.admin.call(addProjectGrant, { projectId, loginname: 'watcher', mayWrite: false })
    expect(await turn(watcher, newUuid(), page)).toMatchObject(refused)
    expect(await watcher.call(liveCamera, { ...of(), ...page })).toMatchObject({ mayTurn: false })
    const press = newUuid()
    expect((await turn(operator, press, page)).code).toBe(200)
    await halt(operator, press, page)
  })

  test('to visitors only through a share with write access', async () => {
    const password = 'Pump4711'
    await server.admin.call(editSharePassword, { equipId: equipmentId, sharePwd: password })
    const { token } = await server.admin.call(renewShareLink, { equipId: equipmentId })
    const visit = async (mayWrite: boolean) => {
      const shown = {
        isShared: true,
        topMenu: true,
        menus: ['page' as const],
        mayWrite,
        expiresAt: null,
        ancestors: [],
      }
      await server.admin.call(editShareAuth, { equipId: equipmentId, ...shown })
      return visitorOf(server.url, (await server.nobody.call(enterShare, { token, password })).visit)
    }
    const reader = await visit(false)
    expect(await turn(reader, newUuid())).toMatchObject(refused)
    const writer = await visit(true)
    const press = newUuid()
    expect((await turn(writer, press)).code).toBe(200)
    await halt(writer, press)
    expect(sent()).toHaveLength(2)
  })

  test('only if the author of the page allowed it', async () => {
    expect(await turn(operator, newUuid(), of('fixed'))).toMatchObject({ code: 3215 })
    const voice = silentWav(1).toString('base64')
    expect(await operator.ask(talkCamera, { ...of('fixed'), voice })).toMatchObject({ code: 3216 })
    expect(peer.asked).toEqual([])
  })
})

describe('the log', () => {
  const lines = async (keyword: string) =>
    (
      await server.admin.call(queryOperationsOfObject, {
        objectId: equipmentId,
        objectType: 'equipment',
        keyword,
      } as never)
    ).rows

  test('has an entry for each press on a page of a device, also if refused', async () => {
    const before = (await lines('C99999999')).length
    const press = newUuid()
    for (let i = 0; i < 3; i += 1) await turn(operator, press, of('gate'))
    await halt(operator, press, of('gate'))
    peer.instead.set(start, () => ({ code: '60002', msg: '' }))
    await turn(operator, newUuid(), of('gate'))
    const rows = await lines('C99999999')
    expect(rows.length).toBe(before + 2)
    const after = { page: 'Cameras', camera: 'C99999999', channel: 1, direction: 'left' }
    expect(rows[1]).toMatchObject({
      ...{ act: 'turnCamera', loginname: 'operator', objectName: 'Pump house / C99999999', result: 'success', after },
    })
    expect(rows[0]).toMatchObject({ act: 'turnCamera', result: 'failure', code: 3214 })
  })

  test('has the presses on pages of a project', async () => {
    const press = newUuid()
    await turn(operator, press, { id: projectPage })
    await halt(operator, press, { id: projectPage })
    const { rows } = await server.admin.call(queryOperations, { objectType: 'project', act: 'turnCamera' })
    expect(rows[0]).toMatchObject({ objectId: projectId, objectName: 'Works / Hall', after: { page: 'Yard' } })
  })
})

describe('a message', () => {
  const talk = (wav: Buffer, who = operator) => who.ask(talkCamera, { ...of(), voice: wav.toString('base64') })

  test('is sent to the camera once, as recorded, and is logged', async () => {
    const wav = silentWav(2.4)
    wav.writeInt16LE(1234, 100)
    expect(await talk(wav)).toMatchObject({ code: 200 })
    const [said] = peer.of('voice/sendonce')
    expect(said!.fields).toMatchObject({ deviceSerial: 'C12345678', channelNo: '1' })
    expect(said!.voice!.equals(wav)).toBe(true)
    const { rows } = await server.admin.call(queryOperations, { act: 'talkCamera' })
    expect(rows[0]).toMatchObject({ objectName: 'Pump house / Hall', after: { camera: 'C12345678', seconds: 3 } })
  })

  test('lasts a minute at most, and must be a recording', async () => {
    expect((await talk(silentWav(60))).code).toBe(200)
    for (const wrong of [silentWav(60.5), silentWav(0), Buffer.from('MZ'.repeat(60))])
      expect([10001, 10005]).toContain((await talk(wrong)).code)
    expect(peer.of('voice/sendonce')).toHaveLength(1)
  })

  test.each([
    ['111000', 3217],
    ['20015', 3216],
    ['20007', 3210],
  ])('the refusal %s is reported', async (code, own) => {
    peer.instead.set('voice/sendonce', () => ({ code, msg: '' }))
    expect((await talk(silentWav(1), server.admin)).code).toBe(own)
  })

  test('requires the write permission, and is limited per minute', async () => {
    const talker = await person(server, 'talker', { auths: ['monitor:view', 'signal:write'], dataRange: 'all' })
    const codes: number[] = []
    while (codes.at(-1) !== 90003 && codes.length < 3 * cameraLimits.cameraTalksPerMinute)
      codes.push((await talk(silentWav(1), talker)).code)
    expect(codes.length).toBeGreaterThan(cameraLimits.cameraTalksPerMinute)
    expect(codes.slice(-2)).toEqual([200, 90003])
    const mute = await person(server, 'mute', { auths: ['monitor:view'], dataRange: 'all' })
    expect(await talk(silentWav(1), mute)).toMatchObject({ code: 90007 })
  })
})
