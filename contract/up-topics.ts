// The upward topics by name: those of the agent (contract/topics.ts) and those that rooms add.
import type { z } from 'zod'
import { upTopics } from './topics.ts'

/** Payload, QoS, and description in docs/mqtt/asyncapi.json. */
export type UpTopic = { payload: z.ZodType<object>; qos: 0 | 1; about: string }

const ofAgent: ReadonlyMap<string, UpTopic> = new Map(Object.entries(upTopics))
const ofRooms = new Map<string, UpTopic>()

/** Adds the topic of a room: one of its own, or one that the agent publishes. Throws if another topic has the name. */
export function addUpTopic(name: string, { payload, qos, about }: UpTopic): void {
  const isTaken = ofRooms.has(name) || (ofAgent.has(name) && ofAgent.get(name)?.payload !== payload)
  if (isTaken) throw new Error(`two MQTT topics are called "${name}"`)
  if (!/^[a-z]+$/.test(name)) throw new Error(`the name of the MQTT topic "${name}" may have small letters only`)
  ofRooms.set(name, { payload, qos, about })
}

export const upTopicNamed = (name: string): UpTopic | undefined => ofAgent.get(name) ?? ofRooms.get(name)

export const upTopicNames = (): string[] => [...new Set([...ofAgent.keys(), ...ofRooms.keys()])]

const shape = /^gw\/([A-Za-z0-9-]{4,32})\/up\/([a-z]+)$/

/** SN and name of an upward topic, or nothing for any other topic. */
export function parseUpTopic(topic: string): { sn: string; name: string } | undefined {
  const [, sn, name] = shape.exec(topic) ?? []
  return sn && name && upTopicNamed(name) ? { sn, name } : undefined
}
