// News for the signed-in account: the socket of messages, the count, and the state of the bell.
import { call } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { messageSocketPath } from '../../../contract/sockets.ts'
import { keepSocket, type SocketState, socketUrl, type WebSocketLike } from '../../../signal/web/socket.ts'
import { createStore, type Store } from '../../../ui/store.ts'
import { type Message, type MessageNews, messageToken, queryUnreadCount } from './contract.ts'
import { arrived, counted, settled, type Unread, uncounted } from './unread.ts'

/**
 * The count of unread messages and the state of the socket; while the socket is not open, the count may be outdated.
 */
export const news: Store<Unread & { socket: SocketState }> = createStore<Unread & { socket: SocketState }>({
  ...uncounted,
  socket: 'closed',
})

const change = (next: (now: Unread) => Unread) => news.set((now) => ({ ...now, ...next(now) }))

/** Number of the latest request for the count: the answer to an earlier request may arrive later and is ignored. */
let asked = 0

/** Requests the number of unread messages; unknown after a failure. */
export async function recount(): Promise<void> {
  asked += 1
  const mine = asked
  const count = await call(queryUnreadCount, {}).catch(() => null)
  if (mine !== asked) return
  change((now) => (count === null ? { ...now, count: null } : counted(now, count)))
}

type Heard = {
  onMessage(message: Message): void
  /** Called when messages may have changed since they were last read. */
  onChange(): void
}

/** Listens until the returned function is called, which also removes the timer and the socket. */
export function listen({ onMessage, onChange }: Heard): () => void {
  let mark: ReturnType<typeof setTimeout> | undefined
  const renew = () => {
    void recount()
    onChange()
  }
  const settle = () => {
    mark = undefined
    change(settled)
    renew()
  }
  const socket = keepSocket<MessageNews>({
    token: () => call(messageToken, {}),
    connect: (token) => new WebSocket(socketUrl(token, window.location, messageSocketPath)) as unknown as WebSocketLike,
    onMessage(told) {
      if (told.type === 'recount') renew()
      if (told.type !== 'message') return
      change(arrived)
      // A further message does not extend the mark of new messages, because a storm of messages would postpone the
      // count forever.
      mark ??= setTimeout(settle, limits.newsMarkMs)
      onMessage(told.message)
    },
    onState(state) {
      news.set((now) => ({ ...now, socket: state }))
      if (state === 'open') renew()
    },
  })
  return () => {
    clearTimeout(mark)
    socket.stop()
    news.set({ ...uncounted, socket: 'closed' })
  }
}
