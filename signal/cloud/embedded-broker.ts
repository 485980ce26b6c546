// The default broker: aedes in this process. Every gateway is limited to its own topics.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import type { AedesOptions, AuthenticateError, Client } from 'aedes'
import { limits } from '../../contract/limits.ts'
import {
  clientIdOf,
  type Down,
  type DownName,
  downFilter,
  downTopic,
  downTopics,
  wireOf,
} from '../../contract/topics.ts'
import { parseUpTopic } from '../../contract/up-topics.ts'
import { type BrokerOptions, BrokerPorts } from './broker-ports.ts'
import { createBuckets } from './bucket.ts'
import { type GatewayBroker, startGatewayBroker } from './gateway-broker.ts'
import type { GatewayLink, LinkNeeds, RefusalReason } from './link.ts'

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
export class EmbeddedBroker implements GatewayLink {
  readonly #options: BrokerOptions
  readonly #needs: LinkNeeds
  readonly #ports: BrokerPorts
  readonly #admitted = new WeakMap<Client, Admitted>()
  /** How often a client used a forbidden topic. */
  readonly #forbidden = new WeakMap<Client, number>()
  // The clients of an SN. There are several only until the first of them sends a hello and becomes the box.
  readonly #connected = new Map<string, Set<Client>>()
  readonly #connects: ReturnType<typeof createBuckets>
  #broker: GatewayBroker | undefined

