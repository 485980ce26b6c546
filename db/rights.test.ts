// Rights of the application's role in the database, tested with the platform's own connections.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { asOwner, emptyDatabase, testDatabase } from '../testkit/database.ts'
import type { Database } from './pool.ts'
import { differences, rightsOf } from './rights.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
  await asOwner(
    database,
    `insert into organisation (name, created_at) values ('One', 0);
     insert into operation_log (org_id, at, loginname, act, object_type, object_name, result)
     values (1, 0, 'admin', 'write', 'signal', 'Speed', 'waiting'), (1, 0, 'admin', 'edit', 'group', 'Pumps', 'success')`,
  )
})
afterAll(() => database.stop())

const refused = { code: '42501' }
const ask = (statement: string) => database.pool.query(statement)

describe('the application', () => {
  it('is no superuser, owns nothing, and cannot become the owner', async () => {
    const { rows } = await ask(`select current_setting('is_superuser') as super,
      (select count(*) from pg_class where relowner = current_user::regrole) as owned`)
    expect(rows).toEqual([{ super: 'off', owned: 0 }])
    await expect(ask('set role gatehouse_owner')).rejects.toMatchObject(refused)
    await expect(ask('set role gatehouse')).rejects.toMatchObject(refused)
  })

  test.each([
    'create table own (n int)',
    'create temporary table own (n int)',
    'create function own() returns int language sql as $$ select 1 $$',
    'alter table account add column more int',
    'drop table account',
    'drop trigger operation_log_guard on operation_log',
    'alter table operation_log disable trigger all',
    'truncate account',
    'truncate history_chunk',
    "set session_replication_role = 'replica'",
    "copy operation_log to '/tmp/log'",
    "copy operation_log to program 'cat'",
    "select pg_read_file('/etc/passwd')",
    'alter role gatehouse_app superuser',
    "select setval('signal_id', 1)",
  ])('may not: %s', (statement) => expect(ask(statement)).rejects.toMatchObject(refused))

  test.each([
    "update operation_log set act = 'login'",
    "update operation_log set code = 200, result = 'success' where result = 'waiting'",
    'delete from operation_log',
    'truncate operation_log',
  ])('only adds to the operation log: %s', (statement) => expect(ask(statement)).rejects.toMatchObject(refused))

  test.each([
    "insert into schema_migration (number, name, hash) values (9999, '9999-x', '')",
    "update schema_migration set hash = ''",
    'delete from schema_migration',
    'truncate schema_migration',
  ])('only reads which migrations ran: %s', (statement) => expect(ask(statement)).rejects.toMatchObject(refused))

  it('may set the outcome of a command in progress, once it is final, and of no other', async () => {
    const finish = async (id: number, result: string) =>
      (await database.pool.query('select operation_log_finish($1, 1730, $2) as done', [id, result])).rows[0]
    expect(await finish(1, 'timeout')).toEqual({ done: true })
    expect(await finish(1, 'success')).toEqual({ done: true })
    expect(await finish(1, 'failure')).toEqual({ done: false })
    expect(await finish(2, 'failure')).toEqual({ done: false })
    await expect(finish(1, 'nonsense')).rejects.toMatchObject({ code: '22023' })
    expect((await ask('select result from operation_log order by id')).rows).toEqual([
      { result: 'success' },
      { result: 'success' },
    ])
  })

  it('creates and drops only weekly partitions of history', async () => {
    const monday = Date.UTC(2026, 0, 5)
    await expect(ask(`select history_add_week(${monday + 1})`)).rejects.toMatchObject({ code: '22023' })
    await expect(ask('select history_add_week(9223372036854775807)')).rejects.toMatchObject({ code: '22023' })
    await ask(`select history_add_week(${monday})`)
    // A partition in use cannot be dropped, only a detached one.
    await ask(`select history_drop_detached(${monday})`)
    expect((await ask('select count(*) as n from history_chunk_w20260105')).rows).toEqual([{ n: 0 }])
    await ask('delete from history_chunk_w20260105')
    await expect(ask('truncate history_chunk_w20260105')).rejects.toMatchObject(refused)
    await ask(`select history_detach_week(${monday})`)
    await ask(`select history_drop_detached(${monday})`)
    expect((await ask("select to_regclass('history_chunk_w20260105') as gone")).rows).toEqual([{ gone: null }])
  })

  it('cannot redirect the functions with tables of its own', async () => {
    const { rows } = await ask(`select proname as name from pg_proc where prosecdef
      and not coalesce(array_to_string(proconfig, ' ') ~ 'search_path=.*, pg_temp$', false)`)
    expect(rows).toEqual([])
    const others = await ask(`select proname as name from pg_proc where prosecdef
      and (proacl is null or exists (select from aclexplode(proacl) where grantee = 0))`)
    expect(others.rows).toEqual([])
  })
})

describe('rights', () => {
  test('depend on the kind of table', () => {
    expect(rightsOf('account', 'r')).toEqual(['DELETE', 'INSERT', 'SELECT', 'UPDATE'])
    expect(rightsOf('history_landing_7', 'r')).toEqual(['INSERT', 'SELECT', 'TRUNCATE'])
    expect(rightsOf('history_chunk_w20260105', 'r')).toEqual(['DELETE', 'INSERT', 'SELECT', 'UPDATE'])
    expect(rightsOf('operation_log', 'r')).toEqual(['INSERT', 'SELECT'])
    expect(rightsOf('schema_migration', 'r')).toEqual(['SELECT'])
    expect(rightsOf('signal_id', 'S')).toEqual(['USAGE'])
  })

  test('are granted and revoked only where they differ', () => {
    const relation = (name: string, kind: string, held: string[]) => ({ name, path: `public.${name}`, kind, held })
    expect(differences([relation('account', 'r', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])], 'app')).toEqual([])
    expect(
      differences([relation('operation_log', 'r', ['UPDATE', 'SELECT']), relation('signal_id', 'S', [])], '"a b"'),
    ).toEqual([
      'revoke update on public.operation_log from "a b"',
      'grant insert on public.operation_log to "a b"',
      'grant usage on sequence public.signal_id to "a b"',
    ])
  })

  it('are those of the owner in a database without tables', async () => {
    await using empty = await emptyDatabase()
    await empty.pool.query('create table own (n int)')
    expect((await empty.pool.query('select current_user as name')).rows).toEqual([{ name: 'gatehouse_owner' }])
  })
})
