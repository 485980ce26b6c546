// Enterprises over HTTP: calls of the operator, and an enterprise's own data.
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '../../../contract/endpoint.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { addEquipment } from '../../device/equipment/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { internalCalls } from '../account/contract.ts'
import { setEnterpriseLock } from '../device-lock/accounts-contract.ts'
import { userInfo } from '../login/contract.ts'
import {
  addEnterprise,
  addEnterpriseAccount,
  disableEnterprise,
  disableEnterpriseAccount,
  editEnterprise,
  editEnterpriseAccount,
  editMyOrganisation,
  enableEnterprise,
  enableEnterpriseAccount,
  myOrganisation,
  queryEnterprises,
  resetEnterprisePassword,
  resetEnterpriseSecondFactor,
} from './contract.ts'

let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  admin = server.admin
})
afterAll(() => server.stop())

let count = 0
async function make(more: Partial<InputOf<typeof addEnterprise>> = {}) {
  const name = `Works ${++count}`
  const loginname = `works${count}`
  const made = await admin.call(addEnterprise, { name, loginname, accountName: 'Zhang San', ...more })
  const { password } = made
  return { ...made, name, loginname, password: password!, account: (await only(name)).accounts[0]! }
}
const only = async (keyword: string) => (await admin.call(queryEnterprises, { keyword })).rows[0]!
/** Signs in an enterprise account, past the password that it must choose. */
async function signedIn({ loginname, password }: { loginname: string; password: string }): Promise<Caller> {
  const { db } = server.platform
  await db.updateTable('account').set({ changePassword: false }).where('loginname', '=', loginname).execute()
  return server.as(loginname, password)
}
const code = async (asked: Promise<{ code: number }>) => (await asked).code

describe('adding an enterprise', () => {
  test('creates its first account with a generated password, which it must change first', async () => {
    const { id, name, loginname, password } = await make({ maxInternal: 3 })
    const boss = await server.as(loginname, password)
    const me = await boss.call(userInfo, {})
    expect(me).toMatchObject({ orgId: id, orgName: name, roleType: 'enterprise', changePassword: true })
    expect(await code(boss.ask(internalCalls.query, {}))).toBe(1012)
    expect(await only(name)).toMatchObject({
      id,
      maxInternal: 3,
      internalCount: 0,
      accounts: [{ loginname, changePassword: true }],
    })
  })

  test('accounts that wait for approval are not counted, as in its limits', async () => {
    const made = await make({ maxInternal: 3 })
    const { db } = server.platform
    const row = { orgId: made.id, name: 'Li', passwordHash: '', disabled: true, createdAt: 1 }
    const waiting = { ...row, waitsSince: 1, roleType: 'internal', loginname: `${made.loginname}-waits` } as const
    await db.insertInto('account').values(waiting).execute()
    const approved = { ...row, roleType: 'internal', loginname: `${made.loginname}-in` } as const
    await db.insertInto('account').values(approved).execute()
    expect(await only(made.name)).toMatchObject({ internalCount: 1, externalCount: 0 })
    expect(await (await signedIn(made)).call(myOrganisation, {})).toMatchObject({ internalCount: 1 })
  })

  test('names are unique regardless of case, and a refused call stores nothing', async () => {
    const { name, loginname } = await make()
    const ask = (more: object) =>
      admin.ask(addEnterprise, { name: 'Free', loginname: 'free_co', accountName: 'A', ...more })
    expect(await ask({ name: name.toUpperCase() })).toMatchObject({ code: 10003, data: { field: 'name' } })
    expect(await ask({ loginname })).toMatchObject({ code: 1015, data: { field: 'loginname' } })
    expect((await admin.call(queryEnterprises, { keyword: 'Free' })).total).toBe(0)
  })

  test('acts of the operator are in its own log and in the enterprise’s, without the password', async () => {
    const made = await make()
    await admin.call(editEnterprise, { id: made.id, name: `${made.name} Ltd`, maxInternal: 7 })
    const boss = await signedIn(made)
    for (const who of [admin, boss]) {
      const { rows } = await who.call(queryOperations, { keyword: made.name })
      expect(rows.map(({ act, loginname }) => [act, loginname])).toEqual([
        ['edit', 'admin'],
        ['add', 'admin'],
      ])
      expect(rows[0]).toMatchObject({ before: { maxInternal: 200 }, after: { maxInternal: 7 } })
      expect(JSON.stringify(rows)).not.toContain(made.password)
    }
  })
})

