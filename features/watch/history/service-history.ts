// Stored curves for the widgets of a page, of the devices themselves.
import { call } from '../../../contract/call.ts'
import { historyBy } from '../open/history-curves.ts'
import { queryHistory, queryReports } from './contract.ts'

export default historyBy({
  curves: (of, ending) => call(queryHistory, of, ending),
  reports: (equipmentId, ending) => call(queryReports, { equipmentId }, ending),
})
