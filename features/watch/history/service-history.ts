// Stored curves for the widgets of a page, of the devices themselves.
import { call } from '../../../contract/call.ts'
import { queryHistory, queryReports } from './contract.ts'
import { historyBy } from './part-curves.ts'

export default historyBy({
  curves: (of, ending) => call(queryHistory, of, ending),
  reports: (equipmentId, ending) => call(queryReports, { equipmentId }, ending),
})
