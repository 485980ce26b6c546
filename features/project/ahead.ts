import type { Ahead } from '../../contract/ahead.ts'

export default [
  {
    path: '/monitor/project/{projectId}/page/{pageId}',
    ask({ projectId, pageId }, search, ask) {
      void ask('/lfscada/project/info', { id: Number(projectId) })
      // What stands for the marks of a page is read by its own rules.
      if (search.size === 0) void ask('/lfscada/monitor/project/page/info', { id: Number(pageId), params: {} })
    },
  },
] satisfies Ahead[]
