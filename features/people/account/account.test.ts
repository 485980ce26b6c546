// Accounts over HTTP, in two organisations.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DepartmentId, OrgId, RoleId } from '../../../contract/fields.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { addEquipment } from '../../device/equipment/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { userInfo } from '../login/contract.ts'
import { deleteAccount, externalCalls, internalCalls, queryCompanyAndExternal, staffCalls } from './contract.ts'

let server: TestServer
/** The administrators of two organisations: the platform's own, and a company. */
let admin: Caller
let other: Caller
let otherOrg: OrgId
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  admin = server.admin
  other = await server.otherCompany()
  otherOrg = (await other.call(userInfo, {})).orgId
})
afterAll(() => server.stop())

let count = 0
const fresh = (prefix = 'person') => `${prefix}${++count}`

type Options = { by?: Caller; loginname?: string; roleId?: RoleId; phone?: string; email?: string }
async function add({ by = other, loginname = fresh(), ...more }: Options = {}) {
  const made = await by.call(internalCalls.add, { loginname, name: 'Li Wei', ...(more as object) })
  return { ...made, loginname, password: made.password! }
}
/** Signs in, past the password that the account must choose. */
async function signedIn({ id, loginname, password }: Awaited<ReturnType<typeof add>>): Promise<Caller> {
  await server.platform.db.updateTable('account').set({ changePassword: false }).where('id', '=', id).execute()
  return server.as(loginname, password)
}

async function addRole(auths: string[], more: { orgId?: OrgId; roleType?: 'internal' | 'external' } = {}) {
  const { orgId = otherOrg, roleType = 'internal' } = more
  const row = { orgId, roleType, name: fresh('role'), auths, dataRange: 'all', createdAt: 1 } as const
  const { id } = await server.platform.db.insertInto('role').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}
const code = async (asked: Promise<{ code: number }>) => (await asked).code

