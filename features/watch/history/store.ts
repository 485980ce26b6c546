import { type SqlBool, sql } from 'kysely'
import type { ColumnId, EquipmentId, GatewayId, ReportId, SignalId } from '../../../contract/fields.ts'
import type { Aggregation, Period, StorageMode } from '../../../contract/gateway-config.ts'
import type { DataType } from '../../../core/data-type.ts'
import type { Sight } from '../../../db/sight.ts'
import type { Span } from '../../../signal/history/history.ts'
import type { HistoryHole } from './contract.ts'

/** Maximum number of dropped spans that are loaded for a list. */
const maxDroppedSpans = 10_000

export type Device = {
  equipmentId: EquipmentId
  name: string
  /** IANA zone of the device's days and periods. */
  zone: string
  /** Ids of all gateways that have ever served the device. */
  gatewayIds: GatewayId[]
}

/** A stored column; `reportId` names its report. */
export type Column = {
  id: ColumnId
  reportId: ReportId
  signalId: SignalId
  aggregation: Aggregation | null
  title: string
  unit: string | null
  decimals: number | null
  /** State texts of the variable as they are now. */
  texts: string | null
  dataType: DataType
  /** The value at which the variable, a counter, rolls over to 0; as it is now. */
  rollover: number | null
  removedAt: number | null
}

export type Report = {
  id: ReportId
  name: string
  type: 'normal' | 'summary'
  mode: StorageMode
  period: Period | null
  removedAt: number | null
}

/** A device with the data that a query of its history needs. */
export async function loadDevice(sight: Sight, equipmentId: EquipmentId): Promise<Device | undefined> {
  const row = await sight
    .from('equipment')
    .innerJoin(sight.table('organisation'), 'organisation.id', 'equipment.orgId')
    .select(['equipment.name', 'equipment.zone', 'organisation.zone as orgZone'])
    .where('equipment.id', '=', equipmentId)
    .executeTakeFirst()
  if (!row) return undefined
  const gateways = await sight
    .from('binding')
    .select('binding.gatewayId')
    .distinct()
    .where('binding.equipmentId', '=', equipmentId)
    .orderBy('binding.gatewayId')
    .execute()
  const { name, zone, orgZone } = row
  return { equipmentId, name, zone: zone ?? orgZone, gatewayIds: gateways.map(({ gatewayId }) => gatewayId) }
}

/** Reports of a device in their order, removed ones last. */
export async function loadReports(sight: Sight, equipmentId: EquipmentId): Promise<Report[]> {
  const rows = await sight
    .from('historyReport')
    .select(['id', 'name', 'type', 'spec', 'removedAt'])
    .where('historyReport.equipmentId', '=', equipmentId)
    .orderBy('removedAt', (order) => order.asc().nullsFirst())
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ spec, ...row }) => {
    const { mode, period = null } = spec as unknown as { mode: StorageMode; period?: Period | null }
    return { ...row, mode, period }
  })
}

/** Columns of a device by report and place, removed ones last. */
export async function loadColumns(sight: Sight, equipmentId: EquipmentId): Promise<Column[]> {
  const rows = await sight
    .from('historyColumn')
    .leftJoin(sight.table('signal'), 'signal.id', 'historyColumn.signalId')
    .select(['historyColumn.id', 'historyColumn.reportId', 'historyColumn.signalId', 'historyColumn.aggregation'])
    .select(['historyColumn.title', 'historyColumn.unit', 'historyColumn.decimals', 'historyColumn.dataType'])
    .select(['historyColumn.removedAt', sql<string | null>`signal.spec->>'texts'`.as('texts')])
    .select(sql<string | null>`signal.spec->>'rollover'`.as('rollover'))
    .where('historyColumn.equipmentId', '=', equipmentId)
    .orderBy('historyColumn.reportId')
    .orderBy('historyColumn.removedAt', (order) => order.asc().nullsFirst())
    .orderBy('historyColumn.position')
    .orderBy('historyColumn.id')
    .execute()
  return rows.map(({ rollover, ...row }) => ({
    ...row,
    dataType: row.dataType as DataType,
    rollover: numberOrNull(rollover),
  }))
}

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text))

/** A series of a variable's own readings, with its storage mode. */
export type StoredSeries = Pick<Column, 'id' | 'signalId' | 'title' | 'unit' | 'decimals' | 'dataType' | 'removedAt'> &
  Pick<Report, 'mode' | 'period'> & { equipmentId: EquipmentId }

