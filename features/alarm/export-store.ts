// Alarms of a filter in portions, newest first, for exports.
import { sql } from 'kysely'
import type { Sight } from '../../db/sight.ts'
import type { AlarmId, AlarmNarrowing } from './contract.ts'
import { alarms, inView, narrowedBy } from './filter-store.ts'
import { loadRows } from './store.ts'
import type { PlainRow } from './told-store.ts'

const rowsAtOnce = 500

export async function* streamAlarms(
  sight: Sight,
  { view, ...filter }: AlarmNarrowing,
  now: number,
): AsyncGenerator<PlainRow[]> {
  for (let after: { raisedAt: number; id: AlarmId } | undefined; ; ) {
    const all = alarms(sight).where(inView(view, now)).where(narrowedBy(sight.orgId, filter))
    const rest = after
      ? all.where(sql<boolean>`(alarm.raised_at, alarm.id) < (${after.raisedAt}::bigint, ${after.id}::int)`)
      : all
    const ids = await rest
      .select(['alarm.id', 'alarm.raisedAt'])
      .orderBy('alarm.raisedAt', 'desc')
      .orderBy('alarm.id', 'desc')
      .limit(rowsAtOnce)
      .execute()
    yield await loadRows(
      sight,
      ids.map(({ id }) => ({ id, count: 1, firstAt: null })),
      now,
    )
    if (ids.length < rowsAtOnce) return
    after = ids.at(-1)
  }
}
