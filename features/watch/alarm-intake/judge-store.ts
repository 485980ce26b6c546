// Devices whose rules the platform evaluates, and their state, across all organisations: each row contains its
// organisation.
import { type Kysely, sql } from 'kysely'
import type { EquipmentId, GatewayId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import { alarmPart } from '../../device/alarm-rules/rules.ts'
import { readConfig } from '../../frame/config.ts'

type Db = Kysely<DB>

/**
 * Whether the platform evaluates the rules of gateway `g` under binding `b`: the gateway does not have the ability, or
 * its current configuration was sent before it had it.
 */
const isJudgedHere = sql<boolean>`(not coalesce(g.abilities @> '["alarms"]', false)
  or (g.config_hash = g.ruleless_hash and g.config_binding_id = b.id))`

/** Whether the platform evaluates the rules of a binding. */
export async function isBindingJudgedHere(db: Db, bindingId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from binding b join gateway g on g.id = b.gateway_id
    where b.id = ${bindingId} and ${isJudgedHere}`.execute(db)
  return rows.length > 0
}

/** Whether binding `b` has a rule to evaluate, or an active alarm to end. */
const hasRules = sql<boolean>`(
  exists (select from alarm_rule r where r.equipment_id = b.equipment_id and r.platform_kind is null and r.enabled
    and r.removed_at is null)
  or exists (select from alarm_rule r join alarm a on a.org_id = r.org_id and a.rule_id = r.id and a.is_open
    where r.equipment_id = b.equipment_id and r.platform_kind is null and a.binding_id = b.id and a.cleared_at is null))`

/** The facts that decide where rules are evaluated. `here`: on the platform, and there is something to evaluate. */
export type WhoJudges = {
  sn: string
  gatewayId: GatewayId
  abilities: string[] | null
  configHash: string | null
  configBindingId: number | null
  orgId: number
  equipmentId: EquipmentId
  bindingId: number
  boundAt: number
  here: boolean
}

/** Loads who evaluates the rules of many gateways in one statement, in the order of `sns`. */
export async function whoJudges(db: Db, sns: readonly string[]): Promise<(WhoJudges | undefined)[]> {
  const { rows } = await sql<WhoJudges>`
    select g.sn, g.id as gateway_id, g.abilities, g.config_hash, g.config_binding_id, b.org_id, b.equipment_id,
      b.id as binding_id, b.bound_at, coalesce(${isJudgedHere} and ${hasRules}, false) as here
    from gateway g left join binding b on b.gateway_id = g.id and b.unbound_at is null
    where g.sn = any(${sns}::text[])`.execute(db)
  const bySn = new Map(rows.map((row) => [row.sn, row]))
  return sns.map((sn) => bySn.get(sn))
}

/** Gateways whose devices have rules that are evaluated here. */
export async function allJudgedHere(db: Db): Promise<string[]> {
  const { rows } = await sql<{ sn: string }>`
    select g.sn from gateway g join binding b on b.gateway_id = g.id and b.unbound_at is null
    where ${isJudgedHere} and ${hasRules} order by g.id`.execute(db)
  return rows.map(({ sn }) => sn)
}

/** The rules of the newest configuration in the evaluator's form, and when it was saved. */
export async function loadRules(db: Db, equipmentId: EquipmentId) {
  const newest = await db
    .selectFrom('configVersion')
    .select(['content', 'createdAt'])
    .where('objectType', '=', 'equipment')
    .where('objectId', '=', equipmentId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { alarms = [] } = alarmPart.gateway?.(readConfig((newest?.content ?? null) as object | null), equipmentId) ?? {}
  return { rules: alarms, savedAt: newest?.createdAt ?? 0 }
}

type LastAlarm = { ruleId: number; alarm: string; stands: boolean; turnedAt: number }

/** The last alarm of each rule of a device; `stands`: it is active under this binding. */
export async function loadLastAlarms(db: Db, equipmentId: EquipmentId, bindingId: number): Promise<LastAlarm[]> {
  const { rows } = await sql<LastAlarm>`
    select r.id as rule_id, last.occurrence as alarm,
      last.cleared_at is null and coalesce(last.binding_id = ${bindingId}, false) as stands,
      coalesce(last.cleared_at, last.raised_at) as turned_at
    from alarm_rule r cross join lateral
      (select * from alarm a where a.rule_id = r.id order by a.raised_at desc, a.id desc limit 1) last
    where r.equipment_id = ${equipmentId} and r.platform_kind is null`.execute(db)
  return rows
}

/** History columns that store the variables themselves, not aggregates. */
export const loadColumns = (db: Db, equipmentId: EquipmentId, signalIds: readonly number[]) =>
  db
    .selectFrom('historyColumn')
    .select(['id', 'signalId'])
    .where('equipmentId', '=', equipmentId)
    .where('aggregation', 'is', null)
    .where('signalId', '=', sql<never>`any(${signalIds}::int[])`)
    .execute()