describe('disabling an enterprise', () => {
  test('ends its sessions immediately and refuses its logins with 1023; enabling restores no session', async () => {
    const made = await make()
    const boss = await signedIn(made)
    await admin.call(disableEnterprise, { id: made.id })
    expect(await code(boss.ask(userInfo, {}))).toBe(1006)
    await expect(server.as(made.loginname, made.password)).rejects.toThrow('1023')
    await expect(server.as(made.loginname, 'Wrong_word1')).rejects.toThrow('1001')
    await admin.call(enableEnterprise, { id: made.id })
    expect(await code(boss.ask(userInfo, {}))).toBe(1006)
    expect(await (await server.as(made.loginname, made.password)).call(userInfo, {})).toMatchObject({ orgId: made.id })
  })

  test('is refused for the platform’s own organisation', async () => {
    const { orgId, userId } = await admin.call(userInfo, {})
    expect((await admin.call(queryEnterprises, { pageSize: 200 })).rows.map(({ id }) => id)).not.toContain(orgId)
    expect(await code(admin.ask(disableEnterprise, { id: orgId }))).toBe(10002)
    expect(await code(admin.ask(editEnterprise, { id: orgId, name: 'Ours' }))).toBe(10002)
    expect(await code(admin.ask(addEnterpriseAccount, { orgId, loginname: 'inside', name: 'A' }))).toBe(10002)
    expect(await code(admin.ask(disableEnterpriseAccount, { id: userId as never }))).toBe(10002)
  })
})

describe('enterprise accounts', () => {
  test('are limited to five', async () => {
    const { id: orgId, name } = await make()
    const ask = (n: number) => admin.ask(addEnterpriseAccount, { orgId, loginname: `number${n}`, name: 'A' })
    const codes = (await Promise.all([1, 2, 3, 4, 5].map(ask))).map((answer) => answer.code)
    expect(codes.sort((a, b) => a - b)).toEqual([200, 200, 200, 200, 2901])
    expect((await only(name)).accounts).toHaveLength(5)
  })

  test('the last one that can sign in stays, also for parallel calls', async () => {
    const { id: orgId, name, account } = await make()
    expect(await code(admin.ask(disableEnterpriseAccount, { id: account.id }))).toBe(1022)
    await admin.call(addEnterpriseAccount, { orgId, loginname: 'second', name: 'B' })
    const { accounts } = await only(name)
    const asked = accounts.map(({ id }) => admin.ask(disableEnterpriseAccount, { id }))
    expect((await Promise.all(asked)).map((answer) => answer.code).sort((a, b) => a - b)).toEqual([200, 1022])
    for (const { id } of accounts) await admin.call(enableEnterpriseAccount, { id })
    expect((await only(name)).accounts.map(({ disabled }) => disabled)).toEqual([false, false])
  })

  test('disabling one ends its sessions', async () => {
    const { id: orgId } = await make()
    const { password } = await admin.call(addEnterpriseAccount, { orgId, loginname: 'goes_away', name: 'B' })
    const person = await signedIn({ loginname: 'goes_away', password: password! })
    const { userId } = await person.call(userInfo, {})
    await admin.call(disableEnterpriseAccount, { id: userId as never })
    expect(await code(person.ask(userInfo, {}))).toBe(1006)
    await expect(server.as('goes_away', password!)).rejects.toThrow('1008')
  })

  test('a password is set only for one without phone and e-mail', async () => {
    const made = await make()
    const { id } = made.account
    await admin.call(editEnterpriseAccount, { id, name: 'Zhang', phone: '13700001111' })
    expect(await code(admin.ask(resetEnterprisePassword, { id }))).toBe(1026)
    await admin.call(editEnterpriseAccount, { id, name: 'Zhang' })
    const { password } = await admin.call(resetEnterprisePassword, { id })
    await expect(server.as(made.loginname, made.password)).rejects.toThrow('1001')
    await server.as(made.loginname, password!)
    const boss = await signedIn({ loginname: made.loginname, password: password! })
    const { rows } = await boss.call(queryOperations, { act: 'resetPassword' })
    expect(rows).toMatchObject([{ loginname: 'admin', objectId: id, before: null, after: null }])
  })

  test('internal accounts are not accessible by these calls', async () => {
    const boss = await signedIn(await make())
    const { id } = await boss.call(internalCalls.add, { loginname: 'colleague', name: 'A' })
    for (const call of [disableEnterpriseAccount, enableEnterpriseAccount, resetEnterprisePassword])
      expect([call.path, await code(admin.ask(call, { id: id as never }))]).toEqual([call.path, 10002])
  })
})

