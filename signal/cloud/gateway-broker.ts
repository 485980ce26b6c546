// aedes with a short way for gateways: nobody may subscribe to what they say, so it is handed on instead of being
// spread, and what they are told goes to their own connection. The confirmation of a record waits a moment for the
// acknowledgement that follows its commit, so that both are one packet of the network. Together that is a third of the
// platform's work for a message.
import type { Duplex } from 'node:stream'
import { Aedes, type AedesOptions, type Client, type PublishPacket } from 'aedes'

type Done = (error?: Error) => void
type Publish = (packet: PublishPacket, from: Client | Done | null, done?: Done) => void

/** Waits for company: longer than a commit usually takes, far shorter than anyone repeats a message. */
const holdMs = 20

/** What SUBACK grants instead of a quality of service. */
const refusedSubscription = 0x80

export type GatewayBroker = {
  aedes: Aedes
  /** To the client if it is subscribed to the topic; never kept for later. */
  tell(client: Client, topic: string, payload: string | Buffer, done: Done): void
  /** What is written to the client waits until something is told to it, or a moment. */
  hold(client: Client): void
}

/** Starts the broker, which listens nowhere yet. `onMessage` gets every message that `authorizePublish` let pass. */
export async function startGatewayBroker(
  options: AedesOptions,
  onMessage: (topic: string, payload: Buffer) => void,
): Promise<GatewayBroker> {
  const aedes = new Aedes(options)
  const subscriptions = new WeakMap<Client, Set<string>>()
  const held = new Set<Duplex>()

  const spread = aedes.publish.bind(aedes) as Publish
  const publish: Publish = (packet, from, done) => {
    // what the broker tells itself
    if (packet.topic.startsWith('$SYS/')) return spread(packet, from, done)
    const { payload } = packet
    onMessage(packet.topic, Buffer.isBuffer(payload) ? payload : Buffer.from(payload))
    const end = typeof from === 'function' ? from : done
    end?.()
  }
  aedes.publish = publish
  aedes.on('subscribe', (added, client) => {
    const topics = subscriptions.get(client) ?? new Set()
    // Who asks for what is not his would have it pile up here.
    for (const { topic, qos } of added) if ((qos as number) !== refusedSubscription) topics.add(topic)
    subscriptions.set(client, topics)
  })
  aedes.on('unsubscribe', (removed, client) => {
    for (const topic of removed) subscriptions.get(client)?.delete(topic)
  })

  const release = (conn: Duplex) => {
    if (held.delete(conn)) conn.uncork()
  }
  await aedes.listen()
  return {
    aedes,
    tell(client, topic, payload, done) {
      const topics = subscriptions.get(client)
      if (!topics?.has(topic) && !topics?.has(filterOf(topic))) return done()
      const packet: PublishPacket = { cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }
      client.publish(packet, (error) => {
        release(client.conn)
        done(error)
      })
    },
    hold({ conn }) {
      if (held.has(conn)) return
      conn.cork()
      if (held.size === 0) setTimeout(() => held.forEach(release), holdMs)
      held.add(conn)
    },
  }
}

/** The filter of everything beside the topic: `gw/SN/down/#` of `gw/SN/down/ack`. */
const filterOf = (topic: string) => `${topic.slice(0, topic.lastIndexOf('/'))}/#`
