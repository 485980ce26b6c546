// The box the agent really runs on, as far as the system tells: address and MAC of the port that leads out, its kind, and
// how strong a WLAN is. What the system does not tell is not told: no modem, no strength.
import { existsSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import type { Hardware, HardwareOrder, HardwareState } from './hardware.ts'
import { type Ending, failure } from './poll/write.ts'

type Port = { address: string; family: string; internal: boolean; mac: string }

/** What the system says; tests hand in their own. */
export type System = {
  interfaces(): Partial<Record<string, readonly Port[]>>
  /** The text of a file, or nothing. */
  read(path: string): string | undefined
}

const realSystem: System = {
  interfaces: networkInterfaces,
  read(path) {
    try {
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined
    } catch {
      // What may not be read is as good as absent.
      return undefined
    }
  },
}

/** From an order to the restart, so that its outcome is told before. */
const restartAfterMs = 500

/**
 * `version`: of the agent, told as the firmware. `restart`: starts the agent anew. Network, serial lines and power of the
 * machine are its owner's: nothing here changes them.
 */
export function createLinuxBox(version: string, { restart, system = realSystem }: Settings = {}): Hardware {
  return {
    state: (): HardwareState => ({ firmware: `agent ${version}`, mode: 'standard', vpn: false, ...portOf(system) }),
    // Nobody but the system itself switches this box off or puts it to sleep.
    listen: () => () => undefined,
    can: restart ? ['restart'] : [],
    order(asked) {
      if (asked.act !== 'restart' || !restart) return refused(asked)
      setTimeout(restart, restartAfterMs)
      return { status: 'success', code: 200 }
    },
    told: () => ({
      mode: { now: 'standard', next: 'standard' },
      lan: null,
      lanUndone: null,
      serial: [],
      power: null,
      location: null,
    }),
    reached: () => undefined,
  }
}

type Settings = { restart?: () => void; system?: System }

function refused({ act }: HardwareOrder): Ending {
  if (act === 'power') return failure(1349)
  if (act === 'location' || act === 'locate') return failure(1344)
  return failure(1353, { what: act })
}

function portOf(system: System): Partial<HardwareState> {
  const name = wayOut(system)
  const port = name && system.interfaces()[name]?.find(({ family }) => family === 'IPv4')
  if (!name || !port) return {}
  const kind = kindOf(name)
  const percent = kind === 'WiFi' ? wlanPercent(system.read('/proc/net/wireless'), name) : undefined
  return {
    lanIp: port.address,
    ...(/[1-9a-f]/i.test(port.mac) ? { mac: port.mac } : {}),
    ...(kind ? { networkType: kind } : {}),
    ...(percent === undefined ? {} : { signalStrength: percent }),
  }
}

/** The port of the default route; where there is none, the first that leads anywhere. */
function wayOut(system: System): string | undefined {
  const routes = (system.read('/proc/net/route') ?? '').split('\n').map((line) => line.split('\t'))
  const fallback = Object.entries(system.interfaces()).find(([, ports]) =>
    ports?.some(({ family, internal }) => family === 'IPv4' && !internal),
  )
  return routes.find(([, destination]) => destination === '00000000')?.[0] ?? fallback?.[0]
}

/** By the names Linux gives. */
function kindOf(name: string): string | undefined {
  if (/^(eth|en[opsx])/.test(name)) return 'Ethernet'
  if (/^wl/.test(name)) return 'WiFi'
  if (/^(ww|ppp)/.test(name)) return 'Mobile'
  return undefined
}

/** The quality of a WLAN link as Linux counts it, to 70, in percent. */
function wlanPercent(text: string | undefined, name: string): number | undefined {
  const line = text?.split('\n').find((each) => each.trim().startsWith(`${name}:`))
  const quality = Number(line?.trim().split(/\s+/)[2])
  return Number.isFinite(quality) ? Math.min(100, Math.max(0, Math.round((quality / 70) * 100))) : undefined
}
