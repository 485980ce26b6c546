// Loads a backup in one transaction, into the schema of the release that made it: a failed load changes nothing.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { z } from 'zod'
import type { Ending, Manifest, TableBegin, TableEnd } from './backup.ts'
import { type BackupFrame, fileFault, readBackup } from './backup-file.ts'
import { isDatabaseDown } from './database-down.ts'
import { LOCK_KEY, type Migration, readMigrations, runMigrations } from './migrate.ts'
import type { Database } from './pool.ts'
import { isOurs } from './relations.ts'
import { settleRights } from './rights.ts'
import { errorText, SetupError } from './setup-error.ts'

/**
 * Gateways and browsers may still refer to objects created after the backup: sequences skip ahead by this, so that
 * their ids are never given to other objects.
 */
export const idsSkipped = 1_000_000

const PATIENCE = 10

/** Text that is safe to print on a terminal. */
const plainWord = z.string().regex(/^[\w.+-]{1,100}$/)
const Head = z.object({ kind: z.literal('gatehouse backup'), format: z.number(), version: plainWord })
const Body = Head.extend({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ number: z.number().int(), name: plainWord, hash: z.string() })).max(10_000),
  // One partition for each week since 1970, and for future years.
  weeks: z.array(z.number().int().min(-604_800_000).max(4e12)).max(4000),
  key: z.string().refine((key) => Buffer.from(key, 'base64').length === 32),
}) satisfies z.ZodType<Manifest>
const Begin = z.object({ table: z.string(), columns: z.array(z.string()).min(1) }) satisfies z.ZodType<TableBegin>
const End = z.object({
  sequences: z.record(z.string(), z.string().regex(/^\d+$/)),
  tables: z.number(),
}) satisfies z.ZodType<Ending>
const EndOfTable = z.object({ end: z.string(), rows: z.number(), sha256: z.string() }) satisfies z.ZodType<TableEnd>

export type LoadNeeds = { database: Database; dataDir: string; file: string; isReplace: boolean }
/** The manifest of the file, and the number of tables and rows that were loaded. */
type Loaded = { manifest: Manifest; tables: number; rows: number }

/**
 * Loads the file and writes the installation's key into `dataDir`. Later migrations have not run: `restore` and the start of
 * the platform run them. Throws a SetupError and changes nothing if the file is damaged or the database is not empty.
 */
export async function loadBackup({ database, dataDir, file, isReplace }: LoadNeeds): Promise<Loaded> {
  const migrations = await readMigrations()
  await refuseWhileRunning(database)
  const { rows } = await database.pool.query<{ role: string }>('select current_user as role')
  const client = new Client({ connectionString: database.migrateUrl, application_name: 'gatehouse restore' })
  client.on('error', () => undefined)
  const newKey = join(dataDir, 'secret.key.restored')
  try {
    await client.connect()
    await refuseFull(client, isReplace, database.setting)
    await readThrough(file, migrations)
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    await refuseFull(client, isReplace, database.setting)
    const loaded = await load(client, file, migrations).catch((error: unknown) => {
      if (error instanceof SetupError || isDatabaseDown(error)) throw error
      throw fileFault(file, `is damaged (${errorText(error)})`, error)
    })
    await settleRights(client, rows[0]!.role)
    writeFileSync(newKey, Buffer.from(loaded.manifest.key, 'base64'), { mode: 0o600 })
    await client.query('commit')
    renameSync(newKey, join(dataDir, 'secret.key'))
    return loaded
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    rmSync(newKey, { force: true })
    await client.end()
  }
}

/** Refuses while a platform runs: its caches would not match the restored database. */
async function refuseWhileRunning({ pool, setting }: Database): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and application_name like 'gatehouse%'`,
    )
    if (rows[0]!.n <= pool.totalCount) return
    // A session that has just ended may still be listed.
    if (tries === PATIENCE) throw new SetupError(setting, 'A platform works on this database: stop it, then restore')
    await sleep(200)
  }
}

async function refuseFull(client: Client, isReplace: boolean, setting: Database['setting']): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('organisation') is not null as "isThere"`,
  )
  if (!rows[0]!.isThere || isReplace) return
  const { rowCount } = await client.query('select from organisation limit 1')
  if (rowCount !== 0)
    throw new SetupError(
      setting,
      'The database is not empty: restore into an empty one, or add --replace to lose what it holds',
    )
}

type Pieces = AsyncGenerator<Buffer, number>
type Part =
  | { manifest: Manifest; due: Migration[] }
  | { begin: TableBegin; pieces: Pieces }
  | { sequences: Ending['sequences'] }

/** The contents of a backup, in order, each checked. The pieces of a table must be read before the next part. */
async function* partsOf(file: string, migrations: readonly Migration[]): AsyncGenerator<Part, void> {
  const frames = readBackup(file)
  const manifest = checkManifest(await nextOf(frames, file), file)
  yield { manifest, due: migrationsOf(manifest, migrations, file) }
  const tables = new Set<string>()
  for (;;) {
    const frame = parsed(z.union([End, Begin]), await nextOf(frames, file), file)
    if ('sequences' in frame) {
      if (frame.tables !== tables.size) throw fileFault(file, 'is damaged: tables are missing')
      yield { sequences: frame.sequences }
      // Reads to the end, because the checksum of gzip is there.
      for await (const _ of frames) throw fileFault(file, 'is damaged: it goes on after its end')
      return
    }
    if (!isOurs(frame.table) || tables.has(frame.table)) throw fileFault(file, 'is no backup of a Gatehouse')
    tables.add(frame.table)
    yield { begin: frame, pieces: piecesOf(frame.table, frames, file) }
  }
}

