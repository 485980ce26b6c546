// Rows of history reports for the widgets of a page.
import { call } from '../../contract/call.ts'
import { EquipmentId, ReportId } from '../../contract/fields.ts'
import { formatDate } from '../../ui/format.ts'
import type { ReportQuery, ReportsService } from '../../widgets/services.ts'
import { queryReportRows, queryReports } from './contract.ts'
import { fileName, saveExport } from './export-file.ts'
import { heavyTurns } from './heavy-turns.ts'

const asked = ({ equipmentId, reportId, from, to }: ReportQuery) => ({
  equipmentId: EquipmentId.parse(equipmentId),
  reportId: ReportId.parse(reportId),
  from: Math.floor(from),
  to: Math.floor(to),
})

const reports: ReportsService = {
  async list({ equipmentId }, ending) {
    const { zone, reports: all } = await call(queryReports, { equipmentId: EquipmentId.parse(equipmentId) }, ending)
    return { zone, reports: all.filter(({ removedAt }) => removedAt === null) }
  },

  rows: ({ pageNo, pageSize, ...query }, ending = {}) =>
    heavyTurns(() => call(queryReportRows, { ...asked(query), pageNo, pageSize }, ending), ending.signal),

  async save({ name, onBytes, ...query }, { signal = new AbortController().signal } = {}) {
    const input = { ...asked(query), format: 'xlsx' as const }
    const file = fileName(`${name} ${formatDate(query.from, query.zone)} ${formatDate(query.to, query.zone)}`)
    await saveExport(input, `${file}.xlsx`, { signal, onBytes: onBytes ?? (() => undefined) })
  },
}

export default reports
