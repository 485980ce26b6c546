// The default broker: aedes in this process. Every gateway is limited to its own topics.
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { AedesOptions, AuthenticateError, Client } from 'aedes'
import { limits } from '../../contract/limits.ts'
import { clientIdOf, downFilter, downTopic, downTopics, wireOf } from '../../contract/topics.ts'
import { parseUpTopic } from '../../contract/up-topics.ts'
import { brokerDoor, type Door } from './broker-door.ts'
import { createBuckets } from './bucket.ts'
import { type GatewayBroker, startGatewayBroker } from './gateway-broker.ts'
import type { GatewayLink, LinkNeeds, RefusalReason } from './link.ts'
import { guardSocket } from './packet-gate.ts'

type Tls = { port: number; cert: Buffer; key: Buffer }
export type BrokerOptions = {
  host: string
  /** Port of plain MQTT, null for none. With TLS it serves only agents on this machine, on the loopback interface. */
  port: number | null
  tls?: Tls
  /** How long a connection may take to authenticate; default `limits.gatewayConnectMs`. */
  patienceMs?: number
}

const loopback = '127.0.0.1'

const sizes = {
  maxBytes: limits.mqttPayloadBytes,
  firstBytes: limits.mqttConnectBytes,
  otherBytes: limits.mqttOtherBytes,
}
const rates = {
  packetsPerS: limits.gatewayPacketsPerS,
  packetsBurst: limits.gatewayPacketsBurst,
  bytesPerS: limits.gatewayBytesPerS,
  bytesBurst: limits.gatewayBytesBurst,
}
const doorLimits = {
  strangers: limits.gatewayStrangers,
  strangersPerAddress: limits.gatewayStrangersPerAddress,
  atOnce: limits.gatewayStrangersAtOnce,
}

/** Return codes of CONNACK: server unavailable, bad credentials, not authorised. */
const connackCode = (reason: RefusalReason): 3 | 4 | 5 =>
  reason === 'badCredentials' ? 4 : reason === 'tooOften' ? 3 : 5

const refused = (code: 3 | 4 | 5): AuthenticateError =>
  Object.assign(new Error('refused'), { returnCode: code as never })

/** The identity under which a client was admitted. */
type Admitted = { sn: string; boxId: string }

const clientId = /^gw-([A-Za-z0-9-]{4,32})-([0-9a-f]{16})$/

/** SN and box of a client id made by `clientIdOf`, or nothing. */
export function parseClientId(id: string): Admitted | undefined {
  const match = clientId.exec(id)
  return match ? { sn: match[1]!, boxId: match[2]! } : undefined
}

