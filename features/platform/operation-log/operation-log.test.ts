// The operation log over HTTP; it cannot be changed, not even with SQL.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OrgId } from '../../../contract/fields.ts'
import { asOwner } from '../../../testkit/database.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { editEquipment } from '../../device/equipment/contract.ts'
import { addGroup } from '../../device/group/contract.ts'
import { queryOperations, queryOperationsOfObject } from './contract.ts'
import { finishOperation } from './store.ts'

const start = Date.UTC(2026, 2, 1)
const hour = 3600_000
const clock = { at: start }
let server: TestServer
let pump = 0
beforeAll(async () => {
  server = await testServer({ now: () => clock.at })
  pump = await device(server.admin, 'Pump')
  for (let i = 1; i <= 12; i += 1) {
    clock.at += hour
    await server.admin.call(editEquipment, { id: pump, name: `Pump ${i}` })
  }
  await server.admin.call(addGroup, { name: 'Pump group', parentId: null })
})
afterAll(() => server.stop())

const log = (filter: object = {}) => server.admin.call(queryOperations, filter)
const ofPump = (filter: object = {}) => server.admin.call(queryOperationsOfObject, { objectId: pump, ...filter })

describe('the log', () => {
  test('is sorted newest first, ten rows a page', async () => {
    const { total, rows } = await log()
    expect(rows).toHaveLength(10)
    expect(total).toBe(15)
    expect(rows[0]).toMatchObject({
      objectType: 'group',
      objectName: 'Pump group',
      loginname: 'admin',
      result: 'success',
    })
    const last = await log({ pageNo: 2 })
    expect(last.rows.map(({ act }) => act)).toEqual(['edit', 'edit', 'edit', 'add', 'login'])
    expect((await log({ pageNo: 3 })).rows).toEqual([])
  })

  test('of one object has only its own lines, not those of another kind with the same number', async () => {
    expect((await ofPump()).total).toBe(13)
    expect((await ofPump({ objectType: 'group', objectId: 1 })).rows).toMatchObject([{ objectName: 'Pump group' }])
    expect((await ofPump({ objectId: 999_999 })).total).toBe(0)
  })

  test('is filtered by action, word and time', async () => {
    expect((await log({ act: 'login' })).total).toBe(1)
    expect((await log({ keyword: 'pump 1' })).total).toBe(4)
    expect((await log({ keyword: 'ADMIN' })).total).toBe(15)
    expect((await log({ keyword: '_' })).total).toBe(0)
    expect((await log({ from: start + hour, to: start + 2 * hour })).rows.map(({ objectName }) => objectName)).toEqual([
      'Pump 2',
      'Pump 1',
    ])
    expect((await ofPump({ to: start })).rows).toMatchObject([{ act: 'add' }])
  })

  test.each([
    [{ from: 2, to: 1 }, 'to', 10010],
    [{ from: 0, to: 31 * 24 * hour }, 'from', 10009],
    [{ from: start - 31 * 24 * hour }, 'from', 10009],
    [{ from: -1 }, 'from', 10001],
    [{ to: 9e15 }, 'to', 10001],
    [{ act: 'nothing' }, 'act', 10001],
    [{ keyword: '\u0000' }, 'keyword', 10001],
  ])('%j is refused', async (wrong, field, code) => {
    const answers = [
      await server.admin.ask(queryOperations, wrong as never),
      await server.admin.ask(queryOperationsOfObject, { objectId: pump, ...wrong } as never),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ code, data: { field } })
  })

  test.each([0, -1, 1.5, 9e15, '1; drop', true, null, [1]])('%j is not an object id', async (objectId) => {
    expect(await server.admin.ask(queryOperationsOfObject, { objectId } as never)).toMatchObject({
      code: 10001,
      data: { field: 'objectId' },
    })
  })
})

describe('the database', () => {
  const refused = (act: Promise<unknown>) => expect(act).rejects.toThrow(/append-only/)
  const change = (fields: string, where: string) =>
    asOwner(server.database, `update operation_log set ${fields} where ${where}`)

  test.each([
    "update operation_log set loginname = 'somebody else' where act = 'edit'",
    "update operation_log set result = 'failure', code = 1 where act = 'edit'",
    "delete from operation_log where act = 'edit'",
    'truncate operation_log',
  ])('refuses the platform: %s', async (statement) => {
    await expect(server.database.pool.query(statement)).rejects.toThrow('permission denied for table operation_log')
    expect((await ofPump()).total).toBe(13)
  })

  test('refuses changes and deletions of a line even by the owner of the table', async () => {
    await refused(change("loginname = 'somebody else'", "act = 'edit'"))
    await refused(change("result = 'failure', code = 1", "act = 'edit'"))
    await refused(asOwner(server.database, "delete from operation_log where act = 'edit'"))
    expect((await ofPump()).total).toBe(13)
  })

  test('accepts the outcome of a running command, and no other change of its line', async () => {
    const id = await server.platform.recordAs(
      { orgId: OrgId.parse(1), accountId: null, loginname: 'x', ip: '' },
      {
        act: 'write',
        object: { type: 'equipment', id: pump, name: 'x' },
        code: null,
        result: 'waiting',
      },
    )
    const own = `id = ${id}`
    await refused(change("code = 200, result = 'success', loginname = 'y'", own))
    await refused(change('at = 1', own))
    await finishOperation(server.platform.db, id, 1301, 'timeout')
    await finishOperation(server.platform.db, id, 200, 'success')
    await finishOperation(server.platform.db, id, 1, 'failure')
    await refused(change("code = 1, result = 'failure'", own))
    expect((await log({ act: 'write' })).rows).toMatchObject([{ code: 200, result: 'success' }])
  })

  test('has no other way to remove a line', async () => {
    const kinds = await sql<{
      tgname: string
    }>`select tgname from pg_trigger where tgrelid = 'operation_log'::regclass and not tgisinternal`.execute(
      server.platform.db,
    )
    expect(kinds.rows.map(({ tgname }) => tgname)).toContain('operation_log_guard')
  })
})

test('another company cannot read the log, nor can an account without the permission', async () => {
  const other = await server.otherCompany()
  expect((await other.call(queryOperationsOfObject, { objectId: pump })).total).toBe(0)
  expect((await other.call(queryOperations, { keyword: 'Pump' })).total).toBe(0)
  await server.addAccount({ loginname: 'staff' })
  const staff = await server.as('staff', 'Waterworks1')
  expect((await staff.ask(queryOperations, {})).code).toBe(90002)
  expect((await staff.ask(queryOperationsOfObject, { objectId: pump })).code).toBe(90002)
})
