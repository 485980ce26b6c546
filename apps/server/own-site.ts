// The names of the platform, and the check that a request came from its own pages. With a foreign name a page of
// another site has had its DNS pointed at this machine, and would be of the same origin as the platform.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import { isLoopback, nameOf } from '../../core/host-name.ts'

/** The parts of a request that are checked, also for an upgrade that has passed no router. */
type Asking = { headers: IncomingHttpHeaders; isEncrypted: boolean }

export type OwnSite = {
  isOwnHost(headers: IncomingHttpHeaders): boolean
  /**
   * True if a request came from the platform's own pages. Browsers always send an Origin with a POST and with a web
   * socket; a client without one is not a browser and has no cookies of other users.
   */
  isOwnOrigin(asking: Asking): boolean
  /** The origin of the platform's pages, as this browser reaches them. */
  originOf(asking: Asking): string
  /** True if the browser reaches the platform by https. */
  isSecure(asking: Asking): boolean
  /** The origin of our web sockets for the content security policy. */
  socketOrigin(asking: Asking): string
}

/** Names and addresses of this machine; addresses can change. */
type Machine = { names(): readonly string[]; addresses(): readonly string[] }

const thisMachine: Machine = {
  names: () => [hostname().toLowerCase(), `${hostname().toLowerCase()}.local`],
  addresses: () =>
    Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address.split('%')[0]!)),
}

const everyAddress = ['0.0.0.0', '::']
const lastOf = (header: string | string[] | undefined) =>
  String(header ?? '')
    .split(',')
    .at(-1)!
    .trim()

export function ownSite(
  { host, publicUrl, trustProxy }: { host: string; publicUrl: string | null; trustProxy: boolean },
  machine: Machine = thisMachine,
): OwnSite {
  const wanted = publicUrl === null ? null : new URL(publicUrl)
  const named = new Set([host.toLowerCase(), ...(wanted ? [nameOf(wanted.host) ?? ''] : [])])
  const isOfMachine = (name: string) => machine.names().includes(name) || machine.addresses().includes(name)

  const schemeOf = ({ headers, isEncrypted }: Asking) => {
    const told = trustProxy ? lastOf(headers['x-forwarded-proto']) : ''
    return told || (isEncrypted ? 'https' : 'http')
  }
  /** A proxy that uses another name for us passes on the name that the browser used. */
  const hostOf = ({ headers }: Asking) => (trustProxy && lastOf(headers['x-forwarded-host'])) || (headers.host ?? '')
  const originOf = (asking: Asking) => (wanted ? wanted.origin : `${schemeOf(asking)}://${hostOf(asking)}`)
  const isSecure = (asking: Asking) => (wanted ? wanted.protocol === 'https:' : schemeOf(asking) === 'https')

  return {
    isOwnHost(headers) {
      const name = nameOf(headers.host)
      if (name === undefined) return false
      if (named.has(name) || isLoopback(name)) return true
      return everyAddress.includes(host) && isOfMachine(name)
    },
    isOwnOrigin(asking) {
      const { origin, 'sec-fetch-site': site } = asking.headers
      if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
      if (origin === undefined) return true
      return origin === originOf(asking)
    },
    originOf,
    isSecure,
    socketOrigin: (asking) => `${isSecure(asking) ? 'wss' : 'ws'}://${wanted ? wanted.host : hostOf(asking)}`,
  }
}

/** A request before any router or plugin has seen it. */
export const askingOf = ({ headers, socket }: IncomingMessage): Asking => ({
  headers,
  isEncrypted: 'encrypted' in socket,
})

/** The address of the caller; behind a proxy, the address that the proxy reports. */
export function callerOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const told = trustProxy ? lastOf(headers['x-forwarded-for']) : ''
  return told || (socket.remoteAddress ?? '')
}
