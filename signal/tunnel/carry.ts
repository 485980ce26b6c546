// One TCP connection of a remote download, at either end: what the socket brings leaves in frames, what frames bring goes
// into the socket. Each way no more is under way than the other end has room for, so nothing between grows without bound.
import type { Socket } from 'node:net'
import { limits } from '../../contract/limits.ts'
import { readU32, type TunnelFrame, type TunnelKind, textBody, u32Body } from '../../contract/tunnel.ts'

export type CarryNeeds = {
  send(kind: TunnelKind, stream: number, body?: Uint8Array): void
  /** Whether one more frame of data may leave now; if not, `carried.pump` is called when one may. */
  mayLeave(): boolean
  /** Neither end has anything to say any more. Called once. */
  onOver(): void
}

export type Carried = {
  /** The other end is there: the socket is read from now on. */
  begin(): void
  take(frame: Pick<TunnelFrame, 'kind' | 'body'>): void
  /** Sends what waits in the socket, as far as it may. */
  pump(): void
  /** Ends it without a word. */
  destroy(): void
}

/** Room is told of once so much of it is free again: not once a packet. */
const creditBytes = limits.tunnelWindowBytes / 4
const reasonLength = 200

/** `socket` is half-open if one end says so, and has no listeners for data yet. */
export function carry(socket: Socket, stream: number, { send, mayLeave, onOver }: CarryNeeds): Carried {
  let credit = limits.tunnelWindowBytes
  /** Of what came: bytes that are not in the socket yet, and bytes that are and were not told of. */
  let waiting = 0
  let taken = 0
  let hasBegun = false
  let isOver = false
  let saidFin = false
  let heardFin = false
  socket.setNoDelay(true)

  function over(why?: string): void {
    if (isOver) return
    isOver = true
    if (why !== undefined) send('reset', stream, textBody(why.slice(0, reasonLength)))
    // What did not end on both sides is told so: half a download must not look like a whole one.
    if (saidFin && heardFin) socket.destroy()
    else cut(socket)
    onOver()
  }

  function pump(): void {
    if (!hasBegun || isOver) return
    for (;;) {
      const count = Math.min(socket.readableLength, credit, limits.tunnelFrameBytes)
      if (count === 0 || !mayLeave()) break
      const bytes = socket.read(count) as Buffer | null
      if (!bytes) break
      credit -= bytes.length
      send('data', stream, bytes)
    }
    // Asks for more, and for the end.
    if (socket.readableLength === 0) socket.read(0)
  }

  function write(body: Uint8Array): void {
    waiting += body.length
    // Whoever sends more than there was room for is no program of ours.
    if (waiting + taken > limits.tunnelWindowBytes) return over('more was sent than there is room for')
    if (!socket.writable) return over('the connection is closed')
    socket.write(body, () => {
      waiting -= body.length
      taken += body.length
      if (isOver || taken < creditBytes) return
      send('credit', stream, u32Body(taken))
      taken = 0
    })
  }

  function ended(): void {
    if (isOver || saidFin) return
    saidFin = true
    send('fin', stream)
    if (heardFin && socket.writableFinished) over()
  }

  socket.on('readable', pump)
  socket.on('end', ended)
  socket.on('error', (error) => over(error.message))
  socket.on('finish', () => {
    if (saidFin && heardFin) over()
  })
  socket.on('close', () => over(saidFin && heardFin ? undefined : 'the connection was closed'))

  return {
    begin() {
      hasBegun = true
      pump()
    },
    take({ kind, body }) {
      if (isOver) return
      if (kind === 'data') return heardFin ? over('data after the end') : write(body)
      if (kind === 'credit') {
        credit = Math.min(limits.tunnelWindowBytes, credit + readU32(body))
        return pump()
      }
      if (kind === 'fin') {
        heardFin = true
        socket.end()
      }
      if (kind === 'reset') over()
    },
    pump,
    destroy() {
      isOver = true
      cut(socket)
    },
  }
}

/** At once, also while it is still connecting, which a reset would wait for. */
const cut = (socket: Socket) => (socket.connecting ? socket.destroy() : socket.resetAndDestroy())
