// The chain of log lines in a real database: how it grows, and that an owner of the database cannot change it
// undetected.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OrgId } from '../../../contract/fields.ts'
import { backUp } from '../../../db/backup.ts'
import { migrate } from '../../../db/migrate.ts'
import { migrationFiles } from '../../../db/migration-files.ts'
import type { Database } from '../../../db/pool.ts'
import { restore } from '../../../db/restore.ts'
import { sightOf, writableSight } from '../../../db/sight.ts'
import { asOwner, asSuperuser, blankDatabase, emptyDatabase, testDatabase } from '../../../testkit/database.ts'
import { scopes } from '../../frame/tables.ts'
import type { Fault } from './chain.ts'
import { checkLast, walkChains } from './chain-store.ts'
import { finishOperation, insertOperation } from './store.ts'

let database: Database
beforeEach(async () => {
  database = await testDatabase()
  await database.pool.query(`insert into organisation (name, created_at) values ('One', 0), ('Two', 0), ('Three', 0)`)
})
afterEach(() => database.stop())

const who = { accountId: null, loginname: '操作员', ip: '127.0.0.1' }
const group = { type: 'group', id: 1, name: 'Pumps' } as const
const write = (orgId: number, more: object = {}, on = database.kysely) =>
  insertOperation(
    writableSight(on, { orgId: OrgId.parse(orgId), devices: 'all' }),
    who,
    { act: 'edit', object: group, ...more },
    1,
  )
const waiting = { code: null, result: 'waiting' } as const
const finish = (id: number, code: number, result: 'timeout' | 'success') =>
  finishOperation(database.kysely, id, code, result)

/**
 * Writes five lines of the first organisation, the third of which is a command with an outcome (links 3 and 6), and one
 * line of the second organisation.
 */
async function fill(): Promise<void> {
  await write(1, { before: { a: [1.5, null, '€'] }, after: 'x' })
  await write(1)
  await write(1, waiting)
  await write(1, { before: null })
  await write(2)
  await write(1)
  await finish(3, 200, 'success')
}

async function faults(of = database): Promise<(Fault & { orgId: number })[]> {
  const found: (Fault & { orgId: number })[] = []
  await walkChains(of.kysely, { fault: ({ orgId }, fault) => found.push({ orgId, ...fault }), end: () => undefined })
  return found
}
const seqs = async (orgId: number): Promise<number[]> =>
  (await database.pool.query('select seq from operation_link where org_id = $1 order by seq', [orgId])).rows.map(
    ({ seq }) => Number(seq),
  )
const attack = (statements: string) => asSuperuser(database, `set session_replication_role = replica; ${statements}`)
const last = (count: number) =>
  checkLast(sightOf(database.kysely, { orgId: OrgId.parse(1), devices: 'all', scopes }), count)

describe('the chain', () => {
  test('numbers the lines and outcomes of each organisation without gaps', async () => {
    await fill()
    expect(await seqs(1)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await seqs(2)).toEqual([1])
    expect(await seqs(3)).toEqual([])
    expect(await faults()).toEqual([])
    expect(await last(1000)).toEqual({ from: 1, to: 6, faults: [] })
    expect(await last(2)).toEqual({ from: 5, to: 6, faults: [] })
  })

  test('assigns no number to a change that is rolled back', async () => {
    const undone = database.kysely.transaction().execute(async (inner) => {
      await write(1, {}, inner)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await write(1)
    expect(await seqs(1)).toEqual([1])
    expect(await faults()).toEqual([])
  })

  test('contains every outcome, and none that changes nothing', async () => {
    await write(1, waiting)
    await finish(1, 1301, 'timeout')
    await finish(1, 1301, 'timeout')
    await finish(1, 200, 'success')
    await finish(1, 1, 'timeout')
    const { rows } = await database.pool.query('select is_outcome, code, result from operation_link order by seq')
    expect(rows).toEqual([
      { is_outcome: false, code: null, result: 'waiting' },
      { is_outcome: true, code: 1301, result: 'timeout' },
      { is_outcome: true, code: 200, result: 'success' },
    ])
    expect(await faults()).toEqual([])
  })

  test('accepts any text and any value', async () => {
    const texts = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''))
    const values = fc
      .jsonValue({ noUnicodeString: false })
      .map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')))
    await fc.assert(
      fc.asyncProperty(texts, values, values, async (name, before, after) => {
        await write(1, { object: { ...group, name }, before, after })
      }),
      { numRuns: 60 },
    )
    expect(await faults()).toEqual([])
  })

  test('grows one line at a time with concurrent writers, separately for each organisation', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, turn) => write(1 + (turn % 3))))
    const twenty = Array.from({ length: 20 }, (_, index) => index + 1)
    expect([await seqs(1), await seqs(2), await seqs(3)]).toEqual([twenty, twenty, twenty])
    expect(await faults()).toEqual([])
  })

  test('is locked by the commit only: a transaction with a written line may still wait for others', async () => {
    await database.pool.query(`insert into device_group (org_id, name, created_at) values (1, 'Pumps', 0)`)
    const [a, b] = [await database.pool.connect(), await database.pool.connect()]
    const line = `insert into operation_log (org_id, at, loginname, act, object_type, object_name, result)
      values (1, 0, 'x', 'edit', 'group', 'Pumps', 'success')`
    try {
      await a.query('begin')
      await a.query(line)
      await b.query('begin')
      await b.query('update device_group set sort = 1')
      await b.query(line)
      const changed = a.query('update device_group set sort = 2')
      await b.query('commit')
      await changed
      await a.query('commit')
    } finally {
      a.release()
      b.release()
    }
    expect(await seqs(1)).toEqual([1, 2])
    expect(await faults()).toEqual([])
  })
})