describe('adding', () => {
  test('generates a password that is shown once and must be changed at the first sign-in', async () => {
    const { loginname, password, id } = await add()
    const person = await server.as(loginname, password)
    expect(await person.call(userInfo, {})).toMatchObject({ loginname, roleType: 'internal', changePassword: true })
    expect((await person.ask(queryCompanyAndExternal, {})).code).toBe(90002)
    const { rows } = await other.call(queryOperations, { keyword: loginname, act: 'add' })
    expect(rows[0]).toMatchObject({ objectType: 'account', objectId: id, after: { name: 'Li Wei' } })
    expect(JSON.stringify(rows)).not.toContain(password)
    const info = await other.call(internalCalls.info, { id })
    expect(info).toMatchObject({ changePassword: true, signedInAt: expect.any(Number) as number })
  })

  test('a typed password must satisfy the rule', async () => {
    const ask = (password: string) => other.ask(internalCalls.add, { loginname: fresh(), name: 'A', password })
    expect(await ask('aaabbb111')).toMatchObject({ code: 10001, data: { field: 'password' } })
    expect(await ask('Waterworks2')).toMatchObject({ code: 200, data: { password: null } })
  })

  test.each([
    ['abc', 10001],
    ['1abcd', 10001],
    ['a b c d', 10001],
    ['пользователь', 10001],
    [`a${'b'.repeat(32)}`, 10001],
    ["a'; drop table account", 10001],
  ])('the username %j: %i', async (loginname, expected) => {
    const answer = await other.ask(internalCalls.add, { loginname, name: 'A' })
    expect(answer).toMatchObject({ code: expected, data: { field: 'loginname' } })
  })

  test.each([
    ['name', 'A\u202Eevil'],
    ['name', 'zero\u200Bwidth'],
    ['name', 'x'.repeat(31)],
    ['phone', 'call me'],
    ['email', 'nobody'],
    ['remark', 'x'.repeat(21)],
  ])('%s %j is refused at its field in both languages', async (field, value) => {
    const input = { loginname: fresh(), name: 'A', [field]: value }
    for (const language of ['en', 'zh-cn'] as const)
      expect(await other.ask(internalCalls.add, input, language)).toMatchObject({ code: 10001, data: { field } })
  })

  test('a username, a phone and an e-mail are unique on the whole platform, regardless of case', async () => {
    const loginname = fresh('Unique')
    await add({ loginname, phone: '138 0000-1111', email: 'Li@example.com' })
    const ask = (input: object) => admin.ask(internalCalls.add, { loginname: fresh(), name: 'A', ...input })
    expect(await ask({ loginname: loginname.toUpperCase() })).toMatchObject({
      code: 1015,
      data: { field: 'loginname' },
    })
    expect(await ask({ phone: '13800001111' })).toMatchObject({ code: 1016, data: { field: 'phone' } })
    expect(await ask({ email: 'li@EXAMPLE.com' })).toMatchObject({ code: 1017, data: { field: 'email' } })
  })

  test('the limit of the organisation holds, also for parallel calls', async () => {
    const db = server.platform.db
    const count = async (roleType: 'internal' | 'external') =>
      (
        await db
          .selectFrom('account')
          .select('id')
          .where('orgId', '=', otherOrg)
          .where('roleType', '=', roleType)
          .execute()
      ).length
    const limit = { maxInternal: (await count('internal')) + 1, maxExternal: 0 }
    await db.updateTable('organisation').set(limit).where('id', '=', otherOrg).execute()
    const asked = [1, 2, 3].map(() => other.ask(internalCalls.add, { loginname: fresh(), name: 'A' }))
    expect((await Promise.all(asked)).map((answer) => answer.code).sort((a, b) => a - b)).toEqual([200, 1013, 1013])
    expect(await code(other.ask(externalCalls.add, { loginname: fresh(), name: 'A' }))).toBe(1014)
    await db
      .updateTable('organisation')
      .set({ maxInternal: 200, maxExternal: 200 })
      .where('id', '=', otherOrg)
      .execute()
  })

  test('organisation, type, password hash and disabling cannot be set by the caller', async () => {
    const loginname = fresh()
    const smuggled = { orgId: 1, roleType: 'admin', isAdmin: true, passwordHash: 'x', changePassword: false, id: 1 }
    const { id } = await other.call(internalCalls.add, { loginname, name: 'A', ...smuggled })
    const person = {
      id,
      name: 'B',
      isAdmin: true,
      orgId: 1,
      roleType: 'enterprise',
      disabled: true,
      loginname: 'taken',
    }
    await other.call(internalCalls.edit, person)
    const row = await server.platform.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ orgId: otherOrg, roleType: 'internal', loginname, name: 'B', changePassword: true })
    expect(row).toMatchObject({ disabled: false, passwordHash: expect.stringMatching(/^\$argon2id/) as string })
  })
})

