// An external broker at MQTT_URL. It must isolate gateways from each other: a start-up probe with temporary gateways
// refuses one that does not. [DESIGN 9 External broker]
import { randomBytes } from 'node:crypto'
import { connectAsync, type MqttClient } from 'mqtt'
import { clientIdOf, downTopic, downTopics, upFilter, wireOf } from '../../contract/topics.ts'
import { parseUpTopic } from '../../contract/up-topics.ts'
import type { BrokerAccess } from './broker-access.ts'
import { probeBroker } from './broker-probe.ts'
import type { GatewayLink, LinkNeeds } from './link.ts'
import { controlResponses, mosquittoAccess } from './mosquitto-access.ts'

type ExternalOptions = {
  url: string
  /** Every box that may connect, for a broker that lost its accounts. */
  gateways(): Promise<{ sn: string; secret: string; boxId: string | null }[]>
  /** Creates a one-line error for a fault at the start. */
  fault(message: string, cause: unknown): Error
}

const connectMs = 8_000

/** A link through an external broker. Starts only if the broker isolates gateways. */
export function externalBroker(options: ExternalOptions, needs: LinkNeeds): GatewayLink {
  const { url, fault } = options
  const { username, password, origin } = credentials(url)
  let client: MqttClient | undefined
  let access: BrokerAccess | undefined

  const ready = () => {
    if (!client?.connected || !access) throw new Error('the broker cannot be reached')
    return { client, access }
  }

  async function open(): Promise<MqttClient> {
    const opened = await connectAsync(
      origin,
      {
        username,
        password,
        clean: true,
        keepalive: 20,
        connectTimeout: connectMs,
        reconnectPeriod: 1000,
        queueQoSZero: false,
        // Random, because a client with the same id would replace our connection.
        clientId: `gatehouse-${randomBytes(12).toString('hex')}`,
        resubscribe: true,
      },
      false,
    )
    opened.on('connect', () => noDelay(opened))
    noDelay(opened)
    opened.on('error', (error) => needs.log.warn({ error: String(error) }, 'the broker connection failed'))
    opened.on('message', (topic, payload) => {
      if (parseUpTopic(topic)) needs.onMessage(topic, payload)
    })
    return opened
  }

  async function teach(adapter: BrokerAccess): Promise<void> {
    const known = await adapter.list()
    const gateways = (await options.gateways()).map(({ sn, secret, boxId }) => {
      return { sn, secret, clientId: boxId && clientIdOf(sn, boxId) }
    })
    await adapter.admit(gateways.filter(({ sn }) => !known.has(sn)))
    // A process may have stopped between storing the owner of an SN and informing the broker.
    for (const { sn, clientId } of gateways)
      if (known.has(sn) && known.get(sn) !== clientId) await adapter.pin(sn, clientId)
  }

  return {
    async start() {
      client = await open().catch((error: unknown) => {
        throw fault(
          'the broker at MQTT_URL cannot be reached: start it, set MQTT_URL right, or leave it out for the built-in one',
          error,
        )
      })
      try {
        await client.subscribeAsync(controlResponses, { qos: 1 })
        access = mosquittoAccess(client, username)
        await access.prepare()
        await client.subscribeAsync(upFilter, { qos: 1 })
        await teach(access)
        await probeBroker(origin, client, access)
      } catch (error) {
        await client.endAsync(true)
        const reason = error instanceof Error ? error.message : String(error)
        throw fault(`the broker at MQTT_URL cannot be used: ${reason}`, error)
      }
    },
    async stop() {
      await client?.endAsync(true)
    },
    async publish(sn, name, payload) {
      const { qos } = downTopics[name]
      await ready().client.publishAsync(downTopic(sn, name), wireOf(payload), { qos, retain: false })
    },
    admit: (sn, secret) => ready().access.admit([{ sn, secret, clientId: null }]),
    async pinBox(sn, boxId) {
      await ready().access.pin(sn, boxId && clientIdOf(sn, boxId))
      return true
    },
    expel: (sn) => ready().access.remove(sn),
    drop: (sn) => ready().access.drop(sn),
    isUp: () => client?.connected ?? false,
  }
}

function credentials(url: string): { origin: string; username: string; password: string } {
  const parsed = new URL(url)
  const { username, password, protocol, host } = parsed
  return {
    origin: `${protocol}//${host}`,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
}

/** Disables Nagle's algorithm, which delays small packets by 40 ms. */
function noDelay(client: MqttClient): void {
  const { stream } = client as { stream?: { setNoDelay?: (on: boolean) => void } }
  stream?.setNoDelay?.(true)
}
