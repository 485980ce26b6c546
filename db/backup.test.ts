// Backup and restore of a database with rows in every kind of table, and of damaged or hostile files.
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asOwner, blankDatabase, emptyDatabase, testDatabase } from '../testkit/database.ts'
import { backUp, inOrder, type Manifest } from './backup.ts'
import { readBackup } from './backup-file.ts'
import { idsSkipped } from './load-backup.ts'
import { isMigrated, migrate } from './migrate.ts'
import type { Database } from './pool.ts'
import { isOurs } from './relations.ts'
import { restore } from './restore.ts'

const key = randomBytes(32)
const monday = Date.UTC(2026, 0, 5)
let folder: string
let file: string
let source: Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-backup-'))
  chmodSync(folder, 0o711)
  file = join(folder, 'all.backup')
  source = await testDatabase()
  await fill(source)
})
afterEach(async () => {
  await source.stop()
  rmSync(folder, { recursive: true })
})

/** Rows of every kind that a backup could get wrong. */
async function fill({ pool }: Database): Promise<void> {
  await pool.query(`insert into organisation (name, kind, created_at)
    values ('水厂 "One"', 'platform', 1), ('Two', 'enterprise', 2)`)
  await pool.query(`insert into account (org_id, loginname, password_hash, role_type, name, created_at)
    values (1, 'admin', 'x', 'admin', E'tab\\tline\\nnull\\\\N', 3)`)
  await pool.query(`insert into device_group (org_id, parent_id, name, created_at) values (1, null, 'Top', 4)`)
  await pool.query(`insert into device_group (org_id, parent_id, name, created_at) values (1, 1, 'Below', 5)`)
  await pool.query(`insert into operation_log (org_id, at, loginname, act, object_type, object_name, before, result)
    values (1, 0, 'admin', 'edit', 'group', 'Top', '{"a": [1.50, null, "\\u20ac"]}', 'success'),
      (1, 1, 'admin', 'write', 'signal', '水泵', 'true', 'waiting')`)
  await pool.query("select operation_log_finish(2, 200, 'success')")
  await pool.query(`insert into session (token_hash, org_id, account_id, created_at, seen_at, expires_at)
    values ('\\x01', 1, 1, 0, 0, 9007199254740991)`)
  // The token belongs to the session, and is deleted with the session.
  await pool.query("insert into message_token values ('\\x0a', 1, 1, '\\x01', 'en', 9007199254740991)")
  // Short-lived rows of a login in progress.
  await pool.query("insert into lock_random values ('drawn', '\\x01', 0)")
  await pool.query("insert into change_window values ('\\x01', 0)")
  await pool.query(
    "insert into login_ticket (token_hash, account_id, expires_at) values ('\\x02', 1, 9007199254740991)",
  )
  await pool.query("insert into passkey_challenge values ('\\x03', 'login', 'network', 9007199254740991)")
  await pool.query(`insert into recovery_ticket (token_hash, account_id, loginname, verified, created_at, expires_at)
    values ('\\x04', 1, 'admin', true, 0, 9007199254740991)`)
  await pool.query(`insert into verification_code (holder, purpose, channel, target_hash, code_hash, created_at, expires_at)
    values ('account 1', 'verify', 'email', '\\x05', '\\x06', 0, 9007199254740991)`)
  await pool.query(`insert into sign_on_provider
      (org_id, name, slug, issuer, client_id, secret_sealed, scope, created_at)
    values (1, 'Works', 'works', 'https://login.example', 'gatehouse', '\\x07', 'openid', 0)`)
  await pool.query(`insert into sign_on_attempt
      (state_hash, browser_hash, provider_id, issuer, redirect_uri, nonce, verifier, target, created_at, expires_at)
    values ('\\x08', '\\x09', 1, 'https://login.example', '', '', '', '/', 0, 9007199254740991)`)
  await pool.query(`select history_add_week(${monday})`)
  await pool.query(`insert into history_chunk (gateway_id, column_id, t0, t1, org_id, equipment_id, level, n, good, low, data)
    select 7, c, ${monday} + c, ${monday} + c + 1, 1, 1, 0, 1, 1, 'NaN', decode(repeat('00ff', 5000), 'hex')
    from generate_series(1, 300) c`)
  await pool.query(
    'insert into history_chunk (gateway_id, column_id, t0, t1, org_id, equipment_id, level, n, good, data)' +
      " values (7, 1, 5, 6, 1, 1, 0, 1, 1, '')",
  )
  await pool.query("insert into history_mark values (7, 'e', 0, 41, 0)")
  // The ring has wrapped: segment 6 is older than segment 1.
  await pool.query("insert into history_landing_6 (grp, gateways, frame) values (0, '{7}', '\\x06')")
  await pool.query(
    "insert into history_landing_1 (grp, gateways, frame) values (0, '{7}', '\\x01'), (0, '{7}', '\\x02')",
  )
  await pool.query('update history_writer set generation = 9')
  for (let drawn = 0; drawn < 5; drawn += 1) await pool.query("select nextval('signal_id')")
}