describe('giving a role', () => {
  test('the role must be of the account’s type and of the organisation', async () => {
    const loginname = fresh()
    const external = await addRole(['monitor:view'], { roleType: 'external' })
    const ask = (roleId: RoleId) => other.ask(internalCalls.add, { loginname, name: 'A', roleId: roleId })
    expect(await ask(external)).toMatchObject({ code: 10001, data: { field: 'roleId' } })
    expect(await code(ask(await addRole(['monitor:view'], { orgId: 1 as OrgId })))).toBe(10002)
  })

  test('a caller gives no permission it lacks, and manages no account that holds more', async () => {
    const clerkRole = await addRole(['monitor:view', 'history:view', 'account:add', 'account:edit', 'account:delete'])
    const clerk = await signedIn(await add({ roleId: clerkRole }))
    const engineerRole = await addRole(['monitor:view', 'equipment:edit'])
    const engineer = await add({ roleId: engineerRole })
    const refused = await clerk.ask(internalCalls.add, { loginname: fresh(), name: 'A', roleId: engineerRole })
    expect(refused).toMatchObject({ code: 1125, data: { field: 'roleId' } })
    expect(refused.msg).toContain('Device management: edit')
    expect(
      (await clerk.ask(internalCalls.add, { loginname: fresh(), name: 'A', roleId: engineerRole }, 'zh-cn')).msg,
    ).toContain('设备管理：修改')
    expect(refused.msg).not.toContain('equipment:edit')
    const { id } = await clerk.call(internalCalls.add, { loginname: fresh(), name: 'A' })
    expect(await code(clerk.ask(internalCalls.edit, { id, name: 'A', roleId: engineerRole }))).toBe(1125)
    for (const call of [internalCalls.disable, internalCalls.resetPassword, deleteAccount])
      expect([call.path, await code(clerk.ask(call, { id: engineer.id }))]).toEqual([call.path, 1125])
    expect(await code(clerk.ask(internalCalls.edit, { id: engineer.id, name: 'B' }))).toBe(1125)
    expect(await code(clerk.ask(internalCalls.resetPassword, { id }))).toBe(200)
  })

  test('choices list what the caller lacks of each role', async () => {
    const clerk = await signedIn(await add({ roleId: await addRole(['monitor:view', 'account:view']) }))
    const richer = await addRole(['monitor:view', 'log:view'])
    const { roles } = await clerk.call(internalCalls.choices, {})
    expect(roles).toContainEqual({ id: richer, name: expect.any(String) as string, beyond: ['log:view'] })
  })

  test('no account changes its own role, department or disabling', async () => {
    const roleId = await addRole(['monitor:view', 'history:view', 'account:edit'])
    const made = await add({ roleId })
    const clerk = await signedIn(made)
    const self = { id: made.id, name: 'Renamed' }
    expect(await code(clerk.ask(internalCalls.edit, self))).toBe(1126)
    expect(await code(clerk.ask(internalCalls.disable, { id: made.id }))).toBe(1126)
    expect(await code(clerk.ask(internalCalls.resetPassword, { id: made.id }))).toBe(1126)
    expect(await code(clerk.ask(internalCalls.edit, { ...self, roleId: roleId }))).toBe(200)
  })
})

describe('disabling', () => {
  test('ends the sessions immediately, refuses the login with 1008, and enabling restores no session', async () => {
    const made = await add()
    const person = await signedIn(made)
    await other.call(internalCalls.disable, { id: made.id })
    expect(await code(person.ask(userInfo, {}))).toBe(1006)
    await expect(server.as(made.loginname, made.password)).rejects.toThrow('1008')
    await other.call(internalCalls.enable, { id: made.id })
    expect(await code(person.ask(userInfo, {}))).toBe(1006)
    expect(await (await server.as(made.loginname, made.password)).call(userInfo, {})).toMatchObject({ userId: made.id })
  })
})

describe('setting a password', () => {
  test('only works without phone and e-mail; sessions end, and it is changed at the next sign-in', async () => {
    const made = await add({ phone: '13900002222' })
    expect(await code(other.ask(internalCalls.resetPassword, { id: made.id }))).toBe(1026)
    await other.call(internalCalls.edit, { id: made.id, name: 'A' })
    const person = await signedIn(made)
    const { password } = await other.call(internalCalls.resetPassword, { id: made.id })
    expect(await code(person.ask(userInfo, {}))).toBe(1006)
    await expect(server.as(made.loginname, made.password)).rejects.toThrow('1001')
    expect(await (await server.as(made.loginname, password!)).call(userInfo, {})).toMatchObject({
      changePassword: true,
    })
    const { rows } = await other.call(queryOperations, { act: 'resetPassword' })
    expect(rows[0]).toMatchObject({ objectId: made.id, before: null, after: null })
  })
})

