// A browser's socket for tests: the received messages, and the close code.
import { WebSocket } from 'ws'
import { equipmentSocketPath, messageSocketPath, projectSocketPath, type ServerMessage } from '../contract/sockets.ts'
import type { MessageNews } from '../features/platform/message/contract.ts'

export type Watch<M = ServerMessage> = {
  readonly messages: M[]
  /** The close code; undefined while the socket is open. */
  closed: number | undefined
  send(text: string): void
  close(): void
}

/** Opens the socket of a token; resolves when it is open. */
export const watch = (url: string, token: string): Promise<Watch> => open(url, equipmentSocketPath, token)

/** Opens a socket that watches a page of a project. */
export const watchPage = (url: string, token: string): Promise<Watch> => open(url, projectSocketPath, token)

/** Opens a socket that watches the messages of an account. */
export const listen = (url: string, token: string): Promise<Watch<MessageNews>> => open(url, messageSocketPath, token)

async function open<M>(url: string, path: string, token: string): Promise<Watch<M>> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}${token}`)
  const seen: Watch<M> = {
    messages: [],
    closed: undefined,
    send: (text) => socket.send(text),
    close: () => socket.close(),
  }
  socket.on('message', (data) => seen.messages.push(JSON.parse(String(data)) as M))
  socket.on('close', (code) => {
    seen.closed = code
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return seen
}
