// Decides which addresses a driver may connect to: those of the plant, but none of the gateway itself and no service that
// hands out the credentials of a cloud machine. Checked after the name is resolved, immediately before each connection.
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { unreachableFault } from '../modbus-tcp/faults.ts'

type Family = 'ipv4' | 'ipv6'
type Subnet = readonly [address: string, length: number, family: Family]

/** Addresses that always mean this machine. */
const own: readonly Subnet[] = [
  ['127.0.0.0', 8, 'ipv4'],
  ['0.0.0.0', 8, 'ipv4'],
]
/** Link-local, multicast and broadcast addresses, and the metadata services of cloud machines. */
const never: readonly Subnet[] = [
  ['169.254.0.0', 16, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['255.255.255.255', 32, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
  ['100.100.100.200', 32, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['fd00:ec2::', 32, 'ipv6'],
  ['fd20:ce::254', 128, 'ipv6'],
  ['fd00:42::42', 128, 'ipv6'],
]

function listOf(subnets: readonly Subnet[]): BlockList {
  const list = new BlockList()
  for (const [address, length, family] of subnets) list.addSubnet(address, length, family)
  return list
}
const [ownList, neverList] = [listOf(own), listOf(never)]

let mayReachGateway = false

/** Permits the gateway's own addresses, for peers on the loopback. */
export function permitGateway(isPermitted: boolean): void {
  mayReachGateway = isPermitted
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (half = '') => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16)))
  const [first, last] = [numbers(head), numbers(tail)]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

const ipv4Of = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** The IPv4 address to which packets for an IPv6 address go: mapped, compatible, translated (NAT64), 6to4 or Teredo. */
function ipv4Within(address: string): string | undefined {
  const groups = groupsOf(address)
  const [first = 0, second = 0, third = 0] = groups
  const [high = 0, low = 0] = groups.slice(6)
  const prefix = groups.slice(0, 6).join(':')
  if (['0:0:0:0:0:0', '0:0:0:0:0:65535', '0:0:0:0:65535:0'].includes(prefix)) return ipv4Of(high, low)
  if (first === 0x64 && second === 0xff9b) return ipv4Of(high, low)
  if (first === 0x2002) return ipv4Of(second, third)
  return first === 0x2001 && second === 0 ? ipv4Of(high ^ 0xffff, low ^ 0xffff) : undefined
}

/** Whether a driver may connect to an IP address. */
export function isReachable(address: string): boolean {
  const plain = address.replace(/%.*$/, '')
  const version = isIP(plain)
  if (version === 0) return false
  const within = version === 6 ? ipv4Within(plain) : undefined
  if (within !== undefined && !isReachable(within)) return false
  const family: Family = version === 4 ? 'ipv4' : 'ipv6'
  if (neverList.check(plain, family)) return false
  return mayReachGateway || !(ownList.check(plain, family) || isOfInterface(plain))
}

/** Whether the gateway has this address on an interface. */
function isOfInterface(address: string): boolean {
  for (const interfaces of Object.values(networkInterfaces()))
    if (interfaces?.some((each) => each.address.toLowerCase() === address.toLowerCase())) return true
  return false
}

const refused = (address: string): Error =>
  unreachableFault(`the address ${address} is refused: it belongs to the gateway itself or to no device`)

/** Throws 1722 for a host written as an address that is refused. Names are checked by `safeLookup`. */
export function mustBeReachable(host: string): void {
  if (isIP(host) !== 0 && !isReachable(host)) throw refused(host)
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** Resolves a name as `dns.lookup`; fails if any of its addresses is refused. */
export function safeLookup(host: string, options: LookupOptions, done: Found): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return done(error ?? unreachableFault(`the name ${host} has no address`), [])
    const bad = addresses.find(({ address }) => !isReachable(address))
    if (bad) return done(refused(bad.address), [])
    if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  })
}
