// Reading of stored values for other rooms of this wing: the scope of a query, its columns, its rows and its gaps.
export { countsOf } from './answers.ts'
export { beforeOf, columnsOf, holesOf, mustCut, openDevice, refuse, reportOf, scopeOf } from './asked.ts'
export { rowCursor } from './row-cursor.ts'
export { firstOfEach, thinned } from './row-thin.ts'
export { codeAt, goodCode, valueAt } from './series.ts'
export {
  type Column,
  type Device,
  type Dropped,
  loadColumns,
  loadDevice,
  loadDropped,
  loadGatewayIds,
  loadKnownTo,
  loadReports,
  loadSeriesOf,
  loadSignalIds,
  type StoredSeries,
} from './store.ts'
