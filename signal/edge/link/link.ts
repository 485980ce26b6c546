// The gateway's link to the platform: connects, sends a hello, sends nothing else until the platform welcomes it, then
// sends heartbeats, and reconnects. Routes topics without interpreting payloads. Each connection has its own MQTT
// client, so that no message of an old connection is sent late.
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { IPublishPacket, MqttClient } from 'mqtt'
import { limits } from '../../../contract/limits.ts'
import {
  clientIdOf,
  type Down,
  type DownName,
  downFilter,
  downTopic,
  downTopics,
  type Up,
  type UpName,
  upTopic,
  upTopics,
  wireOf,
} from '../../../contract/topics.ts'
import type { Clock } from '../clock.ts'
import { backOff } from '../schedule.ts'
import { type Broker, dialBroker, parseBroker } from './dial.ts'
import { endMqtt, speakMqtt, within } from './mqtt-client.ts'

/** `connecting` includes waiting for the welcome; `refused`: another box has this SN; `off`: stopped or asleep. */
export type LinkState = 'off' | 'connecting' | 'online' | 'refused'

/** Waiting times of the link, in ms. */
export type LinkPace = {
  backOffMs: number
  backOffMaxMs: number
  /** How long a refused box waits before it connects again. */
  refusedRetryMs: number
  /** The first pause before an unanswered hello is repeated; it doubles up to `helloEveryMs`. */
  helloRetryMs: number
  helloEveryMs: number
}
export const fieldPace: LinkPace = {
  backOffMs: 1000,
  backOffMaxMs: 30_000,
  refusedRetryMs: 120_000,
  helloRetryMs: 5000,
  helloEveryMs: 60_000,
}

export type LinkOptions = {
  sn: string
  secret: string
  url: string
  /** PEM text, for mqtts:// with a private authority. */
  ca?: string
  boxId: string
  clock: Clock
  pace?: LinkPace
  random?: () => number
  log: (message: string) => void
  /** The content of `hello` beside session, box and clock. */
  profile: () => Omit<Up['hello'], 'session' | 'boxId' | 'at'>
  /** The key by which the platform signs firmware, if it offers one. */
  onFirmwareKey?: (key: string) => void
  /** Called on the first welcome of a connection. */
  onWelcome: () => void
  /** Called on each answer to a hello: the platform can be reached. */
  onAnswer?: () => void
  onOpen: (open: Down['open']) => void
  onHold?: (hold: Down['hold']) => void
  /** Called with each piece of an upgrade file. */
  onBytes?: (bytes: Down['bytes']) => void
  /** Called with each frame of a remote download. */
  onTunnel?: (bytes: Uint8Array) => void
  /** The connection is over: its messages will not be answered any more. */
  onLeft?: () => void
  /** The platform has stored records. */
  onAck?: (ack: Down['ack']) => void
  /** An unchecked command: even a malformed one must be answered. */
  onCommand: (raw: unknown) => void
}

const byeWaitMs = 1000
// With more unsent bytes than this in the socket, the line is too slow for live values.
const socketBytes = 64 * 1024
const idleBytes = 16 * 1024

type Connection = { client: MqttClient; socket: Socket; session: string; hellos: number; welcome: boolean }

type TimerName = 'reconnect' | 'hello' | 'beat'

export class Link {
  readonly #options: LinkOptions
  readonly #pace: LinkPace
  readonly #broker: Broker
  readonly #timers = new Map<TimerName, NodeJS.Timeout>()
  /** Distinguishes this agent from another one that runs on a copy of its folder. */
  readonly #run = randomBytes(8).toString('hex')
  #state: LinkState = 'off'
  #current: Connection | undefined
  #failures = 0
  #heardAt: number | undefined
  #closing: Promise<void> = Promise.resolve()
  readonly #sockets = new Set<Socket>()
  #carried = { sent: 0, received: 0 }

  /** Only checks the URL; throws if it is not the URL of a broker. */
  constructor(options: LinkOptions) {
    this.#options = options
    this.#pace = options.pace ?? fieldPace
    this.#broker = parseBroker(options.url)
  }

  get state(): LinkState {
    return this.#state
  }

  /** The session of the current connection, generated anew for each. */
  get session(): string | undefined {
    return this.#current?.session
  }

  /** When the broker last sent anything on a welcomed connection, in monotonic ms. A cut line is noticed only later. */
  get heardAt(): number | undefined {
    return this.#heardAt
  }

  get isWelcome(): boolean {
    return this.#current?.welcome ?? false
  }

