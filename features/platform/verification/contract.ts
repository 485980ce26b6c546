// One-time codes by e-mail and SMS, and what the platform sends at all.
import { z } from 'zod'
import { nothing, post } from '../../../contract/endpoint.ts'
import type { Language } from '../../../contract/errors.ts'
import { Instant } from '../../../contract/fields.ts'
import { token } from '../../frame/token.ts'

/** By what a code is sent. */
export const channels = ['email', 'sms'] as const
export type Channel = (typeof channels)[number]
/** By what anything is sent; a phone call speaks its text. */
export const messageChannels = [...channels, 'phone'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** What a code is good for. */
const purposes = ['recovery', 'verify', 'setTel', 'setEmail'] as const
export type Purpose = (typeof purposes)[number]

export type Message = {
  channel: MessageChannel
  to: string
  subject: string
  text: string
  /** The language of the text: a call speaks it. */
  language?: Language
  /** The same for each try of one message: whoever delivers it can tell that it has it already. */
  id?: string
}

/** Hands messages over to what delivers them. */
export type Sender = {
  /** What serves a channel. */
  by(channel: MessageChannel): 'provider' | 'outbox' | 'off'
  /** Throws messageFailed when nobody took it in time, tooFrequent when too many wait already, messagesOff. */
  send(message: Message): Promise<void>
}

/** A code of somebody for something, sent to an address. */
export type CodeOf = {
  /** `account 5`, or the recovery under way. */
  holder: string
  purpose: Purpose
  channel: Channel
  /** Where it is sent; a made-up one is treated alike, and nothing leaves. */
  target: string
}

export type CodeOrder = CodeOf & {
  isMadeUp?: boolean
  /** What the bounds of an account count by. */
  account: string
  ip: string
  language: Language
}

export type Bound = { max: number; perMs: number }

/** What rooms use of this one, by `Platform.codes`. */
export type Codes = {
  /** Those that the platform can send by. */
  channels(): readonly Channel[]
  by(channel: MessageChannel): 'provider' | 'outbox' | 'off'
  /** Whether the last message of a channel could not be delivered a moment ago. */
  isFailing(channel: MessageChannel): boolean
  /**
   * Draws a code, stores its hash and sends it; the older one of the same holder and purpose is void. Throws tooFrequent.
   * `delivered` settles when it was handed over, or throws messageFailed, and then there is no code.
   */
  send(order: CodeOrder): Promise<{ delivered: Promise<void> }>
  /** Sends a message that nobody waits for; what fails stands in the log of faults. */
  tell(message: Message): void
  /** A right code is used up by it; one that is too old, used, or was mistaken too often is `gone`. */
  check(of: CodeOf, code: string): Promise<'right' | 'wrong' | 'gone'>
  /** Counts a try; false if there were too many. The counting is not undone with the caller's transaction. */
  countTry(key: string, bound: Bound): Promise<boolean>
  /** A number that only this installation makes of a text, the same each time: 32 bytes. */
  mark(text: string): Buffer
  /** Messages of a development platform that stayed here; null where they are really sent. */
  outbox(): readonly (Message & { at: number })[] | null
}

const ChannelState = z.object({
  channel: z.enum(messageChannels),
  /** `off`: nothing is configured. `outbox`: messages stay on the platform, to be read here. */
  by: z.enum(['provider', 'outbox', 'off']),
  isFailing: z.boolean(),
})

export const queryOutbox = post('/lfscada/verification/outbox', {
  may: 'outbox:view',
  about:
    'By what e-mail, SMS and phone calls leave; on a development platform the messages that stayed here, newest first.',
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

/** One-time codes by e-mail and SMS, with the bounds of guessing. */
export const codes = token<Codes>('codes')

/** Sends e-mail and SMS, and makes phone calls. */
export const sender = token<Sender>('messages')
