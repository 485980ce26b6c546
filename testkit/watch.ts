// A browser's socket for tests: the received messages, and the close code.
import { WebSocket } from 'ws'
import { equipmentSocketPath, type ServerMessage } from '../contract/sockets.ts'

export type Watch = {
  readonly messages: ServerMessage[]
  /** Close code once it is closed. */
  closed: number | undefined
  send(text: string): void
  close(): void
}

/** Opens the socket of a token; resolves when it is open. */
export async function watch(url: string, token: string): Promise<Watch> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${equipmentSocketPath}${token}`)
  const seen: Watch = {
    messages: [],
    closed: undefined,
    send: (text) => socket.send(text),
    close: () => socket.close(),
  }
  socket.on('message', (data) => seen.messages.push(JSON.parse(String(data)) as ServerMessage))
  socket.on('close', (code) => {
    seen.closed = code
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return seen
}
