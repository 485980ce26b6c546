import { type Kysely, sql } from 'kysely'
import type { AlarmId, OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import { type Dictionary, dictionaryOf } from '../../platform/translation/rules.ts'
import type { RaisedAlarm } from './rules.ts'

/** The organisation's translations of names. */
export async function loadDictionary(db: Kysely<DB>, orgId: OrgId, names: readonly string[]): Promise<Dictionary> {
  const rows = await db
    .selectFrom('translation')
    .select(['source', 'en', 'zh'])
    .where('orgId', '=', orgId)
    .where('source', '=', sql<string>`any(${[...new Set(names)]}::text[])`)
    .execute()
  return dictionaryOf(rows.map(({ source, en, zh }) => [source, en, zh]))
}

type Told = Pick<RaisedAlarm, 'equipmentName' | 'template' | 'methods' | 'steps' | 'isShelved' | 'isRepeated'>

/** An unacknowledged alarm suppresses notifications of the following alarms of its rule for this time. */
const repeatedMs = 10 * 60_000

/** An earlier alarm of the same rule as `a` was notified and is not acknowledged. */
const isBehindNotified = sql<boolean>`exists (select from alarm t where t.rule_id = a.rule_id and t.id < a.id
  and t.acknowledged_at is null and not t.is_silent and not t.is_repeated)`

/** The facts that decide about the notification of new alarms. */
export async function loadTold(db: Kysely<DB>, ids: readonly AlarmId[]): Promise<Map<AlarmId, Told>> {
  const { rows } = await sql<Told & { id: AlarmId }>`
    select a.id, equipment.name as "equipmentName", r.spec ->> 'content' as template,
      coalesce((select array_agg(value) from jsonb_array_elements_text(r.spec -> 'methods')), '{}') as methods,
      coalesce(r.spec -> 'steps', '[]') as steps,
      exists (select from alarm_shelf s where s.rule_id = a.rule_id and (s.until is null or s.until > a.received_at))
        as "isShelved",
      (exists (select from alarm b where b.rule_id = a.rule_id and b.id < a.id and b.acknowledged_at is null
        and not b.is_silent and b.raised_at > a.raised_at - ${repeatedMs}::bigint) and ${isBehindNotified}) as "isRepeated"
    from alarm a join alarm_rule r on r.id = a.rule_id join equipment on equipment.id = a.equipment_id
    where a.id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map(({ id, ...told }) => [id, told]))
}

/** Stores for each alarm why it is not notified; if both reasons are false, it is notified. */
export async function markNotified(
  db: Kysely<DB>,
  ids: readonly AlarmId[],
  why: { isSilent?: boolean; isRepeated?: boolean },
): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('alarm').set(why).where('id', '=', sql<AlarmId>`any(${ids}::int[])`).execute()
}

/**
 * Active alarms without a notification that may be notified now, locked until the transaction ends: the shelf of their
 * rule is over, or the earlier alarm is acknowledged.
 */
export async function lockUntold(db: Kysely<DB>, now: number, most: number): Promise<RaisedAlarm[]> {
  const { rows } = await sql<RaisedAlarm>`
    select 'raised' as kind, a.id, a.org_id as "orgId", a.equipment_id as "equipmentId", a.rule_id as "ruleId",
      a.signal_id as "signalId", a.level, a.name, a.content, a.is_backlog as "isBacklog", a.raised_at as at,
      equipment.name as "equipmentName", r.spec ->> 'content' as template,
      coalesce((select array_agg(value) from jsonb_array_elements_text(r.spec -> 'methods')), '{}') as methods,
      coalesce(r.spec -> 'steps', '[]') as steps, false as "isShelved", false as "isRepeated"
    from alarm a join alarm_rule r on r.id = a.rule_id join equipment on equipment.id = a.equipment_id
    where (a.is_silent or a.is_repeated) and a.cleared_at is null and a.acknowledged_at is null
      and not exists (select from alarm_shelf s where s.rule_id = a.rule_id
        and (s.until is null or s.until > ${now}::bigint))
      and (a.is_silent or not ${isBehindNotified})
    order by a.id limit ${most} for update of a skip locked`.execute(db)
  return rows
}

/** Adds the escalation steps of alarms; the delays start now. */
export async function insertSteps(db: Kysely<DB>, alarms: readonly RaisedAlarm[], now: number): Promise<void> {
  const rows = alarms.flatMap(({ id: alarmId, orgId, equipmentId, steps }) =>
    steps.map((step, position) => {
      const dueAt = now + step.afterMin * 60_000
      return { orgId, equipmentId, alarmId, position, spec: JSON.stringify(step), dueAt }
    }),
  )
  if (rows.length > 0) await db.insertInto('alarmStep').values(rows).execute()
}