describe('the application', () => {
  test.each([
    'insert into operation_link select * from operation_link',
    "update operation_link set hash = ''",
    'delete from operation_link',
    "insert into operation_head values (3, 0, '')",
    "update operation_head set hash = ''",
    'delete from operation_head',
    'truncate operation_link',
  ])('has no right to: %s', async (statement) => {
    await fill()
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
    expect(await faults()).toEqual([])
  })

  test('cannot use the trigger for another table', async () => {
    await expect(database.pool.query('select operation_link_add()')).rejects.toMatchObject({ code: '0A000' })
    await expect(
      asOwner(
        database,
        `create table other (like operation_log);
         create trigger other after insert on other for each row execute function operation_link_add();
         insert into other (id, org_id, at, loginname, act, object_type, object_name, result)
         values (1, 1, 0, 'x', 'edit', 'group', 'x', 'success')`,
      ),
    ).rejects.toMatchObject({ code: '22023' })
  })

  test('not even the owner can change a link', async () => {
    await fill()
    await expect(asOwner(database, 'update operation_link set seq = 9 where seq = 5')).rejects.toThrow(/append-only/)
    await expect(asOwner(database, 'delete from operation_link')).rejects.toThrow(/append-only/)
  })
})

describe('a superuser is detected', () => {
  const one = (kind: Fault['kind'], from: number | null, logId: number | null, to = from) => [
    { orgId: 1, kind, from, to, logId },
  ]

  test.each([
    ['the account', "loginname = 'somebody else'"],
    ['the time', 'at = 2'],
    ['nothing into null', "after = 'null'"],
    ['a nested number', `before = '{"a": [1.50, null, "€"]}'`],
    ['the result', "code = 1, result = 'failure'"],
    ['the address to null', 'ip = null'],
  ])('after changing %s', async (_, change) => {
    await fill()
    await attack(`update operation_log set ${change} where id = 1`)
    expect(await faults()).toEqual(one('changed', 1, 1))
    expect((await last(1000)).faults).toEqual([{ kind: 'changed', from: 1, to: 1, logId: 1 }])
  })

  test('after moving characters from one field to the next', async () => {
    await fill()
    await attack("update operation_log set object_type = 'grou', object_name = 'pPumps' where id = 2")
    expect(await faults()).toEqual(one('changed', 2, 2))
  })

  test('after changing the outcome of a command, in the line, in the chain, or in both', async () => {
    await fill()
    await attack("update operation_log set code = 1301, result = 'timeout' where id = 3")
    expect(await faults()).toEqual(one('changed', 6, 3))
    await attack("update operation_link set code = 1301, result = 'timeout' where seq = 6")
    expect(await faults()).toEqual(one('changed', 6, 3))
    await attack("update operation_log set code = 200, result = 'success' where id = 3")
    expect(await faults()).toEqual(one('changed', 6, 3))
  })

  test.each([1, 2, 5])('after removing line %i', async (seq) => {
    await fill()
    const id = seq === 5 ? 6 : seq
    await attack(`delete from operation_log where id = ${id}`)
    expect(await faults()).toEqual(one('removed', seq, id))
  })

  test('after removing lines with their links: first, in the middle, at the end', async () => {
    await fill()
    await attack('delete from operation_log where id = 2; delete from operation_link where org_id = 1 and seq = 2')
    expect(await faults()).toEqual(one('removed', 2, null))
    await attack('delete from operation_log where id = 1; delete from operation_link where org_id = 1 and seq = 1')
    expect(await faults()).toEqual(one('removed', 1, null, 2))
    await attack('delete from operation_log where id = 6; delete from operation_link where org_id = 1 and seq >= 5')
    // If the link of the outcome is removed, the command's line differs from the line's own link.
    expect(await faults()).toEqual([
      ...one('removed', 1, null, 2),
      ...one('changed', 3, 3),
      ...one('removed', 5, null, 6),
    ])
  })

  test('after removing all lines of an organisation, but not its head', async () => {
    await fill()
    await attack('delete from operation_log where org_id = 2; delete from operation_link where org_id = 2')
    expect(await faults()).toEqual([{ orgId: 2, kind: 'removed', from: 1, to: 1, logId: null }])
  })

  test('after resetting or removing the head', async () => {
    await fill()
    await attack('update operation_head set seq = 5 where org_id = 1')
    expect(await faults()).toEqual(one('inserted', 6, null))
    await attack('delete from operation_head where org_id = 1')
    expect(await faults()).toEqual(one('inserted', 1, null, 6))
  })

  test('after inserting a line', async () => {
    await fill()
    await attack(`insert into operation_log (org_id, at, loginname, act, object_type, object_name, result)
      values (1, 0, 'x', 'edit', 'group', 'x', 'success')`)
    expect(await faults()).toEqual(one('inserted', null, 7))
    expect((await last(1)).faults).toEqual([{ kind: 'inserted', from: null, to: null, logId: 7 }])
  })

  test('after inserting a line with a link at the end', async () => {
    await fill()
    await attack(`insert into operation_log (org_id, at, loginname, act, object_type, object_name, result)
      values (1, 0, 'x', 'edit', 'group', 'x', 'success');
      insert into operation_link values (1, 7, 7, false, null, 'success', 0, sha256('x'))`)
    expect(await faults()).toEqual([
      ...one('changed', 7, 7),
      { orgId: 1, kind: 'inserted', from: 7, to: 7, logId: null },
    ])
  })

  test('after moving a line to another organisation', async () => {
    await fill()
    await attack('update operation_log set org_id = 2 where id = 2')
    expect(await faults()).toEqual([
      { orgId: 1, kind: 'removed', from: 2, to: 2, logId: 2 },
      { orgId: 2, kind: 'inserted', from: null, to: null, logId: 2 },
    ])
  })

  test('also beyond one portion of links', async () => {
    await database.pool.query(`insert into operation_log (org_id, at, loginname, act, object_type, object_name, result)
      select 1, n, 'x', 'edit', 'group', 'x', 'success' from generate_series(1, 1203) n`)
    expect(await faults()).toEqual([])
    await attack("update operation_log set loginname = 'y' where id = 501; delete from operation_log where id = 1100")
    expect(await faults()).toEqual([...one('changed', 501, 501), ...one('removed', 1100, 1100)])
    expect(await last(100)).toEqual({ from: 1104, to: 1203, faults: [] })
    expect(await last(1000)).toMatchObject({ from: 204, to: 1203, faults: [{ from: 501 }, { from: 1100 }] })
  })
})

