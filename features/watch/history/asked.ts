// The scope of a history query: the device, its columns, and the gateways that may have stored them.
import { fail, failAs } from '../../../contract/errors.ts'
import type { ColumnId, EquipmentId, ReportId, SignalId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import type { Damage, Scope, Span } from '../../../signal/history/history.ts'
import type { HistoryHole, RowInterval } from './contract.ts'
import { intervalsOf } from './row-thin.ts'
import { cannotSpan, lookbackOf, maxHoles, ownColumns, type Refusal, tooManyIntervals } from './rules.ts'
import {
  type Column,
  type Device,
  loadColumns,
  loadDevice,
  loadDroppedTo,
  loadHoles,
  loadReports,
  loadSignalIds,
  type Report,
} from './store.ts'

export const refuse = (refusal: Refusal | undefined): void => {
  if (refusal) throw failAs(refusal)
}

/** The device, after a check of the span: 1101, 10009, 10010. */
export async function openDevice(
  sight: Sight,
  { equipmentId, from, to }: { equipmentId: EquipmentId } & Span,
): Promise<Device> {
  const device = await loadDevice(sight, equipmentId)
  if (!device) throw fail('equipmentNotFound')
  refuse(cannotSpan({ from, to }))
  return device
}

/** The intervals of thinned rows; throws 10012 for too many. */
export function mustCut(interval: RowInterval, { zone }: Pick<Device, 'zone'>, span: Span): Span[] {
  const intervals = intervalsOf(interval, zone, span)
  if (!intervals) throw failAs(tooManyIntervals)
  return intervals
}

export const scopeOf = (sight: Sight, { equipmentId, gatewayIds }: Device, columns: readonly Column[]): Scope => ({
  orgId: sight.orgId,
  equipmentId,
  gatewayIds,
  columnIds: columns.map(({ id }) => id),
})

/** How far back the value of each column at a time is searched, and until when readings before it were dropped. */
export async function beforeOf(sight: Sight, { equipmentId }: Device, columns: readonly Column[], at: number) {
  const modes = new Map((await loadReports(sight, equipmentId)).map(({ id, mode }) => [id, mode]))
  const storing = columns.flatMap(({ id, reportId, removedAt }) => {
    const mode = modes.get(reportId)
    return mode ? [{ id, mode, removedAt }] : []
  })
  const droppedTo = (await loadDroppedTo(sight, [equipmentId], at)).get(equipmentId) ?? Number.NEGATIVE_INFINITY
  return { lookback: lookbackOf(storing, at), droppedTo }
}

type Wanted = { equipmentId: EquipmentId; signalIds: readonly SignalId[]; columnIds: readonly ColumnId[] }

/**
 * The requested columns: those named, and for each variable every column of any report that stores its own values.
 * 10002 if a variable or a column is not of this device.
 */
export async function columnsOf(sight: Sight, { equipmentId, signalIds, columnIds }: Wanted): Promise<Column[]> {
  const columns = await loadColumns(sight, equipmentId)
  const byId = new Map(columns.map((column) => [column.id, column]))
  const found = new Map<number, Column>()
  const known = new Set(columns.map(({ signalId }) => signalId))
  if (signalIds.some((id) => !known.has(id))) {
    for (const id of await loadSignalIds(sight, equipmentId)) known.add(id)
    if (signalIds.some((id) => !known.has(id))) throw fail('notFound')
  }
  for (const column of ownColumns(columns, signalIds)) found.set(column.id, column)
  for (const id of columnIds) {
    const column = byId.get(id)
    if (!column) throw fail('notFound')
    found.set(id, column)
  }
  return [...found.values()]
}

/** A report of this device with its columns; 10002 if it does not exist. */
export async function reportOf(
  sight: Sight,
  equipmentId: EquipmentId,
  reportId: ReportId,
): Promise<{ report: Report; columns: Column[] }> {
  const report = (await loadReports(sight, equipmentId)).find(({ id }) => id === reportId)
  if (!report) throw fail('notFound')
  const columns = (await loadColumns(sight, equipmentId)).filter((column) => column.reportId === reportId)
  return { report, columns }
}

/** Why data is missing: readings that gateways dropped, chunks that cannot be read; in time order. */
export async function holesOf(
  sight: Sight,
  device: Device,
  span: Span,
  damaged: readonly Damage[],
): Promise<HistoryHole[]> {
  const dropped = await loadHoles(sight, device.equipmentId, span, maxHoles)
  const unreadable = damaged.map(({ from, to, points }) => ({ from, to, points, reason: 'damaged' as const }))
  return [...dropped, ...unreadable].sort((a, b) => a.from - b.from).slice(0, maxHoles)
}
