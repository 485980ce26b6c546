// Network facts that the system provides without any program: address, MAC and kind of the port with the default route,
// and the strength of a WLAN. Unknown facts are left out.
import { existsSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import type { HardwareState } from '../hardware.ts'

type Port = { address: string; family: string; internal: boolean; mac: string; netmask?: string }

/** The source of facts; tests replace it. */
export type System = {
  interfaces(): Partial<Record<string, readonly Port[]>>
  /** The text of a file, or nothing. */
  read(path: string): string | undefined
}

export const realSystem: System = {
  interfaces: networkInterfaces,
  read(path) {
    try {
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined
    } catch {
      // An unreadable file counts as absent.
      return undefined
    }
  },
}

/** The facts of the port with the default route. */
export function stateOf(system: System): Partial<HardwareState> {
  const name = wayOut(system)
  const port = name && ipv4Of(system, name)
  if (!name || !port) return {}
  const kind = kindOf(name)
  const percent = kind === 'WiFi' ? wlanPercent(system.read('/proc/net/wireless'), name) : undefined
  return {
    lanIp: port.address,
    ...macOf(port),
    ...(kind ? { networkType: kind } : {}),
    ...(percent === undefined ? {} : { signalStrength: percent }),
  }
}

/** IP address and MAC address of one port. */
export function addressesOf(system: System, name: string): Pick<HardwareState, 'lanIp' | 'mac'> {
  const port = ipv4Of(system, name)
  return port ? { lanIp: port.address, ...macOf(port) } : {}
}

const ipv4Of = (system: System, name: string) => system.interfaces()[name]?.find(({ family }) => family === 'IPv4')
const macOf = ({ mac }: Port) => (/[1-9a-f]/i.test(mac) ? { mac } : {})

/** The port of the default route; if there is none, the first with an external address. */
export function wayOut(system: System): string | undefined {
  const routes = (system.read('/proc/net/route') ?? '').split('\n').map((line) => line.split('\t'))
  const fallback = Object.entries(system.interfaces()).find(([, ports]) =>
    ports?.some(({ family, internal }) => family === 'IPv4' && !internal),
  )
  return routes.find(([, destination]) => destination === '00000000')?.[0] ?? fallback?.[0]
}

/** The kind of port by its Linux name. */
function kindOf(name: string): string | undefined {
  if (/^(eth|en[opsx])/.test(name)) return 'Ethernet'
  if (/^wl/.test(name)) return 'WiFi'
  if (/^(ww|ppp)/.test(name)) return 'Mobile'
  return undefined
}

/** The link quality of a WLAN in percent; Linux counts it to 70. */
function wlanPercent(text: string | undefined, name: string): number | undefined {
  const line = text?.split('\n').find((each) => each.trim().startsWith(`${name}:`))
  const quality = Number(line?.trim().split(/\s+/)[2])
  return Number.isFinite(quality) ? Math.min(100, Math.max(0, Math.round((quality / 70) * 100))) : undefined
}
