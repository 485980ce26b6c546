// A web socket of a browser: redeems a single-use token, then sends messages of its hub. [S7] The browser pings when
// idle.
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { GatewayAlarm, Pong } from '../../contract/sockets.ts'
import { createBucket } from './bucket.ts'
import type { Wire } from './wire.ts'

/** The permissions of the token of an equipment's socket. */
export type Ticket = {
  orgId: number
  equipmentId: EquipmentId
  sessionHash: string
  /** State of the equipment's gateway; undefined without one. */
  gateway: Pick<GatewayAlarm, 'state' | 'vpn'> | undefined
}

/** The part of a `ws` socket that is used here. */
export type Socket = {
  readonly bufferedAmount: number
  send(text: string | Buffer, options: { binary: false }): void
  close(code?: number, reason?: string): void
  terminate(): void
  on(event: 'message', listener: (data: { toString(): string }) => void): unknown
  on(event: 'close' | 'error', listener: () => void): unknown
}

const asText = { binary: false } as const

/** A socket that is silent for three idle pings is closed. */
const silentMs = limits.socketIdlePingMs * 3
const partMs = 2000

/** The hub that serves open sockets. */
type Hub<T> = {
  add(member: T & { wire: Wire; version: number }): () => void
  /** False while this session, or the whole platform, has the maximum number of sockets. */
  hasRoom(sessionHash: string): boolean
  /** Increases with each change of a fact in tickets; 0 if tickets have no such facts. */
  version(): number
}

/** Redeems the token and keeps the socket in the hub until it closes; an invalid token closes it with 4401. */
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
    // Nothing is answered before the token was redeemed.
    if (!isWatching || !data.toString().includes('ping')) return
    // Answers to a client that pings and never reads would queue without limit.
    if (socket.bufferedAmount > limits.socketBacklogBytes) return socket.terminate()
    pong()
  })

  const version = needs.hub.version()
  const ticket = await needs.redeem(token)
  // The client closed in the meantime; its token is used up.
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
  // Data that the page reads from here on misses no change.
  pong()
}

/** Closes a socket; terminates it if the peer does not answer the close. */
function part(socket: Socket, code: number, reason: string): void {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), partMs).unref()
}