/** The series of the variables on all visible devices, including those of removed reports. */
export async function loadSeriesOf(sight: Sight, signalIds: readonly number[]): Promise<StoredSeries[]> {
  if (signalIds.length === 0) return []
  const rows = await sight
    .from('historyColumn')
    .innerJoin(sight.table('historyReport'), 'historyReport.id', 'historyColumn.reportId')
    .select(['historyColumn.id', 'historyColumn.signalId', 'historyColumn.equipmentId', 'historyColumn.title'])
    .select(['historyColumn.unit', 'historyColumn.decimals', 'historyColumn.dataType', 'historyColumn.removedAt'])
    .select('historyReport.spec')
    .where('historyColumn.aggregation', 'is', null)
    .where(sql<SqlBool>`history_column.signal_id = any(${[...new Set(signalIds)]}::int[])`)
    .orderBy('historyColumn.id')
    .execute()
  return rows.map(({ spec, dataType, ...row }) => {
    const { mode, period = null } = spec as unknown as { mode: StorageMode; period?: Period | null }
    return { ...row, dataType: dataType as DataType, mode, period }
  })
}

/** Loads the ids of all gateways that have ever served these devices. */
export async function loadGatewayIds(sight: Sight, equipmentIds: readonly EquipmentId[]): Promise<GatewayId[]> {
  if (equipmentIds.length === 0) return []
  const rows = await sight
    .from('binding')
    .select('binding.gatewayId')
    .distinct()
    .where(sql<SqlBool>`binding.equipment_id = any(${[...new Set(equipmentIds)]}::int[])`)
    .execute()
  return rows.map(({ gatewayId }) => gatewayId)
}

/** Loads the variables that a device has now. */
export async function loadSignalIds(sight: Sight, equipmentId: EquipmentId): Promise<SignalId[]> {
  const rows = await sight.from('signal').select('signal.id').where('signal.equipmentId', '=', equipmentId).execute()
  return rows.map(({ id }) => id)
}

/** Readings of a device that gateways had to drop within a span, in time order. */
export async function loadHoles(
  sight: Sight,
  equipmentId: EquipmentId,
  { from, to }: { from: number; to: number },
  most: number,
): Promise<HistoryHole[]> {
  const rows = await sight
    .from('historyGap')
    .select(['fromAt', 'toAt', 'points', 'reason'])
    .where('historyGap.equipmentId', '=', equipmentId)
    .where('toAt', '>=', from)
    .where('fromAt', '<=', to)
    .orderBy('fromAt')
    .limit(most)
    .execute()
  return rows.map((row) => ({ from: row.fromAt!, to: row.toAt!, points: Number(row.points), reason: row.reason }))
}

/** The spans in which readings of these devices were dropped, by device; only spans that overlap a given one. */
async function loadDroppedSpans(sight: Sight, devices: readonly EquipmentId[], { from, to }: Span) {
  const rows = await sight
    .from('historyGap')
    .select(['historyGap.equipmentId', 'fromAt', 'toAt'])
    .distinct()
    .where(sql<SqlBool>`history_gap.equipment_id = any(${devices}::int[])`)
    .where('toAt', '>=', from)
    .where('fromAt', '<=', to)
    .limit(maxDroppedSpans)
    .execute()
  const spans = new Map<EquipmentId, Span[]>()
  for (const { equipmentId, fromAt, toAt } of rows)
    spans.set(equipmentId, [...(spans.get(equipmentId) ?? []), { from: fromAt!, to: toAt! }])
  return spans
}

/** Dropped readings, by device. */
export type Dropped = {
  /** Until when readings from before the span were dropped. */
  droppedTo: ReadonlyMap<EquipmentId, number>
  spans: ReadonlyMap<EquipmentId, readonly Span[]>
}

/** The readings of devices that were dropped before and within a span of time. */
export async function loadDropped(sight: Sight, devices: readonly EquipmentId[], span: Span): Promise<Dropped> {
  if (devices.length === 0) return { droppedTo: new Map(), spans: new Map() }
  const [droppedTo, spans] = await Promise.all([
    loadDroppedTo(sight, devices, span.from),
    loadDroppedSpans(sight, devices, span),
  ])
  return { droppedTo, spans }
}

/**
 * By device, until when readings from before `at` were dropped: a reading before that is not the last one. Devices
 * without dropped readings are omitted.
 */