  constructor(options: BrokerOptions, needs: LinkNeeds) {
    this.#options = options
    this.#needs = needs
    this.#ports = new BrokerPorts(options, needs)
    this.#connects = createBuckets(
      limits.gatewayConnectsPerMinute / 60,
      limits.gatewayConnectsBurst,
      needs.now ?? Date.now,
    )
  }

  async start(): Promise<void> {
    const broker = await startGatewayBroker(this.#rules(), this.#needs.onMessage)
    this.#broker = broker
    await this.#ports.open((socket) => void broker.aedes.handle(socket))
  }

  async stop(): Promise<void> {
    this.#ports.close()
    const broker = this.#broker
    await new Promise<void>((resolve) => (broker ? broker.aedes.close(resolve) : resolve()))
    this.#ports.destroy()
  }

  async publish<N extends DownName>(sn: string, name: N, payload: Down[N]): Promise<void> {
    const broker = this.#broker
    if (!broker) throw new Error('the broker is not running')
    const topic = downTopic(sn, name)
    const wire = wireOf(payload)
    const clients = this.#connected.get(sn)
    if (!clients?.size && (name === 'command' || name === 'tunnel')) throw new Error('the gateway is not connected')
    for (const client of clients ?? []) await tell(broker, client, topic, wire)
  }

  // Credentials are read for each connection, so admitting needs no other action.
  admit(sn: string): Promise<void> {
    return this.#cut(sn, null)
  }

  async pinBox(sn: string, boxId: string | null): Promise<boolean> {
    await this.#cut(sn, boxId)
    return boxId === null
  }

  // Disconnects a gateway whose credential is invalid in the database.
  expel(sn: string): Promise<void> {
    return this.#cut(sn, null)
  }

  drop(sn: string): Promise<void> {
    return this.#cut(sn, null)
  }

  isUp(): boolean {
    return this.#broker !== undefined && !this.#broker.aedes.closed
  }

  counts(): { connections: number; strangers: number } {
    return this.#ports.counts()
  }

  /** The port of plain MQTT; null while it is not open. */
  port(): number | null {
    return this.#ports.port()
  }

  /** The port of MQTT over TLS; null while it is not open. */
  tlsPort(): number | null {
    return this.#ports.tlsPort()
  }

  #rules(): AedesOptions {
    return {
      maxClientsIdLength: 64,
      drainTimeout: 20_000,
      connectTimeout: this.#options.patienceMs ?? limits.gatewayConnectMs,
      // A client without keep-alive could be gone for ever without notice.
      keepaliveLimit: limits.gatewayKeepAliveMaxS,
      queueLimit: 1000,
      authenticate: (client, username, password, done) => {
        this.#admits(client, username, password).then(
          (answer) => {
            if (typeof answer === 'string') {
              this.#needs.onRefused(username ?? null, answer)
              return done(refused(connackCode(answer)), false)
            }
            this.#enter(client, answer)
            done(null, true)
          },
          (error: unknown) => {
            this.#needs.log.warn({ error: String(error) }, 'a gateway could not be checked')
            done(refused(3), false)
          },
        )
      },
      authorizePublish: (client, packet, done) => {
        const sn = client && this.#admitted.get(client)?.sn
        const up = parseUpTopic(packet.topic)
        if (sn && up?.sn === sn && !packet.retain && packet.qos < 2) {
          if (up.name === 'record' && packet.qos === 1) this.#broker?.hold(client)
          return done(null)
        }
        this.#needs.onRefused(sn ?? null, 'forbiddenTopic')
        done(new Error('forbidden topic'))
      },
      authorizeSubscribe: (client, subscription, done) => {
        const sn = this.#admitted.get(client)?.sn
        const own = sn !== undefined && (subscription.topic === downFilter(sn) || isOwnDown(sn, subscription.topic))
        if (own) return done(null, subscription)
        this.#needs.onRefused(sn ?? null, 'forbiddenTopic')
        const times = (this.#forbidden.get(client) ?? 0) + 1
        this.#forbidden.set(client, times)
        // Thousands of forbidden messages a second would keep the broker from serving other gateways.
        done(times > limits.gatewayForbiddenTopics ? new Error('forbidden topics') : null, null)
      },
    }
  }

  async #admits(client: Client, username?: string, password?: Buffer): Promise<RefusalReason | Admitted> {
    const claimed = parseClientId(client.id)
    if (!claimed || claimed.sn !== username || !password) return 'badCredentials'
    // A persistent session would let the broker queue commands.
    if (!client.clean) return 'badSession'
    const credential = await this.#needs.credential(claimed.sn)
    const hash = createHash('sha256').update(password).digest()
    if (!credential || !timingSafeEqual(hash, credential.secretHash)) return 'badCredentials'
    if (credential.boxId !== null && credential.boxId !== claimed.boxId) return 'secondBox'
    // Only clients with the secret are counted, so that no other client can block a gateway.
    return this.#connects.of(claimed.sn).tryTake(1) ? claimed : 'tooOften'
  }

  #enter(client: Client, answer: Admitted): void {
    // A client that closed during the check would never be reported as gone.
    if (client.closed) return
    this.#admitted.set(client, answer)
    const connected = this.#connected
    const clients = connected.get(answer.sn) ?? new Set()
    // Clients that send no hello are not a box: the oldest is closed.
    const [oldest] = clients
    if (oldest && clients.size >= limits.gatewayBoxesAtOnce) oldest.close()
    connected.set(answer.sn, clients.add(client))
    const socket = client.conn as Socket
    this.#ports.admitted(socket)
    socket.once('close', () => {
      clients.delete(client)
      if (clients.size === 0 && connected.get(answer.sn) === clients) connected.delete(answer.sn)
    })
  }

  /** Closes every connection of an SN, except for that of one box. */
  async #cut(sn: string, boxId: string | null): Promise<void> {
    const kept = boxId && clientIdOf(sn, boxId)
    const others = [...(this.#connected.get(sn) ?? [])].filter(({ id }) => id !== kept)
    await Promise.all(others.map((client) => new Promise<void>((resolve) => client.close(resolve))))
  }
}

const tell = (broker: GatewayBroker, client: Client, topic: string, payload: string | Buffer) =>
  new Promise<void>((resolve, reject) =>
    broker.tell(client, topic, payload, (error) => (error ? reject(error) : resolve())),
  )

const isOwnDown = (sn: string, topic: string) =>
  Object.keys(downTopics).some((name) => topic === downTopic(sn, name as keyof typeof downTopics))
