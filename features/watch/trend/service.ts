import { provide, type RoomServices } from '../../frame/services.ts'
import { listTrends } from '../open/trend-list.ts'
import { StoredTrends } from './stored-trends.ts'

export default [
  provide(listTrends, () => {
    const trends = new StoredTrends()
    return (call, wanted) => trends.of(call, wanted)
  }),
] satisfies RoomServices
