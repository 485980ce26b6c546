// A fleet in the database: gateways that are registered, claimed and bound, each with a device, its variables and a
// report that stores all of them. The rows are inserted directly, because five hundred API calls would take longer than
// the benchmark.
import { createHash } from 'node:crypto'
import type { Database } from '../db/pool.ts'
import { valuePool } from './plant-values.ts'

export type FleetGateway = {
  sn: string
  secret: string
  gatewayId: number
  equipmentId: number
  bindingId: number
  columnIds: number[]
  signalIds: number[]
}

const secretOf = (sn: string) => `secret-of-${sn}`

/** Inserts gateways into the first organisation, with `signals` variables each, all stored. */
export async function insertFleet({ pool }: Database, gateways: number, signals: number): Promise<FleetGateway[]> {
  const { rows: orgs } = await pool.query<{ id: number }>('select id from organisation order by id limit 1')
  const { rows: accounts } = await pool.query<{ id: number }>('select id from account order by id limit 1')
  const orgId = orgs[0]!.id
  const sns = Array.from({ length: gateways }, (_, i) => `LOAD${String(i + 1).padStart(5, '0')}`)
  const hashes = sns.map((sn) => createHash('sha256').update(secretOf(sn)).digest())
  const at = Date.now()
  const { rows: boxes } = await pool.query<{ id: number; sn: string }>(
    `insert into gateway (org_id, sn, series, model, claim_code_hash, secret_hash, secret_sealed, created_at, claimed_at)
     select $1, sn, 'GH', 'GH-100', hash, hash, hash, $2, $2 from unnest($3::text[], $4::bytea[]) as t (sn, hash)
     returning id, sn`,
    [orgId, at, sns, hashes],
  )
  const gatewayOf = new Map(boxes.map(({ id, sn }) => [sn, id]))
  const { rows: devices } = await pool.query<{ id: number; name: string }>(
    `insert into equipment (org_id, name, created_at, created_by) select $1, sn, $2, $3 from unnest($4::text[]) as t (sn)
     returning id, name`,
    [orgId, at, accounts[0]!.id, sns],
  )
  const deviceOf = new Map(devices.map(({ id, name }) => [name, id]))
  const { rows: bindings } = await pool.query<{ id: number; gateway_id: number }>(
    `insert into binding (org_id, equipment_id, gateway_id, bound_at)
     select $1, e, g, $2 from unnest($3::int[], $4::int[]) as t (e, g) returning id, gateway_id`,
    [orgId, at, sns.map((sn) => deviceOf.get(sn)), sns.map((sn) => gatewayOf.get(sn))],
  )
  const bindingOf = new Map(bindings.map(({ id, gateway_id }) => [gateway_id, id]))
  const fleet: FleetGateway[] = []
  for (const sn of sns) {
    const gatewayId = gatewayOf.get(sn)!
    const equipmentId = deviceOf.get(sn)!
    const stored = await insertVariables(pool, { orgId, equipmentId, signals, at })
    fleet.push({ sn, secret: secretOf(sn), gatewayId, equipmentId, bindingId: bindingOf.get(gatewayId)!, ...stored })
  }
  return fleet
}

type Device = { orgId: number; equipmentId: number; signals: number; at: number }

async function insertVariables(pool: Database['pool'], { orgId, equipmentId, signals, at }: Device) {
  const { rows: drivers } = await pool.query<{ id: number }>(
    `insert into driver (id, org_id, equipment_id, position, name, type, spec)
     values (nextval('driver_id'), $1, $2, 0, 'PLC', 'modbus-tcp', '{}') returning id`,
    [orgId, equipmentId],
  )
  const { rows: variables } = await pool.query<{ id: number }>(
    `insert into signal (id, org_id, equipment_id, driver_id, position, name, title, spec)
     select id, $1, $2, $3, n, 's' || n, 'Signal ' || n, jsonb_build_object('id', id, 'driverId', $3::int, 'name', 's' || n,
       'title', 'Signal ' || n, 'address', 'H:' || n, 'dataType', 'float64', 'access', 'r')
     from (select nextval('signal_id')::int as id, n from generate_series(1, $4) as n) as drawn returning id`,
    [orgId, equipmentId, drivers[0]!.id, signals],
  )
  const signalIds = variables.map(({ id }) => id)
  const { rows: reports } = await pool.query<{ id: number }>(
    `insert into history_report (id, org_id, equipment_id, position, name, type, spec, created_at)
     values (nextval('report_id'), $1, $2, 0, 'All', 'normal', '{"mode":"interval","period":{"every":10,"unit":"second"}}', $3) returning id`,
    [orgId, equipmentId, at],
  )
  const { rows: columns } = await pool.query<{ id: number }>(
    `insert into history_column (id, org_id, equipment_id, report_id, position, signal_id, data_type, title, created_at)
     select nextval('column_id'), $1, $2, $3, n, id, 'float64', 'Signal ' || n, $4
     from unnest($5::int[]) with ordinality as t (id, n) returning id`,
    [orgId, equipmentId, reports[0]!.id, at, signalIds],
  )
  return { signalIds, columnIds: columns.map(({ id }) => id) }
}

/**
 * Inserts one rule for each of this many variables: four in five are limits with dead band and delay, one in five is a
 * movement. One rule in `alarming` has a limit that its variable crosses every few minutes; the others are never
 * reached.
 */
export async function insertRules(
  { pool }: Database,
  fleet: readonly FleetGateway[],
  { everySignals, alarming }: { everySignals: number; alarming: number },
) {
  let made = 0
  const at = Date.now()
  const series = valuePool().map((texts) => texts.map(Number).sort((a, b) => a - b))
  for (const { equipmentId, signalIds } of fleet) {
    const judged = signalIds.flatMap((id, i) =>
      i % everySignals === 0 ? [{ id, values: series[i % series.length]! }] : [],
    )
    const { rows } = await pool.query<{ id: number }>(
      "select nextval('alarm_rule_id')::int as id from generate_series(1, $1)",
      [judged.length],
    )
    const alarms = judged.map(({ id: signalId, values }, i) => {
      const isAlarming = made % alarming === 0
      made += 1
      const limit = isAlarming ? values[Math.floor(values.length * 0.99)]! : values.at(-1)! + 1
      const condition =
        i % 5 === 4
          ? { kind: 'rate', signalId, is: 'rising', change: isAlarming ? 3 : 30, overS: 60 }
          : { kind: 'limit', signalId, is: 'above', limit, deadBand: 0.5 }
      return { id: rows[i]!.id, name: `Rule ${i}`, level: 'normal', condition, ...(i % 5 === 4 ? {} : { onDelayS: 2 }) }
    })
    const signals = signalIds.map((id) => ({ id, dataType: 'float64', access: 'r' }))
    await pool.query(
      `insert into config_version (org_id, object_type, object_id, version, hash, content, author, created_at)
       select org_id, 'equipment', id, 1, '', $2, 'bench', $3 from equipment where id = $1`,
      [equipmentId, JSON.stringify({ drivers: [], signals, reports: [], alarms }), at],
    )
    await pool.query(
      `insert into alarm_rule (id, org_id, equipment_id, position, name, level, spec, enabled, created_at)
       select (rule ->> 'id')::int, org_id, equipment.id, 0, rule ->> 'name', 'normal', rule, true, $3
       from equipment, jsonb_array_elements($2::jsonb) as rule where equipment.id = $1`,
      [equipmentId, JSON.stringify(alarms), at],
    )
  }
}
