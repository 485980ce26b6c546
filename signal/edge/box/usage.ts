// Measures the traffic to the platform and the uptime of the box; traffic is kept over restarts.
import type { BoxTold } from '../../../contract/box.ts'
import type { Hardware } from '../hardware.ts'
import type { OwnSettings } from './own.ts'

type Carried = { sent: number; received: number }
type Needs = {
  own: OwnSettings
  /** Bytes sent and received since the agent started. */
  carried(): Carried
  hardware: Hardware
  now(): number
  wall(): number
  log: (message: string) => void
}

const saveMs = 60_000

export function createUsage({ own, carried, hardware, now, wall, log }: Needs) {
  let bootedAt = now()
  const before = own.get().traffic ?? { sent: 0, received: 0, sinceAt: wall() }
  const ignore = hardware.listen(({ kind }) => {
    if (kind === 'restart' || kind === 'powerOn') bootedAt = now()
  })
  const traffic = (): BoxTold['traffic'] => {
    const { sent, received } = carried()
    return { sent: before.sent + sent, received: before.received + received, sinceAt: before.sinceAt }
  }
  const save = () =>
    own.change({ traffic: traffic() }).catch((error) => log(`traffic cannot be kept: ${String(error)}`))
  const timer = setInterval(() => void save(), saveMs)
  return {
    told: (): Pick<BoxTold, 'traffic' | 'uptimeS'> => ({
      traffic: traffic(),
      uptimeS: Math.max(0, Math.floor((now() - bootedAt) / 1000)),
    }),
    async stop() {
      clearInterval(timer)
      ignore()
      await save()
    },
  }
}
