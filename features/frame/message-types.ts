// The types of messages that this platform sends: a room that creates messages lists theirs in its `message-types.ts`.
// Screens offer only these.
import type { Permission } from '../../contract/permissions.ts'
import { type MessageType, messageTypes } from '../platform/message/contract.ts'

/** The default export of `message-types.ts`. `may`: the permission of the accounts that receive them. */
export type SentMessages = readonly { type: MessageType; may: Permission }[]

const sent = Object.values(
  import.meta.glob<{ default: SentMessages }>('../*/*/message-types.ts', { eager: true }),
).flatMap((room) => room.default)

/** Whether a room sends messages of a type. */
export const isSent = (type: string): boolean => sent.some((each) => each.type === type)

/** The types that an account receives, in the order of the contract. */
export const receivedTypes = (may: (permission: Permission) => boolean): MessageType[] =>
  messageTypes.filter((type) => sent.some((each) => each.type === type && may(each.may)))
