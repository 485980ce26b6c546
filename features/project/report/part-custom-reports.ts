// Custom reports for widgets of a project page, and for users with access to the project itself.
import { call, callStream } from '../../../contract/call.ts'
import type { PageId } from '../../../contract/fields.ts'
import { spanFileName } from '../../../ui/download.ts'
import type { CustomQuery, CustomReportsService } from '../../../widgets/services.ts'
import { heavyTurns, saveExport } from '../../watch/open/history-save.ts'
import { CustomReportId, queryCustomCurves, queryCustomRows, saveCustomRows } from './contract.ts'

/** The custom reports that a page shows; null: those of the project itself, without a page. */
export function customReportsOn(pageId: PageId | null): CustomReportsService {
  const asked = ({ reportId, from, to }: CustomQuery) => ({
    ...{ pageId, reportId: CustomReportId.parse(reportId) },
    ...{ from: Math.max(0, Math.floor(from)), to: Math.floor(to) },
  })
  return {
    rows: ({ pageNo, pageSize, totals, ...query }, ending = {}) =>
      heavyTurns(() => call(queryCustomRows, { ...asked(query), pageNo, pageSize, totals }, ending), ending.signal),
    curves: (query, ending = {}) => heavyTurns(() => call(queryCustomCurves, asked(query), ending), ending.signal),
    async save({ name, zone, onBytes, ...query }, ending = {}) {
      const open = () => callStream(saveCustomRows, { ...asked(query), format: 'xlsx' }, ending)
      await saveExport(open, `${spanFileName(name, query, zone)}.xlsx`, onBytes ?? (() => undefined))
    },
  }
}
