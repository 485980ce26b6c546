// The AsyncAPI 3.0 document of the MQTT topics, for makers of other gateways. Pure; docs/mqtt/asyncapi.json is its
// output.
import { z } from 'zod'
import { limits } from './limits.ts'
import { downTopics, upTopics } from './topics.ts'
import type { UpTopic } from './up-topics.ts'

type Topic = { payload: z.ZodType; qos: 0 | 1; about: string }
type Direction = 'up' | 'down'

const isBinary = (name: string) => name === 'tunnel'

function messageOf(direction: Direction, name: string, { payload, about }: Topic): object {
  if (isBinary(name)) return { name, summary: about, contentType: 'application/octet-stream' }
  // The schema shows the payload as it is sent, in which fields with defaults may be omitted.
  const { $schema: _, ...schema } = z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' })
  return { name: `${direction}/${name}`, summary: about, contentType: 'application/json', payload: schema }
}

/**
 * The document with channels, operations and messages of all topics, from the point of view of the platform. `ofRooms`:
 * the topics that rooms add, by name.
 */
export function asyncApi(ofRooms: Readonly<Record<string, UpTopic>>): object {
  const directions: [Direction, Record<string, Topic>][] = [
    ['up', { ...upTopics, ...ofRooms }],
    ['down', downTopics],
  ]
  const topics = directions.flatMap(([direction, of]) =>
    Object.entries(of).map(([name, topic]) => ({ direction, name, topic, key: `${direction}.${name}` })),
  )
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Gatehouse, gateways',
      version: '1',
      description:
        'MQTT 3.1.1 between gateways and the platform. A gateway connects with clean session and client id `gw-{SN}-{boxId}`, ' +
        'its SN as username and its secret as password, with a will on `up/bye`; subscribes to `gw/{sn}/down/#`; then publishes ' +
        `\`up/hello\` and waits for \`down/welcome\`. Keep-alive ${limits.gatewayKeepAliveS} s, at most ${limits.mqttPayloadBytes} bytes a message. ` +
        'Payloads are JSON in UTF-8, never retained. Times are epoch milliseconds.',
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(
      topics.map(({ direction, name, key }) => [
        key,
        {
          address: `gw/{sn}/${direction}/${name}`,
          parameters: { sn: { description: 'SN of the gateway: 4 to 32 letters, digits and hyphens' } },
          messages: { [name]: { $ref: `#/components/messages/${key}` } },
        },
      ]),
    ),
    operations: Object.fromEntries(
      topics.map(({ direction, name, key, topic }) => [
        key,
        {
          action: direction === 'up' ? 'receive' : 'send',
          channel: { $ref: `#/channels/${key}` },
          summary: topic.about,
          bindings: { mqtt: { qos: topic.qos, retain: false, bindingVersion: '0.2.0' } },
          messages: [{ $ref: `#/channels/${key}/messages/${name}` }],
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(
        topics.map(({ direction, name, topic, key }) => [key, messageOf(direction, name, topic)]),
      ),
    },
  }
}
