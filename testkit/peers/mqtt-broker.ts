// A simulated MQTT broker (3.1.1 and 5) for tests, with its own frames: it answers each request in one segment, stores
// retained messages, and passes messages on to subscribers. Refusals and damaged frames are scripted.
import { createServer, type Socket } from 'node:net'
import { mqttPacket, mqttText } from '../mqtt-bytes.ts'

/** A message that a client has published. */
type Published = { topic: string; payload: Buffer; qos: number; isRetained: boolean }

export type MqttBroker = {
  port: number
  /** Retained messages by topic. */
  retained: Map<string, Buffer>
  /** Packets of clients in order, such as `subscribe a/b c`. */
  requests: string[]
  published: Published[]
  /** Called for each published message, before subscribers receive it. */
  onPublish: ((message: Published) => void) | undefined
  /** Changes the reason of a CONNACK, a SUBACK per filter, or a PUBACK. */
  reasonOf: ((request: 'connect' | 'subscribe' | 'publish', topic: string) => number | undefined) | undefined
  /** Changes an answer before it is sent. */
  alter: ((answer: Buffer, request: string) => Buffer) | undefined
  /** Sends a message to the clients that have subscribed to its topic, in one segment per client. */
  send(messages: readonly { topic: string; payload: Buffer | string; isRetained?: boolean }[]): void
  /** Sends bytes to all clients. */
  sendRaw(bytes: Buffer): void
  /** Ends all connections. */
  cut(): void
  clients(): number
  close(): Promise<void>
}

type Client = { socket: Socket; isV5: boolean; filters: Set<string>; rest: Buffer }

/** Whether a topic matches a filter with wildcards. */
function matches(filter: string, topic: string): boolean {
  const levels = topic.split('/')
  const parts = filter.split('/')
  for (const [at, part] of parts.entries()) {
    if (part === '#') return true
    if (at >= levels.length || (part !== '+' && part !== levels[at])) return false
  }
  return parts.length === levels.length
}

/** Reads the body of a packet from front to back. */
class Body {
  readonly #bytes: Buffer
  #at = 0
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }
  get isEmpty(): boolean {
    return this.#at >= this.#bytes.length
  }
  byte(): number {
    return this.#bytes[this.#at++]!
  }
  word(): number {
    return this.byte() * 256 + this.byte()
  }
  text(): string {
    const length = this.word()
    this.#at += length
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }
  skipProperties(isV5: boolean): void {
    if (!isV5) return
    const length = this.byte()
    this.#at += length
  }
  rest(): Buffer {
    return this.#bytes.subarray(this.#at)
  }
}

const word = (value: number): Buffer => Buffer.of(value >> 8, value & 255)
const publishPacket = (topic: string, payload: Buffer | string, isRetained: boolean, isV5: boolean): Buffer =>
  mqttPacket(
    0x30 | (isRetained ? 1 : 0),
    Buffer.concat([mqttText(topic), Buffer.alloc(isV5 ? 1 : 0), Buffer.from(payload)]),
  )

class Simulated {
  readonly clients = new Set<Client>()
  readonly broker: MqttBroker

  constructor(broker: MqttBroker) {
    this.broker = broker
  }

  accept(socket: Socket): void {
    const client: Client = { socket, isV5: false, filters: new Set(), rest: Buffer.alloc(0) }
    this.clients.add(client)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.clients.delete(client))
    socket.on('data', (chunk) => this.#read(client, chunk))
  }

