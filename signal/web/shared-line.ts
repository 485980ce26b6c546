// One connection for all devices of a page. Each device has a virtual socket and behaves as if it were alone; all share
// one connection, which is opened again when the first device requests a new token.
import type { SocketNeeds, WebSocketLike } from './socket.ts'

/** The functions that the socket of one device needs. */
type Port = Pick<SocketNeeds, 'token' | 'connect'>

type Line = {
  token: Promise<string>
  socket: WebSocketLike | undefined
  isOpen: boolean
  /** The platform's last answer to a ping: it has subscribed the connection. */
  pong: unknown
  /** True once the connection was lost or closed, or refused a token. */
  isOver: boolean
  ends: Map<number, WebSocketLike>
}

/** Pings of many devices within this time are sent as one; the answer goes to all. */
const pingEveryMs = 1000

const deviceIn = /"equipmentId":(\d+)/

/**
 * Creates the shared connection. `ask` requests its token; `dial` opens it; `hear` returns true for a message that
 * belongs to no device.
 */
export function shareLine(
  ask: () => Promise<string>,
  dial: (token: string) => WebSocketLike,
  hear: (data: unknown) => boolean = () => false,
): (device: number) => Port {
  let newest: Line | undefined
  const forget = (line: Line) => {
    line.isOver = true
    if (newest === line) newest = undefined
  }

  return (device) => {
    /** The last line given to this device. If the device asks again, it needs a new line. */
    let last: Line | undefined
    return {
      async token() {
        if (!newest || newest === last)
          newest = { token: ask(), socket: undefined, isOpen: false, pong: undefined, isOver: false, ends: new Map() }
        const line = newest
        last = line
        return line.token.catch((error: unknown) => {
          forget(line)
          throw error
        })
      },
      connect(token) {
        const line = last!
        if (!line.isOver) line.socket ??= begin(line, dial(token), { forget: () => forget(line), hear })
        return endOf(line, device)
      },
    }
  }
}

type Ears = { forget: () => void; hear: (data: unknown) => boolean }

function begin(line: Line, socket: WebSocketLike, { forget, hear }: Ears): WebSocketLike {
  const all = () => [...line.ends.values()]
  socket.onopen = () => {
    line.isOpen = true
    for (const end of all()) end.onopen?.()
  }
  socket.onmessage = ({ data }) => {
    if (hear(data)) return
    const found = typeof data === 'string' ? deviceIn.exec(data.slice(0, 100))?.[1] : undefined
    // Messages of no device, such as the answer to a ping, go to all.
    if (found === undefined) line.pong = data
    const ends = found === undefined ? all() : [line.ends.get(Number(found))]
    for (const end of ends) end?.onmessage?.({ data })
  }
  const over = () => {
    forget()
    for (const end of all()) end.onclose?.()
  }
  socket.onclose = over
  socket.onerror = over
  let pinging: ReturnType<typeof setTimeout> | undefined
  let pingedAt = Number.NEGATIVE_INFINITY
  return {
    ...{ onopen: null, onmessage: null, onclose: null, onerror: null },
    send(text) {
      const waitMs = Math.max(0, pingedAt + pingEveryMs - performance.now())
      pinging ??= setTimeout(() => {
        pinging = undefined
        pingedAt = performance.now()
        if (line.isOpen) socket.send(text)
      }, waitMs)
    },
    close() {
      clearTimeout(pinging)
      forget()
      line.isOpen = false
      socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
      socket.close()
    },
  }
}

/** The socket of one device on the line; closing the last one closes the line. */
function endOf(line: Line, device: number): WebSocketLike {
  const end: WebSocketLike = {
    ...{ onopen: null, onmessage: null, onclose: null, onerror: null },
    send: (text) => line.socket?.send(text),
    close() {
      if (line.ends.get(device) !== end) return
      line.ends.delete(device)
      if (line.ends.size === 0) line.socket?.close()
    },
  }
  line.ends.set(device, end)
  // Notifies a device that joins a line that is disconnected or open already.
  if (line.isOver) queueMicrotask(() => end.onclose?.())
  if (line.isOpen)
    queueMicrotask(() => {
      end.onopen?.()
      if (line.pong !== undefined) end.onmessage?.({ data: line.pong })
    })
  return end
}
