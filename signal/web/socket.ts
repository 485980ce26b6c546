// Keeps a socket of the platform open: token, connection, pings, and a reconnection after it was lost. [S7]
import { limits } from '../../contract/limits.ts'
import { equipmentSocketPath, type Pong, type ServerMessage, type SignalVal } from '../../contract/sockets.ts'
import { platformLink } from './platform-link.ts'
import { type ServerClock, serverClock } from './server-clock.ts'

/** The part of a browser's WebSocket that is used here. */
export type WebSocketLike = {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
  onerror: (() => void) | null
  send(text: string): void
  close(): void
}

/**
 * `connecting`: the first try; `open`: the platform has subscribed it, so that data read from then on misses no change;
 * `waiting`: it was lost or refused and will be opened again; `closed`: it was stopped.
 */
export type SocketState = 'connecting' | 'open' | 'waiting' | 'closed'

/** Lets a socket report doubts about the connection to the platform, and be notified when it is back. */
export type SocketLink = { doubt(): unknown; onReturn(listener: () => void): () => void }

/** Messages of a socket: each has its own, besides answers to pings. */
type Said = { type: string }

export type SocketNeeds<M extends Said = ServerMessage> = {
  token(): Promise<string>
  connect(token: string): WebSocketLike
  onMessage(message: M): void
  onState?(state: SocketState): void
  clock?: ServerClock
  link?: SocketLink
  /** The browser's own time, against which the clock is corrected. */
  now?(): number
}

/** A ping that is not answered within this time means that the connection is dead, even if it was not closed. */
const pongWaitMs = 15_000
/** The same after the platform is known to answer others. */
const pongWaitBackMs = 3_000
/**
 * Pings after opening, to synchronise the clock: after a delay, because nothing is answered before the token was
 * redeemed, and several, because a page that is still loading answers late.
 */
const learnAtMs = [500, 2_500, 4_500] as const

/** Values that seem older or younger than this indicate a wrong clock; also the minimum interval of checks. */
const clockDoubtMs = 5_000

/** Opens a socket and keeps it open until `stop`, after which no timer or listener remains. */
export function keepSocket<M extends Said = ServerMessage>(needs: SocketNeeds<M>): { stop(): void } {
  const { token, connect, onMessage, onState, clock = serverClock, link = platformLink, now = Date.now } = needs
  let stopped = false
  let isUp = false
  let isSubscribed = false
  let isGreeted = false
  let socket: WebSocketLike | undefined
  let pingedAt: number | undefined
  /** Number of the current try: an answer to an earlier one opens nothing. */
  let tries = 0
  const timers: { retry?: Timer; ping?: Timer; pong?: Timer } = {}
  let learning: Timer[] = []
  let silentAt = Number.POSITIVE_INFINITY
  let doubtedAt = Number.NEGATIVE_INFINITY

  const say = (state: SocketState) => onState?.(state)
  const endSilence = () => {
    clearTimeout(timers.pong)
    silentAt = Number.POSITIVE_INFINITY
  }
  const clear = () => {
    clearTimeout(timers.retry)
    clearInterval(timers.ping)
    endSilence()
    for (const timer of learning) clearTimeout(timer)
  }
  const drop = () => {
    clear()
    tries += 1
    isUp = isSubscribed = isGreeted = false
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
    link.doubt()
  }
  const ping = (waitMs: number, onSilence: () => void) => {
    pingedAt = now()
    // A later unanswered ping does not extend the wait.
    if (now() + waitMs < silentAt) {
      silentAt = now() + waitMs
      clearTimeout(timers.pong)
      timers.pong = setTimeout(onSilence, waitMs)
    }
    socket?.send('ping')
  }

  const pingNow = () => ping(pongWaitMs, again)
  /** Synchronises the clock immediately if values have an unexpected time: the clock was set, or the computer slept. */
  const doubtClock = (receivedAt: number) => {
    const isFar = (ms: number) => Math.abs(ms) > clockDoubtMs
    if (pingedAt !== undefined || !isFar(now() + clock.offsetMs() - receivedAt) || !isFar(now() - doubtedAt)) return
    doubtedAt = now()
    pingNow()
  }
  const hear = (data: unknown) => {
    endSilence()
    const message = readMessage(data)
    if (!message) return
    // The platform sends nothing before it has subscribed the socket.
    if (!isSubscribed) {
      isSubscribed = true
      say('open')
    }
    if (isPong(message)) {
      // The first pong confirms the subscription. A ping sent before that is never answered.
      if (!isGreeted) {
        isGreeted = true
        return
      }
      if (pingedAt !== undefined) clock.learn(pingedAt, now(), message.at)
      pingedAt = undefined
      return
    }
    if (isValue(message)) doubtClock(message.receivedAt)
    onMessage(message as M)
  }
  const anew = () => {
    drop()
    say('waiting')
    open()
  }
  // The platform is back: reconnects without the usual delay, also if the current connection turns out to be dead.
  const leave = link.onReturn(() => (isUp ? ping(pongWaitBackMs, anew) : anew()))

  function open(): void {
    tries += 1
    const mine = tries
    token().then(
      (drawn) => {
        if (stopped || mine !== tries) return
        socket = connect(drawn)
        pingedAt = undefined
        socket.onopen = () => {
          isUp = true
          learning = learnAtMs.map((ms) => setTimeout(pingNow, ms))
          // The platform closes a socket that is silent for three of these, so pings are sent even while values arrive.
          timers.ping = setInterval(pingNow, limits.socketIdlePingMs)
        }
        socket.onmessage = ({ data }) => hear(data)
        socket.onclose = again
        socket.onerror = again
      },
      () => {
        if (mine === tries) again()
      },
    )
  }

  say('connecting')
  open()
  return {
    stop() {
      if (stopped) return
      stopped = true
      leave()
      drop()
      say('closed')
    },
  }
}

type Timer = ReturnType<typeof setTimeout>

const isPong = (message: Said): message is Pong => message.type === 'pong'
const isValue = (message: Said): message is SignalVal => message.type === 'signalVal'

function readMessage(data: unknown): Said | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const message = JSON.parse(data) as Said | null
    return typeof message?.type === 'string' ? message : undefined
  } catch {
    // An invalid message; the next one may be valid.
    return undefined
  }
}

/** The address of a token's socket at the page's own origin. */
export const socketUrl = (
  token: string,
  { protocol, host }: Pick<Location, 'protocol' | 'host'>,
  path = equipmentSocketPath,
): string => `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${path}${token}`
