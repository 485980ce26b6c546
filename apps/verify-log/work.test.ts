// The command with its own database: the lines that it prints, and its verdict.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/pool.ts'
import { asSuperuser, blankDatabase, testDatabase } from '../../testkit/database.ts'
import { verifyLog } from './work.ts'

let database: Database
beforeEach(async () => {
  database = await testDatabase()
  await database.pool.query(`insert into organisation (name, created_at) values ('水厂', 0), (E'Two\\u001b[2J', 0)`)
  await database.pool.query(`insert into operation_log (org_id, at, loginname, act, object_type, object_name, result)
    select 1, n, 'x', 'edit', 'group', 'x', 'success' from generate_series(1, 30) n`)
})
afterEach(() => database.stop())

const verify = async (of = database) => {
  const said: string[] = []
  const place = { dataDir: '', databaseUrl: of.url, databaseMigrateUrl: of.migrateUrl }
  return { isSound: await verifyLog(place, (line) => said.push(line)), said }
}
const hash = '[0-9a-f]{64}'

test('a sound log is reported for each organisation', async () => {
  const { isSound, said } = await verify()
  expect(isSound).toBe(true)
  expect(said).toEqual([
    expect.stringMatching(new RegExp(`^organisation 1 \\(水厂\\): 30 entries, sound; hash of entry 30: ${hash}$`)),
    'organisation 2 (Two?[2J): 0 entries, sound',
    'the operation log is sound',
  ])
})

test('organisation and line of each fault are named', async () => {
  await asSuperuser(
    database,
    `set session_replication_role = replica;
     update operation_log set loginname = 'y' where id = 12;
     delete from operation_log where id = 20;
     delete from operation_link where seq > 28;
     delete from operation_log where id > 28;
     insert into operation_log (org_id, at, loginname, act, object_type, object_name, result)
       values (2, 0, 'x', 'edit', 'group', 'x', 'success')`,
  )
  const { isSound, said } = await verify()
  expect(isSound).toBe(false)
  expect(said).toEqual([
    'organisation 1 (水厂): entry 12 (line 12) was changed',
    'organisation 1 (水厂): entry 20 (line 20) was removed',
    'organisation 1 (水厂): entries 29 to 30 were removed',
    expect.stringMatching(/^organisation 1 \(水厂\): 30 entries, 3 faults; hash/),
    'organisation 2 (Two?[2J): line 31 was inserted, it is no part of the chain',
    expect.stringMatching(/^organisation 2 .*: 0 entries, 1 fault$/),
    'the operation log was tampered with',
  ])
})

test('only the first faults are listed, but all are counted', async () => {
  await asSuperuser(database, "set session_replication_role = replica; update operation_log set loginname = 'y'")
  const { said } = await verify()
  expect(said).toHaveLength(20 + 3)
  expect(said[20]).toMatch(/30 entries, 30 faults/)
})

test('a database without Gatehouse tables is a setup error', async () => {
  await using blank = await blankDatabase()
  await expect(verify(blank)).rejects.toMatchObject({ name: 'SetupError' })
})