describe('earlier lines', () => {
  test('are chained by the migration', async () => {
    await using older = await emptyDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-older-'))
    try {
      const few = migrationFiles().filter((path) => basename(path) < '0018')
      for (const path of few) copyFileSync(path, join(folder, basename(path)))
      await migrate(older, undefined, folder)
      await older.pool.query(`insert into organisation (name, created_at) values ('One', 0), ('Two', 0);
        insert into operation_log (org_id, at, loginname, act, object_type, object_name, before, result)
        select 1 + n % 2, n, 'x', 'edit', 'group', 'x', to_jsonb(n), 'waiting' from generate_series(1, 9) n;
        select operation_log_finish(4, 200, 'success')`)
      await migrate(older)
      expect(await faults(older)).toEqual([])
      const { rows } = await older.pool.query('select org_id, seq from operation_head order by 1')
      expect(rows).toEqual([
        { org_id: 1, seq: 4 },
        { org_id: 2, seq: 5 },
      ])
      await sql`select operation_log_finish(5, 200, 'success')`.execute(older.kysely)
      expect(await faults(older)).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('are still a chain after backup and restore, which continues', async () => {
    await fill()
    await write(1, waiting)
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-chain-'))
    const file = join(folder, 'all.backup')
    try {
      await backUp({ database, file, key: Buffer.alloc(32), version: '1', now: 0 })
      await using target = await blankDatabase()
      await restore({ database: target, dataDir: folder, file, isReplace: false })
      expect(await faults(target)).toEqual([])
      await finishOperation(target.kysely, 7, 200, 'success')
      await write(1, {}, target.kysely)
      expect(await faults(target)).toEqual([])
      const head = await target.pool.query('select seq from operation_head where org_id = 1')
      expect(head.rows).toEqual([{ seq: 9 }])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
