// Messages of an account: alarms, orders, expiries and announcements. [S3 Message] [S4] [S7 Messages]
import { z } from 'zod'
import { done, download, nothing, post } from '../../../contract/endpoint.ts'
import type { Language } from '../../../contract/errors.ts'
import {
  type AccountId,
  EquipmentId,
  Instant,
  idOf,
  maxWhole,
  numeric,
  type OrgId,
  pageOf,
  paging,
  text,
} from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Pong } from '../../../contract/sockets.ts'
import { token } from '../../frame/token.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    MessageId: true
  }
}

export const MessageId = idOf('MessageId', Number.MAX_SAFE_INTEGER)
export type MessageId = z.output<typeof MessageId>

export const messageTypes = ['alarm', 'order', 'expire', 'notice'] as const
export type MessageType = (typeof messageTypes)[number]

/**
 * The object of a message: a device, an API key, an operations centre, a card, an order of either kind, or everyone.
 */
export const messageObjects = ['eg', 'api', 'project', 'card', 'repair', 'inspection', 'public'] as const
export type MessageObject = (typeof messageObjects)[number]
const expiringObjects = ['api', 'project', 'card'] as const satisfies readonly MessageObject[]

export const Message = z.object({
  id: MessageId,
  title: z.string(),
  type: z.enum(messageTypes),
  equipType: z.enum(messageObjects),
  note: z.string(),
  /** The id of the object that the message is about. */
  dataId: z.number(),
  /** For an order: its state when the message was created, such as `sended`. */
  dataStatus: z.string().nullable(),
  status: z.enum(['read', 'unread']),
  gmtCreate: Instant,
  alarmId: z.number().nullable(),
  /** How many times the alarm has been announced so far. */
  alarmBroadcastTimes: z.number(),
  imgUrl: z.string().nullable(),
})
export type Message = z.output<typeof Message>

/** The id of a device, an order or an announcement, depending on the message. */
const DataId = numeric(z.number().int().positive().max(maxWhole))
const ids = z.array(MessageId).min(1).max(limits.messagesAtATime)

export const queryUnreadCount = post('/lfscada/msg/queryUnReadMsgCount', {
  may: 'signedIn',
  about: 'How many messages of the account are unread.',
  input: nothing,
  output: z.number(),
})

export const queryMessages = post('/lfscada/msg/query', {
  may: 'signedIn',
  about: 'The messages of the account, newest first. Messages about devices that it no longer sees are left out.',
  input: z.object({
    status: z.enum(['all', 'read', 'unread']).default('all'),
    type: z.enum(messageTypes).optional(),
    ...paging,
  }),
  output: pageOf(Message),
})

export const markAsRead = post('/lfscada/msg/markAsRead', {
  may: 'signedIn',
  about: 'Marks messages as read: one, or those selected. Those that are gone are passed over.',
  input: z.object({ ids }),
  output: done,
})

export const markAllAsRead = post('/lfscada/msg/allMarkAsRead', {
  may: 'signedIn',
  about: 'Marks all messages of the account as read, or all of a type.',
  input: z.object({ type: z.enum(messageTypes).optional() }),
  output: done,
})

export const deleteMessages = post('/lfscada/msg/delete', {
  may: 'signedIn',
  about: 'Deletes messages of the account.',
  input: z.object({ ids }),
  output: done,
})

export const messageInfo = post('/lfscada/msg/info', {
  may: 'signedIn',
  about: 'One message: by its number, or the newest of a type about something.',
  input: z.object({
    id: MessageId.optional(),
    /** Finds the newest message about an object, without its id. */
    type: z.enum(messageTypes).optional(),
    equipType: z.enum(messageObjects).optional(),
    dataId: DataId.optional(),
  }),
  output: Message,
})

export const expireById = post('/lfscada/msg/getExpireById', {
  may: 'signedIn',
  about: 'The newest message that an API key, an operations centre or a card expires.',
  input: z.object({ equipType: z.enum(expiringObjects), dataId: DataId }),
  output: Message,
})

export const markAlarmsAsRead = post('/lfscada/msg/markAsReadForEquipAlarm', {
  may: 'signedIn',
  on: { equipment: 'equipmentId' },
  about: 'Marks all messages about alarms of a device as read.',
  input: z.object({ equipmentId: EquipmentId }),
  output: done,
})

export const queryDialogs = post('/lfscada/msg/queryExpireNoticeMsg', {
  may: 'signedIn',
  about: 'Unread expiries and announcements that are still to be shown in a dialog, oldest first.',
  input: nothing,
  output: z.array(Message),
})

export const ignoreMessage = post('/lfscada/msg/setIgnore', {
  may: 'signedIn',
  about: 'Does not remind of a message again: marks it as read, and shows no dialog for it.',
  input: z.object({ id: MessageId }),
  output: done,
})

export const createSound = download('/lfscada/msg/createSound', {
  may: 'signedIn',
  about:
    'A text spoken in the language of the caller, as audio. Code 1045 where the platform has no speech service: a browser speaks by itself then.',
  input: z.object({ text: text(limits.speechLength) }),
})

export const messageToken = post('/lfscada/websocket/msg/token', {
  may: 'signedIn',
  about: 'A token for the web socket of the messages of the account; valid once, for 60 seconds.',
  input: nothing,
  output: z.string(),
})

/** The details of a device that its messages show. */
export const equipDetail = post('/usual/EquipAction!getEquipDetail.action', {
  may: 'signedIn',
  on: { equipment: 'equipmentId' },
  about: 'The device that a message is about.',
  input: z.object({ equipmentId: EquipmentId }),
  output: z.object({
    equipmentId: EquipmentId,
    equipName: z.string(),
    groupName: z.string().nullable(),
    address: z.string().nullable(),
    manufacturer: z.string().nullable(),
    /** State of the gateway; null if none is bound. */
    state: z.enum(['online', 'offline', 'sleeping']).nullable(),
    sn: z.string().nullable(),
    zone: z.string().nullable(),
  }),
})

/**
 * Messages of the socket: a new message, a request to count again after a change on another page, and answers to pings.
 */
export type MessageNews = { type: 'message'; message: Message } | { type: 'recount' } | Pong

/** A text that is the same in both languages, or one text for each. */
export type Told = string | Readonly<Record<Language, string>>

/** A message to create; its time is now. */
export type NewMessage = {
  orgId: OrgId
  /** Accounts of the organisation, or its guests. */
  to: readonly AccountId[]
  type: MessageType
  equipType: MessageObject
  dataId: number
  title: Told
  note: Told
  alarmId?: number
  /** Default 1. A repeat with a higher number makes the message unread again. */
  broadcastTimes?: number
  dataStatus?: string
  imgUrl?: string
}

/** Messages belong to an account in one organisation. */
export type Whose = { orgId: OrgId; accountId: AccountId }

/** A written message as sent to its listeners, in both languages. */
type WrittenMessage = Whose & Record<Language, Message>

/** Sends messages to the listeners on this node. */
export type MessagePost = {
  tell(messages: readonly WrittenMessage[]): void
  /** Notifies the account's open pages that the number of unread messages has changed. */
  recount(whose: Whose): void
}

/** A spoken text as audio, and its media type. */
export type Speech = { type: string; audio: Uint8Array }
/** Speaks a text. Throws speechOff, speechFailed, tooFrequent. */
export type Speak = (asked: { accountId: AccountId; text: string; language: Language }) => Promise<Speech>

/** Speaks texts for browsers without a voice. */
export const speech = token<Speak>('speech')
