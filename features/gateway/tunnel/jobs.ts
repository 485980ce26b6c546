import type { Job } from '../../frame/serve.ts'
import { openTunnels } from '../../frame/spine-services.ts'
import { endTunnel } from './over.ts'
import { loadMoved, loadStray, pruneTunnels } from './store.ts'

const dayMs = 24 * 3600_000
const keptDays = 90
const nothing = { code: null, bytesUp: 0, bytesDown: 0 }

export default [
  {
    name: 'end remote downloads',
    everyMs: 2000,
    async run(platform) {
      const { use, db, now } = platform
      const tunnels = use(openTunnels)
      tunnels.turn()
      const open = tunnels.list().map(({ grant }) => grant)
      for (const id of await loadMoved(db, open)) tunnels.end(id, 'moved')
      const { unused, lost } = await loadStray(
        db,
        tunnels.list().map(({ grant }) => grant.id),
        now(),
      )
      for (const { id } of unused) await endTunnel(id, { why: 'unused', ...nothing }, platform)
      for (const { id } of lost) await endTunnel(id, { why: 'restarted', ...nothing }, platform)
    },
  },
  {
    name: 'forget old remote downloads',
    everyMs: 3600_000,
    run: ({ db, now }) => pruneTunnels(db, now() - keptDays * dayMs),
  },
] satisfies Job[]
