// One TCP connection of a remote download, used at either end: data from the socket is sent in frames, data from frames
// is written to the socket. A window per direction limits the unacknowledged data, so that no buffer grows without
// bound.
import type { Socket } from 'node:net'
import { limits } from '../../contract/limits.ts'
import { readU32, type TunnelFrame, type TunnelKind, textBody, u32Body } from '../../contract/tunnel.ts'

type CarryNeeds = {
  send(kind: TunnelKind, stream: number, body?: Uint8Array): void
  /** Whether a data frame may be sent now; if not, `carried.pump` is called when one may. */
  mayLeave(): boolean
  /** The connection is finished in both directions or broken. Called once. */
  onOver(): void
}

/** A connection that is being carried. */
export type Carried = {
  /** Starts to read the socket; called when the other end is connected. */
  begin(): void
  take(frame: Pick<TunnelFrame, 'kind' | 'body'>): void
  /** Sends data that waits in the socket, if that is allowed now. */
  pump(): void
  /** Ends the connection without a message to the other end. */
  destroy(): void
}

/** Credit is sent once this much of the window is free again, not for every packet. */
const creditBytes = limits.tunnelWindowBytes / 4
const reasonLength = 200

/**
 * Carries a socket. It must allow half-open connections if the other side uses them, and have no data listeners yet.
 */
export function carry(socket: Socket, stream: number, { send, mayLeave, onOver }: CarryNeeds): Carried {
  let credit = limits.tunnelWindowBytes
  /** Received bytes that are not in the socket yet, and written bytes that were not credited yet. */
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
    // If either side closed early, reset the socket, so that a partial download is never reported as complete.
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
    // Makes the socket read again and emit its end event.
    if (socket.readableLength === 0) socket.read(0)
  }

  function write(body: Uint8Array): void {
    waiting += body.length
    // A valid program never sends more than the window.
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

/** Closes immediately; a reset would wait for a socket that is still connecting. */
const cut = (socket: Socket) => (socket.connecting ? socket.destroy() : socket.resetAndDestroy())
