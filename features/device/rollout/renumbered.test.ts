// Migration of stored error codes of rollouts, fleet jobs, commands, upgrades and remote downloads to their new
// numbers.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMigrations } from '../../../db/migrate.ts'
import { testDatabase } from '../../../testkit/database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: pg.Pool
beforeAll(async () => {
  database = await testDatabase()
  pool = new pg.Pool({ connectionString: database.migrateUrl, max: 1 })
})
afterAll(async () => {
  await pool.end()
  await database.stop()
})

const tables = ['rollout_device', 'command', 'fleet_item', 'upgrade', 'tunnel'] as const
const codes = [1111, 1112, 1113, 1321, 1304, null]

test('stored codes get their new numbers; other codes and log lines are unchanged', async () => {
  const migration = (await readMigrations()).find(({ name }) => name === '0118-renumbered-codes')!
  // Empty tables of the same shape, because rows in the real tables would need rows in many others.
  await pool.query('create schema former')
  for (const table of [...tables, 'operation_log']) {
    await pool.query(`create table former.${table} (place int, code int)`)
    for (const [place, code] of codes.entries())
      await pool.query(`insert into former.${table} values ($1, $2)`, [place, code])
  }
  await pool.query(`begin; set local search_path to former; ${migration.sql}; commit`)
  const codesOf = async (table: string) => {
    const { rows } = await pool.query<{ code: number | null }>(`select code from former.${table} order by place`)
    return rows.map(({ code }) => code)
  }
  for (const table of tables)
    expect([table, await codesOf(table)]).toEqual([table, [1141, 1142, 1143, 1354, 1304, null]])
  expect(await codesOf('operation_log')).toEqual(codes)
})

test('every table that stores an error code is migrated', async () => {
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'code' and data_type = 'integer' order by 1",
  )
  // The log and its links are append-only, so they are not renumbered.
  const others = ['operation_link', 'operation_log']
  expect(rows.map(({ name }) => name)).toEqual([...tables, ...others].sort())
})
