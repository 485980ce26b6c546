import type { Ahead } from '../../../contract/ahead.ts'
import { askDevice, hasCurves } from '../../device/open/live-ahead.ts'

type Widgets = Parameters<typeof hasCurves>[0]
type Shown = { equipmentId: number; content: { bind: { equips: number[] }; widgets: Widgets } }

/** A page with more devices than this requests the others when it is shown. */
const mostDevices = 6

export default [
  {
    path: '/monitor/eg/detail/page/{pageId}/{alarm}',
    async ask({ pageId }, search, ask) {
      // A page with parameters in its address is not prefetched, because the page parses them itself.
      if (search.size > 0) return
      const page = (await ask('/lfscada/configuration/page/info', { id: Number(pageId), params: {} })) as
        | Shown
        | undefined
      if (!page) return
      void ask('/lfscada/equipment/multi/info', { id: page.equipmentId })
      const devices = new Set([page.equipmentId, ...page.content.bind.equips])
      for (const equipmentId of [...devices].slice(0, mostDevices))
        askDevice(equipmentId, ask, hasCurves(page.content.widgets))
    },
  },
] satisfies Ahead[]
