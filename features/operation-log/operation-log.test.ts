// The operation log over HTTP; it cannot be changed, not even with SQL.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../testkit/server.ts'
import { device } from '../../testkit/site.ts'
import { editEquipment } from '../equipment/contract.ts'
import { addGroup } from '../group/contract.ts'
import { queryOperations, queryOperationsOfObject } from './contract.ts'

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
  test('is newest first, ten rows a page', async () => {
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

  test('of one object has only its own, not those of another kind with the same number', async () => {
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
    [{ from: 2, to: 1 }, 'to'],
    [{ from: 0, to: 31 * 24 * hour }, 'from'],
    [{ from: -1 }, 'from'],
    [{ to: 9e15 }, 'to'],
    [{ act: 'nothing' }, 'act'],
    [{ keyword: '\u0000' }, 'keyword'],
  ])('%j is refused', async (wrong, field) => {
    const answers = [
      await server.admin.ask(queryOperations, wrong as never),
      await server.admin.ask(queryOperationsOfObject, { objectId: pump, ...wrong } as never),
    ]
    for (const answer of answers.slice(0, field === 'act' || field === 'keyword' ? 1 : 2)) {
      expect(answer).toMatchObject({ code: 10001, data: { field } })
    }
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

  test('refuses to change or delete a line', async () => {
    await refused(
      server.platform.db
        .updateTable('operationLog')
        .set({ loginname: 'somebody else' })
        .where('act', '=', 'edit')
        .execute(),
    )
    await refused(
      server.platform.db
        .updateTable('operationLog')
        .set({ result: 'failure', code: 1 })
        .where('act', '=', 'edit')
        .execute(),
    )
    await refused(server.platform.db.deleteFrom('operationLog').where('act', '=', 'edit').execute())
    expect((await ofPump()).total).toBe(13)
  })

  test('accepts the outcome of a running command, and no other change of its line', async () => {
    const id = await server.platform.recordAs(
      { orgId: 1, accountId: null, loginname: 'x', ip: '' },
      {
        act: 'write',
        objectType: 'equipment',
        objectId: pump,
        objectName: 'x',
        code: null,
        result: 'waiting',
      },
    )
    const change = (fields: object) =>
      server.platform.db.updateTable('operationLog').set(fields).where('id', '=', id).execute()
    await refused(change({ code: 200, result: 'success', loginname: 'y' }))
    await refused(change({ at: 1 }))
    await change({ code: 1301, result: 'timeout' })
    await change({ code: 200, result: 'success' })
    await refused(change({ code: 1, result: 'failure' }))
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

test('another company reads none of it, and an account without the permission neither', async () => {
  const other = await server.otherCompany()
  expect((await other.call(queryOperationsOfObject, { objectId: pump })).total).toBe(0)
  expect((await other.call(queryOperations, { keyword: 'Pump' })).total).toBe(0)
  await server.addAccount({ loginname: 'staff' })
  const staff = await server.as('staff', 'Waterworks1')
  expect((await staff.ask(queryOperations, {})).code).toBe(90002)
  expect((await staff.ask(queryOperationsOfObject, { objectId: pump })).code).toBe(90002)
})
