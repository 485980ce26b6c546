// SQL conditions for views and filters of alarms, over `alarm` and `equipment`; and row counts.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { contains } from '../../../db/like.ts'
import type { Sight } from '../../../db/sight.ts'
import { nameLike } from '../../../db/translated.ts'
import type { AlarmNarrowing, AlarmView } from './contract.ts'

export type Condition = RawBuilder<SqlBool>
/** The conditions of a filter without its view. */
type Narrowing = Omit<AlarmNarrowing, 'view'>

const dayMs = 24 * 3600_000
const yes: Condition = sql`true`

/** Alarms joined with their devices: the tables that the conditions refer to. */
export const alarms = (sight: Sight) =>
  sight.from('alarm').innerJoin(sight.table('equipment'), 'equipment.id', 'alarm.equipmentId')

/** An expired shelf silences nothing, even before the job removes it. */
const isLiveShelf = (now: number): Condition => sql`(shelf.until is null or shelf.until > ${now})`
const isShelved = (now: number): Condition => sql`exists (select from alarm_shelf as shelf
  where shelf.rule_id = alarm.rule_id and ${isLiveShelf(now)})`

/** The condition of a view. `shelved` depends on the shelf of the rule, not on the alarm. */
export function inView(view: AlarmView, now: number): Condition {
  const isHeard: Condition = sql`alarm.is_open and not ${isShelved(now)}`
  switch (view) {
    case 'open':
      return isHeard
    case 'unacknowledged':
      return sql`${isHeard} and alarm.acknowledged_at is null`
    case 'shelved':
      return isShelved(now)
    case 'cleared':
      return sql`alarm.cleared_at > ${now - dayMs}`
    case 'history':
      return yes
  }
}

/** Devices in a group or in its subgroups. */
const inGroup = (orgId: OrgId, groupId: number): Condition => sql`equipment.group_id in (
  with recursive below as (
    select id from device_group where org_id = ${orgId} and id = ${groupId}
    union select inner_group.id from device_group as inner_group join below on inner_group.parent_id = below.id)
  select id from below)`

/** Builds the SQL condition of a filter. */
export function narrowedBy(orgId: OrgId, filter: Narrowing): Condition {
  const { levels, kinds, equipmentId, equipmentIds, groupId, ruleId, keyword, from, to } = filter
  const all: Condition[] = []
  if (levels?.length) all.push(sql`alarm.level = any(${levels}::text[])`)
  if (kinds?.length) all.push(sql`alarm.kind = any(${kinds}::text[])`)
  if (equipmentId) all.push(sql`alarm.equipment_id = ${equipmentId}`)
  if (equipmentIds?.length) all.push(sql`alarm.equipment_id = any(${equipmentIds}::int[])`)
  if (groupId) all.push(inGroup(orgId, groupId))
  if (ruleId) all.push(sql`alarm.rule_id = ${ruleId}`)
  if (from != null) all.push(sql`alarm.raised_at >= ${from}`)
  if (to != null) all.push(sql`alarm.raised_at <= ${to}`)
  if (keyword) {
    const like = contains(keyword)
    all.push(sql`(alarm.name ilike ${like} or alarm.content ilike ${like} or alarm.mvar_title ilike ${like}
      or ${nameLike(orgId, 'equipment.name', like)})`)
  }
  return all.length === 0 ? yes : sql`(${sql.join(all, sql` and `)})`
}

export type ViewCounts = { open: number; unacknowledged: number; shelved: number; cleared: number }

/** Rows of each view under a filter. */
export async function countViews(sight: Sight, filter: Narrowing, now: number): Promise<ViewCounts> {
  const kept = narrowedBy(sight.orgId, filter)
  // Groups by rule first: the index has that order, so that no sort is needed.
  const byRule = alarms(sight)
    .where(inView('open', now))
    .where(kept)
    .select(sql<boolean>`bool_or(alarm.acknowledged_at is null)`.as('waits'))
    .groupBy('alarm.ruleId')
    .as('byRule')
  const standing = await sight
    .from('organisation')
    .innerJoin(byRule, (join) => join.onTrue())
    .select((eb) => [
      eb.fn.countAll<number>().as('open'),
      eb.fn.countAll<number>().filterWhere('byRule.waits', '=', true).as('unacknowledged'),
    ])
    .executeTakeFirstOrThrow()
  const shelved = await shelves(sight, filter, now)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    open: Number(standing.open),
    unacknowledged: Number(standing.unacknowledged),
    shelved: Number(shelved.count),
    cleared: await countRows(sight, { ...filter, view: 'cleared' }, now),
  }
}

/** Number of alarms in a view of single alarms, up to the maximum that can be listed. */
export async function countRows(sight: Sight, { view, ...filter }: AlarmNarrowing, now: number): Promise<number> {
  const some = alarms(sight)
    .where(inView(view, now))
    .where(narrowedBy(sight.orgId, filter))
    .select(sql`1`.as('one'))
    .limit(limits.alarmsCounted)
    .as('some')
  const { count } = await sight
    .from('organisation')
    .select((eb) =>
      eb
        .selectFrom(some)
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('count'),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Shelved rules, each with its newest alarm. The number of rules limits the result. */
export const shelves = (sight: Sight, filter: Narrowing, now: number) =>
  sight
    .from('alarmShelf')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom(sight.table('alarm'))
          .selectAll('alarm')
          .whereRef('alarm.ruleId', '=', 'alarmShelf.ruleId')
          .orderBy('alarm.raisedAt', 'desc')
          .orderBy('alarm.id', 'desc')
          .limit(1)
          .as('alarm'),
      (join) => join.onTrue(),
    )
    .innerJoin(sight.table('equipment'), 'equipment.id', 'alarm.equipmentId')
    .where((eb) => eb.or([eb('alarmShelf.until', 'is', null), eb('alarmShelf.until', '>', now)]))
    .where(narrowedBy(sight.orgId, filter))
