// Figures about alarms of a span of the past, each of one statement.
import { type SqlBool, sql } from 'kysely'
import type { EquipmentId, GroupId } from '../../contract/fields.ts'
import type { Sight } from '../../db/sight.ts'
import { alarms, narrowedBy } from './filter-store.ts'
import { chatteringCount, hourMs, peakMs, standingMs } from './rules.ts'

export type Span = { from: number; to: number; equipmentId?: EquipmentId | null; groupId?: GroupId | null }

const most = 10

/** Raised in the span, of the devices asked for. */
const raisedIn = (sight: Sight, { from, to, equipmentId, groupId }: Span) =>
  alarms(sight)
    .where(narrowedBy(sight.orgId, { keyword: null, equipmentId, groupId, from }))
    .where('alarm.raisedAt', '<', to)

/** How many were raised in each hour that has some, by severity. */
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

/** The ten minutes with most of them. */
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

/** Rules that raised more in ten minutes than a person can follow. */
export async function countChattering(sight: Sight, span: Span): Promise<number> {
  const counted = raisedIn(sight, span)
    .select([
      'alarm.ruleId',
      sql<number>`count(*) over (partition by alarm.rule_id order by alarm.raised_at
        range between current row and ${following} following)`.as('count'),
    ])
    .as('counted')
  const { rules } = await sight
    .from('organisation')
    .select((eb) =>
      eb
        .selectFrom(counted)
        .where('counted.count', '>', chatteringCount)
        .select((inner) => inner.fn.count<number>('counted.ruleId').distinct().as('rules'))
        .as('rules'),
    )
    .executeTakeFirstOrThrow()
  return Number(rules)
}

/** How long it stood within the span. */
const stoodMs = ({ to }: Span) => sql<number>`least(coalesce(alarm.cleared_at, ${to}), ${to}) - alarm.raised_at`

/** Alarms whose condition has held for longer than a day at the end of the span, whenever they were raised. */
export async function countStanding(sight: Sight, { to, equipmentId, groupId }: Span): Promise<number> {
  const { count } = await alarms(sight)
    .where(narrowedBy(sight.orgId, { keyword: null, equipmentId, groupId, to: to - standingMs }))
    .where(sql<SqlBool>`alarm.is_open and alarm.cleared_at is null`)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The rules that raised most. */
export async function loadMostFrequent(sight: Sight, span: Span) {
  const rows = await raisedIn(sight, span)
    .select(['alarm.ruleId', 'alarm.equipmentId', 'equipment.name as equipmentName'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), sql<number>`sum(${stoodMs(span)})`.as('activeMs')])
    .select([
      sql<string>`(array_agg(alarm.name order by alarm.raised_at desc))[1]`.as('name'),
      sql<'severe' | 'important' | 'normal'>`(array_agg(alarm.level order by alarm.raised_at desc))[1]`.as('level'),
    ])
    .groupBy(['alarm.ruleId', 'alarm.equipmentId', 'equipment.name'])
    .orderBy('count', 'desc')
    .orderBy('alarm.ruleId')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count), activeMs: Number(row.activeMs) }))
}

/** The alarms that stood longest: of the span, and older ones that still stand. */
export async function loadLongest(sight: Sight, span: Span) {
  const { from, to, equipmentId, groupId } = span
  return alarms(sight)
    .where(narrowedBy(sight.orgId, { keyword: null, equipmentId, groupId }))
    .where('alarm.raisedAt', '<', to)
    .where(sql<SqlBool>`(alarm.raised_at >= ${from} or (alarm.is_open and alarm.cleared_at is null))`)
    .select(['alarm.id', 'alarm.name', 'alarm.equipmentId', 'equipment.name as equipmentName'])
    .select(['alarm.level', 'alarm.raisedAt', 'alarm.clearedAt'])
    .orderBy(stoodMs(span), 'desc')
    .orderBy('alarm.id')
    .limit(most)
    .execute()
}
