import type { Ahead } from '../../../contract/ahead.ts'

export default [
  {
    path: '/map',
    ask(_params, _search, ask) {
      void ask('/lfscada/monitor/equipment/queryAllForMap', {})
      void ask('/lfscada/monitor/equipment/map/tiles', {})
    },
  },
] satisfies Ahead[]
