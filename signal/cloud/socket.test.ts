// The server's side of a socket: what it sends once it is subscribed, and from which version its ticket is.
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { type Socket, serveSocket } from './socket.ts'

function fake(): Socket & EventEmitter & { sent: string[] } {
  const sent: string[] = []
  return Object.assign(new EventEmitter(), {
    sent,
    bufferedAmount: 0,
    send: (text: string) => void sent.push(text),
    close: () => undefined,
    terminate: () => undefined,
  })
}

test('a socket is greeted after it was added to its hub, and its version is that before its ticket was read', async () => {
  const socket = fake()
  const steps: unknown[] = []
  let version = 1
  await serveSocket(socket, 'token', {
    async redeem() {
      version = 2
      return { sessionHash: 'a' }
    },
    hub: {
      add(member) {
        steps.push(['added', member.version, socket.sent.length])
        return () => undefined
      },
      hasRoom: () => true,
      version: () => version,
    },
    now: () => 7,
  })
  socket.emit('close')
  expect(steps).toEqual([['added', 1, 0]])
  expect(socket.sent).toEqual([JSON.stringify({ type: 'pong', at: 7 })])
})
