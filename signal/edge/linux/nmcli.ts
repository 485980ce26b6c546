// Arguments and output of nmcli, for NetworkManager 1.30 and newer. [S3 Gateway]
import type { Lan, Route } from '../../../contract/box.ts'
import { ipv4Number, isSameSegment, maskLength, maskOf } from '../../../core/ipv4.ts'

/** A network interface as NetworkManager shows it. */
export type PortFacts = {
  /** 10 unmanaged, 20 unavailable, 30 disconnected, 100 connected. */
  state: number
  /** True if another program configured the port: NetworkManager only observes it. */
  isExternal: boolean
  /** The active profile, if there is one. */
  profile: { id: string; uuid: string } | undefined
  address: { ip: string; mask: string } | undefined
  gateway: string | undefined
  dns: string[]
  /** Routes with a next hop, without the default route. */
  routes: Route[]
}

/** Arguments for the facts of one interface. */
export const portArgs = (port: string): string[] => [
  ...['-t', '-f', 'GENERAL.STATE,GENERAL.CONNECTION,GENERAL.CON-UUID,IP4'],
  ...['device', 'show', port],
]

/** Parses the output of `portArgs`. */
export function parsePort(text: string): PortFacts {
  const rows = text.split('\n').flatMap((line) => {
    const at = line.indexOf(':')
    return at < 0 ? [] : [[line.slice(0, at).trim(), textOf(line.slice(at + 1))] as const]
  })
  const one = (key: string) => rows.find(([name]) => name === key)?.[1] || undefined
  const many = (key: string) => rows.flatMap(([name, value]) => (name.startsWith(`${key}[`) && value ? [value] : []))
  const state = one('GENERAL.STATE') ?? ''
  const [id, uuid] = [one('GENERAL.CONNECTION'), one('GENERAL.CON-UUID')]
  return {
    state: Number.parseInt(state, 10) || 0,
    isExternal: state.includes('externally'),
    profile: id && isUuid(uuid) ? { id, uuid } : undefined,
    address: addressOf(many('IP4.ADDRESS')[0]),
    gateway: ipv4(one('IP4.GATEWAY')),
    dns: many('IP4.DNS').flatMap((each) => ipv4(each) ?? []),
    routes: many('IP4.ROUTE').flatMap((each) => routeOf(each) ?? []),
  }
}

/** Empty values are `--` in non-terse output; some versions escape colons. */
const textOf = (text: string): string => {
  const value = text.trim().replaceAll('\\:', ':')
  return value === '--' ? '' : value
}
const ipv4 = (text: string | undefined) => (text !== undefined && ipv4Number(text) !== undefined ? text : undefined)
const isUuid = (text: string | undefined): text is string => /^[0-9a-f-]{36}$/.test(text ?? '')

/** Parses an address such as `192.168.1.10/24`. */
function addressOf(text: string | undefined): PortFacts['address'] {
  const [ip, length] = (text ?? '').split('/')
  const mask = maskOf(Number(length || 32))
  return ipv4(ip) && mask ? { ip: ip!, mask } : undefined
}

/** Parses a route such as `dst = 10.1.0.0/16, nh = 192.168.1.2, mt = 100`. */
function routeOf(text: string): Route | undefined {
  const parts = new Map(text.split(',').map((part) => part.split('=').map((word) => word.trim()) as [string, string]))
  const target = addressOf(parts.get('dst'))
  const nextHop = ipv4(parts.get('nh'))
  if (!target || !nextHop || nextHop === '0.0.0.0' || target.mask === '0.0.0.0') return undefined
  return { target: target.ip, mask: target.mask, nextHop }
}

/** Arguments that show whether the agent may change and activate profiles. */
export const permissionArgs: readonly string[] = ['-t', '-f', 'PERMISSION,VALUE', 'general', 'permissions']
const needed = ['network-control', 'settings.modify.system']
/** Parses the output of `permissionArgs`. */
export const mayChange = (text: string): boolean =>
  needed.every((name) => text.split('\n').includes(`org.freedesktop.NetworkManager.${name}:yes`))

/**
 * Properties of a profile with these settings on `port`. Keeps name servers and gateway of the port, the gateway only
 * if it is in the new segment: a port that leads to the platform must still reach it.
 */
export function lanProperties({ ip, mask, route }: Lan, port: string, before: PortFacts | undefined): string[] {
  const gateway = before?.gateway
  const isKept = gateway !== undefined && gateway !== ip && isSameSegment(gateway, ip, mask)
  return [
    ...['connection.interface-name', port, 'connection.autoconnect', 'no', 'ipv4.method', 'manual'],
    ...['ipv4.addresses', `${ip}/${maskLength(mask)}`, 'ipv4.gateway', isKept ? gateway : ''],
    ...['ipv4.routes', route ? `${route.target}/${maskLength(route.mask)} ${route.nextHop}` : ''],
    ...(before && before.dns.length > 0 ? ['ipv4.dns', before.dns.join(',')] : []),
  ]
}

/** Arguments that show the strength of the WLAN in use, percent. */
export const wifiArgs = (port: string): string[] => [
  ...['-t', '-f', 'IN-USE,SIGNAL', 'device', 'wifi', 'list', 'ifname', port, '--rescan', 'no'],
]
/** Parses the output of `wifiArgs`. */
export function parseWifi(text: string): number | undefined {
  const used = text.split('\n').find((line) => line.startsWith('*:'))
  const percent = used === undefined ? Number.NaN : Number.parseInt(used.slice(2), 10)
  return percent >= 0 && percent <= 100 ? percent : undefined
}
