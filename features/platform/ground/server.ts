import { type RoomServer, serveOpen } from '../../frame/serve.ts'
import { queryMapTiles } from './contract.ts'

export default [serveOpen(['page'], queryMapTiles, async (_, { mapTiles }) => mapTiles)] satisfies RoomServer
