// The UDP socket of a session. It receives from the address of the device only, and drops answers that are cut or less
// secure than the request: the library would accept an unauthenticated answer to an authenticated request.
import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { unreachableFault } from '../modbus-tcp/faults.ts'
import type { SnmpParams } from './params.ts'

/** Whether a received message may be used. */
type Filter = (message: Buffer) => boolean

/** The socket as the library uses it: addresses are ignored, because it is connected to one. */
type LibrarySocket = {
  ref(): void
  unref(): void
  on(event: string, listener: (...args: never[]) => void): void
  send(
    bytes: Uint8Array,
    from: number,
    length: number,
    port: number,
    host: string,
    sent: (error?: unknown) => void,
  ): void
  close(): void
}

export type SnmpSocket = { family: 4 | 6; library: LibrarySocket; onError(listener: (error: Error) => void): void }

/** A socket that is connected to the device. Throws 1722; aborting closes it. */
export async function openSocket(
  { host, port }: SnmpParams,
  accepts: Filter,
  signal: AbortSignal,
): Promise<SnmpSocket> {
  const found = await lookup(host).catch((error: unknown) => {
    throw unreachableFault(error instanceof Error ? error.message : String(error))
  })
  if (signal.aborted) throw unreachableFault('stopped')
  const family = found.family === 6 ? 6 : 4
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  await new Promise<void>((resolve, reject) => {
    socket.once('error', (error) => reject(unreachableFault(error.message)))
    socket.connect(port, found.address, resolve)
  }).catch((error: unknown) => {
    socket.close()
    throw error
  })
  return { family, library: libraryOf(socket, accepts), onError: (listener) => void socket.on('error', listener) }
}

function libraryOf(socket: Socket, accepts: Filter): LibrarySocket {
  let isClosed = false
  /** An error of the library while it decodes a message is one of the socket, which ends the session. */
  const pass = (bytes: Buffer, call: (bytes: Buffer) => void) => {
    try {
      call(bytes)
    } catch (error) {
      socket.emit('error', error)
    }
  }
  return {
    ref: () => void (isClosed || socket.ref()),
    unref: () => void (isClosed || socket.unref()),
    on(event, listener) {
      const call = listener as unknown as (...args: unknown[]) => void
      if (event === 'message') socket.on('message', (bytes) => accepts(bytes) && pass(bytes, call))
      // Errors of the socket are handled by the session.
      else if (event !== 'error') socket.on(event, call)
    },
    send(bytes, from, length, _port, _host, sent) {
      if (isClosed) sent(unreachableFault('the connection was closed'))
      else socket.send(bytes, from, length, sent)
    },
    close() {
      if (!isClosed) socket.close()
      isClosed = true
    },
  }
}
