// Queries for the alarm list and for one alarm.
import { type RawBuilder, sql } from 'kysely'
import type { AlarmRule } from '../../../contract/equipment-config.ts'
import { levelOrder } from '../../../contract/equipment-config.ts'
import type { AlarmId, EquipmentId, SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Sight } from '../../../db/sight.ts'
import type { AlarmCounts, AlarmNarrowing, AlarmNote, AlarmRow, NoteAct } from './contract.ts'
import { alarms, countRows, countViews, inView, narrowedBy, shelves, type ViewCounts } from './filter-store.ts'
import { stateOf } from './rules.ts'
import type { PlainRow } from './told-store.ts'

/** An alarm of the list, with the number of open alarms of its rule in the row. */
type Listed = { id: AlarmId; count: number; firstAt: number | null }
type Paged = AlarmNarrowing & { pageNo: number; pageSize: number }

const levelRank = sql<number>`case alarm.level ${sql.join(
  Object.entries(levelOrder).map(([level, order]) => sql`when ${sql.lit(level)} then ${sql.lit(order)}`),
  sql` `,
)} end`

/**
 * The open alarm that represents its rule: one that is not acknowledged, else the newest. The array makes it the
 * maximum: not acknowledged, time raised, id, severity.
 */
const speaker = sql<string[]>`max(array[
  (alarm.acknowledged_at is null)::int::bigint, alarm.raised_at, alarm.id::bigint, ${levelRank}::bigint])`

const offsetOf = ({ pageNo, pageSize }: Paged) => (pageNo - 1) * pageSize

/** Lists open alarms: unacknowledged ones first, then by severity, then the newest. */
async function listOpen(sight: Sight, filter: Paged, now: number): Promise<Listed[]> {
  const rows = await alarms(sight)
    .where(inView(filter.view, now))
    .where(narrowedBy(sight.orgId, filter))
    .select((eb) => [
      speaker.as('speaker'),
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('alarm.raisedAt').as('firstAt'),
    ])
    .groupBy('alarm.ruleId')
    .orderBy(sql`(${speaker})[1]`, 'desc')
    .orderBy(sql`(${speaker})[4]`)
    .orderBy(sql`(${speaker})[2]`, 'desc')
    .orderBy(sql`(${speaker})[3]`, 'desc')
    .limit(filter.pageSize)
    .offset(offsetOf(filter))
    .execute()
  return rows.map((row) => ({
    id: Number(row.speaker[2]) as AlarmId,
    count: Number(row.count),
    firstAt: Number(row.firstAt),
  }))
}

/** Lists shelved alarms, the most recently shelved first. */
async function listShelved(sight: Sight, filter: Paged, now: number): Promise<Listed[]> {
  const rows = await shelves(sight, filter, now)
    .select([
      'alarm.id',
      sql<number>`(select count(*) from alarm as open where open.rule_id = alarm.rule_id and open.is_open)`.as('count'),
    ])
    .orderBy('alarmShelf.at', 'desc')
    .orderBy('alarmShelf.ruleId')
    .limit(filter.pageSize)
    .offset(offsetOf(filter))
    .execute()
  return rows.map(({ id, count }) => ({ id, count: Math.max(1, Number(count)), firstAt: null }))
}

/** Single alarms, newest first: cleared ones by the time they were cleared, others by the time they were raised. */
async function listSingle(sight: Sight, filter: Paged, now: number): Promise<Listed[]> {
  if (offsetOf(filter) >= limits.alarmsCounted) return []
  const by = filter.view === 'cleared' ? 'alarm.clearedAt' : 'alarm.raisedAt'
  const rows = await alarms(sight)
    .where(inView(filter.view, now))
    .where(narrowedBy(sight.orgId, filter))
    .select('alarm.id')
    .orderBy(by, 'desc')
    .orderBy('alarm.id', 'desc')
    .limit(Math.min(filter.pageSize, limits.alarmsCounted - offsetOf(filter)))
    .offset(offsetOf(filter))
    .execute()
  return rows.map(({ id }) => ({ id, count: 1, firstAt: null }))
}