  /** True if the platform has welcomed the gateway and the socket is not congested. */
  get isReady(): boolean {
    return this.isWelcome && this.#current!.socket.writableLength < socketBytes
  }

  /** The socket is nearly empty: messages that are not urgent may be sent without delaying urgent ones. */
  get isIdle(): boolean {
    return this.isWelcome && this.#current!.socket.writableLength < idleBytes
  }

  /** Bytes of all connections since the start. */
  get carried(): { sent: number; received: number } {
    let { sent, received } = this.#carried
    for (const { bytesWritten, bytesRead } of this.#sockets) {
      sent += bytesWritten
      received += bytesRead
    }
    return { sent, received }
  }

  start(): void {
    if (this.#state === 'off') this.#connect()
  }

  /**
   * Sends a good-bye (with `sleeping` or `powerOff`), disconnects, leaves no timer and no socket. May be started again.
   */
  async stop(bye: { sleeping?: boolean; powerOff?: boolean } = {}): Promise<void> {
    const connection = this.#current
    const said = connection?.welcome ? this.#put(connection, 'bye', { session: connection.session, ...bye }) : undefined
    this.#off()
    if (connection) {
      if (said) await within(said, byeWaitMs)
      // After a hello without a welcome the socket is closed without a good-bye: the broker then publishes the will,
      // which ends the session.
      else if (connection.hellos > 0) connection.socket.destroy()
      await endMqtt(connection)
    }
    await this.#closing
  }

  /** Drops the connection as if unplugged: the broker sends the will. */
  cut(): void {
    const connection = this.#current
    this.#off()
    connection?.client.end(true)
  }

  /** Publishes if welcomed. True when the broker has the message (QoS 1), or the socket (QoS 0). */
  async send<N extends Exclude<UpName, 'tunnel'>>(name: N, payload: Omit<Up[N], 'session'>): Promise<boolean> {
    const connection = this.#current
    return connection?.welcome ? this.#publish(connection, name, { session: connection.session, ...payload }) : false
  }

  /** Sends a frame of a remote download, if welcomed. */
  sendFrame(bytes: Uint8Array): void {
    if (this.#current?.welcome) void this.#publish(this.#current, 'tunnel', bytes)
  }

  /** Sends another hello after its content has changed. */
  sayHello(): void {
    if (this.#current && this.#current.hellos > 0) this.#hello(this.#current)
  }

  #after(name: TimerName, ms: number, act: () => void): void {
    clearTimeout(this.#timers.get(name))
    this.#timers.set(name, setTimeout(act, ms))
  }

  #log(message: string): void {
    this.#options.log(message)
  }

  #connect(): void {
    const { sn, secret, boxId, ca } = this.#options
    this.#state = 'connecting'
    const session = randomBytes(8).toString('hex')
    const socket = this.#counted(dialBroker(this.#broker, ca))
    const client = speakMqtt(socket, {
      clientId: clientIdOf(sn, boxId),
      username: sn,
      password: secret,
      will: { topic: upTopic(sn, 'bye'), payload: Buffer.from(JSON.stringify({ session })), qos: 1, retain: false },
    })
    const connection = { client, socket, session, hellos: 0, welcome: false }
    this.#current = connection
    // Log only the first failure in a row.
    const tell = (error: Error) => this.#failures === 0 && this.#log(`link to ${this.#broker.host}: ${error.message}`)
    socket.on('error', tell)
    client.on('error', tell)
    client.on('connect', () => this.#subscribe(connection))
    client.on('message', (topic, payload, packet) => this.#receive(connection, topic, payload, packet))
    client.on('packetreceive', () => {
      if (connection.welcome) this.#heardAt = this.#options.clock.now()
    })
    client.on('close', () => this.#lost(connection))
  }

  #counted(socket: Socket): Socket {
    this.#sockets.add(socket)
    return socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#carried.sent += socket.bytesWritten
      this.#carried.received += socket.bytesRead
    })
  }

  #subscribe(connection: Connection): void {
    connection.client.subscribe(downFilter(this.#options.sn), { qos: 1 }, (error, granted) => {
      if (connection !== this.#current) return
      if (error || granted?.some(({ qos }) => qos === 128)) connection.socket.destroy()
      else this.#hello(connection)
    })
  }

  #hello(connection: Connection): void {
    const { boxId, clock, profile } = this.#options
    const { session, welcome } = connection
    const hellos = connection.hellos++
    void this.#publish(connection, 'hello', { session, boxId, run: this.#run, at: clock.ask(), ...profile() })
    const { helloEveryMs, helloRetryMs } = this.#pace
    // The pause doubles: a slow platform is not flooded, and its answer still matches a recent hello.
    const pauseMs = welcome ? helloEveryMs : Math.min(helloEveryMs, helloRetryMs * 2 ** hellos)
    this.#after('hello', pauseMs, () => this.#hello(connection))
  }

