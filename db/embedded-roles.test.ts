// Upgrades a data folder of an earlier version, whose tables belonged to the superuser.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from './embedded.ts'
import { isMigrated, migrate, readMigrations } from './migrate.ts'
import { giveTo, OWN_USER } from './own-user.ts'
import { connectDatabase } from './pool.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-roles-'))
  chmodSync(dataDir, 0o711)
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const start = () => startEmbedded({ dataDir, log: () => undefined, settings: { fsync: 'off', shared_buffers: '16MB' } })

async function asSuperuser<T>(server: Embedded, act: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(server.connection)
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

/** The state of 0.1.0: one superuser that owns everything, and the first three migrations. */
async function release010(client: Client): Promise<void> {
  await client.query('drop owned by gatehouse_app; drop owned by gatehouse_owner')
  await client.query('alter database gatehouse owner to gatehouse')
  await client.query('drop role gatehouse_app; drop role gatehouse_owner')
  await client.query(`create table schema_migration (
    number int primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`)
  const migrations = await readMigrations(join(import.meta.dirname, 'migrations'))
  for (const { sql, number, name, hash } of migrations.slice(0, 3)) {
    await client.query(sql)
    await client.query('insert into schema_migration (number, name, hash) values ($1, $2, $3)', [number, name, hash])
  }
  await client.query("insert into organisation (name, created_at) values ('One', 0), ('Two', 0)")
  await client.query("select nextval('signal_id')")
}

const owners = `select distinct pg_get_userbyid(relowner) as owner from pg_class
  where relnamespace = 'public'::regnamespace
  union select pg_get_userbyid(proowner) from pg_proc where pronamespace = 'public'::regnamespace
  union select pg_get_userbyid(datdba) from pg_database where datname = current_database()`

test('everything is given to the owner, and the application continues with the existing data', async () => {
  const before = await start()
  await asSuperuser(before, release010)
  expect(await asSuperuser(before, async (client) => (await client.query(owners)).rows)).toEqual([
    { owner: 'gatehouse' },
  ])
  await before.stop()
  for (const round of [1, 2]) {
    const server = await start()
    const database = await connectDatabase({ ...server, setting: 'DATA_DIR', log: () => undefined })
    try {
      await migrate(database)
      expect(await isMigrated(database.pool)).toBe(true)
      const found = await asSuperuser(server, async (client) => (await client.query(owners)).rows)
      expect(found).toEqual([{ owner: 'gatehouse_owner' }])
      const { rows } = await database.pool.query<{ id: number }>(
        "insert into organisation (name, created_at) values (gen_random_uuid(), 0) returning id, nextval('signal_id') as signal",
      )
      expect(rows).toEqual([{ id: 2 + round, signal: 1 + round }])
      await expect(database.pool.query('delete from operation_log')).rejects.toMatchObject({ code: '42501' })
      await expect(database.pool.query('create temporary table own ()')).rejects.toMatchObject({ code: '42501' })
    } finally {
      await database.stop()
      await server.stop()
    }
  }
})

/** The number of our own user, or of `nobody` if no user can be created. */
function ownNumber(): string {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${OWN_USER}:`))
  return line?.split(':')[2] ?? '65534'
}

test('the server runs as our own user, or as a separate one if we are root, whatever it ran as before', async () => {
  const { uid: ourselves } = statSync(dataDir)
  const runsAs = async () => {
    const server = await start()
    const { uid } = statSync(`/proc/${server.pid()}`)
    await server.stop()
    return [uid, statSync(join(dataDir, 'postgres')).uid, statSync(join(dataDir, 'postgres/base')).uid].map(String)
  }
  const expected = ourselves === 0 ? ownNumber() : String(ourselves)
  expect(await runsAs()).toEqual([expected, expected, expected])
  if (ourselves === 0) giveTo(join(dataDir, 'postgres'), { uid: 54_321, gid: 54_321 })
  expect(await runsAs()).toEqual([expected, expected, expected])
})
