// Under which names the platform is reached, and whether a request came from its own pages. A name that is not its own
// is a foreign page whose DNS was turned to this machine: it would be of one origin with what it asks.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import { isLoopback, nameOf } from '../../core/host-name.ts'

/** What is asked of a request, and of an upgrade that no router has seen. */
export type Asking = { headers: IncomingHttpHeaders; isEncrypted: boolean }

export type OwnSite = {
  isOwnHost(headers: IncomingHttpHeaders): boolean
  /**
   * Whether a request that changes something came from our own pages. Browsers always send an Origin with a POST and
   * with a web socket; a client without one is no browser and brings no foreign cookies.
   */
  isOwnOrigin(asking: Asking): boolean
  /** Of our own pages, as this browser reaches them. */
  originOf(asking: Asking): string
  /** Whether the browser reaches us by https. */
  isSecure(asking: Asking): boolean
  /** The origin of our web sockets, as a page may connect to it. */
  socketOrigin(asking: Asking): string
}

/** Names and addresses of this machine; addresses come and go. */
export type Machine = { names(): readonly string[]; addresses(): readonly string[] }

export const thisMachine: Machine = {
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
  /** A proxy that calls us by another name tells by which it was called itself. */
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

/** A request as it came, before any router or plugin saw it. */
export const askingOf = ({ headers, socket }: IncomingMessage): Asking => ({
  headers,
  isEncrypted: 'encrypted' in socket,
})

/** Whose a request is: the caller's address, which the one proxy before us tells if there is one. */
export function callerOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const told = trustProxy ? lastOf(headers['x-forwarded-for']) : ''
  return told || (socket.remoteAddress ?? '')
}
