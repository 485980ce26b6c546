// Database access for the evaluation of intermediate variables, across all organisations: each row contains its
// organisation.
import { type Kysely, sql } from 'kysely'
import type { AlarmRule } from '../../../contract/equipment-config.ts'
import type { EquipmentId, GatewayId, MvarId, ProjectId } from '../../../contract/fields.ts'
import type { Period, StorageMode } from '../../../contract/gateway-config.ts'
import type { DB } from '../../../db/schema.ts'
import type { MvarFormula } from '../../watch/mvar/contract.ts'

type Db = Kysely<DB>

/** Maximum number of evaluated intermediate variables. */
const maxJudged = 20_000

export type RuledMvar = {
  id: MvarId
  orgId: number
  projectId: ProjectId
  title: string
  unit: string | null
  decimals: number | null
  calcType: MvarFormula['calcType']
  text: string
  since: number
  rules: { equipmentId: EquipmentId; spec: AlarmRule }[]
}

/** Intermediate variables with enabled rules at devices of their projects. */
export async function loadRuled(db: Db): Promise<RuledMvar[]> {
  const { rows } = await sql<RuledMvar>`
    select mvar.id, mvar.org_id as "orgId", mvar.project_id as "projectId", mvar.title, mvar.unit, mvar.decimals,
      mvar.calc_type as "calcType", mvar.text, greatest(mvar.updated_at, max(rule.created_at)) as since,
      jsonb_agg(jsonb_build_object('equipmentId', rule.equipment_id, 'spec', rule.spec) order by rule.id) as rules
    from alarm_rule rule
      join mvar on mvar.id = rule.mvar_id
      join project_equip on project_equip.project_id = mvar.project_id and project_equip.equipment_id = rule.equipment_id
    where rule.mvar_id is not null and rule.enabled and rule.removed_at is null
    group by mvar.id order by mvar.id limit ${maxJudged}`.execute(db)
  return rows.map((row) => ({ ...row, since: Number(row.since) }))
}

/** A readable variable with its device, and the projects of the device. */
export type NamedSignal = {
  signalId: number
  equipmentId: EquipmentId
  projects: ProjectId[]
  /** Since when the gateway of the input's device is online; null: it is offline. */
  onlineSince: number | null
}

export async function loadNamed(db: Db, signalIds: readonly number[]): Promise<NamedSignal[]> {
  const { rows } = await sql<NamedSignal>`
    select signal.id as "signalId", signal.equipment_id as "equipmentId",
      array(select project_id from project_equip where project_equip.equipment_id = signal.equipment_id) as projects,
      case when gateway.state = 'online' then coalesce(gateway.online_since, 0) end as "onlineSince"
    from signal
      left join binding on binding.equipment_id = signal.equipment_id and binding.unbound_at is null
      left join gateway on gateway.id = binding.gateway_id
    where signal.id = any(${signalIds}::int[]) and signal.spec ->> 'access' <> 'w'`.execute(db)
  return rows
}

type StoringColumn = {
  id: number
  signalId: number
  equipmentId: EquipmentId
  mode: StorageMode
  period: Period | null
  removedAt: number | null
}

/** Active columns of active reports that store the variables' own values. */
export async function loadStoring(db: Db, signalIds: readonly number[]): Promise<StoringColumn[]> {
  const rows = await db
    .selectFrom('historyColumn')
    .innerJoin('historyReport', 'historyReport.id', 'historyColumn.reportId')
    .select(['historyColumn.id', 'historyColumn.signalId', 'historyColumn.equipmentId', 'historyReport.spec'])
    .where('historyColumn.signalId', '=', sql<never>`any(${signalIds}::int[])`)
    .where('historyColumn.aggregation', 'is', null)
    .where('historyColumn.removedAt', 'is', null)
    .where('historyReport.removedAt', 'is', null)
    .where(sql<boolean>`history_report.spec ->> 'enabled' is distinct from 'false'`)
    .execute()
  return rows.map(({ spec, ...row }) => {
    const { mode, period = null } = spec as unknown as { mode: StorageMode; period?: Period | null }
    return { ...row, mode, period, removedAt: null }
  })
}

/** Loads all gateways that have ever served these devices. */
export async function loadGateways(db: Db, devices: readonly EquipmentId[]): Promise<GatewayId[]> {
  const rows = await db
    .selectFrom('binding')
    .select('gatewayId')
    .distinct()
    .where('equipmentId', '=', sql<never>`any(${devices}::int[])`)
    .execute()
  return rows.map(({ gatewayId }) => gatewayId)
}

type ActiveAlarmRow = { orgId: number; equipmentId: EquipmentId; ruleId: number; alarm: string }

/** Active alarms of intermediate variables. */
export async function loadActiveAlarms(db: Db): Promise<ActiveAlarmRow[]> {
  return db
    .selectFrom('alarm')
    .select(['orgId', 'equipmentId', 'ruleId', 'occurrence as alarm'])
    .where('mvarTitle', 'is not', null)
    .where('clearedAt', 'is', null)
    .orderBy('id')
    .execute()
}

type LastAlarm = { mvarId: number; ruleId: number; alarm: string; stands: boolean; turnedAt: number }

/** The last alarm of each rule over the intermediate variables. */
export async function loadLastAlarms(db: Db, mvarIds: readonly number[]): Promise<LastAlarm[]> {
  const { rows } = await sql<LastAlarm>`
    select rule.mvar_id as "mvarId", rule.id as "ruleId", last.occurrence as alarm, last.cleared_at is null as stands,
      coalesce(last.cleared_at, last.raised_at) as "turnedAt"
    from alarm_rule rule cross join lateral
      (select * from alarm where alarm.rule_id = rule.id order by raised_at desc, id desc limit 1) last
    where rule.mvar_id = any(${mvarIds}::int[]) and rule.removed_at is null`.execute(db)
  return rows.map((row) => ({ ...row, turnedAt: Number(row.turnedAt) }))
}
