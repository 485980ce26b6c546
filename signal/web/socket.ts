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
  /** State of the socket; 1 while text can be sent. */
  readyState?: number
}

/**
 * `connecting`: the first try; `open`: the platform has accepted the subscription, so that data loaded from now on
 * misses no change; `waiting`: the socket was lost or refused and will be opened again; `closed`: it was stopped.
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
/** The wait for a pong once the platform is known to answer other calls. */
const pongWaitBackMs = 3_000
/**
 * Pings after opening, to synchronise the clock: after a delay, because nothing is answered before the token was
 * redeemed, and several, because a page that is still loading answers late.
 */
const learnAtMs = [500, 2_500, 4_500] as const

/** `readyState` of an open socket. */
const openState = 1

/** Values that seem older or younger than this indicate a wrong clock; also the minimum interval of checks. */
const clockDoubtMs = 5_000

/** Opens a socket and keeps it open until `stop`, after which no timer or listener remains. */
export function keepSocket<M extends Said = ServerMessage>(needs: SocketNeeds<M>): { stop(): void } {
  const socket = new KeptSocket(needs)
  socket.start()
  return socket
}

type Complete<M extends Said> = SocketNeeds<M> & { clock: ServerClock; link: SocketLink; now(): number }

class KeptSocket<M extends Said> {
  readonly #needs: Complete<M>
  readonly #leave: () => void
  #isStopped = false
  #isUp = false
  #isSubscribed = false
  #isGreeted = false
  #socket: WebSocketLike | undefined
  #pingedAt: number | undefined
  /** Number of the current try: an answer to an earlier one opens nothing. */
  #tries = 0
  readonly #timers: { retry?: Timer; ping?: Timer; pong?: Timer } = {}
  #learning: Timer[] = []
  #silentAt = Number.POSITIVE_INFINITY
  #doubtedAt = Number.NEGATIVE_INFINITY

  constructor(needs: SocketNeeds<M>) {
    this.#needs = { clock: serverClock, link: platformLink, now: Date.now, ...needs }
    // The platform is back: reconnects without the usual delay, also if the current connection turns out to be dead.
    this.#leave = this.#needs.link.onReturn(() => {
      if (this.#isUp) this.#ping(pongWaitBackMs, () => this.#anew())
      else this.#anew()
    })
  }

  start(): void {
    this.#say('connecting')
    this.#open()
  }

  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#leave()
    this.#drop()
    this.#say('closed')
  }

  #say(state: SocketState): void {
    this.#needs.onState?.(state)
  }

  #open(): void {
    this.#tries += 1
    const mine = this.#tries
    this.#needs.token().then(
      (drawn) => {
        if (!this.#isStopped && mine === this.#tries) this.#connect(drawn)
      },
      () => {
        if (mine === this.#tries) this.#again()
      },
    )
  }

  #connect(token: string): void {
    const socket = this.#needs.connect(token)
    this.#socket = socket
    this.#pingedAt = undefined
    socket.onopen = () => {
      this.#isUp = true
      this.#learning = learnAtMs.map((ms) => setTimeout(() => this.#pingNow(), ms))
      // The platform closes a socket that is silent for three of these, so pings are sent even while values arrive.
      this.#timers.ping = setInterval(() => this.#pingNow(), limits.socketIdlePingMs)
    }
    socket.onmessage = ({ data }) => this.#hear(data)
    socket.onclose = () => this.#again()
    socket.onerror = () => this.#again()
  }

  #drop(): void {
    this.#clear()
    this.#tries += 1
    this.#isUp = this.#isSubscribed = this.#isGreeted = false
    const socket = this.#socket
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
    socket.close()
    this.#socket = undefined
  }

  #clear(): void {
    clearTimeout(this.#timers.retry)
    clearInterval(this.#timers.ping)
    this.#endSilence()
    for (const timer of this.#learning) clearTimeout(timer)
  }

  #endSilence(): void {
    clearTimeout(this.#timers.pong)
    this.#silentAt = Number.POSITIVE_INFINITY
  }

  /** [S9] 10 s after a close, and 10 s after a refused token. */
  #again(): void {
    this.#drop()
    if (this.#isStopped) return
    this.#say('waiting')
    this.#timers.retry = setTimeout(() => this.#open(), limits.socketReconnectMs)
    this.#needs.link.doubt()
  }

  #anew(): void {
    this.#drop()
    this.#say('waiting')
    this.#open()
  }

  #ping(waitMs: number, onSilence: () => void): void {
    const { now } = this.#needs
    this.#pingedAt = now()
    // A later unanswered ping does not extend the wait.
    if (now() + waitMs < this.#silentAt) {
      this.#silentAt = now() + waitMs
      clearTimeout(this.#timers.pong)
      this.#timers.pong = setTimeout(onSilence, waitMs)
    }
    // A browser reports an error for text that is sent to a socket that is closing.
    if ((this.#socket?.readyState ?? openState) === openState) this.#socket?.send('ping')
  }

  #pingNow(): void {
    this.#ping(pongWaitMs, () => this.#again())
  }

  /** Synchronises the clock immediately if values have an unexpected time: the clock was set, or the computer slept. */
  #doubtClock(receivedAt: number): void {
    const { now, clock } = this.#needs
    const isFar = (ms: number) => Math.abs(ms) > clockDoubtMs
    if (this.#pingedAt !== undefined) return
    if (!isFar(now() + clock.offsetMs() - receivedAt) || !isFar(now() - this.#doubtedAt)) return
    this.#doubtedAt = now()
    this.#pingNow()
  }

  #hear(data: unknown): void {
    this.#endSilence()
    const message = readMessage(data)
    if (!message) return
    // The platform sends nothing before it has subscribed the socket.
    if (!this.#isSubscribed) {
      this.#isSubscribed = true
      this.#say('open')
    }
    if (isPong(message)) return this.#hearPong(message)
    if (isValue(message)) this.#doubtClock(message.receivedAt)
    this.#needs.onMessage(message as M)
  }

  #hearPong({ at }: Pong): void {
    // The first pong confirms the subscription. A ping sent before that is never answered.
    if (!this.#isGreeted) {
      this.#isGreeted = true
      return
    }
    const { clock, now } = this.#needs
    if (this.#pingedAt !== undefined) clock.learn(this.#pingedAt, now(), at)
    this.#pingedAt = undefined
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

/** The URL of the socket for a token, at the page's own origin. */
export const socketUrl = (
  token: string,
  { protocol, host }: Pick<Location, 'protocol' | 'host'>,
  path = equipmentSocketPath,
): string => `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${path}${token}`