export async function loadDroppedTo(
  sight: Sight,
  devices: readonly EquipmentId[],
  at: number,
): Promise<Map<EquipmentId, number>> {
  if (devices.length === 0) return new Map()
  const rows = await sight
    .from('historyGap')
    .select('historyGap.equipmentId')
    .select(sql<number | null>`max(history_gap.to_at)`.as('to'))
    .where(sql<SqlBool>`history_gap.equipment_id = any(${devices}::int[])`)
    .where('historyGap.fromAt', '<=', at)
    .groupBy('historyGap.equipmentId')
    .execute()
  return new Map(rows.map(({ equipmentId, to }) => [equipmentId, to ?? 0]))
}

/** The time up to which the device's gateway is known to have read: now while it is online. */
export async function loadKnownTo(sight: Sight, equipmentId: EquipmentId, now: number): Promise<number> {
  const row = await sight
    .from('binding')
    .innerJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select(['gateway.state', 'gateway.lastSeenAt'])
    .where('binding.equipmentId', '=', equipmentId)
    .where('binding.unboundAt', 'is', null)
    .executeTakeFirst()
  return row?.state === 'online' ? now : (row?.lastSeenAt ?? 0)
}

/** A column that stores a variable's own values, with the storage settings of its report. */
export type VariableColumn = {
  id: ColumnId
  equipmentId: EquipmentId
  signalId: SignalId
  mode: StorageMode
  period: Period | null
  rollover: number | null
}

/** The columns of the variables on all visible devices, including those of removed reports. */
export async function loadVariableColumns(sight: Sight, signalIds: readonly number[]): Promise<VariableColumn[]> {
  if (signalIds.length === 0) return []
  const rows = await sight
    .from('historyColumn')
    .innerJoin(sight.table('historyReport'), 'historyReport.id', 'historyColumn.reportId')
    .leftJoin(sight.table('signal'), 'signal.id', 'historyColumn.signalId')
    .select(['historyColumn.id', 'historyColumn.equipmentId', 'historyColumn.signalId', 'historyReport.spec'])
    .select(sql<string | null>`signal.spec->>'rollover'`.as('rollover'))
    .where(sql<SqlBool>`history_column.signal_id = any(${[...new Set(signalIds)]}::int[])`)
    .where('historyColumn.aggregation', 'is', null)
    .orderBy('historyColumn.removedAt', (order) => order.asc().nullsFirst())
    .orderBy('historyColumn.id')
    .execute()
  return rows.map(({ spec, rollover, ...row }) => {
    const { mode, period = null } = spec as unknown as { mode: StorageMode; period?: Period | null }
    return { ...row, mode, period, rollover: numberOrNull(rollover) }
  })
}

/** Loads all gateways that have ever served these devices, by device. */
export async function loadGatewaysOf(
  sight: Sight,
  devices: readonly EquipmentId[],
): Promise<Map<EquipmentId, GatewayId[]>> {
  if (devices.length === 0) return new Map()
  const rows = await sight
    .from('binding')
    .select(['binding.equipmentId', 'binding.gatewayId'])
    .distinct()
    .where(sql<SqlBool>`binding.equipment_id = any(${devices}::int[])`)
    .orderBy('binding.gatewayId')
    .execute()
  const found = new Map<EquipmentId, GatewayId[]>()
  for (const { equipmentId, gatewayId } of rows) found.set(equipmentId, [...(found.get(equipmentId) ?? []), gatewayId])
  return found
}

/** Loads one column of each report that stores by the clock: its readings show whether the gateway was recording. */
export async function loadSteadyColumns(
  sight: Sight,
  devices: readonly EquipmentId[],
): Promise<{ id: ColumnId; equipmentId: EquipmentId; mode: StorageMode; period: Period | null }[]> {
  if (devices.length === 0) return []
  const rows = await sight
    .from('historyColumn')
    .innerJoin(sight.table('historyReport'), 'historyReport.id', 'historyColumn.reportId')
    .select(['historyColumn.equipmentId', 'historyReport.spec'])
    .select(sql<ColumnId>`min(history_column.id)`.as('id'))
    .where(sql<SqlBool>`history_column.equipment_id = any(${devices}::int[])`)
    .where('historyColumn.aggregation', 'is', null)
    .where(sql<SqlBool>`history_report.spec ->> 'mode' in ('periodic', 'interval')`)
    .groupBy(['historyColumn.equipmentId', 'historyColumn.reportId', 'historyReport.spec'])
    .orderBy('historyColumn.reportId')
    .execute()
  return rows.map(({ spec, ...row }) => {
    const { mode, period = null } = spec as unknown as { mode: StorageMode; period?: Period | null }
    return { ...row, mode, period }
  })
}
