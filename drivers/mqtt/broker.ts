// A connection to an MQTT broker by the library: one clean session without reconnection and without a queue. Every
// request is answered once, and an answer to no request ends the connection.
import type { Socket } from 'node:net'
import { type IClientOptions, type IPublishPacket, MqttClient } from 'mqtt'
import { DriverFault } from '../driver.ts'
import { closedFault, timeoutFault, unreachableFault } from '../modbus-tcp/faults.ts'
import type { BrokerParams } from './broker-params.ts'
import { dial, textOf } from './dial.ts'
import { connectFault, publishFault } from './faults.ts'
import { FrameGuard, maxFrameBytes } from './frames.ts'

/** A received message; `isRetained`: the broker stored it before the subscription. */
export type Message = { topic: string; payload: Buffer; isRetained: boolean }

/** A message that the broker publishes when this connection is lost. */
export type Will = { topic: string; payload: string }

type BrokerEvents = {
  onMessage(message: Message): void
  /** The connection is lost. */
  onEnd(fault: DriverFault): void
}

/** Time for the last messages before the socket is closed. */
const closeMs = 500
/** Filters per SUBSCRIBE packet: usual brokers accept more, cloud services about this number. */
const filtersPerRequest = 50

type Packet = { cmd: string; messageId?: number; qos?: number; reasonCode?: number }

export class Broker {
  readonly #socket: Socket
  readonly #client: MqttClient
  readonly #events: BrokerEvents
  /** Identifiers of requests without an answer. */
  readonly #pending = new Set<number>()
  /** The last reason in an answer to a PUBLISH: 16 says that no client has subscribed to the topic. */
  #reason = 0
  #fault: DriverFault | undefined
  /** Ends the requests that are under way. */
  readonly #waiting = new Set<(fault: DriverFault) => void>()

  private constructor(socket: Socket, params: BrokerParams, will: Will | undefined, events: BrokerEvents) {
    this.#socket = socket
    this.#events = events
    // Before the client, so that it sees each segment first.
    const guard = new FrameGuard()
    socket.on('data', (chunk: Buffer) => {
      if (!guard.accepts(chunk)) this.#end(new DriverFault(1712, 'the broker sends a message of more than 1 MB', true))
    })
    socket.on('error', (error) => this.#end(unreachableFault(error.message)))
    socket.on('close', () => this.#end(unreachableFault('the broker closed the connection')))
    this.#client = new MqttClient(() => socket, optionsOf(params, will))
    this.#client.on('error', (error) => this.#end(connectFault(error)))
    this.#client.on('packetsend', (packet) => this.#onSend(packet as Packet))
    this.#client.on('packetreceive', (packet) => this.#onReceive(packet as Packet))
    this.#client.on('message', (topic, payload, packet: IPublishPacket) => {
      if (!this.#fault) this.#events.onMessage({ topic, payload, isRetained: packet.retain })
    })
  }

  /** Connects. Throws 1711, 1714, 1722, 1744, 1745, 1748, 1750; aborting closes the socket. */
  static async open(params: BrokerParams, signal: AbortSignal, events: BrokerEvents, will?: Will): Promise<Broker> {
    const socket = await dial(params, signal)
    let broker: Broker | undefined
    const stop = () => void socket.destroy()
    signal.addEventListener('abort', stop, { once: true })
    try {
      if (signal.aborted) throw unreachableFault('stopped')
      broker = new Broker(socket, params, will, events)
      const client = broker.#client
      await broker.#ask(params.timeoutMs, () => new Promise<void>((resolve) => client.once('connect', () => resolve())))
      return broker
    } catch (error) {
      await broker?.close()
      socket.destroy()
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  get isOpen(): boolean {
    return !this.#fault
  }

  /** Subscribes to topics or filters. Returns the answer to each: its QoS, or a reason of 128 and above. */
  async subscribe(filters: readonly string[], qos: 0 | 1 | 2, timeoutMs: number): Promise<number[]> {
    const granted: number[] = []
    for (let at = 0; at < filters.length; at += filtersPerRequest) {
      const part = filters.slice(at, at + filtersPerRequest)
      const own = await this.#ask(timeoutMs, () => this.#subscribe(part, qos))
      if (own.length !== part.length)
        throw this.end(new DriverFault(1712, 'an answer for another number of topics', true))
      granted.push(...own)
    }
    return granted
  }

  #subscribe(filters: readonly string[], qos: 0 | 1 | 2): Promise<number[]> {
    return new Promise((resolve, reject) => {
      // `nl`: a broker of MQTT 5 does not return the gateway's own messages.
      this.#client.subscribe([...filters], { qos, nl: true }, (error, _, packet) => {
        const granted = (packet as { granted?: number[] } | undefined)?.granted
        if (granted) resolve(granted)
        else reject(error ?? closedFault())
      })
    })
  }

