import { fail } from '../../../contract/errors.ts'
import { valueMenus } from '../../../contract/share-menus.ts'
import { queryTrends } from '../../device/live/contract.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { loadDevice } from '../history/part-reading.ts'
import { readTrends } from './trends.ts'

export default [
  serve(queryTrends, { openTo: valueMenus }, async ({ equipmentId }, call) => {
    const device = await loadDevice(call.sight, equipmentId)
    if (!device) throw fail('equipmentNotFound')
    return readTrends(call, device)
  }),
] satisfies RoomServer
