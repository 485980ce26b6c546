import { type RoomServer, serve } from '../../frame/serve.ts'
import { queryWeather, weather } from './contract.ts'

export default [
  serve(queryWeather, (place, { user, use }) => use(weather)({ accountId: user.accountId, ...place })),
] satisfies RoomServer
