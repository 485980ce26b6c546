// A web socket for tests: records the sent messages, and plays the platform.
import type { ServerMessage } from '../../contract/sockets.ts'
import type { SocketLink, WebSocketLike } from './socket.ts'

export type FakeSocket = WebSocketLike & {
  sent: string[]
  connected: boolean
  closed: boolean
  /** Opens the connection; the platform has not redeemed the token yet. */
  connects(): void
  /** Opens the connection, redeems the token and greets. */
  opens(): void
  says(message: ServerMessage | string): void
  falls(): void
}

export function fakeSocket(): FakeSocket {
  const socket: FakeSocket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    sent: [],
    connected: false,
    closed: false,
    send: (text) => void socket.sent.push(text),
    close: () => {
      socket.closed = true
    },
    connects() {
      socket.connected = true
      socket.onopen?.()
    },
    opens() {
      socket.connects()
      socket.says({ type: 'pong', at: Date.now() })
    },
    says: (message) => socket.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) }),
    falls() {
      socket.connected = false
      socket.onclose?.()
    },
  }
  return socket
}

type FakeLink = SocketLink & { doubts: number; returns(): void }

/** A platform link whose returns are triggered by the test. */
export function fakeLink(): FakeLink {
  const listeners = new Set<() => void>()
  const link: FakeLink = {
    doubts: 0,
    doubt: () => {
      link.doubts += 1
    },
    onReturn: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    returns: () => {
      for (const listener of listeners) listener()
    },
  }
  return link
}
