import type { Ahead } from '../../../contract/ahead.ts'
import { askDevice, hasCurves } from '../../device/open/live-ahead.ts'

type Widgets = Parameters<typeof hasCurves>[0]
type Shown = { equipmentId: number; content: { bind: { equips: number[] }; widgets: Widgets } }

/** A page over more devices than this asks for the others itself. */
const mostDevices = 6

export default [
  {
    path: '/monitor/eg/detail/page/{pageId}/{alarm}',
    async ask({ pageId }, search, ask) {
      // What stands for the marks of a page is read by its own rules.
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
