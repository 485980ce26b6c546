// Alarm statistics of a past span, one statement each. A busy span has hundreds of thousands of alarms: only the few
// rows of the result are joined with devices.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AlarmId, AlarmRuleId, EquipmentId, GroupId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import { chatteringCount, hourMs, peakMs, standingMs } from './rules.ts'

export type Span = { from: number; to: number; equipmentId?: EquipmentId | null; groupId?: GroupId | null }

const most = 10

/** Alarms joined with their devices. */
const alarms = (sight: Sight) =>
  sight.from('alarm').innerJoin(sight.table('equipment'), 'equipment.id', 'alarm.equipmentId')

/** The condition for the device or the group of the request; a group includes its subgroups. */
const asked = (sight: Sight, { equipmentId, groupId }: Span): RawBuilder<SqlBool> => {
  const isOfDevice = equipmentId ? sql<SqlBool>`alarm.equipment_id = ${equipmentId}` : sql<SqlBool>`true`
  if (!groupId) return isOfDevice
  return sql`${isOfDevice} and alarm.equipment_id in (
    with recursive below as (
      select id from device_group where org_id = ${sight.orgId} and id = ${groupId}
      union select inner_group.id from device_group as inner_group join below on inner_group.parent_id = below.id)
    select equipment.id from equipment join below on below.id = equipment.group_id)`
}

/** Alarms raised in the span, of the requested devices. */
const raisedIn = (sight: Sight, span: Span) =>
  sight
    .from('alarm')
    .where(asked(sight, span))
    .where('alarm.raisedAt', '>=', span.from)
    .where('alarm.raisedAt', '<', span.to)

/** Alarms raised per hour and severity; hours without alarms are omitted. */
export async function countHours(sight: Sight, span: Span) {
  const hour = sql<number>`(alarm.raised_at - ${sql.lit(span.from)}) / ${sql.lit(hourMs)}`
  const rows = await raisedIn(sight, span)
    .select(['alarm.level', hour.as('hour')])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['alarm.level', 'hour'])
    .execute()
  return rows.map(({ level, hour, count }) => ({ level, hour: Number(hour), count: Number(count) }))
}

const following = sql.lit(peakMs - 1)

/** The ten minutes with the most alarms. */
export async function loadPeak(sight: Sight, span: Span): Promise<{ count: number; from: number } | null> {
  const row = await raisedIn(sight, span)
    .select([
      'alarm.raisedAt as from',
      sql<number>`count(*) over (order by alarm.raised_at range between current row and ${following} following)`.as(
        'count',
      ),
    ])
    .orderBy('count', 'desc')
    .orderBy('alarm.raisedAt')
    .limit(1)
    .executeTakeFirst()
  return row ? { count: Number(row.count), from: row.from } : null
}

/** The time for which the alarm was active, up to the end of the span. */
const stoodMs = ({ to }: Span) => sql<number>`least(coalesce(alarm.cleared_at, ${to}), ${to}) - alarm.raised_at`

/** Alarms active for more than a day at the end of the span, including those raised before it. */
export async function countStanding(sight: Sight, span: Span): Promise<number> {
  const { count } = await sight
    .from('alarm')
    .where(asked(sight, span))
    .where('alarm.raisedAt', '<=', span.to - standingMs)
    .where(sql<SqlBool>`alarm.is_open and alarm.cleared_at is null`)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The rules that raised the most alarms, and the number of all rules that chatter. */
export async function loadRules(sight: Sight, span: Span) {
  // For each alarm, the time since the third alarm before it of the same rule. If it is below ten minutes, the rule
  // chatters.
  const each = raisedIn(sight, span)
    .select(['alarm.ruleId', 'alarm.equipmentId', stoodMs(span).as('stoodMs')])
    .select(
      sql<number>`alarm.raised_at - lag(alarm.raised_at, ${sql.lit(chatteringCount)})
        over (partition by alarm.rule_id order by alarm.raised_at)`.as('withinMs'),
    )
    .as('each')
  const rows = await sight
    .from('organisation')
    .innerJoin(each, (join) => join.onTrue())
    .select(['each.ruleId', 'each.equipmentId'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('each.stoodMs').as('activeMs')])
    .select(sql<number>`sum((min("each"."within_ms") < ${sql.lit(peakMs)})::int) over ()`.as('chattering'))
    .groupBy(['each.ruleId', 'each.equipmentId'])
    .orderBy('count', 'desc')
    .orderBy('each.ruleId')
    .limit(most)
    .execute()
  const names = await namesOf(
    sight,
    span,
    rows.map(({ ruleId }) => ruleId),
  )
  return {
    chattering: Number(rows[0]?.chattering ?? 0),
    mostFrequent: rows.flatMap(({ ruleId, count, activeMs }) => {
      const named = names.get(ruleId)
      return named ? [{ ruleId, ...named, count: Number(count), activeMs: Number(activeMs) }] : []
    }),
  }
}

/** Name and severity of the rules at their last alarm in the span. */
async function namesOf(sight: Sight, { from, to }: Span, ruleIds: readonly AlarmRuleId[]) {
  const rows = await alarms(sight)
    .where('alarm.ruleId', '=', sql<AlarmRuleId>`any(${ruleIds}::int[])`)
    .where('alarm.raisedAt', '>=', from)
    .where('alarm.raisedAt', '<', to)
    .distinctOn('alarm.ruleId')
    .select(['alarm.ruleId', 'alarm.equipmentId', 'equipment.name as equipmentName', 'alarm.name', 'alarm.level'])
    .orderBy('alarm.ruleId')
    .orderBy('alarm.raisedAt', 'desc')
    .execute()
  return new Map(rows.map(({ ruleId, ...named }) => [ruleId, named]))
}

/** The alarms with the longest active time, including older ones that are still active. */
export async function loadLongest(sight: Sight, span: Span) {
  const longest = await raisedIn(sight, span)
    .select('alarm.id')
    .orderBy(stoodMs(span), 'desc')
    .orderBy('alarm.id')
    .limit(most)
    .execute()
  // Alarms from before the span have been active longer than those of the span; the oldest the longest.
  const older = await sight
    .from('alarm')
    .where(asked(sight, span))
    .where('alarm.raisedAt', '<', span.from)
    .where(sql<SqlBool>`alarm.is_open and alarm.cleared_at is null`)
    .select('alarm.id')
    .orderBy('alarm.raisedAt')
    .orderBy('alarm.id')
    .limit(most)
    .execute()
  return alarms(sight)
    .where('alarm.id', '=', sql<AlarmId>`any(${[...older, ...longest].map(({ id }) => id)}::int[])`)
    .select(['alarm.id', 'alarm.name', 'alarm.equipmentId', 'equipment.name as equipmentName'])
    .select(['alarm.level', 'alarm.raisedAt', 'alarm.clearedAt'])
    .orderBy(stoodMs(span), 'desc')
    .orderBy('alarm.id')
    .limit(most)
    .execute()
}
