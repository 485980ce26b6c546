// An administrator removes a lost second step, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import type { RoleType } from '../../../contract/permissions.ts'
import { addPasskey, byName, createAuthenticator, enterBy, namedUrl } from '../../../testkit/authenticator.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryOutbox } from '../../platform/verification/contract.ts'
import { queryEnterprises, resetEnterpriseSecondFactor } from '../enterprise/contract.ts'
import { login, userInfo } from '../login/contract.ts'
import { queryPasskeys } from '../passkey/contract.ts'
import { beginSecondFactor, finishSecondFactor, querySecondFactor } from '../second-factor/contract.ts'
import { codeOf, fromBase32, stepAt } from '../second-factor/rules.ts'
import { externalCalls, internalCalls, staffCalls } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
let nobody: Caller
let company: Caller
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 10_000 })
  nobody = byName(server.url, { cookie: '' })
  company = await server.otherCompany()
})
afterAll(() => server.stop())

let count = 0
/** An account with an app and a passkey, in the company of an administrator who may reset them. */
async function person(roleType: RoleType, by: Caller) {
  count += 1
  const loginname = `person${count}`
  await server.addAccount({ loginname, roleType: 'internal' })
  const { orgId } = await by.call(userInfo, {})
  await server.platform.db.updateTable('account').set({ orgId, roleType }).where('loginname', '=', loginname).execute()
  const caller = byName(server.url, await server.as(loginname, adminPassword))
  const phone = createAuthenticator(namedUrl(server.url))
  await addPasskey(caller, phone, 'Phone')
  const { secret } = await caller.call(beginSecondFactor, {})
  await caller.call(finishSecondFactor, { code: codeOf(fromBase32(secret), stepAt(clock.at)) })
  return { id: (await caller.call(userInfo, {})).userId, loginname, caller, phone }
}

const pass = (loginname: string) => nobody.ask(login, { loginname, password: adminPassword })
const mailOf = async (to: string) =>
  (await server.admin.call(queryOutbox, {})).messages.filter((message) => message.to === to)

describe('an administrator', () => {
  test.each([
    ['an internal account', 'internal', internalCalls, () => company],
    ['an external account', 'external', externalCalls, () => company],
    ['an operator', 'operation', staffCalls, () => server.admin],
    ['another administrator of the platform', 'admin', staffCalls, () => server.admin],
  ] as const)('removes it from %s: app, passkeys and codes, and ends its sessions', async (_, roleType, calls, by) => {
    const { id, loginname, caller, phone } = await person(roleType, by())
    expect((await pass(loginname)).code).toBe(1051)
    expect(await by().call(calls.info, { id })).toMatchObject({ hasSecondFactor: true })
    await by().call(calls.resetSecondFactor, { id })
    expect(await by().call(calls.info, { id })).toMatchObject({ hasSecondFactor: false })
    expect((await caller.ask(userInfo, {})).code).toBe(1006)
    expect(await enterBy(nobody, phone)).toBe(1091)
    expect((await pass(loginname)).code).toBe(200)
    const again = await server.as(loginname, adminPassword)
    expect(await again.call(querySecondFactor, {})).toMatchObject({ since: null, passkeys: 0, codesLeft: 0 })
    expect(await again.call(queryPasskeys, {})).toEqual([])
    const { rows } = await by().call(queryOperations, { keyword: loginname, act: 'resetSecondFactor' })
    expect(rows).toMatchObject([{ objectId: id, result: 'success' }])
  })

  test('resets an enterprise account as operator, and both logs record it', async () => {
    const { loginname, caller } = await person('enterprise', company)
    const found = await server.admin.call(queryEnterprises, { keyword: loginname })
    const account = found.rows[0]!.accounts.find((each) => each.loginname === loginname)!
    expect(account.hasSecondFactor).toBe(true)
    await server.admin.call(resetEnterpriseSecondFactor, { id: account.id })
    expect((await caller.ask(userInfo, {})).code).toBe(1006)
    expect((await pass(loginname)).code).toBe(200)
    for (const who of [server.admin, company])
      expect((await who.call(queryOperations, { keyword: loginname, act: 'resetSecondFactor' })).rows).toHaveLength(1)
    expect((await server.admin.ask(resetEnterpriseSecondFactor, { id: account.id })).code).toBe(1056)
  })

  test('cannot remove it from another company, another kind, the own account, or an account without one', async () => {
    const { id } = await person('internal', company)
    const second = await server.admin.call(staffCalls.add, { loginname: `without${++count}`, name: 'A' })
    expect((await server.admin.ask(internalCalls.resetSecondFactor, { id })).code).toBe(10002)
    expect((await company.ask(externalCalls.resetSecondFactor, { id })).code).toBe(10002)
    expect((await server.admin.ask(staffCalls.resetSecondFactor, { id: second.id })).code).toBe(1056)
    const { userId } = await server.admin.call(userInfo, {})
    expect((await server.admin.ask(staffCalls.resetSecondFactor, { id: userId })).code).toBe(1126)
    const colleague = await person('internal', company)
    expect((await colleague.caller.ask(internalCalls.resetSecondFactor, { id })).code).toBe(90002)
    expect(await company.call(internalCalls.info, { id })).toMatchObject({ hasSecondFactor: true })
  })

  test('must have confirmed the password', async () => {
    const { id } = await person('internal', company)
    const other = await server.as('other', adminPassword)
    clock.at += limits.confirmedMs + 1
    expect((await other.ask(internalCalls.resetSecondFactor, { id })).code).toBe(1011)
    company = await server.as('other', adminPassword)
  })
})

describe('the owner', () => {
  test('is notified at a verified e-mail address, in both languages', async () => {
    const { id, loginname } = await person('internal', company)
    const email = `${loginname}@example.com`
    const change = { email, emailAt: clock.at }
    await server.platform.db.updateTable('account').set(change).where('id', '=', id).execute()
    await company.call(internalCalls.resetSecondFactor, { id })
    const [mail] = await mailOf(email)
    expect(mail?.text).toContain(`two-step sign-in of your account ${loginname}`)
    expect(mail?.text).toContain(`您的账号 ${loginname} 的两步登录`)
  })

  test('is not notified at an address that another account typed', async () => {
    const { id, loginname } = await person('internal', company)
    const own = { email: `${loginname}@example.com`, emailAt: clock.at }
    await server.platform.db.updateTable('account').set(own).where('id', '=', id).execute()
    await company.call(internalCalls.edit, { id, name: 'A', email: `${loginname}@elsewhere.example` })
    await company.call(internalCalls.resetSecondFactor, { id })
    expect(await mailOf(`${loginname}@elsewhere.example`)).toEqual([])
    expect(await mailOf(`${loginname}@example.com`)).toEqual([])
  })
})
