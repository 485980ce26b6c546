import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Client, type Pool } from 'pg'
import { migrationFiles } from './migration-files.ts'
import { settlePolicies } from './policies.ts'
import type { Database } from './pool.ts'
import { adopt, settleRights } from './rights.ts'
import { withoutSettings } from './role-url.ts'
import { errorCode, errorText, SetupError } from './setup-error.ts'

/** Advisory lock; a number that no other program uses on this database. */
export const LOCK_KEY = 4_283_064_121

export type Migration = { number: number; name: string; hash: string; sql: string }
type Applied = { number: number; name: string; hash: string }

/**
 * Migrates the schema to the version of the code, as the owner of the tables, and grants the application's role its
 * rights. Safe for concurrent starters. Returns the names of the migrations that ran.
 */
export async function migrate(
  database: Pick<Database, 'pool' | 'migrateUrl' | 'setting'>,
  log: (line: string) => void = () => undefined,
  folder?: string,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const done: string[] = []
  const { rows } = await database.pool.query<{ role: string }>('select current_user as role')
  const role = rows[0]!.role
  const client = new Client({ connectionString: database.migrateUrl, application_name: 'gatehouse migrations' })
  // The statement in progress reports the broken connection.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await locked(client, () => adoptFrom(client, role))
    for (;;) {
      const name = await locked(client, () => runNext(client, migrations, database.setting))
      if (name === undefined) break
      log(`migrated: ${name}`)
      done.push(name)
    }
    await locked(client, async () => {
      await settlePolicies(client)
      await settleRights(client, role)
    })
    return done
  } catch (error) {
    throw await withoutRights(error, client, database)
  } finally {
    await client.end()
  }
}

/** Gives tables that the application's role created itself, before it had a separate owner, to that owner. */
async function adoptFrom(client: Client, role: string): Promise<void> {
  const { rows } = await client.query<{ owner: string; me: string }>(
    `select pg_get_userbyid(relowner) as owner, current_user as me from pg_class
     where oid = to_regclass('schema_migration')`,
  )
  const found = rows[0]
  if (found && found.owner === role && found.me !== role) await adopt(client, role, found.me)
}

/** The error of a login without sufficient rights: one line with the login and the setting. */
async function withoutRights(
  error: unknown,
  client: Client,
  { setting, migrateUrl, pool }: Pick<Database, 'pool' | 'migrateUrl' | 'setting'>,
): Promise<unknown> {
  if (error instanceof SetupError) return error
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const isOfLogin = /^(28|3D)/.test(errorCode(cause) ?? '')
  if (errorCode(cause) !== '42501' && !isOfLogin) return error
  const isOwn =
    setting === 'DATA_DIR' || withoutSettings(pool.options.connectionString ?? '') === withoutSettings(migrateUrl)
  const name = isOwn ? setting : 'DATABASE_MIGRATE_URL'
  return new SetupError(
    name,
    `The role ${client.user ?? ''} of ${name} cannot set up the tables (${errorText(cause)}): give it the right to, or set DATABASE_MIGRATE_URL to the role that owns them (docs/database.md)`,
    error,
  )
}

/** Reads all migrations, or those of a folder, in order. */
export async function readMigrations(folder?: string): Promise<Migration[]> {
  const migrations = await Promise.all(
    migrationFiles(folder).map(async (path) => {
      const file = basename(path)
      const named = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)
      if (!named) throw new Error(`The migration ${file} must be named like 0001-name.sql`)
      // Line ends differ between checkouts without changing the statements.
      const sql = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
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
 * Runs `act` in one transaction that holds the lock, so that a second starter sees the result of the first. The lock
 * belongs to the transaction, not to the session, because connection poolers may share sessions.
 */
async function locked<T>(client: Client, act: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const done = await act()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function runNext(
  client: Client,
  migrations: Migration[],
  setting: Database['setting'],
): Promise<string | undefined> {
  const next = nextOf(migrations, await readApplied(client), setting)
  if (next) await run(client, next)
  return next?.name
}

async function readApplied(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('schema_migration') is not null as "isThere"`,
  )
  if (!rows[0]?.isThere) {
    // A catalog read before the lock was granted may miss what the previous holder created.
    await client.query(`create table if not exists schema_migration (
      number int primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`)
  }
  return (await client.query<Applied>('select number, name, hash from schema_migration order by number')).rows
}

/** The next migration to run. Throws if the applied ones do not match the code: such a database is never changed. */
function nextOf(migrations: Migration[], applied: Applied[], setting: Database['setting']): Migration | undefined {
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

/** Runs migrations on an empty schema, in the caller's transaction. */
export async function runMigrations(client: Client, migrations: readonly Migration[]): Promise<void> {
  await readApplied(client)
  for (const migration of migrations) await run(client, migration)
}

async function run(client: Client, migration: Migration): Promise<void> {
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

/** Whether the schema matches the code; changes nothing. */
export async function isMigrated(pool: Pool, folder?: string): Promise<boolean> {
  const migrations = await readMigrations(folder)
  const found = await pool.query<{ name: string | null }>("select to_regclass('schema_migration')::text as name")
  if (!found.rows[0]?.name) return false
  const applied = await pool.query<Applied>('select number, name, hash from schema_migration order by number')
  return applied.rows.length === migrations.length && nextOf(migrations, applied.rows, 'DATABASE_URL') === undefined
}

/** Throws a SetupError if the applied migrations do not match the code; missing later ones are accepted. */
export async function refuseUnknown({ pool, setting }: Pick<Database, 'pool' | 'setting'>): Promise<void> {
  const found = await pool.query<{ isThere: boolean }>(`select to_regclass('history_chunk') is not null as "isThere"`)
  if (!found.rows[0]?.isThere) throw new SetupError(setting, 'The database holds no Gatehouse yet')
  const applied = await pool.query<Applied>('select number, name, hash from schema_migration order by number')
  nextOf(await readMigrations(), applied.rows, setting)
}
