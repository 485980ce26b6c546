// Deletes data that is too old or belonged to deleted devices, in SQL. Chunks are removed partition by partition and in
// bounded portions, so that no statement runs long.
import type { Connection } from '../../db/connection.ts'
import { partitionName, readWeeks } from './partition-store.ts'

type Client = Pick<Connection, 'query'>

const portion = 5000

/** Days of history of each organisation. */
export async function readRetentions(client: Client): Promise<{ orgId: number; days: number }[]> {
  const { rows } = await client.query<{ orgId: number; days: number }>(
    'select id as "orgId", history_days as days from organisation order by id',
  )
  return rows
}

/** Deletes chunks of an organisation that end before a time; returns how many. */
export async function removeOldChunks(client: Client, orgId: number, before: number): Promise<number> {
  let removed = 0
  for (const table of await partitions(client, before))
    removed += await removeAll(client, table, 'org_id = $1 and t1 < $2', [orgId, before])
  return removed
}

/** Deletes gaps that ended before a time. */
export async function removeGaps(client: Client, orgId: number, before: number): Promise<void> {
  await client.query('delete from history_gap where org_id = $1 and coalesce(to_at, noted_at) < $2', [orgId, before])
}

/** Deletes quarantined messages from before a time: no organisation's history reaches back that far. */
export async function removeQuarantined(client: Client, before: number): Promise<void> {
  await removeAll(client, 'history_quarantine', 'received_at < $1', [before])
}

const goneAtOnce = 1000

/** Deletes chunks, gaps, columns and reports of deleted devices; returns how many chunks. */
export async function forgetGone(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `select c.id from history_column c where not exists (select from equipment e where e.id = c.equipment_id)
     order by c.id limit $1`,
    [goneAtOnce],
  )
  const ids = rows.map(({ id }) => id)
  let removed = 0
  if (ids.length > 0) {
    for (const table of await partitions(client, Number.POSITIVE_INFINITY))
      removed += await removeAll(client, table, 'column_id = any($1::int[])', [ids])
    await client.query('delete from history_column where id = any($1::int[])', [ids])
  }
  await client.query(
    `delete from history_report r where not exists (select from equipment e where e.id = r.equipment_id)
     and not exists (select from history_column c where c.report_id = r.id)`,
  )
  await client.query('delete from history_gap g where not exists (select from equipment e where e.id = g.equipment_id)')
  return removed
}

/** Names of the partitions with data from before a time. */
async function partitions(client: Client, before: number): Promise<string[]> {
  const weeks = (await readWeeks(client)).filter((week) => week < before)
  return [...weeks.map(partitionName), 'history_chunk_rest']
}

async function removeAll(client: Client, table: string, where: string, values: unknown[]): Promise<number> {
  for (let removed = 0; ; ) {
    const { rowCount } = await client.query(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${portion}))`,
      values,
    )
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < portion) return removed
  }
}
