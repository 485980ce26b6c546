// Invitations and open registrations over HTTP, in two organisations.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '../../../contract/endpoint.ts'
import type { OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { captchaFor } from '../../../testkit/captcha.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { deleteAccount, externalCalls, internalCalls } from '../account/contract.ts'
import { disableEnterprise, enableEnterprise } from '../enterprise/contract.ts'
import { showVcode, userInfo } from '../login/contract.ts'
import {
  addInvitation,
  closeRegistration,
  enroll,
  enrollInfo,
  openRegistration,
  queryInvitations,
  queryRegistrations,
  register,
  registerInfo,
  revokeInvitation,
} from './contract.ts'
import { removeWaiting } from './store.ts'

let server: TestServer
let clock = Date.now()
/** The administrator of a company. */
let boss: Caller
let orgId: OrgId
beforeAll(async () => {
  server = await testServer({ now: () => clock, loginsPerMinute: 1000 })
  boss = await server.otherCompany()
  orgId = (await boss.call(userInfo, {})).orgId
})
afterAll(() => server.stop())

const password = 'Waterworks1'
const proof = () => captchaFor(server, 'register')
const minuteMs = 60_000
const forget = () => server.platform.db.deleteFrom('loginGuard').where('key', 'like', 'enroll:%').execute()

let count = 0
const fresh = (prefix = 'newcomer') => `${prefix}${++count}`
const code = async (asked: Promise<{ code: number }>) => (await asked).code

async function addRole(auths: string[], roleType: 'internal' | 'external' = 'internal') {
  const row = { orgId, roleType, name: fresh('role'), auths, dataRange: 'granted', createdAt: 1 } as const
  const found = await server.platform.db.insertInto('role').values(row).returning('id').executeTakeFirstOrThrow()
  return found.id
}
const invite = (more: Partial<InputOf<typeof addInvitation>> = {}, by = boss) =>
  by.call(addInvitation, { roleType: 'internal', days: 3, uses: 2, ...more })
const accept = (code: string, more: object = {}) =>
  server.nobody.ask(enroll, { code, loginname: fresh(), name: 'Chen', password, ...more })
const stateOf = async (id: number) =>
  (await boss.call(queryInvitations, { pageSize: 200 })).rows.find((row) => row.id === id)?.state
/** An account that may invite because of its role. */
async function clerk(auths = ['monitor:view', 'history:view', 'invitation:edit', 'account:add']) {
  const roleId = await addRole(auths)
  const { id } = await boss.call(internalCalls.add, { loginname: fresh('clerk_'), name: 'A', password, roleId })
  await server.platform.db.updateTable('account').set({ changePassword: false }).where('id', '=', id).execute()
  const { loginname } = await boss.call(internalCalls.info, { id })
  return { id, roleId, caller: await server.as(loginname, password) }
}

describe('an invitation', () => {
  test('creates accounts of its type and role, up to its number of uses', async () => {
    const roleId = await addRole(['monitor:view', 'log:view'])
    const { id, code: link } = await invite({ roleId })
    expect(link).toMatch(/^[\w-]{43}$/)
    expect(await server.nobody.call(enrollInfo, { code: link })).toMatchObject({
      orgName: 'Other',
      roleType: 'internal',
    })
    const loginname = fresh()
    const smuggled = { roleType: 'enterprise', roleId: null, orgId: 1, isAdmin: true, disabled: false }
    expect(await accept(link, { loginname, ...smuggled })).toMatchObject({
      data: { loginname, orgName: 'Other', isEnabled: true },
    })
    const me = await (await server.as(loginname, password)).call(userInfo, {})
    expect(me).toMatchObject({ orgId, roleType: 'internal', roleId, changePassword: false })
    expect(me.auths).toContain('log:view')
    expect(await stateOf(id)).toBe('open')
    expect(await code(accept(link))).toBe(200)
    expect(await stateOf(id)).toBe('used')
    expect(await code(accept(link))).toBe(1025)
    const { rows } = await boss.call(queryInvitations, {})
    expect(rows[0]).toMatchObject({ id, creator: 'other', uses: [{ loginname }, {}] })
    const log = await boss.call(queryOperations, { keyword: loginname, act: 'enroll' })
    expect(log.rows).toMatchObject([{ objectType: 'account', after: { roleType: 'internal' } }])
  })

  test('used in parallel creates no more accounts than its uses', async () => {
    await forget()
    const { code: link } = await invite({ uses: 2 })
    const codes = (await Promise.all([1, 2, 3].map(() => accept(link)))).map((answer) => answer.code)
    expect(codes.sort((a, b) => a - b)).toEqual([200, 200, 1025])
  })

  test('is stored as a hash, and never logged', async () => {
    const { code: link } = await invite()
    const rows = await server.platform.db.selectFrom('invitation').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(link)
    expect(JSON.stringify(await boss.call(queryOperations, {}))).not.toContain(link)
    expect(JSON.stringify(await boss.call(queryInvitations, {}))).not.toContain(link)
  })

  test.each([
    ['an unknown code', async () => 'A'.repeat(43)],
    [
      'one that is revoked',
      async () => {
        const { id, code: link } = await invite()
        await boss.call(revokeInvitation, { id })
        expect([await stateOf(id), await code(boss.ask(revokeInvitation, { id }))]).toEqual(['revoked', 10002])
        return link
      },
    ],
    [
      'one that has expired',
      async () => {
        const { id, code: link } = await invite({ days: 1 })
        await server.platform.db.updateTable('invitation').set({ expiresAt: clock }).where('id', '=', id).execute()
        expect(await stateOf(id)).toBe('expired')
        return link
      },
    ],
    [
      'one whose role is deleted',
      async () => {
        const roleId = await addRole(['monitor:view'])
        const { id, code: link } = await invite({ roleId })
        await server.platform.db.deleteFrom('role').where('id', '=', roleId).execute()
        expect(await stateOf(id)).toBe('void')
        return link
      },
    ],
    [
      'one whose maker holds less now',
      async () => {
        const { caller, roleId } = await clerk()
        const { id, code: link } = await invite({}, caller)
        expect(await code(server.nobody.ask(enrollInfo, { code: link }))).toBe(200)
        const change = { auths: ['invitation:edit', 'account:add'] }
        await server.platform.db.updateTable('role').set(change).where('id', '=', roleId).execute()
        expect(await stateOf(id)).toBe('void')
        return link
      },
    ],
    [
      'one whose maker is disabled',
      async () => {
        const { caller, id } = await clerk()
        const made = await invite({}, caller)
        await boss.call(internalCalls.disable, { id })
        return made.code
      },
    ],
    [
      'one whose maker is deleted',
      async () => {
        const { caller, id } = await clerk()
        const made = await invite({}, caller)
        await boss.call(deleteAccount, { id })
        expect(await stateOf(made.id)).toBe('void')
        return made.code
      },
    ],
  ])('%s is refused with the same answer', async (_, make) => {
    const link = await make()
    expect(await code(server.nobody.ask(enrollInfo, { code: link }))).toBe(1025)
    expect(await accept(link)).toMatchObject({ code: 1025, data: null })
    await forget()
  })

  test('is invalid while its company is disabled', async () => {
    const { code: link } = await invite()
    await server.admin.call(disableEnterprise, { id: orgId })
    expect(await code(server.nobody.ask(enrollInfo, { code: link }))).toBe(1025)
    await server.admin.call(enableEnterprise, { id: orgId })
    expect(await code(server.nobody.ask(enrollInfo, { code: link }))).toBe(200)
    boss = await server.as('other', password)
  })

  test('assigns nothing that its creator lacks', async () => {
    const { caller } = await clerk()
    const richer = await addRole(['monitor:view', 'group:edit'])
    const ask = (more: object) => caller.ask(addInvitation, { roleType: 'internal', days: 1, uses: 1, ...more })
    expect(await ask({ roleId: richer })).toMatchObject({ code: 1125, data: { field: 'roleId' } })
    expect(await code(ask({ roleType: 'external' }))).toBe(90002)
    expect(await code(ask({ roleId: await addRole(['monitor:view'], 'external') }))).toBe(10001)
    expect(await code(caller.ask(openRegistration, { roleId: richer, days: 1 }))).toBe(1125)
  })

  test.each([
    ['days', 31],
    ['days', 0],
    ['uses', 51],
    ['uses', 0],
    ['email', 'nobody'],
  ])('%s of %s is refused at its field', async (field, value) => {
    const input = { roleType: 'internal', days: 1, uses: 1, [field]: value } as const
    expect(await boss.ask(addInvitation, input)).toMatchObject({ code: 10001, data: { field } })
  })

  test('respects the company’s limit', async () => {
    const { db } = server.platform
    const limit = (maxExternal: number) =>
      db.updateTable('organisation').set({ maxExternal }).where('id', '=', orgId).execute()
    const { code: link } = await invite({ roleType: 'external' })
    await limit(0)
    expect(await code(accept(link))).toBe(1014)
    await limit(200)
    await forget()
  })
})

describe('a newcomer', () => {
  test('learns that a username exists, but not whether a phone or an address does', async () => {
    const phone = '13600001111'
    const email = 'known@example.com'
    await server.admin.call(internalCalls.add, { loginname: 'KnownOne', name: 'A', phone, email })
    const { code: link } = await invite({ uses: 5 })
    expect(await accept(link, { loginname: 'KNOWNONE' })).toMatchObject({ code: 1015, data: { field: 'loginname' } })
    const loginname = fresh()
    expect(await code(accept(link, { loginname, phone, email: 'KNOWN@example.com' }))).toBe(200)
    const { rows } = await boss.call(internalCalls.query, { keyword: loginname })
    expect(rows).toMatchObject([{ phone: null, email: null }])
    await forget()
  })

  test('gets the address of the invitation', async () => {
    const { code: link } = await invite({ email: 'chen@example.com' })
    const loginname = fresh()
    expect(await code(accept(link, { loginname, email: 'other@example.com' }))).toBe(200)
    const { rows } = await boss.call(internalCalls.query, { keyword: loginname })
    expect(rows).toMatchObject([{ email: 'chen@example.com' }])
  })

  test.each(['short1A', 'alllowercase', 'Aaaabbbb1', 'Пароль123'])('picks no weak password: %s', async (weak) => {
    const { code: link } = await invite()
    for (const language of ['en', 'zh-cn'] as const) {
      const input = { code: link, loginname: fresh(), name: 'A', password: weak }
      const answer = await server.nobody.ask(enroll, input, language)
      expect(answer).toMatchObject({ code: 10001, data: { field: 'password' } })
    }
  })

  test('needs a captcha after three failed tries, and waits after many; successful ones do not count', async () => {
    const { code: link } = await invite({ uses: 50 })
    for (let i = 0; i < 5; i += 1) expect(await code(accept(link))).toBe(200)
    const needed = async () => (await server.nobody.call(showVcode, { of: 'enroll' })).needed
    expect(await needed()).toBe(false)
    for (let i = 0; i < 3; i += 1) expect(await code(accept(link, { loginname: 'KnownOne' }))).toBe(1015)
    expect(await needed()).toBe(true)
    expect(await code(accept(link))).toBe(1003)
    expect(await code(accept(link))).toBe(1004)
    const { db } = server.platform
    const failures = { failures: limits.strangersTriesPerAddress, lockedUntil: clock + minuteMs, lastAt: clock }
    await db.updateTable('loginGuard').set(failures).where('key', 'like', 'enroll:%').execute()
    expect(await code(accept(link))).toBe(1005)
    expect((await server.nobody.call(showVcode, {})).needed).toBe(false)
    clock += limits.lockoutMs + minuteMs
    expect(await code(accept(link))).toBe(200)
    boss = await server.as('other', password)
  })
})

describe('the open registration of a role', () => {
  test('creates accounts that wait until they are enabled', async () => {
    const roleId = await addRole(['monitor:view', 'history:view'], 'external')
    const { uuid } = await boss.call(openRegistration, { roleId, days: 2 })
    expect(await server.nobody.call(registerInfo, { roleuuid: uuid })).toMatchObject({
      orgName: 'Other',
      roleType: 'external',
    })
    const loginname = fresh()
    const asked = { roleuuid: uuid, loginname, name: 'Chen', password }
    expect((await server.nobody.ask(register, asked)).code).toBe(1004)
    const answer = await server.nobody.ask(register, { ...asked, ...(await proof()) })
    expect(answer).toMatchObject({ code: 200, data: { isEnabled: false } })
    await expect(server.as(loginname, password)).rejects.toThrow('1008')
    const { rows } = await boss.call(externalCalls.query, { disabled: true })
    const { id } = rows.find((row) => row.loginname === loginname)!
    await boss.call(externalCalls.enable, { id })
    expect(await (await server.as(loginname, password)).call(userInfo, {})).toMatchObject({
      roleId,
      roleType: 'external',
    })
  })

  test('uses no place of the company, is limited in waiting accounts, and removes those never enabled', async () => {
    const { db } = server.platform
    const { uuid } = await boss.call(openRegistration, { roleId: await addRole(['monitor:view']), days: 30 })
    const { count, limit } = await boss.call(internalCalls.choices, {})
    await db.updateTable('organisation').set({ maxInternal: count }).where('id', '=', orgId).execute()
    const ask = async () =>
      server.nobody.ask(register, {
        roleuuid: uuid,
        loginname: fresh('wait'),
        name: 'Li',
        password,
        ...(await proof()),
      })
    expect((await ask()).code).toBe(200)
    expect((await boss.call(internalCalls.choices, {})).count).toBe(count)
    const { id } = (await boss.call(internalCalls.query, { keyword: 'wait', disabled: true })).rows[0]!
    expect((await boss.ask(internalCalls.enable, { id })).code).toBe(1013)
    await db
      .updateTable('organisation')
      .set({ maxInternal: limit ?? 100 })
      .where('id', '=', orgId)
      .execute()
    const row = {
      orgId,
      roleType: 'internal',
      name: 'x',
      passwordHash: '',
      disabled: true,
      createdAt: 1,
      waitsSince: clock,
    }
    const crowd = Array.from(
      { length: limits.registrationsWaiting },
      () => ({ ...row, loginname: fresh('crowd') }) as const,
    )
    await db
      .insertInto('account')
      .values(crowd as never)
      .execute()
    expect((await ask()).code).toBe(1061)
    expect((await boss.ask(internalCalls.enable, { id })).code).toBe(200)
    await removeWaiting(db, clock + 1)
    expect((await boss.call(internalCalls.query, { keyword: 'crowd' })).total).toBe(0)
    expect((await boss.call(internalCalls.info, { id })).disabled).toBe(false)
  })

  test('can be closed and renewed, and is void if its creator is disabled', async () => {
    const roleId = await addRole(['monitor:view'])
    const shown = async () => (await boss.call(queryRegistrations, {})).find((each) => each.roleId === roleId)
    expect(await shown()).toMatchObject({ isOpen: false, until: null })
    const { uuid: first } = await boss.call(openRegistration, { roleId, days: 1 })
    const { uuid } = await boss.call(openRegistration, { roleId, days: 1 })
    expect(await shown()).toMatchObject({ isOpen: true, isVoid: false })
    expect(JSON.stringify(await server.platform.db.selectFrom('registration').selectAll().execute())).not.toContain(
      uuid,
    )
    const info = (roleuuid: string) => code(server.nobody.ask(registerInfo, { roleuuid }))
    expect([await info(first), await info(uuid), await info('x'), await info(`${uuid}'`)]).toEqual([
      1025, 200, 1025, 1025,
    ])
    await boss.call(closeRegistration, { roleId })
    expect(await info(uuid)).toBe(1025)
    const { caller, id } = await clerk()
    const { uuid: theirs } = await caller.call(openRegistration, { roleId, days: 1 })
    expect(await info(theirs)).toBe(200)
    await boss.call(internalCalls.disable, { id })
    expect([await info(theirs), (await shown())?.isVoid]).toEqual([1025, true])
  })
})

test('another organisation neither sees nor changes ours', async () => {
  const { id } = await invite()
  const roleId = await addRole(['monitor:view'])
  const admin = await server.as('admin', password)
  expect((await admin.call(queryInvitations, { pageSize: 200 })).rows.map((row) => row.id)).not.toContain(id)
  expect((await admin.call(queryRegistrations, {})).map((row) => row.roleId)).not.toContain(roleId)
  expect(await code(admin.ask(revokeInvitation, { id }))).toBe(10002)
  expect(await code(admin.ask(openRegistration, { roleId, days: 1 }))).toBe(10002)
  expect(await code(admin.ask(closeRegistration, { roleId }))).toBe(10002)
  expect(await code(admin.ask(addInvitation, { roleType: 'internal', roleId, days: 1, uses: 1 }))).toBe(10002)
})

test('if the log entry fails, no account is created and the link stays valid', async () => {
  const { platform } = server
  const { code: link, id } = await invite()
  const { recordAs } = platform
  const loginname = fresh()
  platform.recordAs = () => Promise.reject(new Error('the log is full'))
  const refused = await accept(link, { loginname })
  platform.recordAs = recordAs
  expect(refused.code).toBe(90099)
  expect(await stateOf(id)).toBe('open')
  expect(await code(accept(link, { loginname }))).toBe(200)
  const { rows } = await boss.call(queryOperations, { act: 'enroll', keyword: loginname })
  expect(rows).toHaveLength(1)
})

test('a common password is refused for a link, a registration and an administrator', async () => {
  const common = { password: 'Password1' }
  const refused = { code: 1038, data: { field: 'password' } }
  expect(await accept((await invite()).code, common)).toMatchObject(refused)
  const { uuid } = await boss.call(openRegistration, { roleId: await addRole(['monitor:view']), days: 1 })
  const asked = { roleuuid: uuid, loginname: fresh(), name: 'Chen', ...common, ...(await proof()) }
  expect(await server.nobody.ask(register, asked)).toMatchObject(refused)
  expect(await boss.ask(internalCalls.add, { loginname: fresh(), name: 'Chen', ...common })).toMatchObject(refused)
  await forget()
})
