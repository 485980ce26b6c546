// MQTT topics that a room consumes (`topics.ts` in its folder): topics of its own, or topics that the agent publishes.
import type { z } from 'zod'
import type { EquipmentId, OrgId } from '../../contract/fields.ts'
import { addUpTopic, type UpTopic } from '../../contract/up-topics.ts'
import type { GatewaySession } from '../../signal/cloud/gateway-book.ts'
import type { RoomTopic } from '../../signal/cloud/topic-takers.ts'
import type { Platform } from './platform.ts'

/** The fields by which the platform recognises the device of a message; the gateway receives them when it is configured. */
type OfBinding = { session: string; equipmentId: number; bindingId: number }

type Declared<P> = Omit<UpTopic, 'payload'> & {
  /** Last part of the topic `gw/{sn}/up/{name}`, small letters. */
  name: string
  payload: P
  /** An example for makers of other gateways: docs/mqtt/samples/. */
  sample: z.input<P>
  /** Messages per second of one gateway, and how many may arrive in a burst. Further ones are dropped before they are read. */
  perS: number
  burst: number
}

/** A message of the gateway that serves this device now. `receivedAt`: epoch ms. */
type Taken<M> = { message: M; sn: string; orgId: OrgId; equipmentId: EquipmentId; receivedAt: number }

/** A topic of a room, before the process has started. */
type DeclaredTopic = UpTopic & { name: string; sample: object; bind(platform: () => Platform): RoomTopic }

/** The default export of `topics.ts` of a room. */
export type RoomTopics = readonly DeclaredTopic[]

/**
 * Declares an MQTT topic with its consumer. Messages of one gateway are consumed in order; those of another session or
 * binding are rejected and counted. An error of `take` is logged. Throws if another topic has the same name.
 */
export function topic<P extends z.ZodType<OfBinding, object>>(
  { name, perS, burst, sample, ...declared }: Declared<P>,
  take: (taken: Taken<z.output<P>>, platform: Platform) => Promise<void> | void,
): DeclaredTopic {
  addUpTopic(name, declared)
  return {
    ...declared,
    ...{ name, sample },
    bind: (platform) => ({
      ...{ name, perS, burst },
      take: ({ message, sn, session, receivedAt }) =>
        take({ message: message as z.output<P>, sn, receivedAt, ...deviceOf(session) }, platform()),
    }),
  }
}

/** The device of a message of the current binding, which always has one. */
const deviceOf = ({ orgId, equipmentId }: GatewaySession) => ({
  orgId: orgId as OrgId,
  equipmentId: equipmentId as EquipmentId,
})
