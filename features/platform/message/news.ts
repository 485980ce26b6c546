// What comes for the account while it is signed in: the socket of messages, the count, and what the bell shows of it.
import { call } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { messageSocketPath } from '../../../contract/sockets.ts'
import { keepSocket, type SocketState, socketUrl, type WebSocketLike } from '../../../signal/web/socket.ts'
import { createStore, type Store } from '../../../ui/store.ts'
import { type Message, type MessageNews, messageToken, queryUnreadCount } from './contract.ts'
import { arrived, counted, settled, type Unread, uncounted } from './unread.ts'

/** While the socket does not stand, something new may be missing from the count. */
export const news: Store<Unread & { socket: SocketState }> = createStore<Unread & { socket: SocketState }>({
  ...uncounted,
  socket: 'closed',
})

const change = (next: (now: Unread) => Unread) => news.set((now) => ({ ...now, ...next(now) }))

/** Asks the platform how many are unread; what cannot be asked is not known. */
export async function recount(): Promise<void> {
  const count = await call(queryUnreadCount, {}).catch(() => null)
  change((now) => (count === null ? { ...now, count: null } : counted(now, count)))
}

type Heard = {
  onMessage(message: Message): void
  /** What there is may be other than what was read of it. */
  onChange(): void
}

/** Listens until the answer is called; then no timer and no socket is left. */
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
      // One that comes while it stands does not put it off: in a storm it would never be counted.
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
