// Database rows of the reports and columns in the newest version; history refers to them. Rows are never deleted, so
// that values of a removed column remain readable by its id.
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { slices } from '../../../core/slices.ts'
import type { WritableSight } from '../../../db/sight.ts'

/** Rows per statement: building a larger one would block the event loop. */
const rowsAtOnce = 200

type Row<Id = number> = { id: Id; removedAt: number | null }

/** Inserts new rows, updates changed ones, marks missing ones as removed, and unmarks those that returned. */
export async function replaceReports(
  sight: WritableSight,
  equipmentId: EquipmentId,
  config: EquipmentConfig,
  at: number,
): Promise<void> {
  const reports = reportRows(equipmentId, config, at)
  const columns = columnRows(equipmentId, config, at)
  const oldReports = await sight
    .from('historyReport')
    .select(['id', 'removedAt'])
    .where('equipmentId', '=', equipmentId)
    .execute()
  const oldColumns = await sight.from('historyColumn').selectAll().where('equipmentId', '=', equipmentId).execute()
  for (const rows of slices(reports, rowsAtOnce)) {
    await sight
      .insert('historyReport', rows)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({
            position: eb.ref('excluded.position'),
            name: eb.ref('excluded.name'),
            type: eb.ref('excluded.type'),
            spec: eb.ref('excluded.spec'),
            removedAt: null,
          }))
          .where('historyReport.orgId', '=', sight.orgId),
      )
      .execute()
  }
  for (const rows of slices(changed(columns, oldColumns), rowsAtOnce)) {
    await sight
      .insert('historyColumn', rows)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({
            position: eb.ref('excluded.position'),
            dataType: eb.ref('excluded.dataType'),
            title: eb.ref('excluded.title'),
            unit: eb.ref('excluded.unit'),
            decimals: eb.ref('excluded.decimals'),
            removedAt: null,
          }))
          .where('historyColumn.orgId', '=', sight.orgId),
      )
      .execute()
  }
  const goneReports = gone(reports, oldReports)
  const goneColumns = gone(columns, oldColumns)
  if (goneReports.length > 0)
    await sight.update('historyReport', { removedAt: at }).where('id', 'in', goneReports).execute()
  if (goneColumns.length > 0)
    await sight.update('historyColumn', { removedAt: at }).where('id', 'in', goneColumns).execute()
}

function reportRows(equipmentId: EquipmentId, { reports }: EquipmentConfig, createdAt: number) {
  return reports.map((report, position) => {
    const { id, name, type } = report
    return { id, equipmentId, position, name, type, spec: JSON.stringify(report), createdAt, removedAt: null }
  })
}

function columnRows(equipmentId: EquipmentId, { reports, signals }: EquipmentConfig, createdAt: number) {
  const known = new Map(signals.map((signal) => [signal.id, signal]))
  return reports.flatMap((report) =>
    report.columns.map(({ id, signalId, aggregation = null }, position) => {
      const { dataType, title, unit = null, decimals = null } = known.get(signalId)!
      const of = { equipmentId, reportId: report.id, position, signalId, aggregation }
      return { id, ...of, dataType, title, unit, decimals, createdAt, removedAt: null }
    }),
  )
}

/** Rows that are new, or that differ from the stored ones in anything but `createdAt`. */
function changed<R extends Row>(rows: readonly R[], old: readonly Row[]): R[] {
  const told = new Map(old.map((row) => [row.id, row as Record<string, unknown>]))
  return rows.filter((row) => {
    const before = told.get(row.id)
    return !before || Object.entries(row).some(([key, value]) => key !== 'createdAt' && before[key] !== value)
  })
}

const gone = <Id>(rows: readonly Row<Id>[], old: readonly Row<Id>[]): Id[] => {
  const kept = new Set(rows.map(({ id }) => id))
  return old.filter(({ id, removedAt }) => removedAt === null && !kept.has(id)).map(({ id }) => id)
}
