// Everything that is stored of an organisation, as one text: for tests that nothing was changed.
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { scopes } from '../features/frame/tables.ts'

/** What the platform or the callers themselves move: clocks, live values, and the log of what was refused. */
const moving = ['organisation', 'session', 'lastValue', 'operationLog', 'operationLink', 'operationHead']
const tables = Object.entries(scopes)
  .filter(([table, scope]) => scope !== 'platform' && !moving.includes(table))
  .map(([table]) => table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

/** Of all its tables, but for what the clock moves. */
export async function snapshotOf(db: Kysely<DB>, orgId: number): Promise<string> {
  const parts: string[] = []
  for (const table of tables) {
    const { rows } = await sql<{
      row: unknown
    }>`select to_jsonb(t) - array['last_seen_at', 'lease_until', 'state', 'online_since', 'used_at'] as row
      from ${sql.table(table)} t where org_id = ${orgId} order by 1`.execute(db)
    parts.push(table, JSON.stringify(rows))
  }
  return parts.join('\n')
}
