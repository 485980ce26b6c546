// A peer that receives and never answers, and unused ports, for each transport of a driver.
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import type { About } from '../../drivers/driver.ts'
import { freePort } from '../ports.ts'
import { silentServer } from './silent.ts'

export type SilentPeer = { port: number; close(): Promise<void> }

/**
 * `tcp`: accepts and never answers; also a serial server. `udp`: receives and never answers. `listen`: a free port to
 * which no device connects.
 */
export async function silentPeer(transport: About['transport']): Promise<SilentPeer> {
  if (transport === 'listen') return { port: await freePort(), close: async () => undefined }
  if (transport !== 'udp') return silentServer()
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { port: socket.address().port, close: () => new Promise((resolve) => socket.close(() => resolve())) }
}

/** A port of the loopback at which nothing receives. */
export async function unusedPort(kind: 'tcp' | 'udp'): Promise<number> {
  const peer = await silentPeer(kind)
  await peer.close()
  return peer.port
}

/** A TCP port of this machine that is in use. */
export async function occupiedPort(): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    port: (server.address() as { port: number }).port,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
