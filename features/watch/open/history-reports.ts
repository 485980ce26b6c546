// Rows of history reports for widgets of a page; the calls are parameters.
import type { OutputOf } from '../../../contract/endpoint.ts'
import { EquipmentId, ReportId } from '../../../contract/fields.ts'
import { spanFileName } from '../../../ui/download.ts'
import type { Ending, ReportQuery, ReportsService, RowInterval, Span } from '../../../widgets/services.ts'
import type { queryReportRows, queryReports } from '../history/contract.ts'
import { saveExport } from '../history/export-file.ts'
import { heavyTurns } from '../history/heavy-turns.ts'

type Asked = Span & { equipmentId: EquipmentId; reportId: ReportId; interval?: RowInterval }

/** The calls that load reports. `file`: as a workbook. */
type ReportCalls = {
  list(equipmentId: EquipmentId, ending: Ending): Promise<OutputOf<typeof queryReports>>
  rows(of: Asked & { pageNo: number; pageSize: number }, ending: Ending): Promise<OutputOf<typeof queryReportRows>>
  file(of: Asked, ending: Ending): Promise<Response>
}

const asked = ({ equipmentId, reportId, from, to, interval }: ReportQuery): Asked => ({
  ...(interval ? { interval } : {}),
  equipmentId: EquipmentId.parse(equipmentId),
  reportId: ReportId.parse(reportId),
  from: Math.floor(from),
  to: Math.floor(to),
})

export const reportsBy = (calls: ReportCalls): ReportsService => ({
  async list({ equipmentId }, ending = {}) {
    const { zone, reports: all } = await calls.list(EquipmentId.parse(equipmentId), ending)
    return { zone, reports: all.filter(({ removedAt }) => removedAt === null) }
  },

  rows: ({ pageNo, pageSize, ...query }, ending = {}) =>
    heavyTurns(() => calls.rows({ ...asked(query), pageNo, pageSize }, ending), ending.signal),

  async save({ name, zone, onBytes, ...query }, ending = {}) {
    const open = () => calls.file(asked(query), ending)
    await saveExport(open, `${spanFileName(name, query, zone)}.xlsx`, onBytes ?? (() => undefined))
  },
})
