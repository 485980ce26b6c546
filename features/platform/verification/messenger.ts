// What sends e-mail and SMS: a bounded queue before each provider, and a bounded time for each message.
import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Message, MessageChannel, Sender } from './contract.ts'

/** Hands a message over, or throws; gives up when the signal aborts. */
export type Provider = (message: Message, signal: AbortSignal) => Promise<void>

export type Messenger = Sender & {
  isFailing(channel: MessageChannel): boolean
  outbox(): readonly (Message & { at: number })[] | null
}

type Needs = {
  providers: Partial<Record<MessageChannel, Provider>>
  /** Messages without a provider stay here to be read: on a development platform only. */
  hasOutbox: boolean
  now: () => number
  log: (channel: MessageChannel, error: unknown) => void
  timeoutMs?: number
}

export function createMessenger({ providers, hasOutbox, now, log, timeoutMs = limits.messageMs }: Needs): Messenger {
  const kept: (Message & { at: number })[] = []
  const failedAt = new Map<MessageChannel, number>()
  const queues = new Map<MessageChannel, Queue>()

  const keep: Provider = async (message) => {
    kept.unshift({ ...message, at: now() })
    kept.length = Math.min(kept.length, limits.outboxMessages)
  }
  const providerOf = (channel: MessageChannel) => providers[channel] ?? (hasOutbox ? keep : undefined)

  async function handOver(provider: Provider, message: Message): Promise<void> {
    const { channel } = message
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(new Error('no answer in time')), timeoutMs)
    try {
      await Promise.race([provider(message, patience.signal), rejection(patience.signal)])
      failedAt.delete(channel)
    } catch (error) {
      failedAt.set(channel, now())
      log(channel, error)
      throw fail('messageFailed')
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    by: (channel) => (providers[channel] ? 'provider' : hasOutbox ? 'outbox' : 'off'),
    isFailing: (channel) => now() - (failedAt.get(channel) ?? Number.NEGATIVE_INFINITY) < limits.verificationAgainMs,
    async send(message) {
      const provider = providerOf(message.channel)
      if (!provider) throw fail('messagesOff')
      const queue = queues.get(message.channel) ?? createQueue()
      queues.set(message.channel, queue)
      return queue(() => handOver(provider, message))
    },
    outbox: () => (hasOutbox ? kept : null),
  }
}

const rejection = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

type Queue = (work: () => Promise<void>) => Promise<void>

/** A few at a time; of those that wait there are so many, and one more is refused. */
function createQueue(atOnce: number = limits.messagesAtOnce, most: number = limits.messagesWaiting): Queue {
  const waiting: (() => void)[] = []
  let under = 0
  return async (work) => {
    if (under >= atOnce) {
      if (waiting.length >= most) throw fail('tooFrequent')
      await new Promise<void>((go) => waiting.push(go))
    } else under += 1
    try {
      await work()
    } finally {
      // The place goes to the next, or becomes free.
      const next = waiting.shift()
      if (next) next()
      else under -= 1
    }
  }
}
