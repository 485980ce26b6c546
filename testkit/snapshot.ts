// All stored data of an organisation as one text, for tests that nothing was changed.
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { scopes } from '../features/frame/tables.ts'

/** Tables that calls change without changing data: times of use, live values, and the log of refusals. */
const moving = ['organisation', 'session', 'lastValue', 'operationLog', 'operationLink', 'operationHead']
const tables = Object.entries(scopes)
  .filter(([table, scope]) => scope !== 'platform' && !moving.includes(table))
  .map(([table]) => table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

/** The rows of a table as one text, without columns that change with time. */
const rowsOf = (table: string, orgId: number) => sql<{ table: string; rows: string }>`
  select ${sql.lit(table)} as "table", coalesce(jsonb_agg(row order by row), '[]')::text as rows from (
    select to_jsonb(t) - array['last_seen_at', 'lease_until', 'state', 'online_since', 'used_at'] as row
    from ${sql.table(table)} t where org_id = ${sql.lit(orgId)}) as own`

/** Rows of all its tables, in one statement: the tests that run through all calls take thousands of snapshots. */
export async function snapshotOf(db: Kysely<DB>, orgId: number): Promise<string> {
  const each = tables.map((table) => rowsOf(table, orgId))
  const { rows } = await sql<{ table: string; rows: string }>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows.map(({ table, rows: own }) => `${table}\n${own}`).join('\n')
}
