import { type RoomServer, serve } from '../../frame/serve.ts'
import { queryWeather } from './contract.ts'

export default [
  serve(queryWeather, (place, { user, weather }) => weather({ accountId: user.accountId, ...place })),
] satisfies RoomServer
