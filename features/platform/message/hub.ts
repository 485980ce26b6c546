// The sockets for messages on this node, by account. A socket that does not read is closed; after reconnecting it
// requests the count again, and misses nothing.
import type { Language } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Wire } from '../../../signal/cloud/wire.ts'
import type { MessageNews, MessagePost, Whose } from './contract.ts'

type Listener = Whose & { sessionHash: string; language: Language; wire: Wire }

export type MessageHub = MessagePost & {
  add(listener: Listener): () => void
  /** False if this session, or the whole platform, has the maximum number of sockets. */
  hasRoom(sessionHash: string): boolean
  /** Always 0: tickets of this socket contain nothing that changes. */
  version(): 0
  /** The listeners, one for each socket. */
  listening(): readonly Listener[]
  /** Closes the sockets of listeners whose rights have ended. */
  part(ended: readonly Listener[]): void
  counts(): { sockets: number; refused: number; closedForLag: number }
}

const keyOf = ({ orgId, accountId }: Whose) => `${orgId} ${accountId}`

export function createMessageHub(): MessageHub {
  const byAccount = new Map<string, Set<Listener>>()
  const bySession = new Map<string, number>()
  let sockets = 0
  let refused = 0
  let closedForLag = 0

  function tally(sessionHash: string, by: 1 | -1): void {
    sockets += by
    const count = (bySession.get(sessionHash) ?? 0) + by
    if (count > 0) bySession.set(sessionHash, count)
    else bySession.delete(sessionHash)
  }

  function send({ wire }: Listener, text: string): void {
    if (wire.bufferedAmount() > limits.socketBacklogBytes) {
      closedForLag += 1
      wire.close(1013, 'too slow')
    } else wire.send(text)
  }

  const of = (whose: Whose) => byAccount.get(keyOf(whose)) ?? []

  return {
    add(listener) {
      const key = keyOf(listener)
      const set = byAccount.get(key) ?? new Set()
      byAccount.set(key, set.add(listener))
      tally(listener.sessionHash, 1)
      return () => {
        if (set.delete(listener)) tally(listener.sessionHash, -1)
        if (set.size === 0 && byAccount.get(key) === set) byAccount.delete(key)
      }
    },
    hasRoom(sessionHash) {
      const isFull =
        sockets >= limits.messageSockets || (bySession.get(sessionHash) ?? 0) >= limits.messageSocketsPerSession
      if (isFull) refused += 1
      return !isFull
    },
    tell(messages) {
      for (const written of messages)
        for (const listener of of(written)) {
          const news: MessageNews = { type: 'message', message: written[listener.language] }
          send(listener, JSON.stringify(news))
        }
    },
    recount(whose) {
      const news: MessageNews = { type: 'recount' }
      for (const listener of of(whose)) send(listener, JSON.stringify(news))
    },
    version: () => 0,
    listening: () => [...byAccount.values()].flatMap((set) => [...set]),
    part(ended) {
      for (const { wire } of ended) wire.close(4401, 'session ended')
    },
    counts: () => ({ sockets, refused, closedForLag }),
  }
}
