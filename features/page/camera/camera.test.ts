// The account of an organisation at the provider of cameras, over HTTP, with a real peer on loopback.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { type EzvizPeer, ezvizPeer } from '../../../testkit/ezviz-peer.ts'
import { person } from '../../../testkit/people.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { deleteOpenys, queryOpenys, saveOpenys, testOpenys } from './contract.ts'
import { cameraLimits } from './limits.ts'

const clock = { at: Date.UTC(2026, 4, 1, 6) }
let peer: EzvizPeer
let server: TestServer
let admin: Caller

const own = { region: 'china', appKey: 'ownkey-1', appSecret: 'ownsecret-1' } as const
beforeAll(async () => {
  peer = await ezvizPeer(() => clock.at)
  server = await testServer(
    { now: () => clock.at, loginsPerMinute: 1000 },
    { env: { EZVIZ: '1', EZVIZ_URL: peer.url } },
  )
})
afterAll(async () => {
  await server.stop()
  await peer.stop()
})
beforeEach(async () => {
  peer.asked.length = 0
  peer.instead.clear()
  peer.accounts.clear()
  peer.accounts.set(own.appKey, { secret: own.appSecret, cameras: new Set(['C12345678']) })
  clock.at += 60_000
  admin = await server.as('admin', adminPassword)
  if ((await admin.call(queryOpenys, {})).param) await admin.call(deleteOpenys, {})
})

