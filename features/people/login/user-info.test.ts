// The account as `user/info` returns it. [S3 User info]
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../testkit/people.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { saveUserConfig } from '../../platform/user-config/contract.ts'
import { isNearlyFull } from '../account/part-places.ts'
import { setAvatar } from '../info/contract.ts'
import { login, userInfo } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#c81e28"/></svg>'

test('a new account has no phone, no picture, no device lock, and the default settings', async () => {
  const li = await person(server, 'li', { auths: ['monitor:view'], dataRange: 'own', regions: ['North'] })
  const info = await li.call(userInfo, {})
  expect(info).toMatchObject({ loginname: 'li', userId: li.accountId, roleId: li.roleId, deptId: null, orgId: 1 })
  expect(info).toMatchObject({ roleType: 'internal', dataRange: 'own', authRegion: ['North'] })
  expect(info).toMatchObject({ tel: null, isBindPhone: false, avatar: null, useLock: false, changePassword: false })
  expect(info).toMatchObject({ scadaAdaption: 'whole', equipDisplay: 'device' })
  // No SMS provider is set up, so that codes stay on the platform.
  expect(info).toMatchObject({ prompType: ['sound', 'title'], remindPhone: false })
})

test('phone, picture and settings are returned, by the login too', async () => {
  const wang = await person(server, 'wang')
  await server.platform.db
    .updateTable('account')
    .set({ phone: '13800138000' })
    .where('id', '=', wang.accountId)
    .execute()
  await wang.call(saveUserConfig, { settings: { scadaAdaption: 'width', equipDisplay: 'page', promptType: ['alter'] } })
  const { avatar } = await wang.call(setAvatar, { avatar: Buffer.from(svg).toString('base64') })
  const settings = { scadaAdaption: 'width', equipDisplay: 'page', prompType: ['alter'] }
  const own = { tel: '138****8000', isBindPhone: true, avatar, ...settings }
  expect(await wang.call(userInfo, {})).toMatchObject(own)
  expect(await server.nobody.call(login, { loginname: 'wang', password: adminPassword })).toMatchObject(own)
  expect(avatar).toMatch(/^\/userimg\//)
})

test('nearly full limits are reported, with their counts, to accounts that may add to them', async () => {
  const { db } = server.platform
  const { orgId: own } = await server.admin.call(userInfo, {})
  const setLimits = (maxInternal: number, maxExternal: number) =>
    db.updateTable('organisation').set({ maxInternal, maxExternal }).where('id', '=', own).execute()
  const clerk = await person(server, 'clerk', { auths: ['monitor:view', 'account:add'] })
  const reader = await person(server, 'reader', { auths: ['monitor:view'] })
  const { count } = await db
    .selectFrom('account')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('orgId', '=', own)
    .where('roleType', '=', 'internal')
    .executeTakeFirstOrThrow()
  const used = Number(count)
  const resourcesOf = async (who: Caller) => (await who.call(userInfo, {})).resources
  await setLimits(used * 2, 0)
  expect(await resourcesOf(clerk)).toEqual([])
  await setLimits(used, 0)
  const full = [{ kind: 'internal', used, limit: used }]
  expect([await resourcesOf(clerk), await resourcesOf(server.admin), await resourcesOf(reader)]).toEqual([
    full,
    full,
    [],
  ])
})

test.each([
  [8, 10, false],
  [9, 10, true],
  [10, 10, true],
  [12, 10, true],
  [4, 5, false],
  [0, 0, false],
])('%i of %i places taken: running out is %s', (used, limit, runsOut) => {
  expect(isNearlyFull({ used, limit })).toBe(runsOut)
})
