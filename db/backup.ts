// Backs up a whole installation to one file, from one snapshot, while the platform runs.
import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { to } from 'pg-copy-streams'
import { writeBackup } from './backup-file.ts'
import { refuseUnknown } from './migrate.ts'
import type { Database } from './pool.ts'
import { isOurs } from './relations.ts'

/** The first frame of a backup file. */
export type Manifest = {
  kind: 'gatehouse backup'
  format: 1
  /** Version of the platform that made the backup. */
  version: string
  madeAt: string
  /** All migrations that had run when the backup was made, in order. */
  migrations: { number: number; name: string; hash: string }[]
  /** Weeks of history that have a partition, epoch ms. */
  weeks: number[]
  /** The installation's key, base64: without it no gateway's secret can be read. */
  key: string
}

/** Frames before and after the data of a table. */
export type TableBegin = { table: string; columns: string[] }
export type TableEnd = { end: string; rows: number; sha256: string }
/** The last frame: the value of each sequence, and the number of tables. */
export type Ending = { sequences: Record<string, string>; tables: number }

export type BackupDone = { tables: number; rows: number }

/**
 * Tables left out: sessions and logins in progress start again, the tables of sessions go with them, and the manifest
 * lists the migrations.
 */
const LEFT_OUT = [
  'schema_migration',
  'session',
  'login_guard',
  'lock_random',
  'login_ticket',
  'passkey_challenge',
  'recovery_ticket',
  'verification_code',
  'sign_on_attempt',
  'we_chat_attempt',
  'display_pairing',
]

type Needs = { database: Database; file: string; key: Buffer; version: string; now: number }

/** Writes the file, or throws and leaves no file. */
export async function backUp({ database, file, key, version, now }: Needs): Promise<BackupDone> {
  await refuseUnknown(database)
  const writer = await writeBackup(file)
  const client = new Client({ connectionString: database.url, application_name: 'gatehouse backup' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    const landed = await lockLanding(client)
    await writer.json({
      ...{ kind: 'gatehouse backup', format: 1, version, madeAt: new Date(now).toISOString() },
      ...{ migrations: await readMigrationsOf(client), weeks: await readWeeksOf(client), key: key.toString('base64') },
    } satisfies Manifest)
    const done: BackupDone = { tables: 0, rows: 0 }
    const dump = async (table: string, as = table) => {
      done.rows += await dumpTable(client, table, as, writer)
      done.tables += 1
    }
    // The oldest segment becomes segment 0: a restore writes all segments at the same time, so that only their numbers
    // give their age.
    for (const [index, table] of landed.entries()) await dump(table, `history_landing_${index}`)
    await client.query('rollback to savepoint landing')
    for (const table of await tablesInOrder(client)) await dump(table)
    // Sequences are not part of a snapshot: read last, they are beyond every id in the file.
    await writer.json({ sequences: await readSequences(client), tables: done.tables } satisfies Ending)
    await client.query('commit')
    await writer.finish()
    return done
  } catch (error) {
    await writer.abandon()
    throw error
  } finally {
    await client.end()
  }
}

/**
 * TRUNCATE is not transactional for snapshots: the landing segments are locked before the snapshot is taken, and
 * released as soon as they are read. Returns the segments that are not empty, oldest first.
 */
async function lockLanding(client: Client): Promise<string[]> {
  const all = Array.from({ length: 8 }, (_, slot) => `history_landing_${slot}`)
  await client.query('savepoint landing')
  await client.query(`lock table ${all.join(', ')} in access share mode`)
  const found: { table: string; age: number }[] = []
  for (const table of all) {
    const { rows } = await client.query<{ age: number }>(`select age(xmin) as age from ${table} limit 1`)
    if (rows[0]) found.push({ table, age: rows[0].age })
  }
  return found.sort((a, b) => b.age - a.age).map(({ table }) => table)
}

async function readMigrationsOf(client: Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select number, name, hash from schema_migration order by number',
  )
  return rows
}

async function readWeeksOf(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'history_chunk'::regclass",
  )
  const weeks = rows.flatMap(({ name }) => {
    const [, year, month, day] = /_w(\d{4})(\d{2})(\d{2})$/.exec(name) ?? []
    return year ? [Date.UTC(Number(year), Number(month) - 1, Number(day))] : []
  })
  return weeks.sort((a, b) => a - b)
}

/** Tables sorted after those that they reference; the chunks, which are the bulk of the data, last. */
async function tablesInOrder(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const { rows: needs } = await client.query<{ table: string; needs: string }>(
    `select a.relname as "table", b.relname as needs from pg_constraint c
     join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
     where c.contype = 'f' and a.oid <> b.oid`,
  )
  const ofSessions = needs.flatMap((need) => (need.needs === 'session' ? [need.table] : []))
  const left = new Set([...LEFT_OUT, ...ofSessions])
  const names = tables
    .map(({ name }) => name)
    .filter((name) => isOurs(name) && !left.has(name) && !name.startsWith('history_landing_'))
  return inOrder(names, needs)
}

/** Names sorted after those that they need. Throws if some need each other. */
export function inOrder(names: readonly string[], needs: readonly { table: string; needs: string }[]): string[] {
  const ordered: string[] = []
  const isReady = (name: string) =>
    needs.every((need) => need.table !== name || !names.includes(need.needs) || ordered.includes(need.needs))
  while (ordered.length < names.length) {
    const next = names.filter((name) => !ordered.includes(name) && isReady(name))
    if (next.length === 0) throw new Error('Tables that need each other cannot be put in an order')
    ordered.push(...next)
  }
  return [...ordered.filter((name) => name !== 'history_chunk'), ...ordered.filter((name) => name === 'history_chunk')]
}

type Writer = Awaited<ReturnType<typeof writeBackup>>

async function dumpTable(client: Client, table: string, as: string, writer: Writer): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  const columns = rows.map(({ name }) => name)
  await writer.json({ table: as, columns } satisfies TableBegin)
  const stream = client.query(
    to(`copy (select ${columns.map((name) => `"${name}"`).join(', ')} from ${table}) to stdout (format binary)`),
  )
  const hash = createHash('sha256')
  for await (const piece of stream as AsyncIterable<Buffer>) {
    hash.update(piece)
    await writer.data(piece)
  }
  const count = stream.rowCount
  await writer.json({ end: as, rows: count, sha256: hash.digest('hex') } satisfies TableEnd)
  return count
}

async function readSequences(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select relname as name, pg_sequence_last_value(oid)::text as last from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S' order by 1`,
  )
  return Object.fromEntries(rows.flatMap(({ name, last }) => (isOurs(name) && last !== null ? [[name, last]] : [])))
}