  #read(client: Client, chunk: Buffer): void {
    client.rest = Buffer.concat([client.rest, chunk])
    for (;;) {
      let [at, length] = [1, 0]
      do length += (client.rest[at]! & 127) * 128 ** (at - 1)
      while (client.rest[at++]! > 127)
      if (client.rest.length < 2 || client.rest.length < at + length) return
      const head = client.rest[0]!
      const body = new Body(client.rest.subarray(at, at + length))
      client.rest = client.rest.subarray(at + length)
      this.#handle(client, head, body)
    }
  }

  #handle(client: Client, head: number, body: Body): void {
    const kind = head >> 4
    if (kind === 1) this.#connect(client, body)
    else if (kind === 3) this.#publish(client, head, body)
    else if (kind === 8) this.#subscribe(client, body)
    else if (kind === 10) this.#unsubscribe(client, body)
    else if (kind === 12) this.#answer(client, 'ping', mqttPacket(0xd0))
    else if (kind === 14) {
      this.broker.requests.push('disconnect')
      client.socket.end()
    }
  }

  #answer(client: Client, request: string, answer: Buffer): void {
    client.socket.write(this.broker.alter?.(answer, request) ?? answer)
  }

  #connect(client: Client, body: Body): void {
    body.text()
    client.isV5 = body.byte() === 5
    this.broker.requests.push('connect')
    const reason = this.broker.reasonOf?.('connect', '') ?? 0
    this.#answer(client, 'connect', mqttPacket(0x20, Buffer.from([0, reason, ...(client.isV5 ? [0] : [])])))
  }

  #publish(client: Client, head: number, body: Body): void {
    const topic = body.text()
    const qos = (head >> 1) & 3
    const id = qos > 0 ? body.word() : 0
    body.skipProperties(client.isV5)
    const message = { topic, payload: Buffer.from(body.rest()), qos, isRetained: (head & 1) === 1 }
    this.broker.requests.push(`publish ${topic}`)
    this.broker.published.push(message)
    if (message.isRetained) this.broker.retained.set(topic, message.payload)
    this.broker.onPublish?.(message)
    if (qos === 1) {
      const reason = this.broker.reasonOf?.('publish', topic)
      const body = Buffer.concat([word(id), Buffer.from(client.isV5 && reason ? [reason] : [])])
      this.#answer(client, 'publish', mqttPacket(0x40, body))
    }
    this.broker.send([{ topic, payload: message.payload }])
  }

  #subscribe(client: Client, body: Body): void {
    const id = body.word()
    body.skipProperties(client.isV5)
    const filters: string[] = []
    const reasons: number[] = []
    while (!body.isEmpty) {
      const filter = body.text()
      const qos = body.byte() & 3
      filters.push(filter)
      reasons.push(this.broker.reasonOf?.('subscribe', filter) ?? qos)
      if (reasons.at(-1)! < 128) client.filters.add(filter)
    }
    this.broker.requests.push(`subscribe ${filters.join(' ')}`)
    const kept = [...this.broker.retained].filter(([topic]) => filters.some((filter) => matches(filter, topic)))
    this.#answer(
      client,
      'subscribe',
      Buffer.concat([
        ...kept.map(([topic, payload]) => publishPacket(topic, payload, true, client.isV5)),
        mqttPacket(0x90, Buffer.concat([word(id), Buffer.alloc(client.isV5 ? 1 : 0), Buffer.from(reasons)])),
      ]),
    )
  }

  #unsubscribe(client: Client, body: Body): void {
    const id = body.word()
    body.skipProperties(client.isV5)
    const filters: string[] = []
    while (!body.isEmpty) filters.push(body.text())
    for (const filter of filters) client.filters.delete(filter)
    this.broker.requests.push(`unsubscribe ${filters.join(' ')}`)
    const reasons = Buffer.alloc(client.isV5 ? filters.length + 1 : 0)
    this.#answer(client, 'unsubscribe', mqttPacket(0xb0, Buffer.concat([word(id), reasons])))
  }
}

/** Starts a broker on a free port of the loopback. */
export async function startMqttBroker(): Promise<MqttBroker> {
  const server = createServer({ noDelay: true }, (socket) => simulated.accept(socket))
  const sockets = () => [...simulated.clients].map(({ socket }) => socket)
  const broker: MqttBroker = {
    ...{ port: 0, retained: new Map(), requests: [], published: [] },
    ...{ onPublish: undefined, reasonOf: undefined, alter: undefined },
    send(messages) {
      for (const { socket, isV5, filters } of simulated.clients) {
        const own = messages.filter(({ topic }) => [...filters].some((filter) => matches(filter, topic)))
        if (own.length === 0) continue
        const packets = own.map(({ topic, payload, isRetained = false }) =>
          publishPacket(topic, payload, isRetained, isV5),
        )
        socket.write(Buffer.concat(packets))
      }
    },
    sendRaw: (bytes) => {
      for (const socket of sockets()) socket.write(bytes)
    },
    cut: () => {
      for (const socket of sockets()) socket.destroy()
    },
    clients: () => simulated.clients.size,
    async close() {
      broker.cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const simulated = new Simulated(broker)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  broker.port = (server.address() as { port: number }).port
  return broker
}
