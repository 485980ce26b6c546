// A web socket of ours: a token, good once, then what its hub sends. [S7] The browser pings when idle.
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { GatewayAlarm, Pong } from '../../contract/sockets.ts'
import { createBucket } from './bucket.ts'
import type { Wire } from './wire.ts'

/** What the token of an equipment's socket allows. */
export type Ticket = {
  orgId: number
  equipmentId: EquipmentId
  sessionHash: string
  /** How the gateway of the equipment stands; nothing without one. */
  gateway: Pick<GatewayAlarm, 'state' | 'vpn'> | undefined
}

/** As much of a `ws` socket as is needed here. */
export type Socket = {
  readonly bufferedAmount: number
  send(text: string | Buffer, options: { binary: false }): void
  close(code?: number, reason?: string): void
  terminate(): void
  on(event: 'message', listener: (data: { toString(): string }) => void): unknown
  on(event: 'close' | 'error', listener: () => void): unknown
}

const asText = { binary: false } as const

/** A socket that says nothing for three idle pings is gone. */
const silentMs = limits.socketIdlePingMs * 3
const partMs = 2000

/** Who is at the other end of open sockets. */
type Hub<T> = {
  add(member: T & { wire: Wire; version: number }): () => void
  /** False while this session, or everybody together, has as many sockets as may be. */
  hasRoom(sessionHash: string): boolean
  /** Grows with each change that a ticket tells; 0 where it tells none. */
  version(): number
}

/** Redeems the token and keeps the socket in the hub until it closes; a bad token closes it with 4401. */
export async function serveSocket<T extends { sessionHash: string }>(
  socket: Socket,
  token: string,
  needs: { redeem(token: string): Promise<T | undefined>; hub: Hub<T>; now(): number },
): Promise<void> {
  let isOpen = true
  let isWatching = false
  const words = createBucket(limits.socketWordsPerS, limits.socketWordsBurst, needs.now)
  let leave = () => socket.close()
  let silence: NodeJS.Timeout | undefined
  const pong = () => {
    const message: Pong = { type: 'pong', at: needs.now() }
    socket.send(JSON.stringify(message), asText)
  }
  const listen = () => {
    clearTimeout(silence)
    silence = setTimeout(() => socket.terminate(), silentMs)
  }
  const end = () => {
    isOpen = false
    clearTimeout(silence)
    leave()
  }
  socket.on('close', end)
  socket.on('error', () => socket.terminate())
  socket.on('message', (data) => {
    listen()
    if (!words.tryTake(1)) return socket.terminate()
    // Nobody is answered before the token was taken.
    if (!isWatching || !data.toString().includes('ping')) return
    // Whoever pings and never reads would have the answers pile up here.
    if (socket.bufferedAmount > limits.socketBacklogBytes) return socket.terminate()
    pong()
  })

  const version = needs.hub.version()
  const ticket = await needs.redeem(token)
  // It left meanwhile, and its token is used.
  if (!isOpen) return
  if (!ticket) return part(socket, 4401, 'token invalid')
  if (!needs.hub.hasRoom(ticket.sessionHash)) return part(socket, 1013, 'too many sockets')
  listen()
  isWatching = true
  leave = needs.hub.add({
    ...ticket,
    version,
    wire: {
      send: (text) => socket.send(text, asText),
      bufferedAmount: () => socket.bufferedAmount,
      close: (code, reason) => part(socket, code, reason),
    },
  })
  // What its page reads from here on misses no change.
  pong()
}

/** A peer that does not read, or does not want to, never answers the close. */
function part(socket: Socket, code: number, reason: string): void {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), partMs).unref()
}