describe('deleting', () => {
  test('its devices go to the administrator, the log keeps its name, and it cannot sign in', async () => {
    const roleId = await addRole(['monitor:view', 'history:view', 'equipment:add'])
    const made = await add({ roleId })
    const person = await signedIn(made)
    const { id: equipmentId } = await person.call(addEquipment, { name: fresh('Pump house') })
    await other.call(deleteAccount, { id: made.id })
    const { db } = server.platform
    const device = await db.selectFrom('equipment').select('createdBy').where('id', '=', equipmentId).executeTakeFirst()
    expect(device?.createdBy).toBe((await other.call(userInfo, {})).userId)
    expect(await code(person.ask(userInfo, {}))).toBe(1006)
    await expect(server.as(made.loginname, made.password)).rejects.toThrow('1001')
    const { rows } = await other.call(queryOperations, { keyword: made.loginname })
    expect(rows.map(({ act }) => act)).toEqual(['delete', 'add', 'login', 'add'])
  })

  test('every foreign key to an account cascades or is set to null', async () => {
    const { rows } = await sql<{ column: string; rule: string }>`
      select conrelid::regclass || '.' || attname as column, confdeltype::text as rule
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid = 'account'::regclass and array_length(conkey, 1) = 1
        and confdeltype not in ('c', 'n')`.execute(server.platform.db)
    // A trigger moves the devices first.
    expect(rows.map(({ column }) => column)).toEqual(['equipment.created_by'])
  })

  test('refuses the own account, and accounts that are not internal', async () => {
    const { id } = await other.call(externalCalls.add, { loginname: fresh(), name: 'A' })
    expect(await code(other.ask(deleteAccount, { id }))).toBe(1019)
    const { userId } = await other.call(userInfo, {})
    expect(await code(other.ask(deleteAccount, { id: userId }))).toBe(1018)
  })
})

describe('the staff of the platform', () => {
  test('is managed by its administrators only', async () => {
    await server.addAccount({ loginname: 'operator', roleType: 'operation' })
    const operator = await server.as('operator', 'Waterworks1')
    for (const call of [staffCalls.query, staffCalls.choices]) {
      expect([call.path, await code(operator.ask(call, {}))]).toEqual([call.path, 90002])
      expect([call.path, await code(other.ask(call, {}))]).toEqual([call.path, 90002])
    }
  })

  test('always includes an administrator who can sign in', async () => {
    const { userId } = await admin.call(userInfo, {})
    const second = await admin.call(staffCalls.add, { loginname: fresh('chief_'), name: 'A', isAdmin: true })
    const boss = { id: second.id, name: 'A' }
    expect(await code(admin.ask(staffCalls.edit, { id: userId, name: 'admin', isAdmin: false }))).toBe(1126)
    await admin.call(staffCalls.edit, { ...boss, isAdmin: false })
    await admin.call(staffCalls.edit, { ...boss, isAdmin: true })
    const { rows } = await admin.call(staffCalls.query, { keyword: 'chief_' })
    expect(rows).toMatchObject([{ id: second.id, roleType: 'admin' }])
    const { loginname } = rows[0]!
    const bossCaller = await signedIn({ id: second.id, loginname, password: second.password! })
    await bossCaller.call(staffCalls.disable, { id: userId })
    expect(await code(bossCaller.ask(staffCalls.disable, { id: second.id }))).toBe(1126)
    await bossCaller.call(staffCalls.enable, { id: userId })
    admin = await server.as('admin', 'Waterworks1')
    // Of two calls at the same moment only one succeeds.
    const asked = [admin.ask(staffCalls.disable, { id: second.id }), bossCaller.ask(staffCalls.disable, { id: userId })]
    const codes = (await Promise.all(asked)).map((answer) => answer.code)
    expect(codes.filter((each) => each === 200)).toHaveLength(1)
    expect([1022, 1006]).toContain(codes.find((each) => each !== 200))
    await server.platform.db.updateTable('account').set({ disabled: false }).where('roleType', '=', 'admin').execute()
    admin = await server.as('admin', 'Waterworks1')
  })
})

