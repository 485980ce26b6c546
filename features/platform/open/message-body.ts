// The whole text of one type of message, from the room whose messages they are: `message-body.tsx` in its folder. A
// message itself contains only the first part of a long text.
import type { ComponentType } from 'react'
import type { Message, MessageType } from '../message/contract.ts'

export type MessageBody = {
  /** The type of messages that this component shows; messages of other types contain their whole text. */
  type: MessageType
  Body: ComponentType<{ message: Message }>
}
