// Rows of the database by organisation: ids for the callers, and snapshots that show what was changed.
import type { Database } from '../../db/pool.ts'
import type { Pool } from './input.ts'

type Column = { table: string; column: string }
type Tables = { ofOrg: string[]; withId: string[]; withEquipment: string[] }

/** Tables that calls and jobs change without changing data of people: see testkit/snapshot.ts. */
const moving = new Set([
  ...['organisation', 'session', 'last_value', 'operation_log', 'operation_link', 'operation_head'],
  ...['message', 'message_token', 'socket_token', 'known_place', 'user_config', 'history_landing', 'delivery'],
])
const movingColumns = ['last_seen_at', 'lease_until', 'state', 'online_since', 'used_at', 'seen_at', 'position', 'seq']

/** Names the tables that contain data of organisations. */
async function tablesOf({ pool }: Database): Promise<Tables> {
  const { rows } = await pool.query<Column>(
    `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('org_id', 'id', 'equipment_id')
       and (c.column_name <> 'id' or c.data_type in ('integer', 'bigint'))
       and c.table_name !~ '^(history_landing|history_chunk|last_value)_'`,
  )
  const having = (column: string) => rows.filter((row) => row.column === column).map(({ table }) => table)
  const ofOrg = having('org_id').filter((table) => !moving.has(table))
  const within = new Set(ofOrg)
  const only = (list: string[]) => list.filter((table) => within.has(table))
  return { ofOrg, withId: only(having('id')), withEquipment: only(having('equipment_id')) }
}

/** Ids of rows by table. */
export type Ids = { [table: string]: number[] }

const renamed: Record<string, string> = {
  ...{ ReportId: 'history_report', ColumnId: 'history_column', GroupId: 'device_group', GrantId: 'access_grant' },
  ...{ UnclaimedId: 'gateway', EnterpriseAccountId: 'account', SignOnId: 'sign_on_provider', RunId: 'upgrade_run' },
}
const tableOf = (kind: string) =>
  renamed[kind] ??
  kind
    .replace(/Id$/, '')
    .replace(/(?!^)[A-Z]/g, '_$&')
    .toLowerCase()

/** Ids by kind, of the kinds that calls name. */
export const poolOf = (ids: Ids, kinds: Iterable<string>): Pool =>
  Object.fromEntries([...kinds].flatMap((kind) => (ids[tableOf(kind)]?.length ? [[kind, ids[tableOf(kind)]!]] : [])))

export class Rows {
  readonly #database: Database
  readonly #tables: Tables
  private constructor(database: Database, tables: Tables) {
    this.#database = database
    this.#tables = tables
  }

  static async of(database: Database): Promise<Rows> {
    return new Rows(database, await tablesOf(database))
  }

  /** Loads the highest id of each table. */
  async marks(): Promise<Map<string, number>> {
    const each = this.#tables.withId.map(
      (table) => `select '${table}' as name, coalesce(max(id), 0)::float8 as id from ${table}`,
    )
    const { rows } = await this.#database.pool.query<{ name: string; id: number }>(each.join(' union all '))
    return new Map(rows.map(({ name, id }) => [name, id]))
  }

  /** The newest ids of an organisation beyond the marks, at most `max` of each table. */
  async idsSince(marks: ReadonlyMap<string, number>, orgId: number, max = 100): Promise<Ids> {
    const each = this.#tables.withId.map(
      (table) => `(select '${table}' as name, id::float8 as id from ${table}
        where org_id = ${orgId} and id > ${marks.get(table) ?? 0} order by id desc limit ${max})`,
    )
    const { rows } = await this.#database.pool.query<{ name: string; id: number }>(each.join(' union all '))
    const ids: Ids = {}
    for (const { name, id } of rows) {
      ids[name] ??= []
      ids[name].push(id)
    }
    return ids
  }

  /** Loads all rows of an organisation, by table. */
  snapshotOfOrg(orgId: number): Promise<Map<string, string>> {
    return this.#snapshot(this.#tables.ofOrg.map((table) => ({ table, where: `t.org_id = ${orgId}` })))
  }

  /** Loads the rows with these ids, and the rows of their devices. */
  snapshotOfIds(ids: Ids): Promise<Map<string, string>> {
    const list = (of: number[] = []) => `(${[...of, -1].join()})`
    const own = Object.entries(ids).map(([table, of]) => ({ table, where: `t.id in ${list(of)}` }))
    const rest = this.#tables.withEquipment.filter((table) => !(table in ids))
    return this.#snapshot([
      ...own,
      ...rest.map((table) => ({ table, where: `t.equipment_id in ${list(ids.equipment)}` })),
    ])
  }

  async #snapshot(parts: readonly { table: string; where: string }[]): Promise<Map<string, string>> {
    const without = movingColumns.map((column) => `'${column}'`).join()
    const snapshot = new Map<string, string>()
    for (const { table, where } of parts) {
      const { rows } = await this.#database.pool.query<{ rows: string }>(
        `select coalesce(jsonb_agg(row order by row), '[]')::text as rows
         from (select to_jsonb(t) - array[${without}] as row from ${table} t where ${where}) as own`,
      )
      snapshot.set(table, rows[0]!.rows)
    }
    return snapshot
  }
}

/** One line for each table whose rows differ, with the first row of each side that the other side lacks. */
export function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const lines: string[] = []
  for (const [table, text] of before) {
    const now = after.get(table) ?? '[]'
    if (text === now) continue
    const [old, fresh] = [text, now].map((each) => (JSON.parse(each) as object[]).map((row) => JSON.stringify(row)))
    const gone = old!.find((row) => !fresh!.includes(row))
    const added = fresh!.find((row) => !old!.includes(row))
    lines.push(`${table}: was ${gone?.slice(0, 400) ?? 'absent'}, is ${added?.slice(0, 400) ?? 'absent'}`)
  }
  return lines
}