describe('the own organisation', () => {
  test('can be viewed and edited by its administrator, without the operator’s fields', async () => {
    const made = await make({ maxInternal: 4 })
    const boss = await signedIn(made)
    await boss.call(addEquipment, { name: 'Pump house' })
    const change = { name: `${made.name} Co`, zone: 'Europe/Berlin', phone: '021 5555 6666' }
    await boss.call(editMyOrganisation, { ...change, ...{ maxInternal: 999, kind: 'platform', disabled: true } })
    expect(await boss.call(myOrganisation, {})).toMatchObject({
      ...{ id: made.id, name: change.name, zone: 'Europe/Berlin', phone: '02155556666', maxInternal: 4 },
      ...{ equipmentCount: 1, enterpriseCount: 1, maxEnterprise: 5, isPlatform: false },
    })
    expect(await boss.call(userInfo, {})).toMatchObject({ zone: 'Europe/Berlin', orgName: change.name })
    expect(await code(boss.ask(editMyOrganisation, { name: 'A', zone: 'Mars/Olympus' }))).toBe(10001)
  })

  test('starts in the operator’s zone, and an edit without a zone keeps it', async () => {
    const { db } = server.platform
    const installation = () => db.updateTable('organisation').where('kind', '=', 'platform')
    await installation().set({ zone: 'Africa/Lagos' }).execute()
    const made = await make()
    await installation().set({ zone: 'Asia/Shanghai' }).execute()
    const boss = await signedIn(made)
    expect(await boss.call(myOrganisation, {})).toMatchObject({ zone: 'Africa/Lagos' })
    await boss.call(editMyOrganisation, { name: `${made.name} Ltd` })
    expect(await boss.call(myOrganisation, {})).toMatchObject({ zone: 'Africa/Lagos', name: `${made.name} Ltd` })
  })

  test('cannot use the name of another, or call functions of the operator', async () => {
    const [one, two] = [await make(), await make()]
    const boss = await signedIn(one)
    expect(await code(boss.ask(editMyOrganisation, { name: two.name }))).toBe(10003)
    for (const call of [queryEnterprises, disableEnterprise, editEnterprise, addEnterprise] as const)
      expect([call.path, await code(boss.ask(call, { id: two.id, name: 'A' } as never))]).toEqual([call.path, 90002])
  })
})

test('only the operator sets and removes the device lock of an enterprise account', async () => {
  const works = await make()
  const boss = await signedIn(works)
  const { id } = works.account
  const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
  expect(await code(boss.ask(setEnterpriseLock, { id, publicKey }))).toBe(90002)
  expect(await code(admin.ask(setEnterpriseLock, { id, publicKey: 'no key' }))).toBe(1073)
  await admin.call(setEnterpriseLock, { id, publicKey })
  // A lock set during a session is required immediately.
  expect(await code(boss.ask(myOrganisation, {}))).toBe(1071)
  await admin.call(setEnterpriseLock, { id, publicKey: null })
  expect(await code((await signedIn(works)).ask(myOrganisation, {}))).toBe(200)
})

test('only the operator removes the second step of an enterprise account, and only if there is one', async () => {
  const works = await make()
  const boss = await signedIn(works)
  const { id } = works.account
  expect(await code(boss.ask(resetEnterpriseSecondFactor, { id }))).toBe(90002)
  expect(await code(admin.ask(resetEnterpriseSecondFactor, { id }))).toBe(1056)
  expect(await code(boss.ask(myOrganisation, {}))).toBe(200)
})
