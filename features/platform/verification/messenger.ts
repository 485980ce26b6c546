// Sends e-mail and SMS: a bounded queue for each provider, and a time limit for each message.
import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Message, MessageChannel, Sender } from './contract.ts'

/** Passes a message to a service, or throws; stops when the signal aborts. */
export type Provider = (message: Message, signal: AbortSignal) => Promise<void>

export type Messenger = Sender & {
  isFailing(channel: MessageChannel): boolean
  outbox(): readonly (Message & { at: number })[] | null
}

type Needs = {
  providers: Partial<Record<MessageChannel, Provider>>
  /** Stores messages without a provider for reading: on a development platform only. */
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

/** Runs a few tasks at the same time; rejects a new one while too many are waiting. */
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
      // Passes the place to the next task, or frees it.
      const next = waiting.shift()
      if (next) next()
      else under -= 1
    }
  }
}
