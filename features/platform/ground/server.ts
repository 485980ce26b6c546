import { type RoomServer, serve } from '../../frame/serve.ts'
import { mapTiles, queryMapTiles } from './contract.ts'

export default [serve(queryMapTiles, { openTo: ['page'] }, async (_, { use }) => use(mapTiles))] satisfies RoomServer
