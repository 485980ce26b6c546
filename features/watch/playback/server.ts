import { joinPieces, jsonPieces } from '../../../core/json-pieces.ts'
import { inPieces, type RoomServer, serve } from '../../frame/serve.ts'
import { beforeOf, columnsOf, holesOf, loadSignalIds, openDevice, scopeOf } from '../history/part-reading.ts'
import { queryReplay } from './contract.ts'
import { readReplay } from './replay.ts'

export default [
  serve(queryReplay, { openTo: ['history'] }, async (input, call) => {
    const { equipmentId, from, to } = input
    const { sight, history, signal } = call
    const device = await openDevice(sight, input)
    const signalIds = input.signalIds.length > 0 ? input.signalIds : await loadSignalIds(sight, equipmentId)
    const columns = await columnsOf(sight, { equipmentId, signalIds, columnIds: [] })
    const wanted = { from, to, signalIds: columns.map(({ signalId }) => signalId) }
    const query = { ...scopeOf(sight, device, columns), ...wanted, ...(await beforeOf(sight, device, columns, from)) }
    const { damaged, ...replayed } = await readReplay(history, query, signal)
    const holes = await holesOf(sight, device, { from, to: replayed.to }, damaged)
    return inPieces(joinPieces(jsonPieces({ from, ...replayed, holes })))
  }),
] satisfies RoomServer
