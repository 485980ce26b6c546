// Saved filters of the alarm list.
import { type SqlBool, sql } from 'kysely'
import type { AccountId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { AlarmFilter, AlarmFilterId, SavedFilter } from './contract.ts'
import { alarms, type Condition, inView, narrowedBy } from './filter-store.ts'

type Kept = Omit<SavedFilter, 'count'>

/** The account that reads. `isOwnOnly`: an external account, which sees only its own entries. */
type Reader = { accountId: AccountId; isOwnOnly: boolean }

/** Loads the account's own filters and the shared ones, by name. */
export async function loadFilters(sight: Sight, { accountId, isOwnOnly }: Reader): Promise<Kept[]> {
  const rows = await sight
    .from('alarmFilter')
    .select([
      'alarmFilter.id',
      'alarmFilter.name',
      'alarmFilter.isShared',
      'alarmFilter.accountId',
      'alarmFilter.filter',
    ])
    .where((eb) => {
      const isOwn = eb('alarmFilter.accountId', '=', accountId)
      return isOwnOnly ? isOwn : eb.or([isOwn, eb('alarmFilter.isShared', '=', true)])
    })
    .orderBy('alarmFilter.name')
    .orderBy('alarmFilter.id')
    .limit(2 * limits.namedAlarmFilters)
    .execute()
  return rows.map(({ accountId: owner, filter, ...row }) => ({
    ...row,
    id: row.id as AlarmFilterId,
    isOwn: owner === accountId,
    filter: filter as AlarmFilter,
  }))
}

/** Adds the number of rows to each filter; one statement counts for all filters. */
export async function withCounts(sight: Sight, kept: readonly Kept[], now: number): Promise<SavedFilter[]> {
  const counted = kept.filter(({ filter }) => filter.view !== 'history')
  if (counted.length === 0) return kept.map((each) => ({ ...each, count: null }))
  const conditionOf = ({ filter: { view, ...narrowing } }: Kept): Condition =>
    sql<SqlBool>`${inView(view, now)} and ${narrowedBy(sight.orgId, narrowing)}`
  const row = (await alarms(sight)
    .where(sql<SqlBool>`(alarm.is_open or (${inView('cleared', now)}) or (${inView('shelved', now)}))`)
    .select(
      counted.map((each) =>
        (each.filter.view === 'cleared'
          ? sql<number>`least(${limits.alarmsCounted}, count(*) filter (where ${conditionOf(each)}))`
          : sql<number>`count(distinct alarm.rule_id) filter (where ${conditionOf(each)})`
        ).as(`of${each.id}`),
      ),
    )
    .executeTakeFirstOrThrow()) as Record<string, number>
  return kept.map((each) => ({ ...each, count: each.filter.view === 'history' ? null : Number(row[`of${each.id}`]) }))
}

/** Number of filters of an account, or of shared ones of the company. */
export async function countFilters(sight: Sight, accountId: AccountId, isShared: boolean): Promise<number> {
  const all = sight
    .from('alarmFilter')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('alarmFilter.isShared', '=', isShared)
  const { count } = await (isShared
    ? all
    : all.where('alarmFilter.accountId', '=', accountId)
  ).executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertFilter(
  sight: WritableSight,
  { filter, ...row }: { accountId: AccountId; isShared: boolean; name: string; filter: AlarmFilter; createdAt: number },
): Promise<AlarmFilterId> {
  const { id } = await sight
    .insert('alarmFilter', { ...row, filter: JSON.stringify(filter) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a filter of the account and returns its name, or `undefined` if there is none. */
export async function removeFilter(
  sight: WritableSight,
  id: AlarmFilterId,
  accountId: AccountId,
): Promise<string | undefined> {
  const gone = await sight
    .remove('alarmFilter')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .returning('name')
    .executeTakeFirst()
  return gone?.name
}
