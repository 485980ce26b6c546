// The calls of one-time codes by e-mail and SMS, and the channels by which the platform sends messages.
import { z } from 'zod'
import { nothing, post } from '../../../contract/endpoint.ts'
import type { Language } from '../../../contract/errors.ts'
import { Instant } from '../../../contract/fields.ts'
import { token } from '../../frame/token.ts'

/** Channels by which codes are sent. */
export const channels = ['email', 'sms'] as const
export type Channel = (typeof channels)[number]
/** Channels for all messages; a phone call speaks its text. */
export const messageChannels = [...channels, 'phone'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** The purpose for which a code is valid. */
const purposes = ['recovery', 'verify', 'setTel', 'setEmail'] as const
export type Purpose = (typeof purposes)[number]

export type Message = {
  channel: MessageChannel
  to: string
  subject: string
  text: string
  /** The language of the text, needed for a call. */
  language?: Language
  /** The same id for each attempt to deliver a message, so that the receiver can detect duplicates. */
  id?: string
}

/** Passes messages to the service that delivers them. */
export type Sender = {
  /** Whether a provider or the local outbox delivers the messages of a channel. */
  by(channel: MessageChannel): 'provider' | 'outbox' | 'off'
  /**
   * Throws messageFailed if the service did not accept the message in time, tooFrequent if too many are waiting,
   * messagesOff.
   */
  send(message: Message): Promise<void>
}

/** Identifies a code: its holder, purpose and address. */
export type CodeOf = {
  /** The owner of the code: `account 5`, or a recovery in progress. */
  holder: string
  purpose: Purpose
  channel: Channel
  /** The address to which the code is sent. An invented one is treated alike, but nothing is sent. */
  target: string
}

export type CodeOrder = CodeOf & {
  isMadeUp?: boolean
  /** Names the account in limits. */
  account: string
  ip: string
  language: Language
}

export type Bound = { max: number; perMs: number }

/** The service of this room for others, by `use(codes)`. */
export type Codes = {
  /** The channels that the platform can use. */
  channels(): readonly Channel[]
  by(channel: MessageChannel): 'provider' | 'outbox' | 'off'
  /** True if the latest message of a channel could not be delivered. */
  isFailing(channel: MessageChannel): boolean
  /**
   * Generates a code, stores its hash and sends it; an older one of the same holder and purpose becomes invalid. Throws
   * tooFrequent. `delivered` settles when the service has accepted it, or throws messageFailed; then the code is
   * invalid.
   */
  send(order: CodeOrder): Promise<{ delivered: Promise<void> }>
  /** Sends a message without waiting for it; failures are logged. */
  tell(message: Message): void
  /** A right code is used up; one that is expired, used, or was entered wrongly too often is `gone`. */
  check(of: CodeOf, code: string): Promise<'right' | 'wrong' | 'gone'>
  /** Counts an attempt; false if there were too many. The count is not rolled back with the caller's transaction. */
  countTry(key: string, bound: Bound): Promise<boolean>
  /** A keyed hash of a text, specific to this installation: 32 bytes. */
  mark(text: string): Buffer
  /** Messages stored on a development platform; null if messages are really sent. */
  outbox(): readonly (Message & { at: number })[] | null
}

const ChannelState = z.object({
  channel: z.enum(messageChannels),
  /** `off`: no provider is configured. `outbox`: messages stay on the platform and can be read there. */
  by: z.enum(['provider', 'outbox', 'off']),
  isFailing: z.boolean(),
})

export const queryOutbox = post('/lfscada/verification/outbox', {
  may: 'outbox:view',
  about:
    'Returns how e-mail, SMS and phone calls are sent; on a development platform also the unsent messages, newest first.',
  input: nothing,
  output: z.object({
    channels: z.array(ChannelState),
    messages: z.array(
      z.object({
        at: Instant,
        channel: z.enum(messageChannels),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
      }),
    ),
  }),
})

/** One-time codes by e-mail and SMS, with limits against guessing. */
export const codes = token<Codes>('codes')

/** Sends e-mail and SMS, and makes phone calls. */
export const sender = token<Sender>('messages')
