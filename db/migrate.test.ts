import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyDatabase, testDatabase } from '../testkit/database.ts'
import { isMigrated, migrate, readMigrations } from './migrate.ts'
import { migrationFiles } from './migration-files.ts'
import type { Database } from './pool.ts'
import { SetupError } from './setup-error.ts'

let folder: string
let database: Database

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-migrations-'))
  database = await emptyDatabase()
})

afterEach(async () => {
  await database.stop()
  await rm(folder, { recursive: true })
})

const put = (name: string, sql: string): Promise<void> => writeFile(join(folder, name), sql)
const run = (): Promise<string[]> => migrate(database, undefined, folder)
const tables = async (): Promise<string[]> => {
  const found = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  )
  return found.rows.map((row) => row.name)
}

it('files run once each, in the order of their numbers', async () => {
  await put('0002-second.sql', 'insert into first values (2); create table second ();')
  await put('0001-first.sql', 'create table first (n int);')
  expect(await run()).toEqual(['0001-first', '0002-second'])
  expect(await run()).toEqual([])
  await put('0010-third.sql', 'create table third ();')
  expect(await isMigrated(database.pool, folder)).toBe(false)
  expect(await run()).toEqual(['0010-third'])
  expect(await isMigrated(database.pool, folder)).toBe(true)
  expect(await tables()).toEqual(['first', 'schema_migration', 'second', 'third'])
})

it('a failing migration leaves nothing behind, reports its line, and runs again once fixed', async () => {
  await put('0001-first.sql', 'create table first (n int);')
  await put('0002-second.sql', 'create table second (n int);\nselect nonsense;')
  await expect(run()).rejects.toThrow(/0002-second failed at line 2: column "nonsense" does not exist/)
  expect(await tables()).toEqual(['first', 'schema_migration'])
  await put('0002-second.sql', 'create table second (n int);')
  expect(await run()).toEqual(['0002-second'])
})

it('an applied migration that was changed is refused by name', async () => {
  await put('0001-first.sql', 'create table first (n int);')
  await run()
  await put('0001-first.sql', 'create table first (n bigint);')
  const refusal = await run().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(SetupError)
  expect(refusal).toMatchObject({ setting: 'DATABASE_URL', message: expect.stringContaining('0001-first was changed') })
})

it('different line ends are not a change', async () => {
  await put('0001-first.sql', 'create table first\n(n int);\n')
  await run()
  await put('0001-first.sql', 'create table first\r\n(n int);\r\n')
  expect(await run()).toEqual([])
})

it('a database newer than the code is refused', async () => {
  await put('0001-first.sql', 'select 1;')
  await put('0002-second.sql', 'select 1;')
  await run()
  await rm(join(folder, '0002-second.sql'))
  await expect(run()).rejects.toThrow(/newer than this Gatehouse \(it has migration 0002-second\)/)
})

it('a migration inserted before one that has run is refused', async () => {
  await put('0002-second.sql', 'select 1;')
  await run()
  await put('0001-first.sql', 'select 1;')
  await expect(run()).rejects.toThrow(/0001-first was added after 0002-second had run/)
})

it('duplicate numbers and invalid names are refused', async () => {
  await put('0001-first.sql', '')
  await put('0001-other.sql', '')
  await expect(readMigrations(folder)).rejects.toThrow(/same number/)
  await rm(join(folder, '0001-other.sql'))
  await put('2-short.sql', '')
  await expect(readMigrations(folder)).rejects.toThrow(/must be named like/)
})

it('concurrent starters run each migration once', async () => {
  await put('0001-first.sql', 'create table first (n int);')
  await put('0002-second.sql', 'insert into first values (1);')
  await put('0003-third.sql', 'insert into first values (1); select pg_sleep(0.05);')
  const runs = await Promise.all([run(), run(), run(), run()])
  expect(runs.flat().sort()).toEqual(['0001-first', '0002-second', '0003-third'])
  const count = await database.pool.query<{ n: number }>('select count(*) as n from first')
  expect(count.rows[0]?.n).toBe(2)
})

it("the platform's own migrations are all on a test database", async () => {
  await using own = await testDatabase()
  expect(await isMigrated(own.pool)).toBe(true)
})

it('a table with an organisation gets its policy automatically; one without gets none', async () => {
  await put('0001-first.sql', 'create table with_org (org_id int, n int); create table without_org (n int);')
  await run()
  const policies = await database.pool.query<{ table: string }>('select tablename as table from pg_policies')
  expect(policies.rows).toEqual([{ table: 'with_org' }])
})

it('a room keeps its migrations in its folder; the build copies them to the others', async () => {
  const files = migrationFiles()
  expect(files.map((file) => basename(file))).toEqual((await readMigrations()).map(({ name }) => `${name}.sql`))
  expect(
    files
      .filter((file) => file.includes('/features/'))
      .every((file) => /\/features\/[\w-]+\/[\w-]+\/\d{4}-/.test(file)),
  ).toBe(true)
})
