import { provide, type RoomServices } from '../../frame/services.ts'
import { mapTiles } from './contract.ts'
import { tileServer } from './settings.env.ts'

export default [provide(mapTiles, ({ setting }) => setting(tileServer))] satisfies RoomServices
