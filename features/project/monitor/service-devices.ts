// The devices and their places, for maps on pages.
import { call } from '../../../contract/call.ts'
import type { DevicesService } from '../../../widgets/services.ts'
import { queryMapTiles } from '../../platform/ground/contract.ts'
import { queryAllForMap } from './contract.ts'

export default {
  placed: async (ending) => (await call(queryAllForMap, {}, ending)).map((device) => ({ ...device, mayOpen: true })),
  tiles: (ending) => call(queryMapTiles, {}, ending),
} satisfies DevicesService
