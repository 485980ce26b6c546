// The gateway's link to the platform: connects, says hello, is silent until it is welcome, beats, comes back. It knows
// topics and payloads, not what they mean. One MQTT client per connection, so nothing of an old one is ever sent late.
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { type IPublishPacket, MqttClient } from 'mqtt'
import { limits } from '../../contract/limits.ts'
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
} from '../../contract/topics.ts'
import type { Clock } from './clock.ts'
import { dialBroker, parseBroker } from './dial.ts'
import { backOff } from './schedule.ts'

/** `connecting` also covers the wait for the welcome; `refused`: another box has this SN; `off`: stopped or asleep. */
export type LinkState = 'off' | 'connecting' | 'online' | 'refused'

export type LinkPace = {
  backOffMs: number
  backOffMaxMs: number
  /** How long a second box waits before it asks again. */
  refusedRetryMs: number
  /** The hello is repeated so often until the welcome comes, and so often afterwards, to learn the clock. */
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
  /** What `hello` says beside session, box and clock. */
  describe: () => Omit<Up['hello'], 'session' | 'boxId' | 'at'>
  /** The first welcome of a connection. */
  onWelcome: () => void
  onOpen: (open: Down['open']) => void
  /** A command as it came, unchecked: even a malformed one must be answered. */
  onCommand: (raw: unknown) => void
}

type Sessionless<N extends UpName> = Omit<Up[N], 'session'>

export type Link = {
  start(): void
  /** Says good-bye (`sleeping` if so), disconnects, leaves no timer and no socket. May be started again. */
  stop(bye?: { sleeping?: boolean }): Promise<void>
  /** As if the plug was pulled: the broker sends the will. */
  cut(): void
  /** Publishes if welcome. True when the broker has it (QoS 1), or the socket (QoS 0). */
  send<N extends UpName>(name: N, payload: Sessionless<N>): Promise<boolean>
  /** Something that `hello` tells has changed. */
  sayHello(): void
  state(): LinkState
  /** Welcome, and the socket has taken what was sent before. */
  ready(): boolean
}

const connectTimeoutMs = 10_000
const byeWaitMs = 1000
// More than this in the socket means that the line is slower than we are.
const socketBytes = 64 * 1024

type Connection = { client: MqttClient; socket: Socket; session: string; greeted: boolean; welcome: boolean }

