import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Pool, PoolClient } from 'pg'
import type { Database } from './pool.ts'
import { errorText, SetupError } from './setup-error.ts'

/** Beside this file in the sources, beside the bundle in dist: the build copies the folder. */
const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any number that no other program uses on this database. */
const LOCK_KEY = 4_283_064_121

export type Migration = { number: number; name: string; hash: string; sql: string }
type Applied = { number: number; name: string; hash: string }

/** Brings the schema up to the code's. Any number of starters at once is safe. Returns the names that were run. */
export async function migrate(
  database: Pick<Database, 'pool' | 'setting'>,
  log: (line: string) => void = () => undefined,
  folder = FOLDER,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const done: string[] = []
  const client = await database.pool.connect()
  try {
    for (;;) {
      const name = await runNext(client, migrations, database.setting)
      if (name === undefined) return done
      log(`migrated: ${name}`)
      done.push(name)
    }
  } finally {
    client.release()
  }
}

/** The files `0001-name.sql` of the folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    files.map(async (file) => {
      const named = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)
      if (!named) throw new Error(`The migration ${file} must be named like 0001-name.sql`)
      // line ends differ between checkouts; the statements do not
      const sql = (await readFile(`${folder}/${file}`, 'utf8')).replaceAll('\r\n', '\n')
      const hash = createHash('sha256').update(sql).digest('hex')
      return { number: Number(named[1]), name: file.slice(0, -'.sql'.length), hash, sql }
    }),
  )
  for (const [index, migration] of migrations.entries()) {
    const before = migrations[index - 1]
    if (before?.number === migration.number) {
      throw new Error(`The migrations ${before.name} and ${migration.name} have the same number`)
    }
  }
  return migrations
}

/**
 * One migration, one transaction; the lock is taken in it and what was applied is read under it, so that a second
 * starter finds it done. A lock of the transaction, not of the session, since poolers between may share sessions.
 */
async function runNext(
  client: PoolClient,
  migrations: Migration[],
  setting: Database['setting'],
): Promise<string | undefined> {
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const next = nextOf(migrations, await readApplied(client), setting)
    if (next) await run(client, next)
    await client.query('commit')
    return next?.name
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function readApplied(client: PoolClient): Promise<Applied[]> {
  await client.query(`create table if not exists schema_migration (
    number int primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`)
  return (await client.query<Applied>('select number, name, hash from schema_migration order by number')).rows
}

/** The migration whose turn it is, or a refusal: a database that went another way than this code is never touched. */
export function nextOf(
  migrations: Migration[],
  applied: Applied[],
  setting: Database['setting'],
): Migration | undefined {
  for (const [index, row] of applied.entries()) {
    const known = migrations.find((migration) => migration.number === row.number)
    if (!known) {
      throw new SetupError(
        setting,
        `The database is newer than this Gatehouse (it has migration ${row.name}): start a newer Gatehouse, or set ${setting} to another database`,
      )
    }
    if (known.hash !== row.hash) {
      throw new SetupError(
        setting,
        `The migration ${row.name} was changed after it ran on this database: undo that change, or set ${setting} to a new database`,
      )
    }
    const expected = migrations[index]
    if (expected && expected.number < row.number) {
      throw new SetupError(
        setting,
        `The migration ${expected.name} was added after ${row.name} had run on this database: give it a higher number, or set ${setting} to a new database`,
      )
    }
  }
  return migrations[applied.length]
}

async function run(client: PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql)
  } catch (error) {
    throw new Error(`The migration ${migration.name} failed${lineOf(error, migration.sql)}: ${errorText(error)}`, {
      cause: error,
    })
  }
  await client.query('insert into schema_migration (number, name, hash) values ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.hash,
  ])
}

function lineOf(error: unknown, sql: string): string {
  const position =
    typeof error === 'object' && error !== null && 'position' in error ? Number(error.position) : Number.NaN
  return position > 0 ? ` at line ${sql.slice(0, position).split('\n').length}` : ''
}

/** Whether the schema is exactly the code's; changes nothing. */
export async function isMigrated(pool: Pool, folder = FOLDER): Promise<boolean> {
  const migrations = await readMigrations(folder)
  const found = await pool.query<{ name: string | null }>("select to_regclass('schema_migration')::text as name")
  if (!found.rows[0]?.name) return false
  const applied = await pool.query<Applied>('select number, name, hash from schema_migration order by number')
  return applied.rows.length === migrations.length && nextOf(migrations, applied.rows, 'DATABASE_URL') === undefined
}
