// The web socket of one equipment: a token, good once, then values as they come. [S7] The browser pings when idle.
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Pong } from '../../contract/sockets.ts'
import { createBucket } from './bucket.ts'
import type { WatcherHub } from './watchers.ts'

/** What a token allows. */
export type Ticket = { orgId: number; equipmentId: EquipmentId; sessionHash: string }

/** As much of a `ws` socket as is needed here. */
export type Socket = {
  readonly bufferedAmount: number
  send(text: string): void
  close(code?: number, reason?: string): void
  terminate(): void
  on(event: 'message', listener: (data: { toString(): string }) => void): unknown
  on(event: 'close' | 'error', listener: () => void): unknown
}

/** A socket that says nothing for three idle pings is gone. */
const silentMs = limits.socketIdlePingMs * 3
const partMs = 2000

/** Redeems the token and watches until the socket closes; a bad token closes it with 4401. */
export async function serveSocket(
  socket: Socket,
  token: string,
  needs: { redeem(token: string): Promise<Ticket | undefined>; hub: WatcherHub; now(): number },
): Promise<void> {
  let isOpen = true
  let isWatching = false
  const words = createBucket(limits.socketWordsPerS, limits.socketWordsBurst, needs.now)
  let leave = () => socket.close()
  let silence: NodeJS.Timeout | undefined
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
    const pong: Pong = { type: 'pong', at: needs.now() }
    socket.send(JSON.stringify(pong))
  })

  const ticket = await needs.redeem(token)
  // It left meanwhile, and its token is used.
  if (!isOpen) return
  if (!ticket) return part(socket, 4401, 'token invalid')
  if (!needs.hub.hasRoom(ticket.sessionHash)) return part(socket, 1013, 'too many sockets')
  listen()
  isWatching = true
  leave = needs.hub.add({
    equipmentId: ticket.equipmentId,
    sessionHash: ticket.sessionHash,
    wire: {
      send: (text) => socket.send(text),
      bufferedAmount: () => socket.bufferedAmount,
      close: (code, reason) => part(socket, code, reason),
    },
  })
}

/** A peer that does not read, or does not want to, never answers the close. */
function part(socket: Socket, code: number, reason: string): void {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), partMs).unref()
}
