import { encodeHistory } from '../../../contract/history-binary.ts'
import { limits } from '../../../contract/limits.ts'
import { joinPieces, jsonPieces } from '../../../core/json-pieces.ts'
import { inPieces, type RoomServer, serve } from '../../frame/serve.ts'
import { storedCurves, storedReports, storedRows } from '../open/history-stored.ts'
import { openColumns, readCurves } from './answers.ts'
import { holesOf, refuse, scopeOf } from './asked.ts'
import { queryAggregates, queryHistory, queryHistoryBinary, queryReportRows, queryReports } from './contract.ts'
import { bucketEdges, cannotBucket, rolloversOf, tooManyBuckets } from './rules.ts'
import { aggregateLists, binarySeries } from './series.ts'

/** Writes large answers in pieces. */
const large = (data: object) => inPieces(joinPieces(jsonPieces(data)))

export default [
  serve(queryReports, { openTo: ['history'] }, ({ equipmentId }, { sight }) => storedReports(sight, equipmentId)),

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
] satisfies RoomServer
