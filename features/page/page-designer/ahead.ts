import type { Ahead } from '../../../contract/ahead.ts'

export default [
  {
    path: '/manage/eg/{equipId}/designer/{pageId}',
    ask({ pageId, equipId }, _search, ask) {
      void ask('/lfscada/configuration/page/info', { id: Number(pageId) })
      void ask('/lfscada/equipment/multi/info', { id: Number(equipId) })
    },
  },
  {
    path: '/manage/project/{projectId}/designer/{pageId}',
    ask({ pageId, projectId }, _search, ask) {
      void ask('/lfscada/configuration/page/info', { id: Number(pageId) })
      void ask('/lfscada/project/info', { id: Number(projectId) })
    },
  },
] satisfies Ahead[]
