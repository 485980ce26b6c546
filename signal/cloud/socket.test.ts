// The server side of a socket: its first messages, and the version of its ticket.
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

test('a socket is greeted after it joined its hub, with the version from before its ticket was read', async () => {
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
