// Raw TCP connections, for bytes that no HTTP client would send.
import { connect, type Socket } from 'node:net'

/** A connection to a server under test; its answers are read, so that its end is noticed. */
export function rawSocket(url: string, host?: string): Promise<Socket & { readonly heard: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), host ?? hostname, () => resolve(socket)) as Socket & { heard: string }
    socket.heard = ''
    socket.on('data', (data) => {
      socket.heard += data.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.once('close', () => reject(new Error('the connection was closed before it was there')))
  })
}

/**
 * Opens many connections, in groups: beyond the backlog of the kernel, connections would be open for the client and
 * unknown to the server.
 */
export async function rawSockets(url: string, count: number): Promise<Awaited<ReturnType<typeof rawSocket>>[]> {
  const sockets: Awaited<ReturnType<typeof rawSocket>>[] = []
  while (sockets.length < count)
    sockets.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, count - sockets.length) }, () => rawSocket(url)))),
    )
  return sockets
}
