// Faulty peers: one that accepts and never answers, one that answers with scripted bytes.
import { createServer, type Server, type Socket } from 'node:net'

export type Misbehaving = {
  port: number
  /** How many connections the server has accepted so far. */
  accepted(): number
  close(): Promise<void>
}

/** Accepts, reads and never answers. */
export const silentServer = (): Promise<Misbehaving> => scriptedServer(() => undefined)

/** Answers each request with the bytes of `answer`, or not at all. */
export async function scriptedServer(
  answer: (request: Buffer, socket: Socket) => Uint8Array | undefined,
): Promise<Misbehaving> {
  const sockets = new Set<Socket>()
  let accepted = 0
  const server: Server = createServer({ noDelay: true }, (socket) => {
    accepted++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.on('data', (request) => {
      const bytes = answer(request, socket)
      if (bytes) socket.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    accepted: () => accepted,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