const back = (database = source, to = file) => backUp({ database, file: to, key, version: '9.9.9', now: 0 })
const into = (database: Database, isReplace = false, from = file) =>
  restore({ database, dataDir: folder, file: from, isReplace })

/** A frame of JSON as in a backup: kind, length, bytes. */
function jsonFrame(value: object): Buffer {
  const bytes = Buffer.from(JSON.stringify(value))
  const head = Buffer.from([1, 0, 0, 0, 0])
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

/** Tables left out of a backup: sessions and logins in progress start again. */
const begun = [
  'session',
  'lock_random',
  'change_window',
  'login_ticket',
  'passkey_challenge',
  'recovery_ticket',
  'verification_code',
  'sign_on_attempt',
]

const tables = [
  'organisation',
  'account',
  'device_group',
  'operation_log',
  'operation_link',
  'operation_head',
  'history_chunk',
  'history_mark',
  'history_writer',
]
async function contents({ pool }: Database): Promise<unknown[]> {
  const rows = []
  for (const table of tables) {
    const found = await pool.query(
      `select md5(string_agg(t::text, '|' order by t::text)) as sum, count(*) as n from ${table} t`,
    )
    rows.push([table, found.rows[0]])
  }
  return rows
}

test('a restore into an empty database restores every row and the rights of the platform', async () => {
  expect(await back()).toMatchObject({ tables: expect.any(Number), rows: 318 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await using target = await blankDatabase()
  expect(await into(target)).toMatchObject({ madeAt: new Date(0).toISOString(), version: '9.9.9', rows: 318 })
  expect(await contents(target)).toEqual(await contents(source))
  expect(await isMigrated(target.pool)).toBe(true)
  expect(readFileSync(join(folder, 'secret.key'))).toEqual(key)
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).sort()).toEqual(['all.backup', 'secret.key'])
  // Chunks of the week are in its partition; rows of no week are in the default partition.
  const counts =
    'select (select count(*) from history_chunk_w20260105) as week, (select count(*) from history_chunk_rest) as rest'
  expect((await target.pool.query(counts)).rows).toEqual([{ week: 300, rest: 1 }])
  // After restoring, the oldest segment is the first one.
  const ring =
    'select (select min(frame) from history_landing_0) as oldest, (select count(*) from history_landing_1) as newer'
  expect((await target.pool.query(ring)).rows).toEqual([{ oldest: Buffer.from([6]), newer: 2 }])
  await expect(target.pool.query('delete from operation_log')).rejects.toMatchObject({ code: '42501' })
  for (const table of begun)
    expect((await target.pool.query(`select '${table}' as begun, count(*) as n from ${table}`)).rows).toEqual([
      { begun: table, n: 0 },
    ])
})

test('an id that was used is not used again', async () => {
  await back()
  await using target = await blankDatabase()
  await into(target)
  const { rows } = await target.pool.query(
    "insert into organisation (name, created_at) values ('New', 0) returning id, nextval('signal_id') as signal",
  )
  expect(rows).toEqual([{ id: 3 + idsSkipped, signal: 6 + idsSkipped }])
})

test('changes during the backup are in it completely or not at all, and a truncated segment is not lost', async () => {
  const writing = back()
  const busy = (async () => {
    for (let turn = 0; turn < 40; turn += 1) {
      // Acts like the compactor: truncates the segment and adds the chunk in one transaction.
      await source.pool.query(`do $$ begin
        set local lock_timeout = '50ms';
        insert into history_mark values (8, '${turn}', 0, 1, 0);
        truncate history_landing_6;
        exception when lock_not_available then null; end $$`)
    }
  })()
  await Promise.all([writing, busy])
  await using target = await blankDatabase()
  await into(target)
  const { rows } = await target.pool.query(
    "select (select count(*) from history_mark where gateway_id = 8) as marks, (select count(*) from history_landing_0 where frame = '\\x06') as frames",
  )
  const [{ marks, frames }] = rows as [{ marks: number; frames: number }]
  expect(marks === 0 ? frames : 1).toBe(1)
})

describe('a failed restore changes nothing', () => {
  const refusals = async (database: Database, isReplace: boolean, from = file) => {
    const before = await contents(database)
    const fault = await into(database, isReplace, from).then(
      () => undefined,
      (error: unknown) => error as Error,
    )
    expect(fault, from).toMatchObject({ name: 'SetupError' })
    expect(fault?.message).not.toContain('\n')
    expect(await contents(database)).toEqual(before)
    expect(existsSync(join(folder, 'secret.key'))).toBe(false)
    return fault?.message
  }

  test('a database that is not empty is replaced only on request', async () => {
    await back()
    await using target = await testDatabase()
    await target.pool.query("insert into organisation (name, created_at) values ('Old', 0)")
    expect(await refusals(target, false)).toMatch(/not empty.*--replace/)
    await into(target, true)
    expect(await contents(target)).toEqual(await contents(source))
  })

  test('tables of others in the same schema are kept', async () => {
    await back()
    await using target = await testDatabase()
    await asOwner(target, 'create table crm_customer (n int); insert into crm_customer values (1)')
    await into(target, true)
    await asOwner(target, 'update crm_customer set n = n')
    expect(isOurs('crm_customer')).toBe(false)
    expect(await contents(target)).toEqual(await contents(source))
  })

  test('a file that is damaged, cut, or not a backup', async () => {
    await back()
    await using target = await testDatabase()
    await target.pool.query("insert into organisation (name, created_at) values ('Old', 0)")
    const whole = readFileSync(file)
    const plain = gunzipSync(whole)
    const flipped = (bytes: Buffer, at: number) => {
      const copy = Buffer.from(bytes)
      copy[at]! ^= 0x10
      return copy
    }
    const row = plain.indexOf('水厂')
    const chunk = plain.indexOf(Buffer.from('00ff00ff00ff', 'hex'))
    const lastFrame = plain.lastIndexOf('{"sequences"') - 5
    const files: Buffer[] = [
      Buffer.alloc(0),
      Buffer.from('not a backup'),
      gzipSync('not a backup'),
      gzipSync(Buffer.concat([Buffer.from([1, 0, 0, 0, 2]), Buffer.from('{}')])),
      whole.subarray(0, whole.length >> 1),
      whole.subarray(0, whole.length - 4),
      // The flipped byte is in the first bytes of the manifest, which appear only once.
      flipped(whole, 100),
      gzipSync(flipped(plain, row)),
      gzipSync(flipped(plain, chunk)),
      gzipSync(plain.subarray(0, lastFrame)),
      gzipSync(plain.subarray(0, lastFrame + 20)),
      gzipSync(Buffer.concat([plain, Buffer.from([1, 0, 0, 0, 2]), Buffer.from('{}')])),
      gzipSync(Buffer.from(plain.toString('latin1').replace('"table":"account"', '"table":"pg_authi"'), 'latin1')),
    ]
    for (const [index, bytes] of files.entries()) {
      const bad = join(folder, `bad-${index}`)
      writeFileSync(bad, bytes)
      expect([index, await refusals(target, true, bad)]).toEqual([index, expect.stringContaining(bad)])
    }
    expect(await refusals(target, true, join(folder, 'none'))).toMatch(/cannot be read \(ENOENT\)/)
    expect(await refusals(target, true, folder)).toMatch(/cannot be read \(EISDIR\)/)
  })

  test('a hostile file is reported in one line with its name, whatever it contains', async () => {
    const { weeks: _, ...manifest } = await manifestOf(() => back().then(() => undefined))
    await using target = await testDatabase()
    const before = await contents(target)
    const good = { ...manifest, weeks: [] }
    const files: object[][] = [
      [{ kind: manifest.kind, format: 1 }],
      [{ ...good, key: 5 }],
      [{ ...good, migrations: 'all' }],
      [{ ...good, migrations: [null] }],
      [{ ...good, weeks: [1e300] }],
      [{ ...good, weeks: Array.from({ length: 100_000 }, (_, week) => week * 604_800_000) }],
      [{ ...good, version: '\u001b]0;title\u0007', migrations: [{ number: 1, name: '\u001b[2J', hash: '' }] }],
      [good, {}],
      [good, { table: 'organisation' }],
      [good, { table: 'organisation', columns: 'id' }],
      [good, { table: 'organisation', columns: ['id" , (select 1)) --'] }],
      [good, { table: 'signal_id', columns: ['last_value'] }],
      [good, { table: 'history_add_week', columns: ['a'] }],
      [good, { table: 'organisation; drop table account', columns: ['id'] }],
      [good, { table: ['organisation'], columns: ['id'] }],
      [good, { sequences: null, tables: 0 }],
      [good, { sequences: { signal_id: 'x' }, tables: 0 }],
      [good, { sequences: { signal_id: '9223372036854775807' }, tables: 0 }],
    ]
    for (const [index, frames] of files.entries()) {
      const bad = join(folder, `hostile-${index}`)
      writeFileSync(bad, gzipSync(Buffer.concat(frames.map(jsonFrame))))
      const fault = await into(target, true, bad).catch((error: Error) => error)
      expect([index, fault]).toMatchObject([index, { name: 'SetupError', message: expect.stringContaining(bad) }])
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys them
      expect((fault as Error).message).not.toMatch(/[\u0000-\u001f]/)
    }
    expect(await contents(target)).toEqual(before)
  })

  test('a file of another schema is refused by name', async () => {
    await asOwner(source, "update schema_migration set hash = 'other' where number = 2")
    await expect(back()).rejects.toMatchObject({ name: 'SetupError' })
    const plain = await manifestOf(async () => {
      await using whole = await testDatabase()
      await back(whole)
    })
    const { hash } = plain.migrations[1]!
    writeFileSync(
      file,
      gzipSync(Buffer.from(gunzipSync(readFileSync(file)).toString('latin1').replace(hash, 'f'.repeat(64)), 'latin1')),
    )
    await using target = await testDatabase()
    expect(await refusals(target, true)).toMatch(/with migration 0002-history, which this one does not have/)
  })

  async function manifestOf(make: () => Promise<void>): Promise<Manifest> {
    await make()
    for await (const frame of readBackup(file)) if ('json' in frame) return frame.json as never
    throw new Error('no manifest')
  }

  test('a platform is running on the database', async () => {
    await back()
    await using target = await testDatabase()
    const platform = new Client({ connectionString: target.url, application_name: 'gatehouse' })
    await platform.connect()
    expect(await refusals(target, true)).toMatch(/A platform works on this database/)
    await platform.end()
    await into(target, true)
  })
})

test('an existing file is never overwritten, and a failed backup leaves no file', async () => {
  writeFileSync(file, 'precious')
  await expect(back()).rejects.toMatchObject({ message: `${file} exists already: name another file` })
  expect(readFileSync(file, 'utf8')).toBe('precious')
  const nowhere = join(folder, 'none', 'file')
  await expect(back(source, nowhere)).rejects.toMatchObject({
    message: expect.stringContaining('cannot be written (ENOENT'),
  })
  expect(readdirSync(folder)).toEqual(['all.backup'])
})

test('an older backup is loaded with its own migrations, and the newer ones run afterwards', async () => {
  await using older = await emptyDatabase()
  const few = join(folder, 'migrations')
  mkdirSync(few)
  const all = join(import.meta.dirname, 'migrations')
  for (const name of readdirSync(all).filter((each) => each < '0004')) copyFileSync(join(all, name), join(few, name))
  expect(await migrate(older, undefined, few)).toHaveLength(3)
  await older.pool.query("insert into organisation (name, created_at) values ('Old', 0)")
  await older.pool.query(`create table history_chunk_w20260105 partition of history_chunk
    for values from (${monday}) to (${monday + 604_800_000})`)
  await older.pool.query(
    'insert into history_chunk (gateway_id, column_id, t0, t1, org_id, equipment_id, level, n, good, data)' +
      ` values (7, 1, ${monday}, ${monday}, 1, 1, 0, 1, 1, '')`,
  )
  await back(older)
  await using target = await testDatabase()
  await into(target, true)
  expect(await isMigrated(target.pool)).toBe(true)
  const { rows } = await target.pool.query(
    'select name, (select count(*) from history_chunk_w20260105) as chunks from organisation',
  )
  expect(rows).toEqual([{ name: 'Old', chunks: 1 }])
})

test('tables are sorted after those that they reference, and cycles are reported', () => {
  const needs = [
    { table: 'a', needs: 'b' },
    { table: 'b', needs: 'c' },
    { table: 'c', needs: 'elsewhere' },
  ]
  expect(inOrder(['history_chunk', 'a', 'b', 'c'], needs)).toEqual(['c', 'b', 'a', 'history_chunk'])
  expect(() => inOrder(['a', 'b', 'c'], [...needs, { table: 'c', needs: 'a' }])).toThrow('need each other')
})