  async unsubscribe(filters: readonly string[], timeoutMs: number): Promise<void> {
    await this.#ask(timeoutMs, () => this.#client.unsubscribeAsync([...filters]))
  }

  /** Publishes a message. With QoS 1 it resolves when the broker has it. Throws 1714, 1718, 1722, 1745. */
  async publish(topic: string, payload: string | Buffer, qos: 0 | 1, timeoutMs: number, retain = false): Promise<void> {
    this.#reason = 0
    await this.#ask(timeoutMs, () =>
      this.#client.publishAsync(topic, payload, { qos, retain }).catch((error: unknown) => {
        throw publishFault(error)
      }),
    )
    if (qos === 1 && this.#reason === noSubscribers)
      throw new DriverFault(1720, `no device has subscribed to the command topic ${topic}`)
  }

  /** Ends the connection with a fault, which is returned. */
  end(fault: DriverFault): DriverFault {
    this.#end(fault)
    return fault
  }

  /** Disconnects; may be called twice. */
  async close(): Promise<void> {
    // The library would wait for answers before it disconnects.
    const isClean = this.isOpen && this.#client.connected && this.#pending.size === 0
    this.#fault ??= closedFault()
    for (const fail of this.#waiting) fail(this.#fault)
    if (!this.#socket.closed) {
      const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()))
      if (!isClean) this.#socket.destroy()
      this.#client.end(!isClean)
      const timer = setTimeout(() => this.#socket.destroy(), closeMs)
      await closed
      clearTimeout(timer)
    }
    this.#client.end(true)
  }

  #end(fault: DriverFault): void {
    if (this.#fault) return
    this.#fault = fault
    this.#socket.destroy()
    for (const fail of this.#waiting) fail(fault)
    this.#events.onEnd(fault)
  }

  /** Runs one request within its timeout; the end of the connection ends it. Throws a `DriverFault`. */
  async #ask<T>(timeoutMs: number, act: () => Promise<T>): Promise<T> {
    if (this.#fault) throw this.#fault
    let fail: (fault: DriverFault) => void = () => undefined
    const ended = new Promise<never>((_, reject) => {
      fail = reject
    })
    this.#waiting.add(fail)
    const timer = setTimeout(() => fail(timeoutFault(true)), timeoutMs)
    const asked = act()
    asked.catch(() => undefined)
    try {
      return await Promise.race([asked, ended])
    } catch (error) {
      throw error instanceof DriverFault ? error : (this.#fault ?? unreachableFault(String(error)))
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(fail)
    }
  }

  #onSend({ cmd, messageId, qos }: Packet): void {
    const isRequest = cmd === 'subscribe' || cmd === 'unsubscribe' || (cmd === 'publish' && qos === 1)
    if (isRequest && messageId !== undefined) this.#pending.add(messageId)
  }

  /** An answer to no request is late or belongs to another connection: the bytes after it cannot be trusted. */
  #onReceive({ cmd, messageId, reasonCode }: Packet): void {
    if (cmd !== 'suback' && cmd !== 'unsuback' && cmd !== 'puback') return
    if (messageId === undefined || !this.#pending.delete(messageId))
      this.#end(new DriverFault(1712, 'the broker answered a request that was not sent', true))
    else if (cmd === 'puback') this.#reason = reasonCode ?? 0
  }
}

const noSubscribers = 16

function optionsOf(params: BrokerParams, will: Will | undefined): IClientOptions {
  const { clientId, userName, password, version, keepAliveS, timeoutMs } = params
  const secret = textOf(password)
  return {
    clientId: clientId || `gatehouse-${randomPart()}`,
    ...(userName && { username: userName, ...(secret !== undefined && { password: secret }) }),
    ...(will && { will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true } }),
    protocolVersion: version === '5' ? 5 : 4,
    ...(version === '5' && { properties: { maximumPacketSize: maxFrameBytes } }),
    clean: true,
    keepalive: keepAliveS,
    connectTimeout: 2 * timeoutMs,
    reconnectPeriod: 0,
    queueQoSZero: false,
    resubscribe: false,
    timerVariant: 'native',
  }
}

const randomPart = (): string => crypto.getRandomValues(Buffer.alloc(6)).toString('hex')
