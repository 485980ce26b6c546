// Stored curves for the widgets of a page, of the devices themselves.
import { call } from '../../../contract/call.ts'
import { historyBy } from '../open/history-curves.ts'
import { queryReplay } from '../playback/contract.ts'
import { queryHistory, queryReports } from './contract.ts'

export default historyBy({
  curves: (of, ending) => call(queryHistory, of, ending),
  starts: async ({ at, ...of }, ending) => (await call(queryReplay, { ...of, from: at, to: at + 1 }, ending)).start,
  reports: (equipmentId, ending) => call(queryReports, { equipmentId }, ending),
})
