import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OrgId } from '../contract/fields.ts'
import { testDatabase } from '../testkit/database.ts'
import type { Database } from './pool.ts'
import { prepared } from './prepared.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.stop())

const namedAs = prepared('organisation named', (db, asked: { name: string; after: number }) =>
  db
    .selectFrom('organisation')
    .select(['name', 'createdAt'])
    .where('name', '=', asked.name)
    .where(sql`${asked.after}::bigint`, '<', sql`created_at`),
)

it('runs with new parameters each time and returns the rows of the same plain query', async () => {
  await database.pool.query("insert into organisation (name, created_at) values ('One', 5), ('Two', 7)")
  const { kysely } = database
  expect(await namedAs(kysely, { name: 'One', after: 4 })).toEqual([{ name: 'One', createdAt: 5 }])
  expect(await namedAs(kysely, { name: 'Two', after: 6 })).toEqual([{ name: 'Two', createdAt: 7 }])
  expect(await namedAs(kysely, { name: 'One', after: 5 })).toEqual([])
  const inside = await kysely.transaction().execute((inner) => namedAs(inner, { name: 'Two', after: 0 }))
  expect(inside).toEqual([{ name: 'Two', createdAt: 7 }])
})

it('a connection plans the query once', async () => {
  const planned = await database.kysely.connection().execute(async (db) => {
    for (let turn = 0; turn < 3; turn += 1) await namedAs(db, { name: 'One', after: turn })
    return sql<{ name: string; runs: number }>`select name, generic_plans + custom_plans as runs
      from pg_prepared_statements`.execute(db)
  })
  expect(planned.rows).toEqual([{ name: 'organisation named', runs: expect.any(Number) }])
  expect(planned.rows[0]!.runs).toBeGreaterThanOrEqual(3)
})

it('row-level security applies to it, also on a connection that another caller has used', async () => {
  const { rows } = await database.pool.query<{ id: number }>('select id from organisation order by name')
  const seenBy = (id: number) => namedAs(database.sights(OrgId.parse(id), false), { name: 'One', after: 0 })
  for (let turn = 0; turn < 8; turn += 1) {
    expect(await seenBy(rows[0]!.id)).toHaveLength(1)
    expect(await seenBy(rows[1]!.id)).toEqual([])
  }
})