test('the list filters by word, role, department and state', async () => {
  const db = server.platform.db
  const insert = (name: string, parentId: DepartmentId | null) =>
    db
      .insertInto('department')
      .values({ orgId: otherOrg, name, parentId, createdAt: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
  const works = await insert('Works', null)
  const line = await insert('Line', works.id)
  const roleId = await addRole(['monitor:view'])
  const one = { loginname: fresh('seek'), name: 'Wang Fang', roleId, departmentId: line.id }
  const { id } = await other.call(internalCalls.add, one)
  const ids = async (filter: object) => (await other.call(internalCalls.query, filter)).rows.map((row) => row.id)
  expect(await ids({ keyword: 'ang fan' })).toEqual([id])
  expect(await ids({ roleId })).toEqual([id])
  expect(await ids({ departmentId: works.id })).toEqual([id])
  expect(await ids({ roleId, disabled: true })).toEqual([])
  const { rows } = await other.call(internalCalls.query, { roleId })
  expect(rows).toMatchObject([{ departmentName: 'Line', signedInAt: null }])
})

test('authorisations are offered to enabled accounts of the own organisation', async () => {
  const made = await add()
  const gone = await add()
  await other.call(internalCalls.disable, { id: gone.id })
  const { internal } = await other.call(queryCompanyAndExternal, {})
  expect(internal).toContainEqual({ id: made.id, loginname: made.loginname, name: 'Li Wei' })
  expect(internal.map(({ id }) => id)).not.toContain(gone.id)
  expect((await admin.call(queryCompanyAndExternal, {})).internal.map(({ id }) => id)).not.toContain(made.id)
})

test('other organisations cannot read, change or delete an account, and no call finds another kind', async () => {
  const { id } = await add()
  const input = { id, name: 'Stolen' }
  for (const call of [internalCalls.info, internalCalls.disable, internalCalls.resetPassword, deleteAccount])
    expect([call.path, await code(admin.ask(call, { id }))]).toEqual([call.path, 10002])
  expect(await code(admin.ask(internalCalls.edit, input))).toBe(10002)
  expect((await admin.call(internalCalls.query, { pageSize: 200 })).rows.map((row) => row.id)).not.toContain(id)
  const { userId } = await other.call(userInfo, {})
  for (const wrong of [id, userId]) {
    expect(await code(other.ask(externalCalls.edit, { ...input, id: wrong }))).toBe(10002)
    expect(await code(other.ask(externalCalls.info, { id: wrong }))).toBe(10002)
  }
  expect(await code(other.ask(internalCalls.edit, { ...input, id: userId }))).toBe(10002)
})

describe.each([
  ['internal', internalCalls, () => other],
  ['external', externalCalls, () => other],
  ['staff', staffCalls, () => admin],
] as const)('an %s account', (kind, calls, by) => {
  test('is added, listed, read, edited, disabled, enabled, and gets another password', async () => {
    const loginname = fresh(kind)
    const { id } = await by().call(calls.add, { loginname, name: 'Zhao Qian' })
    expect((await by().call(calls.query, { keyword: loginname })).rows).toMatchObject([{ id, loginname }])
    expect(await by().call(calls.choices, {})).toMatchObject({ roles: expect.any(Array) as unknown[] })
    await by().call(calls.edit, { id, name: 'Zhao Qianqian' })
    expect(await by().call(calls.info, { id })).toMatchObject({ name: 'Zhao Qianqian', disabled: false })
    await by().call(calls.disable, { id })
    expect(await by().call(calls.info, { id })).toMatchObject({ disabled: true })
    await by().call(calls.enable, { id })
    const { password } = await by().call(calls.resetPassword, { id })
    expect(await (await server.as(loginname, password!)).call(userInfo, {})).toMatchObject({ changePassword: true })
  })

  test('is not found by the calls of another kind, nor by another company', async () => {
    const { id } = await by().call(calls.add, { loginname: fresh(kind), name: 'Sun Li' })
    const others = [internalCalls, externalCalls, staffCalls].filter((each) => each !== calls)
    for (const each of others) expect((await by().ask(each.info, { id })).code).not.toBe(200)
    const stranger = by() === other ? admin : other
    expect((await stranger.ask(calls.info, { id })).code).not.toBe(200)
  })
})
