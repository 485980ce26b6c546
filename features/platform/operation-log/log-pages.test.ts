// The calls of the log's pages over HTTP: filters, own lines, export, chain.
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '../../../contract/endpoint.ts'
import type { Language } from '../../../contract/errors.ts'
import { OrgId } from '../../../contract/fields.ts'
import { asSuperuser } from '../../../testkit/database.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { editEquipment } from '../../device/equipment/contract.ts'
import { addGroup } from '../../device/group/contract.ts'
import { actWords, objectWords } from '../../frame/acts.ts'
import { login } from '../../people/login/contract.ts'
import {
  exportOperations,
  queryLogAccounts,
  queryOperations,
  queryOperationsOfObject,
  queryOwnOperations,
  verifyOperations,
} from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
let staff: Caller
let pump = 0
beforeAll(async () => {
  server = await testServer({ now: () => clock.at })
  pump = await device(server.admin, '=Pump')
  await server.addAccount({ loginname: 'staff' })
  staff = await server.as('staff', adminPassword)
  await server.nobody.ask(login, { loginname: 'staff', password: 'wrong' })
  clock.at += 60_000
  await server.admin.call(editEquipment, { id: pump, name: '=Pump', address: 'Lake road; @5', sort: 3 })
  await server.admin.call(addGroup, { name: '泵房', parentId: null })
})
afterAll(() => server.stop())

const acts = async (filter: InputOf<typeof queryOperations>) =>
  (await server.admin.call(queryOperations, filter)).rows.map(({ act }) => act)

describe('filters', () => {
  test('by kind of object, account and result, alone and together', async () => {
    expect(await acts({})).toEqual(['add', 'edit', 'loginFailed', 'login', 'add', 'login'])
    expect(await acts({ objectType: 'group' })).toEqual(['add'])
    expect(await acts({ account: 'staff' })).toEqual(['loginFailed', 'login'])
    expect(await acts({ account: 'staf' })).toEqual([])
    expect(await acts({ result: 'failure' })).toEqual(['loginFailed'])
    expect(await acts({ result: 'success', account: 'staff', act: 'login', objectType: 'account' })).toEqual(['login'])
    expect(await acts({ from: clock.at, keyword: 'pump' })).toEqual(['edit'])
  })

  test('apply to the log of one object too', async () => {
    const ofPump = async (filter: object) =>
      (await server.admin.call(queryOperationsOfObject, { objectId: pump, ...filter })).rows.map(({ act }) => act)
    expect(await ofPump({ act: 'edit' })).toEqual(['edit'])
    expect(await ofPump({ account: 'staff' })).toEqual([])
    expect(await ofPump({ result: 'success', keyword: '=PUMP' })).toEqual(['edit', 'add'])
  })

  test.each([
    [{ objectType: 'nothing' }, 'objectType'],
    [{ result: 'perhaps' }, 'result'],
    [{ account: 'x'.repeat(51) }, 'account'],
  ])('%j is refused', async (wrong, field) => {
    const refused = { code: 10001, data: { field } }
    expect(await server.admin.ask(queryOperations, wrong as never)).toMatchObject(refused)
    expect(await server.admin.ask(exportOperations, { ...wrong, format: 'csv' } as never)).toMatchObject(refused)
  })

  test('every act and kind of object has a name in both languages', () => {
    for (const names of [actWords, objectWords]) {
      expect(Object.keys(names).length).toBeGreaterThan(5)
      for (const [key, name] of Object.entries(names)) {
        expect({ key, name }).toEqual({ key, name: { en: expect.any(String), 'zh-cn': expect.any(String) } })
      }
    }
  })
})

test('each line has its number in the chain', async () => {
  const { rows } = await server.admin.call(queryOperations, {})
  expect(rows.map(({ seq }) => seq)).toEqual([6, 5, 4, 3, 2, 1])
})

describe('the own log', () => {
  test('has the logins of the account, failed ones too, and nothing of others', async () => {
    const { total, rows } = await staff.call(queryOwnOperations, {})
    expect(total).toBe(2)
    expect(rows.map(({ act, loginname }) => [act, loginname])).toEqual([
      ['loginFailed', 'staff'],
      ['login', 'staff'],
    ])
    expect((await server.admin.call(queryOwnOperations, {})).rows).toHaveLength(4)
    expect((await staff.call(queryOwnOperations, { act: 'login' })).total).toBe(1)
    expect(
      (await staff.call(queryOwnOperations, { account: 'admin', accountId: 1, objectId: pump } as never)).total,
    ).toBe(2)
  })

  test('needs no permission, unlike the log of the organisation', async () => {
    for (const endpoint of [queryOperations, exportOperations, queryLogAccounts, verifyOperations]) {
      expect((await staff.ask(endpoint, {} as never)).code).toBe(90002)
    }
    expect((await server.nobody.ask(queryOwnOperations, {})).code).toBe(1006)
  })

  test('accounts to filter by are those of the organisation', async () => {
    expect(await server.admin.call(queryLogAccounts, {})).toEqual(['admin', 'staff'])
    expect(await (await server.otherCompany()).call(queryLogAccounts, {})).toEqual(['other'])
  })
})

