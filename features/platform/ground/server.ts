import { type RoomServer, serveOpen } from '../../frame/serve.ts'
import { mapTiles, queryMapTiles } from './contract.ts'

export default [serveOpen(['page'], queryMapTiles, async (_, { use }) => use(mapTiles))] satisfies RoomServer
