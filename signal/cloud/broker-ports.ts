// Ports of the embedded broker: connections of gateways over plain TCP and TLS, from their first byte to the broker.
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { limits } from '../../contract/limits.ts'
import { brokerDoor, type Door } from './broker-door.ts'
import type { LinkNeeds } from './link.ts'
import { guardSocket } from './packet-gate.ts'

type Tls = { port: number; cert: Buffer; key: Buffer }
/** The addresses on which the broker listens. */
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

const placeOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/** Listens once opened; `close` and `destroy` leave no port and no socket. */
export class BrokerPorts {
  readonly #options: BrokerOptions
  readonly #needs: Pick<LinkNeeds, 'onRefused' | 'onPaced' | 'intake'>
  readonly #patienceMs: number
  /**
   * The TCP connection below a TLS socket, and the socket that carries the protocol of a connection: itself, or TLS.
   */
  readonly #underneath = new WeakMap<Socket, Socket>()
  readonly #spokenOn = new WeakMap<Socket, Socket>()
  readonly #sockets = new Set<Socket>()
  #plain: Server | undefined
  #secure: Server | undefined
  #door: Door | undefined

  constructor(options: BrokerOptions, needs: Pick<LinkNeeds, 'onRefused' | 'onPaced' | 'intake'>) {
    this.#options = options
    this.#needs = needs
    this.#patienceMs = options.patienceMs ?? limits.gatewayConnectMs
  }

  /** Starts to listen; rejects if a port cannot be opened. `handle` receives a socket whose first packet is complete. */
  async open(handle: (socket: Socket) => void): Promise<void> {
    this.#door = brokerDoor(
      { ...doorLimits, patienceMs: this.#patienceMs },
      (wire) => handle(this.#spokenOn.get(wire) ?? wire),
      (reason) => this.#needs.onRefused(null, reason),
    )
    const { host, port, tls } = this.#options
    if (port !== null) {
      const server = createServer({ noDelay: true }, (wire) => {
        this.#meet(wire)
        this.#speak(wire, wire)
      })
      this.#plain = await listen(server, tls ? loopback : host, port)
    }
    if (tls) this.#secure = await listen(this.#secureServer(tls), host, tls.port)
  }

  /** The gateway on this socket is authenticated. */
  admitted(socket: Socket): void {
    this.#door?.admitted(this.#underneath.get(socket) ?? socket)
  }

  /** Stops listening; open connections continue. */
  close(): void {
    this.#plain?.close()
    this.#secure?.close()
  }

  /** Closes all sockets. */
  destroy(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Open connections, and how many of them are not authenticated yet. */
  counts(): { connections: number; strangers: number } {
    return { connections: this.#sockets.size, strangers: this.#door?.counts().strangers ?? 0 }
  }

  /** The port of plain MQTT while it is open. */
  port(): number | null {
    return this.#plain ? portOf(this.#plain) : null
  }

  /** The port of MQTT over TLS while it is open. */
  tlsPort(): number | null {
    return this.#secure ? portOf(this.#secure) : null
  }

  /** Counts a connection from its TCP start: an unfinished handshake occupies a place. */
  #secureServer({ cert, key }: Tls): Server {
    const wires = new Map<string, Socket>()
    const server = createTlsServer({ cert, key, handshakeTimeout: this.#patienceMs }, (socket) => {
      const wire = wires.get(placeOf(socket))
      if (!wire || wire.destroyed) return void socket.destroy()
      this.#underneath.set(socket, wire)
      this.#spokenOn.set(wire, socket)
      this.#speak(socket, wire)
    })
    server.on('connection', (wire: Socket) => {
      const place = placeOf(wire)
      wires.set(place, wire)
      wire.once('close', () => wires.get(place) === wire && wires.delete(place))
      this.#meet(wire)
    })
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    return server
  }

  #meet(wire: Socket): void {
    this.#sockets.add(wire)
    wire.once('close', () => this.#sockets.delete(wire))
    wire.on('error', () => wire.destroy())
    wire.setNoDelay(true)
    this.#door?.knock(wire)
  }

  #speak(socket: Socket, wire: Socket): void {
    if (wire.destroyed) return
    socket.on('error', () => socket.destroy())
    const needs = this.#needs
    const events = {
      onConnect: () => this.#door?.ask(wire),
      onGarbage: () => needs.onRefused(null, 'garbage'),
      onTooLarge: () => needs.onRefused(null, 'tooLarge'),
      onFlood: () => needs.onRefused(null, 'flood'),
      onPaced: (ms: number) => needs.onPaced?.(ms),
    }
    guardSocket(socket, sizes, rates, events, needs.intake)
  }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

function listen(server: Server, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.maxConnections = limits.gatewayConnections
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}
