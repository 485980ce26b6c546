// Row-level security for every table with an organisation, including those of rooms: a session sees the rows of the
// organisation in its setting app.org, all with '*', and none without. [DESIGN 10]
import type { ClientBase } from 'pg'

type Client = Pick<ClientBase, 'query'>

/**
 * COPY FROM does not support row-level security: calls of accounts reach these tables only by their columns (migration
 * 0012).
 */
const WITHOUT = /^history_(?:landing_\d+|chunk)$/

/** Adds the policy to tables of the connection's schema with `org_id` that have none. Run by the owner. */
export async function settlePolicies(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; path: string }>(
    `select c.relname as name, c.oid::regclass::text as path
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relowner = current_user::regrole and not c.relrowsecurity`,
  )
  for (const { path } of rows.filter(({ name }) => !WITHOUT.test(name))) {
    await client.query(`alter table ${path} enable row level security`)
    await client.query(`create policy sight on ${path} using ((select current_setting('app.org', true)) = '*'
      or org_id = (select nullif(nullif(current_setting('app.org', true), ''), '*')::int))`)
  }
}