/** Rows of alarms in the order of `listed`; omits alarms that are gone or not visible. */
export async function loadRows(sight: Sight, listed: readonly Listed[], now: number): Promise<PlainRow[]> {
  if (listed.length === 0) return []
  const rows = await withShelf(sight, now)
    .where('alarm.id', '=', sql<AlarmId>`any(${listed.map(({ id }) => id)}::int[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return listed.flatMap(({ id, count, firstAt }) => {
    const row = byId.get(id)
    return row ? [{ ...shown(row), count, firstAt: firstAt ?? row.raisedAt }] : []
  })
}

const isOnline = (equipmentId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from binding join gateway on gateway.id = binding.gateway_id
  where binding.equipment_id = ${equipmentId} and binding.unbound_at is null and gateway.state = 'online')`

/**
 * Whether the current state is known: always for alarms of the platform; for an intermediate variable if the gateways
 * of all its devices are online.
 */
const isHeard = sql<boolean>`case when alarm.mvar_title is not null then coalesce((
    select bool_and(${isOnline(sql`named.equipment_id`)}) from alarm_rule rule join mvar on mvar.id = rule.mvar_id
      cross join lateral mvar_inputs(mvar.text) named where rule.id = alarm.rule_id), false)
  else alarm.kind in ('offline', 'powerOff') or ${isOnline(sql`alarm.equipment_id`)} end`

const withShelf = (sight: Sight, now: number) =>
  alarms(sight)
    .leftJoin(sight.table('alarmShelf'), (join) =>
      join
        .onRef('alarmShelf.ruleId', '=', 'alarm.ruleId')
        .on((eb) => eb.or([eb('alarmShelf.until', 'is', null), eb('alarmShelf.until', '>', now)])),
    )
    .select(['alarm.id', 'alarm.equipmentId', 'equipment.name as equipmentName', 'equipment.zone'])
    .select(['alarm.ruleId', 'alarm.kind'])
    .select(['alarm.level', 'alarm.name', 'alarm.content', 'alarm.signalId', 'alarm.unit', 'alarm.decimals'])
    .select(['alarm.value', 'alarm.limitText', 'alarm.latched', 'alarm.raisedAt', 'alarm.clearedAt', 'alarm.resetAt'])
    .select(['alarm.isBacklog', 'alarm.acknowledgedAt', 'alarm.acknowledgedName', 'alarm.comment'])
    .select(['alarmShelf.kind as shelfKind', 'alarmShelf.until', 'alarmShelf.reason', 'alarmShelf.accountName'])
    .select('alarmShelf.at as shelvedAt')
    .leftJoin(sight.table('alarmRule'), 'alarmRule.id', 'alarm.ruleId')
    // If the caller cannot see the project, the row has the title but no ids.
    .leftJoin(sight.table('mvar'), 'mvar.id', 'alarmRule.mvarId')
    .leftJoin(sight.table('signal'), 'signal.id', 'alarm.signalId')
    .select(sql<string | null>`signal.spec->>'texts'`.as('texts'))
    .select(['alarm.mvarTitle', 'mvar.id as mvarId', 'mvar.projectId as mvarProjectId'])
    .select(isHeard.as('isHeard'))

type Read = Awaited<ReturnType<ReturnType<typeof withShelf>['execute']>>[number]

const shelfOf = ({ shelfKind, until, reason, accountName, shelvedAt }: Read): AlarmRow['shelf'] =>
  shelfKind === null || reason === null || accountName === null || shelvedAt === null
    ? null
    : { kind: shelfKind, until, reason, accountName, at: shelvedAt }

function shown(read: Read): Omit<PlainRow, 'count' | 'firstAt'> {
  const { shelfKind: _, until: __, reason: ___, accountName: ____, shelvedAt: _____, ...row } = read
  const { latched, resetAt, value, mvarTitle, mvarId, mvarProjectId, ...rest } = row
  const isLatched = latched
  return {
    ...rest,
    value: value?.of ?? null,
    mvar: mvarTitle === null ? null : { title: mvarTitle, id: mvarId, projectId: mvarProjectId },
    isLatched,
    state: stateOf({ ...rest, isLatched, resetAt }),
    shelf: shelfOf(read),
  }
}

/** A page of a view, with the number of rows of each view under the same filter. */
export async function loadAlarms(
  sight: Sight,
  filter: Paged,
  now: number,
): Promise<{ total: number; rows: PlainRow[]; counts: ViewCounts }> {
  const { view } = filter
  const counts = await countViews(sight, filter, now)
  const total = view === 'history' ? await countRows(sight, filter, now) : counts[view]
  const list = view === 'shelved' ? listShelved : view === 'cleared' || view === 'history' ? listSingle : listOpen
  return { total, counts, rows: await loadRows(sight, await list(sight, filter, now), now) }
}

/** Rules with open alarms by severity, those whose condition holds, and the loudest unacknowledged one. */
export async function countOpen(sight: Sight, equipmentId: EquipmentId | null, now: number): Promise<AlarmCounts> {
  const some = sight.from('alarm').where(inView('open', now))
  const ofDevice = equipmentId === null ? some : some.where('alarm.equipmentId', '=', equipmentId)
  // Groups by rule first: the index has that order, so that no sort is needed.
  const byRule = ofDevice
    .select(['alarm.ruleId', 'alarm.level'])
    .select(sql<number | null>`max(alarm.raised_at) filter (where alarm.acknowledged_at is null)`.as('newestAt'))
    .select(sql<boolean>`bool_or(alarm.cleared_at is null)`.as('isActive'))
    .groupBy(['alarm.ruleId', 'alarm.level'])
    .as('byRule')
  const rows = await sight
    .from('organisation')
    .innerJoin(byRule, (join) => join.onTrue())
    .select('byRule.level')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.countAll<number>().filterWhere('byRule.isActive', '=', true).as('active'),
      eb.fn.count<number>('byRule.newestAt').as('unacknowledged'),
      eb.fn.max('byRule.newestAt').as('newestAt'),
    ])
    .groupBy('byRule.level')
    .execute()
  const of = (level: string, counted: 'count' | 'active' = 'count') =>
    Number(rows.find((row) => row.level === level)?.[counted] ?? 0)
  const waiting = rows.filter(({ newestAt }) => newestAt !== null)
  const [loudest] = waiting.map(({ level }) => level).sort((a, b) => levelOrder[a] - levelOrder[b])
  return {
    severe: of('severe'),
    important: of('important'),
    normal: of('normal'),
    active: { severe: of('severe', 'active'), important: of('important', 'active'), normal: of('normal', 'active') },
    unacknowledged: waiting.reduce((sum, row) => sum + Number(row.unacknowledged), 0),
    loudest: loudest ?? null,
    newestAt: waiting.length === 0 ? null : Math.max(...waiting.map(({ newestAt }) => Number(newestAt))),
  }
}