export function createLink(options: LinkOptions): Link {
  const { sn, secret, boxId, clock, log, pace = fieldPace, random = Math.random } = options
  const broker = parseBroker(options.url)
  const timers = { reconnect: undefined, hello: undefined, beat: undefined } as Record<
    string,
    NodeJS.Timeout | undefined
  >
  let state: LinkState = 'off'
  let current: Connection | undefined
  let failures = 0

  const after = (name: string, ms: number, act: () => void) => {
    clearTimeout(timers[name])
    timers[name] = setTimeout(act, ms)
  }

  function connect(): void {
    state = 'connecting'
    const session = randomBytes(8).toString('hex')
    const socket = dialBroker(broker, options.ca)
    socket.on('error', (error) => failures === 0 && log(`broker ${broker.host}:${broker.port}: ${error.message}`))
    const client = new MqttClient(() => socket, {
      protocolVersion: 4,
      clean: true,
      clientId: clientIdOf(sn, boxId),
      username: sn,
      password: secret,
      keepalive: limits.gatewayKeepAliveS,
      connectTimeout: connectTimeoutMs,
      reconnectPeriod: 0,
      queueQoSZero: false,
      resubscribe: false,
      timerVariant: 'native',
      will: { topic: upTopic(sn, 'bye'), payload: Buffer.from(JSON.stringify({ session })), qos: 1, retain: false },
    })
    const connection = { client, socket, session, greeted: false, welcome: false }
    current = connection
    client.on('error', (error) => failures === 0 && log(`link: ${error.message}`))
    client.on('connect', () => subscribe(connection))
    client.on('message', (topic, payload, packet) => receive(connection, topic, payload, packet))
    client.on('close', () => lost(connection))
  }

  function subscribe(connection: Connection): void {
    connection.client.subscribe(downFilter(sn), { qos: 1 }, (error, granted) => {
      if (connection !== current) return
      if (error || granted?.some(({ qos }) => qos === 128)) return connection.socket.destroy()
      hello(connection)
    })
  }

  function hello(connection: Connection): void {
    const { session, welcome } = connection
    connection.greeted = true
    publish(connection, 'hello', { session, boxId, at: clock.ask(), ...options.describe() })
    after('hello', welcome ? pace.helloEveryMs : pace.helloRetryMs, () => hello(connection))
  }

  function receive(connection: Connection, topic: string, payload: Buffer, packet: IPublishPacket): void {
    // Nothing of ours is ever retained: a retained message is somebody's mistake, and old. [S9 Commands]
    if (connection !== current || packet.retain) return
    const name = (Object.keys(downTopics) as DownName[]).find((known) => downTopic(sn, known) === topic)
    const raw = parseJson(payload)
    if (!name || raw === undefined) log(`link: unreadable message on ${topic}`)
    else if (name === 'command') options.onCommand(raw)
    else understand(connection, name, raw)
  }

  function understand(connection: Connection, name: 'welcome' | 'open', raw: unknown): void {
    const parsed = downTopics[name].payload.safeParse(raw)
    if (!parsed.success) log(`link: wrong ${name}: ${parsed.error.issues[0]?.message}`)
    else if (name === 'welcome') onWelcome(connection, parsed.data as Down['welcome'])
    else if (connection.welcome) options.onOpen(parsed.data as Down['open'])
  }

  function onWelcome(connection: Connection, { session, echo, at, accepted, reason }: Down['welcome']): void {
    if (session !== connection.session) return
    if (!accepted) {
      refused(connection, reason)
      return
    }
    if (!clock.learn(echo, at) || connection.welcome) return
    connection.welcome = true
    state = 'online'
    failures = 0
    log('link: online')
    after('hello', pace.helloEveryMs, () => hello(connection))
    options.onWelcome()
  }

  /** A second box with this SN keeps silent until somebody replaces the first. [S9 Gateways' identity] */
  function refused(connection: Connection, reason = 'no reason given'): void {
    log(`link: refused: ${reason}`)
    leave(connection)
    state = 'refused'
    void endClient(connection)
    after('reconnect', pace.refusedRetryMs * (0.75 + random() / 2), connect)
  }

  function lost(connection: Connection): void {
    if (connection !== current) return
    if (connection.welcome) log('link: lost')
    leave(connection)
    failures++
    state = 'connecting'
    // Never at once: a broker that comes back meets all its gateways at the same moment.
    after('reconnect', backOff(failures + 1, pace.backOffMs, pace.backOffMaxMs, random), connect)
  }

  function leave(connection: Connection): void {
    connection.welcome = false
    current = undefined
    clock.forgetQuestions()
    for (const timer of Object.values(timers)) clearTimeout(timer)
  }

  function off(): void {
    state = 'off'
    if (current) leave(current)
    else for (const timer of Object.values(timers)) clearTimeout(timer)
  }

  function publish<N extends UpName>(connection: Connection, name: N, payload: object): Promise<boolean> {
    const { session } = connection
    after('beat', limits.gatewayKeepAliveS * 1000, () => void publish(connection, 'beat', { session }))
    return put(connection, name, payload)
  }

  function put({ client }: Connection, name: UpName, payload: object): Promise<boolean> {
    return new Promise((resolve) => {
      const { qos } = upTopics[name]
      client.publish(upTopic(sn, name), JSON.stringify(payload), { qos }, (error) => resolve(!error))
    })
  }

  return {
    start() {
      if (state === 'off') connect()
    },
    async stop(bye = {}) {
      const connection = current
      const said = connection?.welcome ? put(connection, 'bye', { session: connection.session, ...bye }) : undefined
      off()
      if (!connection) return
      if (said) await within(said, byeWaitMs)
      // Greeted but not yet welcome we say nothing: the will tells that this session is over.
      else if (connection.greeted) connection.socket.destroy()
      await endClient(connection)
    },
    cut() {
      const connection = current
      off()
      connection?.client.end(true)
    },
    async send(name, payload) {
      return current?.welcome ? publish(current, name, { session: current.session, ...payload }) : false
    },
    sayHello() {
      if (current?.greeted) hello(current)
    },
    state: () => state,
    ready: () => (current?.welcome ?? false) && current!.socket.writableLength < socketBytes,
  }
}

/** A clean DISCONNECT where the line still takes one, the end of the socket in any case. */
async function endClient({ client, socket }: Connection): Promise<void> {
  const closed = new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())))
  client.end()
  await within(closed, byeWaitMs)
  socket.destroy()
  await closed
}

/** Waits for the act, but no longer than that. */
function within(act: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    void act.finally(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return undefined
  }
}
