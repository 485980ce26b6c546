// The strength of the WLAN that leads to the platform, from NetworkManager: newer kernels provide it nowhere else.
import { parseWifi, wifiArgs } from './nmcli.ts'
import type { LinuxPart, PartDeps } from './part.ts'
import { steady } from './steady.ts'
import { stateOf, wayOut } from './system.ts'

export function createWifiPart({ run, system }: Pick<PartDeps, 'run' | 'system'>): LinuxPart {
  const strength = steady()
  let percent: number | undefined
  return {
    acts: [],
    lack: () => undefined,
    order: () => {
      throw new Error('a WLAN takes no orders')
    },
    state: () => (percent === undefined ? {} : { signalStrength: percent }),
    async look() {
      const port = wayOut(system)
      const isWifi = port !== undefined && stateOf(system).networkType === 'WiFi'
      const { code, out } = isWifi ? await run('nmcli', wifiArgs(port)) : { code: 1, out: '' }
      percent = strength(code === 0 ? parseWifi(out) : undefined)
    },
  }
}
