// Which alarms a view and a filter show, as conditions over `alarm` and `equipment`; and how many they are.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { contains } from '../../../db/like.ts'
import type { Sight } from '../../../db/sight.ts'
import { nameLike } from '../../../db/translated.ts'
import type { AlarmNarrowing, AlarmView } from './contract.ts'

export type Condition = RawBuilder<SqlBool>
/** Without the view. */
export type Narrowing = Omit<AlarmNarrowing, 'view'>

const dayMs = 24 * 3600_000
const yes: Condition = sql`true`

/** Alarms with their devices: the tables that the conditions are about. */
export const alarms = (sight: Sight) =>
  sight.from('alarm').innerJoin(sight.table('equipment'), 'equipment.id', 'alarm.equipmentId')

/** A shelf that has run out silences nothing, whether or not its end is noted yet. */
export const isLiveShelf = (now: number): Condition => sql`(shelf.until is null or shelf.until > ${now})`
export const isShelved = (now: number): Condition => sql`exists (select from alarm_shelf as shelf
  where shelf.rule_id = alarm.rule_id and ${isLiveShelf(now)})`

/** Of a view; `shelved` is of the rules' shelves, not of alarms. */
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
      return sql`alarm.cleared_at > ${now - dayMs} and not (alarm.latched and alarm.reset_at is null)`
    case 'history':
      return yes
  }
}

/** Devices in a group or in one below it. */
const inGroup = (orgId: OrgId, groupId: number): Condition => sql`equipment.group_id in (
  with recursive below as (
    select id from device_group where org_id = ${orgId} and id = ${groupId}
    union select inner_group.id from device_group as inner_group join below on inner_group.parent_id = below.id)
  select id from below)`

/** What a filter keeps. */
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
  // By rule first: that is the order of the index, and nothing has to be sorted however many are open.
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

/** Alarms of a view of single alarms, counted as far as they are listed. */
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

/** Silenced rules, each with its newest alarm; their number is bounded by that of rules. */
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
