// Streams the alarms of a filter in portions, newest first, for exports.
import { sql } from 'kysely'
import type { AlarmId, SignalId } from '../../../contract/fields.ts'
import { portions } from '../../../core/portions.ts'
import type { Sight } from '../../../db/sight.ts'
import type { AlarmNarrowing } from './contract.ts'
import type { ExportedRow } from './export-rows.ts'
import { alarms, inView, narrowedBy } from './filter-store.ts'
import { loadRows } from './store.ts'
import type { PlainRow } from './told-store.ts'

const rowsAtOnce = 500

export async function* streamAlarms(
  sight: Sight,
  { view, ...filter }: AlarmNarrowing,
  now: number,
): AsyncGenerator<ExportedRow[]> {
  const load = (after: { raisedAt: number; id: AlarmId } | undefined) => {
    const all = alarms(sight).where(inView(view, now)).where(narrowedBy(sight.orgId, filter))
    const rest = after
      ? all.where(sql<boolean>`(alarm.raised_at, alarm.id) < (${after.raisedAt}::bigint, ${after.id}::int)`)
      : all
    return rest
      .select(['alarm.id', 'alarm.raisedAt'])
      .orderBy('alarm.raisedAt', 'desc')
      .orderBy('alarm.id', 'desc')
      .limit(rowsAtOnce)
      .execute()
  }
  for await (const ids of portions(rowsAtOnce, load)) {
    const found = ids.map(({ id }) => ({ id, count: 1, firstAt: null }))
    yield await withVariable(sight, await loadRows(sight, found, now))
  }
}

/** Adds the current name of each variable; null for variables that were removed. */
async function withVariable(sight: Sight, rows: readonly PlainRow[]): Promise<ExportedRow[]> {
  const ids = new Set(rows.flatMap(({ signalId }) => signalId ?? []))
  const signals = await sight
    .from('signal')
    .select(['signal.id', 'signal.title'])
    .where('signal.id', '=', sql<SignalId>`any(${[...ids]}::int[])`)
    .execute()
  const names = new Map(signals.map(({ id, title }) => [id, title]))
  return rows.map((row) => ({
    ...row,
    variable: row.mvar?.title ?? (row.signalId === null ? null : (names.get(row.signalId) ?? null)),
  }))
}
