// The devices and their places, for maps on pages.
import { call } from '../../contract/call.ts'
import type { DevicesService } from '../../widgets/services.ts'
import { queryAllForMap, queryMapTiles } from './contract.ts'

export default {
  placed: (ending) => call(queryAllForMap, {}, ending),
  tiles: (ending) => call(queryMapTiles, {}, ending),
} satisfies DevicesService
