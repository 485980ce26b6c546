// A gateway as a separate process, to be killed: the real agent, or the simulated one. Its settings are its
// only argument. The parent shifts the clock of the real one with a message.
import { startEdge } from '../../signal/edge/edge.ts'
import { VirtualHardware } from '../../signal/edge/virtual-box.ts'
import { type BoxOptions, runBox } from './box.ts'

export type AgentSettings =
  | ({ kind: 'box' } & BoxOptions)
  | {
      kind: 'edge'
      sn: string
      secret: string
      port: number
      dataDir: string
      clockOffsetMs: number
      outboxBytes: number
    }

const settings = JSON.parse(process.argv[2] ?? '{}') as AgentSettings
const pace = {
  link: { backOffMs: 100, backOffMaxMs: 1000, refusedRetryMs: 500, helloRetryMs: 1000, helloEveryMs: 5000 },
  poll: { backOffMs: 50, backOffMaxMs: 500, refusedRetryMs: 200 },
}

if (settings.kind === 'box') runBox(settings)
else {
  let offsetMs = settings.clockOffsetMs
  process.on('message', ({ clockOffsetMs }: { clockOffsetMs?: number }) => {
    offsetMs = clockOffsetMs ?? offsetMs
  })
  const { sn, secret, port, dataDir, outboxBytes } = settings
  const url = `mqtt://127.0.0.1:${port}`
  const now = () => Date.now() + offsetMs
  const hardware = new VirtualHardware()
  await startEdge({ sn, secret, url, dataDir, outboxBytes, hardware, now, pace, log: () => undefined })
}
