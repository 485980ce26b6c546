// Accepts web sockets. A request for a web socket does not reach the router: it must have the path of one of the
// platform's sockets and come from the platform's own pages; otherwise it gets a one-line refusal and is closed. [S7]
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { limits } from '../../contract/limits.ts'
import { networkOf } from '../../core/network-of.ts'
import { createBuckets } from '../../signal/cloud/bucket.ts'
import { askingOf, callerOf, type OwnSite } from './own-site.ts'

export type Door = {
  /** The address of the web socket up to its token. */
  path: string
  /** Maximum size of a received message; by default `limits.socketWordBytes`. */
  messageBytes?: number
  /** Serves the socket that belongs to a token. */
  serve(socket: WebSocket, token: string): Promise<void>
}

type Needs = {
  doors: readonly Door[]
  site: OwnSite
  trustProxy: boolean
  perMinute: number
  onRefused(): void
}

const reasons = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
}
type Refusal = keyof typeof reasons

/** Time limit for a peer to accept the refusal. */
const farewellMs = 1000

function refuse(socket: Duplex, status: Refusal): void {
  const timer = setTimeout(() => socket.destroy(), farewellMs)
  socket.once('close', () => clearTimeout(timer))
  const head = `HTTP/1.1 ${status} ${reasons[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
  socket.end(head, () => socket.destroy())
}

/** Listens for upgrades. `closeAll` closes all sockets and rejects new ones. */
export function serveUpgrades(server: Server, needs: Needs): { closeAll(): void } {
  const { doors, site, trustProxy, perMinute } = needs
  /** One WebSocket server for each maximum message size. */
  const servers = new Map<number, WebSocketServer>()
  const serverOf = ({ messageBytes = limits.socketWordBytes }: Door) => {
    const server =
      servers.get(messageBytes) ??
      new WebSocketServer({ noServer: true, maxPayload: messageBytes, clientTracking: true })
    servers.set(messageBytes, server)
    return server
  }
  const asked = createBuckets(perMinute / 60, perMinute, Date.now)
  let isClosed = false

  const doorOf = (url: string) => doors.find(({ path }) => url.startsWith(path))

  function cannotEnter(request: IncomingMessage): Refusal | undefined {
    const { url = '', method } = request
    if (!site.isOwnHost(request.headers)) return 421
    const door = doorOf(url)
    if (isClosed || method !== 'GET' || !door || !/^[\w-]{1,100}$/.test(url.slice(door.path.length))) return 404
    if (!site.isOwnOrigin(askingOf(request))) return 403
    return asked.of(networkOf(callerOf(request, trustProxy))).tryTake(1) ? undefined : 429
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node.js has removed the error listener of its HTTP parser from the socket together with the parser.
    socket.on('error', () => socket.destroy())
    const refusal = cannotEnter(request)
    if (refusal) {
      needs.onRefused()
      return refuse(socket, refusal)
    }
    const door = doorOf(request.url!)!
    serverOf(door).handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => opened.terminate())
      const { path, serve } = door
      serve(opened, request.url!.slice(path.length)).catch(() => opened.terminate())
    })
  })
  return {
    closeAll() {
      isClosed = true
      for (const each of servers.values()) {
        for (const opened of each.clients) opened.close(1001, 'the platform stops')
        each.close()
      }
    },
  }
}
