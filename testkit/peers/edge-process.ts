// A gateway agent that saves its summaries often, as a separate process, to be killed. Its only argument: the
// platform's address and its folder.
import { writeSync } from 'node:fs'
import { startEdge } from '../../signal/edge/edge.ts'
import { VirtualHardware } from '../../signal/edge/virtual-box.ts'

export type EdgeProcessSettings = { sn: string; url: string; dataDir: string; saveMs: number }

const settings = JSON.parse(process.argv[2] ?? '{}') as EdgeProcessSettings
const pace = {
  link: { backOffMs: 20, backOffMaxMs: 100, refusedRetryMs: 40, helloRetryMs: 200, helloEveryMs: 60_000 },
  poll: { backOffMs: 20, backOffMaxMs: 100, refusedRetryMs: 100 },
  saveMs: settings.saveMs,
}
const hardware = new VirtualHardware()
await startEdge({ ...settings, secret: 's', hardware, pace, log: (message) => writeSync(2, `${message}\n`) })
