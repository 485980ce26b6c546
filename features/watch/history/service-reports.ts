// Rows of history reports for the widgets of a page.
import { call, callStream } from '../../../contract/call.ts'
import { exportHistory } from '../history-export/contract.ts'
import { reportsBy } from '../open/history-reports.ts'
import { queryReportRows, queryReports } from './contract.ts'

export default reportsBy({
  list: (equipmentId, ending) => call(queryReports, { equipmentId }, ending),
  rows: (of, ending) => call(queryReportRows, of, ending),
  file: (of, ending) => callStream(exportHistory, { ...of, format: 'xlsx' }, ending),
})
