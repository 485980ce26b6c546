// The count of unread messages is read after the socket is subscribed, and after each reconnection.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { type FakeSocket, fakeSocket } from '../../../signal/web/fake-socket.ts'
import { messageToken, queryUnreadCount } from './contract.ts'
import { listen, news } from './news.ts'

const settle = () => vi.advanceTimersByTimeAsync(0)

let sockets: FakeSocket[]
/** Unread messages on the platform, and how often they were counted. */
let unread: number
let counts: number
let changes: number
/** If set, the simulated answers wait for this promise. */
let answered: Promise<void> | undefined
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  ;[sockets, unread, counts, changes, answered] = [[], 3, 0, 0, undefined]
  vi.stubGlobal('window', { location: { protocol: 'http:', host: 'gatehouse.test' } })
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith(messageToken.path)) return Response.json({ code: 200, data: 'token' })
    if (!path.endsWith(queryUnreadCount.path)) return expect.unreachable(path)
    counts += 1
    const counted = unread
    await answered
    return Response.json({ code: 200, data: counted })
  })
  // A function that returns an object can be called with `new`.
  vi.stubGlobal('WebSocket', function opened() {
    sockets.push(fakeSocket())
    return sockets.at(-1)
  })
  stop = listen({
    onMessage: () => undefined,
    onChange: () => {
      changes += 1
    },
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is read once the platform has subscribed the socket, not before', async () => {
  await settle()
  sockets[0]!.connects()
  await settle()
  expect([counts, changes, news.get().count]).toEqual([0, 0, null])
  // A message that arrives before the subscription is not announced: only the count reports it.
  unread = 4
  sockets[0]!.says({ type: 'pong', at: Date.now() })
  await settle()
  expect([counts, changes, news.get().count]).toEqual([1, 1, 4])
})

it('is read again after each reconnection, which misses what arrived meanwhile', async () => {
  await settle()
  sockets[0]!.opens()
  await settle()
  for (const [at, missed] of [5, 9].entries()) {
    sockets[at]!.falls()
    unread = missed
    await vi.advanceTimersByTimeAsync(limits.socketReconnectMs)
    expect(counts).toBe(at + 1)
    sockets[at + 1]!.opens()
    await settle()
    expect([counts, changes, news.get().count]).toEqual([at + 2, at + 2, missed])
  }
})

it('is that of the last question, even if an earlier one is answered later', async () => {
  await settle()
  sockets[0]!.opens()
  await settle()
  let answer: () => void = () => undefined
  answered = new Promise((resolve) => {
    answer = resolve
  })
  sockets[0]!.says({ type: 'recount' } as never)
  await settle()
  answered = undefined
  unread = 1
  sockets[0]!.says({ type: 'recount' } as never)
  await settle()
  expect(news.get().count).toBe(1)
  answer()
  await settle()
  expect([counts, news.get().count]).toEqual([3, 1])
})
