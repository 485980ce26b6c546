// How many connections browsers and machines may hold: of everybody, and of one address, so that one that opens them
// without end, or trickles its headers into a thousand, keeps nobody else out. Each is known from its first byte of TCP
// to its end, whatever becomes of it between: a call, a web socket, a TLS handshake that never ends.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '../../contract/limits.ts'
import { networkOf } from '../../core/network-of.ts'

export type Connections = {
  count(): number
  /** Ends all of them, and each that still comes. */
  closeAll(): void
}

/** Behind a proxy all come from its address, and it is the proxy that must tell callers apart. */
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
    // Every call of a pipeline waits for the end of its connection.
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