/** The history of an alarm, newest first. */
export async function loadNotes(sight: Sight, alarmId: AlarmId): Promise<AlarmNote[]> {
  const rows = await sight
    .from('alarmNote')
    .select(['alarmNote.at', 'alarmNote.act', 'alarmNote.accountName', 'alarmNote.text'])
    .where('alarmNote.alarmId', '=', alarmId)
    .orderBy('alarmNote.id', 'desc')
    .limit(limits.alarmNotes)
    .execute()
  return rows.map(({ act, ...note }) => ({ ...note, act: act as NoteAct }))
}

/** Alarms of a rule since a time, newest first. */
export const loadSame = (sight: Sight, ruleId: AlarmRow['ruleId'], since: number) =>
  sight
    .from('alarm')
    .select(['alarm.id', 'alarm.raisedAt', 'alarm.clearedAt'])
    .where('alarm.ruleId', '=', ruleId)
    .where('alarm.raisedAt', '>=', since)
    .orderBy('alarm.raisedAt', 'desc')
    .orderBy('alarm.id', 'desc')
    .limit(limits.alarmNotes)
    .execute()

/** The current rule, even if it was removed. */
export async function loadRule(sight: Sight, ruleId: AlarmRow['ruleId']): Promise<AlarmRule | undefined> {
  const row = await sight
    .from('alarmRule')
    .select('alarmRule.spec')
    .where('alarmRule.id', '=', ruleId)
    .executeTakeFirst()
  return row?.spec as unknown as AlarmRule | undefined
}

/** Limits of the enabled rules of a variable. */
export async function loadLimits(sight: Sight, signalId: SignalId): Promise<{ limit: number; name: string }[]> {
  const rows = await sight
    .from('alarmRule')
    .select(['alarmRule.spec', 'alarmRule.name'])
    .where('alarmRule.removedAt', 'is', null)
    .where('alarmRule.enabled', '=', true)
    // In a rule over an intermediate variable, `signalId` is the id of that variable.
    .where('alarmRule.mvarId', 'is', null)
    .where(sql<string>`alarm_rule.spec->'condition'->>'signalId'`, '=', String(signalId))
    .orderBy('alarmRule.position')
    .execute()
  return rows.flatMap(({ spec, name }) => {
    const { condition } = spec as unknown as AlarmRule
    return condition.kind === 'limit' ? [{ limit: condition.limit, name }] : []
  })
}

export async function loadColumn(sight: Sight, signalId: SignalId): Promise<number | null> {
  const row = await sight
    .from('historyColumn')
    .select('historyColumn.id')
    .where('historyColumn.signalId', '=', signalId)
    .where('historyColumn.aggregation', 'is', null)
    .where('historyColumn.removedAt', 'is', null)
    .orderBy('historyColumn.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