describe('the export', () => {
  async function exported(filter: object = {}, language: Language = 'en', who = server.admin) {
    const response = await who.raw(exportOperations.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ ...filter, format: 'csv' }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const { data } = Papa.parse<string[]>(bytes.subarray(3).toString('utf8'), { skipEmptyLines: true })
    return { headers: response.headers, head: data[0]!, rows: data.slice(1) }
  }

  test('has the same texts as the page, in the zone of the organisation', async () => {
    const { headers, head, rows } = await exported()
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toContain('filename="operation-log 2026-03-01.csv"')
    expect(head.slice(0, 7)).toEqual(['No.', 'Time', 'UTC offset', 'Action', 'Kind', 'Object', 'Before → after'])
    expect(rows.map(([seq]) => seq)).toEqual(['6', '5', '4', '3', '2', '1'])
    expect(rows[2]!.slice(1, 11)).toEqual([
      ...['2026-03-01 08:00:00', 'UTC+08:00', 'Sign-in failed', 'Account', 'staff', ''],
      ...['Failed', '1001', 'staff', '127.0.0.1'],
    ])
    const chinese = await exported({ objectType: 'group' }, 'zh-cn')
    expect(chinese.head.slice(0, 2)).toEqual(['序号', '时间'])
    expect(chinese.rows.map((row) => row.slice(3, 6))).toEqual([['新增', '分组', '泵房']])
  })

  test('runs nothing in a spreadsheet', async () => {
    const { rows } = await exported({ act: 'edit' })
    expect(rows[0]![5]).toBe("'=Pump")
    expect(rows[0]![6]).toContain("Lake road;' @5")
  })

  test('has the hash of each line', async () => {
    const { rows } = await exported()
    const hashes = rows.map((row) => row.at(-1))
    expect(new Set(hashes).size).toBe(6)
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('covers one organisation', async () => {
    const { rows } = await exported({}, 'en', await server.otherCompany())
    expect(new Set(rows.map((row) => row[9]))).toEqual(new Set(['other']))
  })

  test('has all lines of a long log', async () => {
    const other = await server.otherCompany()
    await server.database.pool.query(`insert into operation_log (org_id, at, loginname, act, object_type, object_name, result)
      select 2, n, 'other', 'edit', 'group', 'x', 'success' from generate_series(1, 1100) n`)
    const { rows } = await exported({ act: 'edit' }, 'en', other)
    expect(rows).toHaveLength(1100)
    expect(new Set(rows.map(([seq]) => seq)).size).toBe(1100)
  })
})

describe('an account that sees only some devices', () => {
  let engineer: Caller
  let well = 0
  beforeAll(async () => {
    const { db } = server.platform
    well = await device(server.admin, 'Well')
    const role = { orgId: OrgId.parse(1), name: 'Log engineer', auths: ['log:view'], createdAt: 1 }
    const { id: roleId } = await db
      .insertInto('role')
      .values({ ...role, roleType: 'internal', dataRange: 'granted' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await server.addAccount({ loginname: 'engineer' })
    const { id: accountId } = await db
      .updateTable('account')
      .set({ roleId })
      .where('loginname', '=', 'engineer')
      .returning('id')
      .executeTakeFirstOrThrow()
    const grant = { orgId: 1, accountId, equipmentId: well, mayWrite: false, createdAt: 1 }
    await db
      .insertInto('accessGrant')
      .values(grant as never)
      .execute()
    engineer = await server.as('engineer', adminPassword)
  })

  test('reads the lines of these devices, and its own', async () => {
    const { total, rows } = await engineer.call(queryOperations, {})
    expect(rows.map(({ act, objectName }) => [act, objectName])).toEqual([
      ['login', 'engineer'],
      ['add', 'Well'],
    ])
    expect(total).toBe(2)
    expect((await engineer.call(queryOperationsOfObject, { objectId: well })).total).toBe(1)
    expect((await engineer.call(queryOperationsOfObject, { objectId: pump })).total).toBe(0)
    expect((await engineer.call(queryOperations, { account: 'admin', keyword: 'Pump' })).total).toBe(0)
    expect(await engineer.call(queryLogAccounts, {})).toEqual(['engineer'])
  })

  test('exports no others', async () => {
    const body = JSON.stringify({ format: 'csv' })
    const headers = { 'content-type': 'application/json', 'accept-language': 'en' }
    const text = await (await engineer.raw(exportOperations.path, { method: 'POST', headers, body })).text()
    expect(text.trim().split('\r\n')).toHaveLength(3)
    expect(text).not.toContain('Pump')
  })
})

test('the chain is verified, and a change by a superuser is reported', async () => {
  const before = await server.admin.call(verifyOperations, {})
  expect(before).toEqual({ from: 1, to: 8, at: clock.at, faults: [] })
  await asSuperuser(
    server.database,
    `set session_replication_role = replica;
     update operation_log set object_name = 'Well' where object_name = '泵房'`,
  )
  expect(await server.admin.call(verifyOperations, {})).toMatchObject({
    faults: [{ kind: 'changed', from: 6, to: 6 }],
  })
  const { faults } = await (await server.otherCompany()).call(verifyOperations, {})
  expect(faults).toEqual([])
})