  #receive(connection: Connection, topic: string, payload: Buffer, packet: IPublishPacket): void {
    // The platform never retains messages: a retained one is a mistake, and old. [S9 Commands]
    if (connection !== this.#current || packet.retain) return
    const { sn, onCommand } = this.#options
    const name = (Object.keys(downTopics) as DownName[]).find((known) => downTopic(sn, known) === topic)
    if (name === 'tunnel') return connection.welcome ? this.#options.onTunnel?.(payload) : undefined
    const raw = parseJson(payload)
    if (!name || raw === undefined) this.#log(`link: unreadable message on ${topic}`)
    else if (name === 'command') onCommand(raw)
    else this.#understand(connection, name, raw)
  }

  #understand(connection: Connection, name: Exclude<DownName, 'command' | 'tunnel'>, raw: unknown): void {
    const parsed = downTopics[name].payload.safeParse(raw)
    if (!parsed.success) this.#log(`link: invalid ${name}: ${parsed.error.issues[0]?.message}`)
    else if (name === 'welcome') this.#welcome(connection, parsed.data as Down['welcome'])
    else if (!connection.welcome) return
    else if (name === 'ack') this.#options.onAck?.(parsed.data as Down['ack'])
    else if (name === 'hold') this.#options.onHold?.(parsed.data as Down['hold'])
    else if (name === 'bytes') this.#options.onBytes?.(parsed.data as Down['bytes'])
    else this.#options.onOpen(parsed.data as Down['open'])
  }

  #welcome(connection: Connection, { session, echo, at, accepted, reason, firmwareKey }: Down['welcome']): void {
    if (session !== connection.session) return
    if (!accepted) {
      this.#refused(connection, reason)
      return
    }
    if (reason) this.#log(`link: ${reason}`)
    if (firmwareKey) this.#options.onFirmwareKey?.(firmwareKey)
    if (!this.#options.clock.learn(echo, at)) return
    this.#options.onAnswer?.()
    if (connection.welcome) return
    connection.welcome = true
    this.#heardAt = this.#options.clock.now()
    this.#state = 'online'
    this.#failures = 0
    this.#log('link: online')
    this.#after('hello', this.#pace.helloEveryMs, () => this.#hello(connection))
    this.#options.onWelcome()
  }

  /**
   * Disconnects because another box with this SN is active, and tries again later, in case the SN was moved to this
   * box. [S9 Gateways' identity]
   */
  #refused(connection: Connection, reason = 'no reason given'): void {
    const { random = Math.random } = this.#options
    this.#log(`link: refused: ${reason}`)
    this.#leave(connection)
    this.#state = 'refused'
    this.#closing = endMqtt(connection)
    this.#after('reconnect', this.#pace.refusedRetryMs * (0.75 + random() / 2), () => this.#connect())
  }

  #lost(connection: Connection): void {
    if (connection !== this.#current) return
    const { random = Math.random } = this.#options
    if (connection.welcome) this.#log('link: lost')
    this.#leave(connection)
    this.#failures++
    this.#state = 'connecting'
    // The first retry also waits, because all gateways lose a restarting broker at the same moment.
    const { backOffMs, backOffMaxMs } = this.#pace
    this.#after('reconnect', backOff(this.#failures + 1, backOffMs, backOffMaxMs, random), () => this.#connect())
  }

  #leave(connection: Connection): void {
    connection.welcome = false
    this.#current = undefined
    this.#options.clock.forgetQuestions()
    this.#clearTimers()
    this.#options.onLeft?.()
  }

  #off(): void {
    this.#state = 'off'
    if (this.#current) this.#leave(this.#current)
    this.#clearTimers()
  }

  #clearTimers(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  #publish(connection: Connection, name: UpName, payload: object): Promise<boolean> {
    const { session } = connection
    this.#after('beat', limits.gatewayKeepAliveS * 1000, () => void this.#publish(connection, 'beat', { session }))
    return this.#put(connection, name, payload)
  }

  #put({ client }: Connection, name: UpName, payload: object): Promise<boolean> {
    const { qos } = upTopics[name]
    return new Promise((resolve) => {
      const topic = upTopic(this.#options.sn, name)
      client.publish(topic, wireOf(payload), { qos }, (error) => resolve(!error))
    })
  }
}

function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return undefined
  }
}
