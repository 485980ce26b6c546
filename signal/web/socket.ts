// The socket of live values, kept alive: a token, a connection, a ping while it stands, a new try after it fell. [S7]

import { limits } from '../../contract/limits.ts'
import { equipmentSocketPath, type ServerMessage } from '../../contract/sockets.ts'
import { type ServerClock, serverClock } from './server-clock.ts'

/** As much of a browser's WebSocket as is needed here. */
export type WebSocketLike = {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
  onerror: (() => void) | null
  send(text: string): void
  close(): void
}

/** `connecting`: the first try; `waiting`: it fell or was refused and is tried again; `closed`: nobody wants it. */
export type SocketState = 'connecting' | 'open' | 'waiting' | 'closed'

export type SocketNeeds = {
  token(): Promise<string>
  connect(token: string): WebSocketLike
  onMessage(message: ServerMessage): void
  onState?(state: SocketState): void
  clock?: ServerClock
  /** The browser's own time, which the clock is corrected against. */
  now?(): number
}

/** A ping that nothing answers for so long means the line is dead, although nobody closed it. */
const pongWaitMs = 15_000
/** After the first ping, so that the clock is learnt from more than the moment in which the page was busiest. */
const learnAtMs = [1_000, 2_000, 4_000] as const

/** Opens and keeps a socket until `stop`, after which neither timer nor listener is left. */
export function keepSocket(needs: SocketNeeds): { stop(): void } {
  const { token, connect, onMessage, onState, clock = serverClock, now = Date.now } = needs
  let stopped = false
  let socket: WebSocketLike | undefined
  let pingedAt: number | undefined
  const timers: { retry?: Timer; ping?: Timer; pong?: Timer } = {}
  let learning: Timer[] = []

  const say = (state: SocketState) => onState?.(state)
  const clear = () => {
    clearTimeout(timers.retry)
    clearInterval(timers.ping)
    clearTimeout(timers.pong)
    for (const timer of learning) clearTimeout(timer)
  }
  const drop = () => {
    clear()
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
    socket.close()
    socket = undefined
  }
  // [S9] 10 s after a close, and 10 s after a refused token.
  const again = () => {
    drop()
    if (stopped) return
    say('waiting')
    timers.retry = setTimeout(open, limits.socketReconnectMs)
  }
  const ping = () => {
    pingedAt = now()
    clearTimeout(timers.pong)
    timers.pong = setTimeout(again, pongWaitMs)
    socket?.send('ping')
  }
  const hear = (data: unknown) => {
    clearTimeout(timers.pong)
    const message = readMessage(data)
    if (!message) return
    if (message.type === 'pong') {
      if (pingedAt !== undefined) clock.learn(pingedAt, now(), message.at)
      pingedAt = undefined
    } else onMessage(message)
  }

  function open(): void {
    token().then(
      (drawn) => {
        if (stopped) return
        socket = connect(drawn)
        pingedAt = undefined
        socket.onopen = () => {
          say('open')
          ping()
          learning = learnAtMs.map((ms) => setTimeout(() => pingedAt ?? ping(), ms))
          // The platform takes a browser that is silent for three of these for gone, so it pings values or not.
          timers.ping = setInterval(ping, limits.socketIdlePingMs)
        }
        socket.onmessage = ({ data }) => hear(data)
        socket.onclose = again
        socket.onerror = again
      },
      () => again(),
    )
  }

  say('connecting')
  open()
  return {
    stop() {
      if (stopped) return
      stopped = true
      drop()
      say('closed')
    },
  }
}

type Timer = ReturnType<typeof setTimeout>

function readMessage(data: unknown): ServerMessage | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const message = JSON.parse(data) as ServerMessage | null
    return typeof message?.type === 'string' ? message : undefined
  } catch {
    // Not ours; the next one may be.
    return undefined
  }
}

/** The address of a token's socket at the page's own origin. */
export const socketUrl = (token: string, { protocol, host }: Pick<Location, 'protocol' | 'host'>): string =>
  `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${equipmentSocketPath}${token}`
