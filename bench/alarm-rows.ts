// Alarm rules and alarms as rows: to save them one by one would take longer than the benchmark.
import type { Database } from '../db/pool.ts'

type Of = { equipmentId: number; signalId: number; count: number }

/** Rules above a limit that notify all accounts; their ids. */
export async function insertRules({ pool }: Database, { equipmentId, signalId, count }: Of): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into alarm_rule (id, org_id, equipment_id, position, name, level, spec, enabled, created_at)
     select id, org_id, $1, n, 'Rule ' || n, level, jsonb_build_object('id', id, 'name', 'Rule ' || n, 'level', level,
         'methods', jsonb_build_array('push'), 'content', 'Level high',
         'condition', jsonb_build_object('kind', 'limit', 'signalId', $2::int, 'is', 'above', 'limit', 4.5)), true, 1
     from (select nextval('alarm_rule_id')::int as id, org_id, n, (array['severe', 'important', 'normal'])[1 + n % 3] as level
       from equipment, generate_series(1, $3) as n where equipment.id = $1) as drawn
     returning id`,
    [equipmentId, signalId, count],
  )
  return rows.map(({ id }) => id)
}

type Spread = { alarms: number; open: number; days: number; now: number }

/** Number of rows per statement, so that a statement stays within its timeout. */
const portion = 20_000

/**
 * Occurrences of all rules in turn, evenly over the days before now, each with its notes. Half of the open ones are
 * active, half wait to be acknowledged.
 */
export async function insertAlarms({ pool }: Database, { alarms, open, days, now }: Spread): Promise<void> {
  for (let from = 1; from <= alarms; from += portion)
    await pool.query(
      `with rule as materialized (select r.*, row_number() over (order by id) - 1 as place, count(*) over () as rules,
           (select id from binding where binding.equipment_id = r.equipment_id and unbound_at is null) as binding_id
         from alarm_rule r),
       drawn as (
         select n, $4::bigint - ((($1 - n)::float8 / $1) * $3 * 86400000)::bigint as raised_at, n % ($1 / $2) = 0 as is_open
         from generate_series($5::int, least($6::int, $1::int)) as n),
       inserted as (
         insert into alarm (org_id, equipment_id, rule_id, occurrence, binding_id, kind, level, name, content, latched,
           raised_at, received_at, cleared_at, acknowledged_at, acknowledged_name)
         select org_id, equipment_id, id, lpad(to_hex(n), 16, '0'), binding_id, 'limit', level, name, name, false,
           raised_at, raised_at,
           case when is_open and n % (2 * $1 / $2) = 0 then null else raised_at + 1000 * (n % 900) end,
           case when is_open then null else raised_at + 900000 end, case when is_open then null else 'Li' end
         from drawn join rule on rule.place = n % rule.rules
         returning id, org_id, raised_at, cleared_at)
       insert into alarm_note (org_id, alarm_id, at, act)
       select org_id, id, raised_at, 'raised' from inserted
       union all select org_id, id, cleared_at, 'cleared' from inserted where cleared_at is not null`,
      [alarms, open, days, now, from, from + portion - 1],
    )
  await pool.query('analyze alarm')
}

export async function alarmCountsOf({ pool }: Database): Promise<{ all: number; cleared: number; messages: number }> {
  const { rows } = await pool.query<{ all: string; cleared: string; messages: string }>(
    `select (select count(*) from alarm) as all, (select count(*) from alarm where cleared_at is not null) as cleared,
       (select count(*) from message) as messages`,
  )
  const [{ all, cleared, messages } = { all: 0, cleared: 0, messages: 0 }] = rows
  return { all: Number(all), cleared: Number(cleared), messages: Number(messages) }
}
