// How many connections browsers and machines may hold: of everybody, and of one address, so that one that opens them
// without end, or trickles its headers into a thousand, keeps nobody else out.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '../../contract/limits.ts'

/** Behind a proxy all come from its address, and it is the proxy that must tell callers apart. */
export function boundConnections(server: Server, isBehindProxy: boolean, onRefused: () => void): void {
  const byAddress = new Map<string, number>()
  server.maxConnections = limits.httpConnections
  server.on('drop', onRefused)
  if (isBehindProxy) return
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
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
  })
}