/** A broker that listens once started, on `port()` and `tlsPort()`. */
export function embeddedBroker(
  options: BrokerOptions,
  needs: LinkNeeds,
): GatewayLink & { port(): number | null; tlsPort(): number | null } {
  const { patienceMs = limits.gatewayConnectMs } = options
  const admitted = new WeakMap<Client, Admitted>()
  /** How often a client used a forbidden topic. */
  const forbidden = new WeakMap<Client, number>()
  /**
   * The TCP connection below a TLS socket, and the socket that carries the protocol of a connection: itself, or TLS.
   */
  const underneath = new WeakMap<Socket, Socket>()
  const spokenOn = new WeakMap<Socket, Socket>()
  // Several clients only until the first of them sends hello and becomes the box.
  const connected = new Map<string, Set<Client>>()
  const connects = createBuckets(
    limits.gatewayConnectsPerMinute / 60,
    limits.gatewayConnectsBurst,
    needs.now ?? Date.now,
  )
  const sockets = new Set<Socket>()
  let plain: Server | undefined
  let secure: Server | undefined
  let broker: GatewayBroker | undefined
  let door: Door | undefined

  const refuse = (sn: string | null, reason: RefusalReason) => needs.onRefused(sn, reason)

  async function admits(client: Client, username?: string, password?: Buffer): Promise<RefusalReason | Admitted> {
    const claimed = parseClientId(client.id)
    if (!claimed || claimed.sn !== username || !password) return 'badCredentials'
    // A persistent session would let the broker queue commands.
    if (!client.clean) return 'badSession'
    const credential = await needs.credential(claimed.sn)
    const hash = createHash('sha256').update(password).digest()
    if (!credential || !timingSafeEqual(hash, credential.secretHash)) return 'badCredentials'
    if (credential.boxId !== null && credential.boxId !== claimed.boxId) return 'secondBox'
    // Only clients with the secret are counted, so that no other client can block a gateway.
    return connects.of(claimed.sn).tryTake(1) ? claimed : 'tooOften'
  }

  function enter(client: Client, answer: Admitted): void {
    // A client that closed during the check would never be reported as gone.
    if (client.closed) return
    admitted.set(client, answer)
    const clients = connected.get(answer.sn) ?? new Set()
    // Clients that send no hello are not a box: the oldest is closed.
    const [oldest] = clients
    if (oldest && clients.size >= limits.gatewayBoxesAtOnce) oldest.close()
    connected.set(answer.sn, clients.add(client))
    const socket = client.conn as Socket
    door?.admitted(underneath.get(socket) ?? socket)
    socket.once('close', () => {
      clients.delete(client)
      if (clients.size === 0 && connected.get(answer.sn) === clients) connected.delete(answer.sn)
    })
  }

  async function start(): Promise<void> {
    const rules: AedesOptions = {
      maxClientsIdLength: 64,
      drainTimeout: 20_000,
      connectTimeout: patienceMs,
      // A client without keep-alive could be gone for ever without notice.
      keepaliveLimit: limits.gatewayKeepAliveMaxS,
      queueLimit: 1000,
      authenticate: (client, username, password, done) => {
        admits(client, username, password).then(
          (answer) => {
            if (typeof answer === 'string') {
              refuse(username ?? null, answer)
              return done(refused(connackCode(answer)), false)
            }
            enter(client, answer)
            done(null, true)
          },
          (error: unknown) => {
            needs.log.warn({ error: String(error) }, 'a gateway could not be checked')
            done(refused(3), false)
          },
        )
      },
      authorizePublish: (client, packet, done) => {
        const sn = client && admitted.get(client)?.sn
        const up = parseUpTopic(packet.topic)
        if (sn && up?.sn === sn && !packet.retain && packet.qos < 2) {
          if (up.name === 'record' && packet.qos === 1) broker?.hold(client)
          return done(null)
        }
        refuse(sn ?? null, 'forbiddenTopic')
        done(new Error('forbidden topic'))
      },
      authorizeSubscribe: (client, subscription, done) => {
        const sn = admitted.get(client)?.sn
        const own = sn !== undefined && (subscription.topic === downFilter(sn) || isOwnDown(sn, subscription.topic))
        if (own) return done(null, subscription)
        refuse(sn ?? null, 'forbiddenTopic')
        const times = (forbidden.get(client) ?? 0) + 1
        forbidden.set(client, times)
        // Thousands of them a second would keep the broker from serving others.
        done(times > limits.gatewayForbiddenTopics ? new Error('forbidden topics') : null, null)
      },
    }
    const created = await startGatewayBroker(rules, needs.onMessage)
    broker = created
    door = brokerDoor(
      { ...doorLimits, patienceMs },
      (wire) => created.aedes.handle(spokenOn.get(wire) ?? wire),
      (reason) => refuse(null, reason),
    )
    const { host, port, tls } = options
    if (port !== null) {
      const server = createServer({ noDelay: true }, (wire) => {
        meet(wire)
        speak(wire, wire)
      })
      plain = await listen(server, tls ? loopback : host, port)
    }
    if (tls) secure = await listen(secureServer(tls), host, tls.port)
  }

  /** Counts a connection from its TCP start: an unfinished handshake occupies a place. */
  function secureServer({ cert, key }: Tls): Server {
    const wires = new Map<string, Socket>()
    const placeOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
    const server = createTlsServer({ cert, key, handshakeTimeout: patienceMs }, (socket) => {
      const wire = wires.get(placeOf(socket))
      if (!wire || wire.destroyed) return void socket.destroy()
      underneath.set(socket, wire)
      spokenOn.set(wire, socket)
      speak(socket, wire)
    })
    server.on('connection', (wire: Socket) => {
      const place = placeOf(wire)
      wires.set(place, wire)
      wire.once('close', () => wires.get(place) === wire && wires.delete(place))
      meet(wire)
    })
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    return server
  }

  function meet(wire: Socket): void {
    sockets.add(wire)
    wire.once('close', () => sockets.delete(wire))
    wire.on('error', () => wire.destroy())
    wire.setNoDelay(true)
    door?.knock(wire)
  }

  function speak(socket: Socket, wire: Socket): void {
    if (wire.destroyed) return
    socket.on('error', () => socket.destroy())
    const events = {
      onConnect: () => door?.ask(wire),
      onGarbage: () => refuse(null, 'garbage'),
      onTooLarge: () => refuse(null, 'tooLarge'),
      onFlood: () => refuse(null, 'flood'),
      onPaced: (ms: number) => needs.onPaced?.(ms),
    }
    guardSocket(socket, sizes, rates, events, needs.intake)
  }

  /** Closes every connection of an SN, except for that of one box. */
  const cut = async (sn: string, boxId: string | null) => {
    const kept = boxId && clientIdOf(sn, boxId)
    const others = [...(connected.get(sn) ?? [])].filter(({ id }) => id !== kept)
    await Promise.all(others.map((client) => new Promise<void>((resolve) => client.close(resolve))))
  }

  return {
    start,
    async stop() {
      plain?.close()
      secure?.close()
      await new Promise<void>((resolve) => (broker ? broker.aedes.close(resolve) : resolve()))
      for (const socket of sockets) socket.destroy()
    },
    async publish(sn, name, payload) {
      if (!broker) throw new Error('the broker is not running')
      const topic = downTopic(sn, name)
      const wire = wireOf(payload)
      const clients = connected.get(sn)
      if (!clients?.size && (name === 'command' || name === 'tunnel')) throw new Error('the gateway is not connected')
      for (const client of clients ?? []) await tell(broker, client, topic, wire)
    },
    // Credentials are read for each connection, so admitting needs no other action.
    admit: (sn) => cut(sn, null),
    async pinBox(sn, boxId) {
      await cut(sn, boxId)
      return boxId === null
    },
    // Its credential is void in the database.
    expel: (sn) => cut(sn, null),
    drop: (sn) => cut(sn, null),
    isUp: () => broker !== undefined && !broker.aedes.closed,
    counts: () => ({ connections: sockets.size, strangers: door?.counts().strangers ?? 0 }),
    port: () => (plain ? portOf(plain) : null),
    tlsPort: () => (secure ? portOf(secure) : null),
  }
}

const tell = (broker: GatewayBroker, client: Client, topic: string, payload: string | Buffer) =>
  new Promise<void>((resolve, reject) =>
    broker.tell(client, topic, payload, (error) => (error ? reject(error) : resolve())),
  )

const isOwnDown = (sn: string, topic: string) =>
  Object.keys(downTopics).some((name) => topic === downTopic(sn, name as keyof typeof downTopics))

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const listen = (server: Server, host: string, port: number) =>
  new Promise<Server>((resolve, reject) => {
    server.maxConnections = limits.gatewayConnections
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
