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
  ['::', 127, 'ipv6'],
  ['::127.0.0.0', 104, 'ipv6'],
  ['64:ff9b::127.0.0.0', 104, 'ipv6'],
  ['2002:7f00::', 24, 'ipv6'],
]
/** Link-local, multicast and broadcast addresses, and the metadata services of cloud machines. */
const never: readonly Subnet[] = [
  ['169.254.0.0', 16, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['255.255.255.255', 32, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
  ['::169.254.0.0', 112, 'ipv6'],
  ['64:ff9b::169.254.0.0', 112, 'ipv6'],
  ['2002:a9fe::', 32, 'ipv6'],
  ['100.100.100.200', 32, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['fd00:ec2::254', 128, 'ipv6'],
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

/** An IPv4 address written as one of IPv6, in dots or in hex. */
const mapped = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i

/** The address without its zone, in IPv4 if it is one. */
function plainOf(address: string): string {
  const bare = address.replace(/%.*$/, '')
  const [, dotted, high, low] = mapped.exec(bare) ?? []
  if (dotted !== undefined) return dotted
  if (high === undefined || low === undefined) return bare
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [first >> 8, first & 255, second >> 8, second & 255].join('.')
}

/** Whether a driver may connect to an IP address. */
export function isReachable(address: string): boolean {
  const plain = plainOf(address)
  const version = isIP(plain)
  if (version === 0) return false
  const family: Family = version === 4 ? 'ipv4' : 'ipv6'
  if (neverList.check(plain, family)) return false
  if (mayReachGateway) return true
  return !ownList.check(plain, family) && !isOfInterface(plain)
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
