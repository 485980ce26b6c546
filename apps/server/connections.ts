// Limits the connections of browsers and machines, in total and per address, so that an address that opens many
// connections, or sends headers slowly on a thousand, does not lock out others. A connection counts from its first TCP
// byte to its end, including web sockets and unfinished TLS handshakes.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '../../contract/limits.ts'
import { networkOf } from '../../core/network-of.ts'

type Connections = {
  count(): number
  /** Closes all connections, and each new one. */
  closeAll(): void
}

/** Behind a proxy all connections have the proxy's address, so the limit per address is left to the proxy. */
export function boundConnections(server: Server, isBehindProxy: boolean, onRefused: () => void): Connections {
  const open = new Set<Socket>()
  const byAddress = new Map<string, number>()
  let isClosing = false
  server.maxConnections = limits.httpConnections
  server.on('drop', onRefused)

  function countByAddress(socket: Socket): void {
    const address = networkOf(socket.remoteAddress ?? '')
    const count = (byAddress.get(address) ?? 0) + 1
    byAddress.set(address, count)
    socket.once('close', () => {
      const left = (byAddress.get(address) ?? 1) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
    if (count <= limits.httpConnectionsPerAddress) return
    onRefused()
    socket.destroy()
  }

  server.prependListener('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // Every call of a pipeline listens for the end of its connection.
    socket.setMaxListeners(0)
    if (isClosing) socket.destroy()
    else if (!isBehindProxy) countByAddress(socket)
  })
  return {
    count: () => open.size,
    closeAll() {
      isClosing = true
      for (const socket of open) socket.destroy()
    },
  }
}