describe('the account', () => {
  test('is stored and removed, and its secret is never returned', async () => {
    expect(await admin.call(queryOpenys, {})).toEqual({ isOn: true, param: null })
    await admin.call(saveOpenys, own)
    const param = { region: 'china', appKey: own.appKey, updatedAt: clock.at, updatedBy: 'admin' }
    const shown = await admin.call(queryOpenys, {})
    expect(shown).toEqual({ isOn: true, param })
    const row = await server.platform.db.selectFrom('openys').selectAll().executeTakeFirstOrThrow()
    expect(row.secretSealed.toString('utf8')).not.toContain(own.appSecret)
    await admin.call(deleteOpenys, {})
    expect((await admin.call(queryOpenys, {})).param).toBeNull()
    expect(await admin.ask(deleteOpenys, {})).toMatchObject({ code: 10002 })
  })

  test('keeps its secret if none is entered, unless another key or region would receive it', async () => {
    expect(await admin.ask(saveOpenys, { ...own, appSecret: null })).toMatchObject({
      code: 10001,
      data: { field: 'appSecret' },
    })
    await admin.call(saveOpenys, own)
    await admin.call(saveOpenys, { ...own, appSecret: null })
    for (const change of [{ region: 'international' }, { appKey: 'otherkey-1' }] as const)
      expect(await admin.ask(saveOpenys, { ...own, ...change, appSecret: null })).toMatchObject({
        code: 10001,
        data: { field: 'appSecret' },
      })
    expect((await admin.call(testOpenys, { ...own, appSecret: null })).account.code).toBe(200)
    expect((await admin.ask(testOpenys, { ...own, appKey: 'otherkey-1', appSecret: null })).code).toBe(10001)
  })

  test('is written to the operation log without its secret', async () => {
    await admin.call(saveOpenys, own)
    await admin.call(saveOpenys, { ...own, region: 'international', appSecret: 'another-secret' })
    const { rows } = await admin.call(queryOperations, { objectType: 'openys' })
    expect(rows.slice(0, 2)).toMatchObject([
      { act: 'edit', before: { region: 'china' }, after: { region: 'international', isSecretNew: true } },
      { act: 'add', after: { region: 'china', appKey: own.appKey } },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/ownsecret|another-secret/)
  })

  test.each([
    [{ region: 'moon' }, 'region'],
    [{ appKey: '' }, 'appKey'],
    [{ appKey: 'a b c d e f' }, 'appKey'],
    [{ appKey: 'x'.repeat(65) }, 'appKey'],
    [{ appSecret: 'short' }, 'appSecret'],
    [{ appSecret: 'line\r\nbreak-1' }, 'appSecret'],
  ])('%j is refused at its field', async (wrong, field) => {
    for (const language of ['en', 'zh-cn'] as const)
      expect(await admin.ask(saveOpenys, { ...own, ...wrong } as never, language)).toMatchObject({
        code: 10001,
        msg: expect.stringContaining(field),
        data: { field },
      })
  })

  test('is changed only after a recent password confirmation, and with the permission', async () => {
    clock.at += limits.confirmedMs + 1
    expect((await admin.ask(saveOpenys, own)).code).toBe(1011)
    expect((await admin.ask(deleteOpenys, {})).code).toBe(1011)
    const keeper = await person(server, 'keeper', { auths: ['openys:edit'], dataRange: 'all' })
    await keeper.call(saveOpenys, own)
    const partly = await person(server, 'partly', { auths: ['openys:edit'] })
    expect((await partly.ask(queryOpenys, {})).code).toBe(90002)
  })

  test('belongs to one organisation', async () => {
    await admin.call(saveOpenys, own)
    const other = await server.otherCompany()
    expect((await other.call(queryOpenys, {})).param).toBeNull()
    expect((await other.ask(testOpenys, { ...own, appSecret: null })).code).toBe(10001)
    expect((await other.ask(deleteOpenys, {})).code).toBe(10002)
    expect((await admin.call(queryOpenys, {})).param).not.toBeNull()
  })
})

describe('a try', () => {
  const tried = (more: object = {}) => admin.call(testOpenys, { ...own, ...more })

  test('reports success, also for a camera', async () => {
    expect(await tried()).toEqual({ account: { code: 200, msg: '', said: null }, camera: null })
    expect((await tried({ deviceSerial: ' c12345678 ' })).camera).toEqual({ code: 200, msg: '', said: null })
    expect(peer.of('v2/live/address/get')[0]!.fields).toMatchObject({ deviceSerial: 'C12345678', channelNo: '1' })
  })

  test("reports the refusal of the provider in the provider's words", async () => {
    expect(await tried({ appSecret: 'wrong-secret' })).toEqual({
      account: {
        code: 3205,
        msg: 'EZVIZ refused the AppKey or its secret',
        said: { code: '10030', msg: 'appkey and appSecret do not match' },
      },
      camera: null,
    })
    expect(await tried({ deviceSerial: 'D99999999' })).toMatchObject({
      account: { code: 200 },
      camera: { code: 3206, msg: 'EZVIZ knows no camera D99999999', said: { code: '20002' } },
    })
  })

  test('calls the provider each time', async () => {
    await tried({ appSecret: 'wrong-secret' })
    peer.accounts.get(own.appKey)!.secret = 'wrong-secret'
    expect((await tried({ appSecret: 'wrong-secret' })).account.code).toBe(200)
  })

  test.each([
    ['an error', () => ({ status: 500 }), 'HTTP 500'],
    ['a way elsewhere', () => ({ status: 302, headers: { location: 'http://169.254.169.254/' } }), 'redirect'],
    ['no JSON', () => ({ body: '<html>' }), 'no answer of EZVIZ'],
    ['no answer', () => ({ body: '[]' }), 'no answer of EZVIZ'],
    ['more than an answer has', () => ({ body: 'x'.repeat(cameraLimits.cameraBytes + 1) }), 'tooLarge'],
    ['no token', () => ({ code: '200', data: {} }), 'no token'],
  ])('%s is reported', async (_, answer, reason) => {
    peer.instead.set('token/get', answer as never)
    expect(await tried()).toMatchObject({
      account: { code: 3218, msg: expect.stringContaining(reason), said: null },
    })
  })

  test('accepts only valid camera numbers', async () => {
    expect(await admin.ask(testOpenys, { ...own, deviceSerial: '../x' })).toMatchObject({
      code: 10001,
      data: { field: 'deviceSerial' },
    })
    expect(await admin.ask(testOpenys, { ...own, deviceSerial: 'C12345678', channelNo: 0 })).toMatchObject({
      data: { field: 'channelNo' },
    })
  })
})

test('the provider is never called unless the operator has enabled it', async () => {
  await using plain = await testServer()
  expect((await plain.admin.call(queryOpenys, {})).isOn).toBe(false)
  expect((await plain.admin.ask(testOpenys, own)).code).toBe(3203)
})

test('stream hosts of the provider are allowed only if it is enabled', async () => {
  const policyOf = async (of: TestServer) => (await fetch(`${of.url}/healthz`)).headers.get('content-security-policy')
  const usual = 'https://*.ys7.com:* https://*.ezvizlife.com:*'
  await using plain = await testServer()
  expect(await policyOf(plain)).not.toContain('ys7')
  await using on = await testServer({}, { env: { EZVIZ: '1' } })
  expect(await policyOf(on)).toMatch(new RegExp(`media-src [^;]*${usual.replaceAll('*', '\\*')}`))
  expect(await policyOf(on)).toMatch(new RegExp(`connect-src [^;]*${usual.replaceAll('*', '\\*')}`))
  expect(await policyOf(server)).toContain(`media-src 'self' blob: ${peer.url}`)
})
