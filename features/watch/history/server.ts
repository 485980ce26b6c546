import { fail } from '../../../contract/errors.ts'
import { encodeHistory } from '../../../contract/history-binary.ts'
import { limits } from '../../../contract/limits.ts'
import { valueMenus } from '../../../contract/share-menus.ts'
import { joinPieces, jsonPieces } from '../../../core/json-pieces.ts'
import { queryTrends } from '../../device/live/contract.ts'
import { inPieces, type RoomServer, serve } from '../../frame/serve.ts'
import { storedCurves, storedReports, storedRows } from '../open/history-stored.ts'
import { openColumns, readCurves } from './answers.ts'
import { beforeOf, columnsOf, holesOf, openDevice, refuse, scopeOf } from './asked.ts'
import {
  exportHistory,
  exportProgress,
  queryAggregates,
  queryHistory,
  queryHistoryBinary,
  queryReplay,
  queryReportRows,
  queryReports,
} from './contract.ts'
import { jobs, openExport } from '../history-export/export.ts'
import { readReplay } from '../playback/replay.ts'
import { bucketEdges, cannotBucket, rolloversOf, tooManyBuckets } from './rules.ts'
import { aggregateLists, binarySeries } from './series.ts'
import { loadDevice, loadSignalIds } from './store.ts'
import { readTrends } from '../trend/trends.ts'

/** Writes large answers in pieces. */
const large = (data: object) => inPieces(joinPieces(jsonPieces(data)))

export default [
  serve(queryReports, { openTo: ['history'] }, ({ equipmentId }, { sight }) => storedReports(sight, equipmentId)),

  serve(queryTrends, { openTo: valueMenus }, async ({ equipmentId }, call) => {
    const device = await loadDevice(call.sight, equipmentId)
    if (!device) throw fail('equipmentNotFound')
    return readTrends(call, device)
  }),

  serve(queryHistory, { openTo: ['history'] }, (input, call) => storedCurves(call, input)),

  serve(queryHistoryBinary, { openTo: ['history'] }, async (input, call) => {
    const { from, to } = input
    const { device, curves, damaged } = await readCurves(call, input)
    const series = curves.map(({ column, curve }) => binarySeries(column, curve))
    const holes = await holesOf(call.sight, device, { from, to }, damaged)
    return { type: 'application/octet-stream', body: encodeHistory({ from, to, series, holes }) }
  }),

  serve(queryReportRows, { openTo: ['history'] }, (input, call) => storedRows(call, input)),

  serve(queryAggregates, { openTo: ['history'] }, async (input, call) => {
    const { from, to, bucket } = input
    const { device, columns } = await openColumns(call, input, limits.columnsPerReport)
    const edges = bucketEdges(bucket, device.zone, { from, to })
    refuse(edges ? cannotBucket(edges.times.length, columns.length) : tooManyBuckets)
    const rollovers = rolloversOf(columns)
    const query = { ...scopeOf(call.sight, device, columns), edges: edges!.bounds, rollovers }
    const { data, damaged } = await call.history.aggregate(query, { signal: call.signal })
    const byId = new Map(data.map((each) => [each.columnId, each]))
    const series = columns.flatMap((column) => {
      const of = byId.get(column.id)
      return of ? [aggregateLists(column, of)] : []
    })
    const holes = await holesOf(call.sight, device, { from, to }, damaged)
    return large({ zone: device.zone, times: edges!.times, series, holes })
  }),

  serve(queryReplay, { openTo: ['history'] }, async (input, call) => {
    const { equipmentId, from, to } = input
    const { sight, history, signal } = call
    const device = await openDevice(sight, input)
    const signalIds = input.signalIds.length > 0 ? input.signalIds : await loadSignalIds(sight, equipmentId)
    const columns = await columnsOf(sight, { equipmentId, signalIds, columnIds: [] })
    const wanted = { from, to, signalIds: columns.map(({ signalId }) => signalId) }
    const query = { ...scopeOf(sight, device, columns), ...wanted, ...(await beforeOf(sight, device, columns, from)) }
    const { damaged, ...replayed } = await readReplay(history, query, signal)
    return large({ from, ...replayed, holes: await holesOf(sight, device, { from, to: replayed.to }, damaged) })
  }),

  serve(exportHistory, { kind: 'stream' }, (input, call) => openExport(input, call)),

  serve(exportProgress, async ({ exportId }, { user }) => {
    const progress = jobs.progress(user.accountId, exportId)
    if (!progress) throw fail('notFound')
    return progress
  }),
] satisfies RoomServer
