import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { OrgId } from '../contract/fields.ts'
import { asOwner, testDatabase } from '../testkit/database.ts'
import { holdLock } from '../testkit/hold-lock.ts'
import { freePort } from '../testkit/ports.ts'
import { DatabaseDown, isDatabaseDown } from './database-down.ts'
import { startEmbedded } from './embedded.ts'
import { connectDatabase, openDatabase, safeInteger } from './pool.ts'
import { SetupError } from './setup-error.ts'

const quiet = (): void => undefined

it('names are snake_case in SQL and camelCase in TypeScript', async () => {
  await using database = await testDatabase()
  const found = await sql<{ someName: number }>`select 1 as some_name`.execute(database.kysely)
  expect(found.rows).toEqual([{ someName: 1 }])
})

it('int8 is read as an exact number, alone, in arrays and as a count, or throws', async () => {
  await using database = await testDatabase()
  const row = "select 9007199254740991::int8 as a, array[1, null]::int8[] as b, count(*) as c, date '2026-01-31' as d"
  expect((await database.pool.query(row)).rows).toEqual([
    { a: 9_007_199_254_740_991, b: [1, null], c: 1, d: '2026-01-31' },
  ])
  await expect(database.pool.query('select 9007199254740993::int8')).rejects.toThrow(/9007199254740993 is beyond/)
  expect((await database.pool.query('select 1 as still_works')).rowCount).toBe(1)
  expect(safeInteger('-1')).toBe(-1)
})

it('each test has its own database', async () => {
  await using one = await testDatabase()
  await using other = await testDatabase()
  await asOwner(one, 'create table only_here ()')
  await expect(other.pool.query('select * from only_here')).rejects.toMatchObject({ code: '42P01' })
})

it('a wrong statement is not mistaken for an unreachable database', async () => {
  await using database = await testDatabase()
  const error = await sql`select nonsense`.execute(database.kysely).catch((reason: unknown) => reason)
  expect(error).not.toBeInstanceOf(DatabaseDown)
  expect(isDatabaseDown(error)).toBe(false)
})

it('queries fail with DatabaseDown while the database is down, and succeed once it is back', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-pool-'))
  chmodSync(dataDir, 0o711)
  const onUp = vi.fn()
  const server = await startEmbedded({ dataDir, log: quiet, onUp, settings: { shared_buffers: '16MB' } })
  const database = await connectDatabase({ ...server, setting: 'DATA_DIR', log: quiet })
  try {
    const one = (): Promise<unknown> => sql`select 1 as one`.execute(database.kysely)
    const long = sql`select pg_sleep(600)`.execute(database.kysely).catch((error: unknown) => error)
    await vi.waitFor(async () => {
      const busy = await database.pool.query(
        "select 1 from pg_stat_activity where query like '%pg_sleep(600)%' and state = 'active' and pid <> pg_backend_pid()",
      )
      expect(busy.rowCount).toBe(1)
    })
    process.kill(server.pid() as number, 'SIGKILL')
    expect(await long).toBeInstanceOf(DatabaseDown)
    await vi.waitFor(() => expect(onUp).toHaveBeenCalledOnce(), { timeout: 25_000 })
    // Connections that died while idle may still be handed out once each.
    await vi.waitFor(one, { timeout: 20_000 })
    expect(await one()).toMatchObject({ rows: [{ one: 1 }] })

    await server.stop()
    const refusal = await vi.waitFor(async () => {
      const error = await one().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(DatabaseDown)
      return error
    })
    expect(isDatabaseDown(refusal)).toBe(true)
    expect(isDatabaseDown(await database.pool.query('select 1').catch((reason: unknown) => reason))).toBe(true)
  } finally {
    await database.stop()
    rmSync(dataDir, { recursive: true })
  }
})

it('a DATABASE_URL without a server is reported in one line, without its password', async () => {
  const url = `postgresql://someone:secret@127.0.0.1:${await freePort()}/plant`
  const refusal = await openDatabase({ url, dataDir: '/nowhere', log: quiet, patienceMs: 500 }).catch(
    (reason: unknown) => reason,
  )
  expect(refusal).toBeInstanceOf(SetupError)
  expect(refusal).toMatchObject({ setting: 'DATABASE_URL' })
  expect((refusal as SetupError).message).toMatch(
    /^No database at DATABASE_URL 127\.0\.0\.1:\d+\/plant \(.*ECONNREFUSED/,
  )
  expect((refusal as SetupError).message).not.toContain('secret')
})

it('a DATABASE_URL with a wrong password or a wrong name is reported immediately', async () => {
  await using database = await testDatabase()
  const wrongPassword = database.url.replace(/:[^:@]+@/, ':wrong@')
  const wrongName = database.url.replace(/\/test_\w+/, '/no_such_database')
  for (const [url, reason] of [
    [wrongPassword, 'password authentication failed'],
    [wrongName, 'does not exist'],
  ] as const) {
    const refusal = await openDatabase({ url, dataDir: '/nowhere', log: quiet }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ setting: 'DATABASE_URL', message: expect.stringContaining(reason) })
  }
})

it('a DATABASE_URL that is no connection string is reported', async () => {
  const refusal = await openDatabase({ url: 'http://', dataDir: '/nowhere', log: quiet }).catch(
    (error: unknown) => error,
  )
  expect(refusal).toMatchObject({ setting: 'DATABASE_URL' })
})

it('waiting calls of one organisation leave connections to the others', async () => {
  await using database = await testDatabase()
  await asOwner(database, 'create table scarce (id int); insert into scarce values (1)')
  await asOwner(database, 'grant select, update on scarce to public')
  await using row = await holdLock(database, 'select from scarce for update')
  const waiting = Array.from({ length: 30 }, () =>
    sql`select id from scarce for update`.execute(database.sights(OrgId.parse(1), true)),
  )
  await row.someoneWaits()
  expect(await sql`select 1 as one`.execute(database.sights(OrgId.parse(2), false))).toMatchObject({
    rows: [{ one: 1 }],
  })
  await row.commit()
  expect((await Promise.all(waiting)).map(({ rows }) => rows.length)).toEqual(waiting.map(() => 1))
})
