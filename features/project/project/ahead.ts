import type { Ahead } from '../../../contract/ahead.ts'
import { hasCurves } from '../../device/open/live-ahead.ts'

type Widgets = Parameters<typeof hasCurves>[0]
type Shown = { content: { bind: { equips: number[]; signals: number[] }; widgets: Widgets } }

export default [
  {
    path: '/monitor/project/{projectId}/page/{pageId}',
    async ask({ projectId, pageId: given }, search, ask) {
      const pageId = Number(given)
      void ask('/lfscada/project/info', { id: Number(projectId) })
      // Page parameters choose variables by rules that are not known here.
      if (search.size > 0) return
      const page = (await ask('/lfscada/monitor/project/page/info', { id: pageId, params: {} })) as Shown | undefined
      if (!page || page.content.bind.equips.length === 0) return
      const { equips: dataEquip, signals: dataSignal } = page.content.bind
      const form = { isColumnar: true, hasTrends: hasCurves(page.content.widgets) }
      void ask('/lfscada/monitor/project/signal/query', { pageId, dataSignal, ...form })
      void ask('/lfscada/monitor/project/gateway/query', { pageId, dataEquip })
      void ask('/lfscada/websocket/monitor/project/token', { pageId, dataEquip, dataSignal })
    },
  },
] satisfies Ahead[]
