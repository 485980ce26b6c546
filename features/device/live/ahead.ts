import type { Ahead } from '../../../contract/ahead.ts'
import { askDevice } from '../open/live-ahead.ts'

export default [
  {
    path: '/monitor/eg/detail/list/{id}/{alarm}',
    ask({ id }, _, ask) {
      void ask('/lfscada/equipment/multi/info', { id: Number(id) })
      askDevice(Number(id), ask)
    },
  },
] satisfies Ahead[]