/** The bytes of a table in COPY format; returns the number of rows that the backup declares. */
async function* piecesOf(table: string, frames: AsyncGenerator<BackupFrame>, file: string): Pieces {
  const hash = createHash('sha256')
  for (;;) {
    const frame = await nextOf(frames, file)
    if ('data' in frame) {
      hash.update(frame.data)
      yield frame.data
      continue
    }
    const { end, rows, sha256 } = parsed(EndOfTable, frame, file)
    if (end === table && sha256 === hash.digest('hex')) return rows
    throw fileFault(file, `is damaged: ${table} is not what it was`)
  }
}

/** Reads the whole file before any change: damage is found after minutes of reading, not after hours of loading. */
async function readThrough(file: string, migrations: readonly Migration[]): Promise<void> {
  for await (const part of partsOf(file, migrations)) if ('pieces' in part) for await (const _ of part.pieces);
}

async function load(client: Client, file: string, migrations: readonly Migration[]): Promise<Loaded> {
  const done = { tables: 0, rows: 0 }
  let manifest: Manifest | undefined
  for await (const part of partsOf(file, migrations)) {
    if ('manifest' in part) {
      manifest = part.manifest
      await dropOurs(client)
      await runMigrations(client, part.due)
      await addWeeks(client, manifest.weeks)
    } else if ('pieces' in part) {
      done.rows += await loadTable(client, part.begin, part.pieces, file)
      done.tables += 1
    } else await continueSequences(client, part.sequences)
  }
  return { manifest: manifest!, ...done }
}

/**
 * Adds partitions by a function that older schemas lack; for those it runs after the migrations, and rows move to the
 * partitions.
 */
export async function addWeeks(client: Client, weeks: readonly number[]): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regprocedure('history_add_week(bigint)') is not null as "isThere"`,
  )
  if (rows[0]!.isThere) for (const week of weeks) await client.query('select history_add_week($1)', [week])
}

async function nextOf(frames: AsyncGenerator<BackupFrame>, file: string): Promise<BackupFrame> {
  const { value, done } = await frames.next()
  if (done) throw fileFault(file, 'is damaged: it ends in the middle')
  return value
}

function parsed<T>(shape: z.ZodType<T>, frame: BackupFrame, file: string, fault = 'is damaged'): T {
  const { data, error } = shape.safeParse('json' in frame ? frame.json : undefined)
  if (data === undefined) throw fileFault(file, fault, error)
  return data
}

function checkManifest(frame: BackupFrame, file: string): Manifest {
  const { format, version } = parsed(Head, frame, file, 'is no backup of a Gatehouse')
  if (format !== 1) throw fileFault(file, `was made by a newer Gatehouse (${version}): restore with that`)
  return parsed(Body, frame, file)
}

/** The migrations that had run when the backup was made. Later ones run after the backup is loaded. */
function migrationsOf(manifest: Manifest, migrations: readonly Migration[], file: string): Migration[] {
  return manifest.migrations.map(({ number, name, hash }, index) => {
    const known = migrations[index]
    if (known?.number === number && known.hash === hash) return known
    throw fileFault(
      file,
      `was made by Gatehouse ${manifest.version} with migration ${name}, which this one does not have: restore with that version`,
    )
  })
}

async function dropOurs(client: Client): Promise<void> {
  const { rows: relations } = await client.query<{ name: string; path: string; kind: string }>(
    `select relname as name, oid::regclass::text as path, case relkind when 'S' then 'sequence' else 'table' end as kind
     from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'S')
     -- a sequence of a column goes with its table
     order by relkind = 'S'`,
  )
  const { rows: functions } = await client.query<{ name: string; path: string; kind: string }>(
    `select proname as name, oid::regprocedure::text as path, 'function' as kind
     from pg_proc where pronamespace = current_schema()::regnamespace`,
  )
  for (const { name, path, kind } of [...relations, ...functions])
    if (isOurs(name)) await client.query(`drop ${kind} if exists ${path} cascade`)
}

async function loadTable(
  client: Client,
  { table, columns }: TableBegin,
  pieces: Pieces,
  file: string,
): Promise<number> {
  const list = columns.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')
  // Rows that a migration inserts, or a trigger adds, are also in the file.
  await client.query(`delete from ${table}`)
  await client.query(`alter table ${table} disable trigger user`)
  const stream = client.query(from(`copy ${table} (${list}) from stdin (format binary)`))
  const finished = once(stream, 'finish')
  finished.catch(() => undefined)
  // The waiting call throws this error; a later error has no receiver.
  stream.on('error', () => undefined)
  try {
    for (;;) {
      const { value, done } = await pieces.next()
      if (done) {
        stream.end()
        await finished
        await client.query(`alter table ${table} enable trigger user`)
        if (value === stream.rowCount) return value
        throw fileFault(file, `is damaged: ${table} is not what it was`)
      }
      if (!stream.write(value)) await Promise.race([once(stream, 'drain'), finished])
    }
  } catch (error) {
    if (error instanceof SetupError) {
      if (!stream.writableFinished) stream.destroy()
      throw error
    }
    throw fileFault(
      file,
      `is damaged: ${table} cannot be loaded (${error instanceof Error ? error.message : error})`,
      error,
    )
  }
}

async function continueSequences(client: Client, sequences: Ending['sequences']): Promise<void> {
  const { rows } = await client.query<{ name: string; path: string }>(
    `select relname as name, oid::regclass::text as path from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S'`,
  )
  for (const { name, path } of rows) {
    if (!isOurs(name)) continue
    await client.query('select setval($1, $2::bigint + $3)', [path, sequences[name] ?? 1, idsSkipped])
  }
}
