// Losses when a device follows its template: history columns, bindings, alarms and writes of deleted variables and
// rules.
import { eachBinding, signalOf } from '../../../contract/page-document.ts'
import type { Sight } from '../../../db/sight.ts'
import type { PlannedPage } from '../../frame/device-pages.ts'
import type { Loss } from './contract.ts'
import type { Whole } from './part-sides.ts'
import { endedColumns, type Followed, goneOf } from './rules.ts'
import { loadActiveAlarmCounts, loadMvarsOver, loadPagesBound, loadWrites } from './store.ts'

type Becoming = { device: Whole; next: Followed; pages: readonly PlannedPage[] }

export async function lossesOf(sight: Sight, { device, next, pages }: Becoming, now: number): Promise<Loss[]> {
  const before = device.config
  const gone = goneOf(before.signals, next.config.signals)
  const ids = new Set<number>(gone.map(({ id }) => id))
  const titles = new Map<number, string>(gone.map(({ id, title }) => [id, title]))
  const rules = goneOf(before.alarms, next.config.alarms).map(({ id }) => id as number)
  // Pages that follow the template are not lost: they are replaced in any case.
  const followed = new Set(device.pages.flatMap(({ id, originId }) => (originId === null ? [] : [id])))
  const bound = await loadPagesBound(sight, [...ids])
  const mvars = await loadMvarsOver(sight, device.equipmentId, [...ids])
  const standing = await loadActiveAlarmCounts(sight, rules)
  const writes = await loadWrites(sight, device.equipmentId, [...ids], now)
  return [
    ...endedColumns(before, next.config),
    ...bound
      .filter(({ id }) => !followed.has(id))
      .map(({ title, of, content }): Loss => ({ kind: 'page', page: title, of, bindings: bindingsTo(content, ids) })),
    ...pages.filter(({ kind }) => kind === 'removed').map(({ title }): Loss => ({ kind: 'removedPage', page: title })),
    ...mvars.map(({ title, of }): Loss => ({ kind: 'mvar', mvar: title, of })),
    ...standing.map(({ name, alarms }): Loss => ({ kind: 'alarm', rule: name, alarms })),
    ...writes.map(
      ({ signalId, writes: count }): Loss => ({
        ...{ kind: 'write', writes: count },
        variable: titles.get(signalId ?? 0) ?? '',
      }),
    ),
    ...next.missing.map(({ driver }): Loss => ({ kind: 'secret', driver })),
  ]
}

/** Counts the bindings of a page to any of these variables. */
function bindingsTo(content: unknown, signals: ReadonlySet<number>): number {
  let count = 0
  eachBinding((content as { widgets?: unknown } | null)?.widgets, (binding) => {
    if (signals.has(signalOf(binding) ?? 0)) count += 1
  })
  return count
}
