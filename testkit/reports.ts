// History reports for tests, created over HTTP like a user does.
import type { ColumnId, EquipmentId, ReportId } from '../contract/fields.ts'
import type { Aggregation, StorageMode } from '../contract/gateway-config.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { deleteReport, saveReport } from '../features/device/report/contract.ts'
import type { Caller } from './server.ts'

type ReportOf = {
  name?: string
  mode?: Extract<StorageMode, 'periodic' | 'interval' | 'change'>
  /** Variables by name; `[name, aggregation]` of a summary. */
  columns: readonly (string | readonly [name: string, aggregation: Aggregation])[]
}

/** Saves a report of a device; returns its id and those of its columns, in their order. */
export async function addReport(
  caller: Caller,
  equipmentId: EquipmentId,
  { name = 'Report', mode = 'periodic', columns }: ReportOf,
): Promise<{ reportId: ReportId; columnIds: ColumnId[] }> {
  const { version, config } = await caller.call(queryConfig, { equipmentId })
  const drafts = columns.map((each) => {
    const [signalName, aggregation] = typeof each === 'string' ? [each, undefined] : each
    const signal = config.signals.find((own) => own.name === signalName)
    if (!signal) throw new Error(`no variable ${signalName}`)
    return { signalId: signal.id, aggregation }
  })
  const type = drafts.some(({ aggregation }) => aggregation) ? 'summary' : 'normal'
  const when = mode === 'change' ? {} : { period: { every: 1, unit: 'minute' } as const }
  const report = { name, type, mode, ...when, columns: drafts } as const
  const saved = await caller.call(saveReport, { equipmentId, version, report })
  const own = saved.config.reports.find(({ id }) => id === saved.reportId)!
  return { reportId: own.id, columnIds: own.columns.map(({ id }) => id) }
}

/** Deletes a report; stored data stays. */
export async function removeReport(caller: Caller, equipmentId: EquipmentId, reportId: ReportId): Promise<void> {
  const { version } = await caller.call(queryConfig, { equipmentId })
  await caller.call(deleteReport, { equipmentId, version, reportId })
}
