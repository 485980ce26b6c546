import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ServerMessage } from '../../contract/sockets.ts'
import { type FakeSocket, fakeSocket } from './fake-socket.ts'
import { createServerClock } from './server-clock.ts'
import { keepSocket, type SocketState, socketUrl } from './socket.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(0)

function stage(token: () => Promise<string> = async () => 'token') {
  const sockets: FakeSocket[] = []
  const tokens: string[] = []
  const messages: ServerMessage[] = []
  const states: SocketState[] = []
  const clock = createServerClock()
  const kept = keepSocket({
    token,
    connect: (drawn) => {
      tokens.push(drawn)
      sockets.push(fakeSocket())
      return sockets.at(-1)!
    },
    onMessage: (message) => void messages.push(message),
    onState: (state) => void states.push(state),
    clock,
  })
  return { kept, sockets, tokens, messages, states, clock }
}

async function opened() {
  const on = stage()
  await settle()
  on.sockets[0]!.opens()
  return on
}

describe('connecting', () => {
  test('fetches a token and connects with it', async () => {
    const { tokens, states } = await opened()
    expect(tokens).toEqual(['token'])
    expect(states).toEqual(['connecting', 'open'])
  })

  test('a refused token is asked for again after 10 s', async () => {
    const token = vi.fn().mockRejectedValueOnce(new Error('busy')).mockResolvedValue('second')
    const { tokens, states } = stage(token)
    await settle()
    expect(states).toEqual(['connecting', 'waiting'])
    await vi.advanceTimersByTimeAsync(9_999)
    expect(token).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(tokens).toEqual(['second'])
  })

  test('after a close it connects again in 10 s, with a new token', async () => {
    const { sockets, states } = await opened()
    sockets[0]!.falls()
    expect(states.at(-1)).toBe('waiting')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sockets).toHaveLength(2)
    sockets[1]!.opens()
    expect(states.at(-1)).toBe('open')
  })

  test('an error and the close that follows it are one fall', async () => {
    const { sockets } = await opened()
    const [first] = sockets
    first!.onerror?.()
    first!.falls()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sockets).toHaveLength(2)
  })
})

describe('staying connected', () => {
  test('pings at once and soon again, to learn the clock, then every 60 s', async () => {
    const { sockets } = await opened()
    expect(sockets[0]!.sent).toEqual(['ping'])
    sockets[0]!.says({ type: 'pong', at: Date.now() })
    sockets[0]!.send = (text) => {
      sockets[0]!.sent.push(text)
      sockets[0]!.says({ type: 'pong', at: Date.now() })
    }
    await vi.advanceTimersByTimeAsync(4_000)
    expect(sockets[0]!.sent).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(55_999)
    expect(sockets[0]!.sent).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(1)
    expect(sockets[0]!.sent).toHaveLength(5)
  })

  test('does not ping to learn while the last ping is unanswered', async () => {
    const { sockets } = await opened()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sockets[0]!.sent).toEqual(['ping'])
  })

  test('a pong teaches the clock', async () => {
    const { sockets, clock } = await opened()
    await vi.advanceTimersByTimeAsync(20)
    sockets[0]!.says({ type: 'pong', at: Date.now() - 10 + 4_000 })
    expect(clock.offsetMs()).toBe(4_000)
  })

  test('a line on which nothing answers is dropped and made anew', async () => {
    const { sockets } = await opened()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(sockets[0]!.closed).toBe(true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sockets).toHaveLength(2)
  })

  test('any word proves that the line lives', async () => {
    const { sockets } = await opened()
    sockets[0]!.says({ type: 'signalAlarm', equipmentId: 1, alarmId: 1, signalId: 1, active: true, at: 1 })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(sockets[0]!.closed).toBe(false)
  })
})

describe('messages', () => {
  test('are handed on, pongs and garbage are not', async () => {
    const { sockets, messages } = await opened()
    const values = { type: 'signalVal', equipmentId: 1, receivedAt: 5, ids: [1], values: [2], times: [3] } as const
    for (const word of ['not json', 'null', '{}', JSON.stringify(values)]) sockets[0]!.says(word)
    sockets[0]!.says({ type: 'pong', at: 1 })
    expect(messages).toEqual([values])
  })
})

describe('stopping', () => {
  test('closes the socket and leaves no timer', async () => {
    const { kept, sockets, states } = await opened()
    kept.stop()
    expect(sockets[0]!.closed).toBe(true)
    expect(states.at(-1)).toBe('closed')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('while the token is on its way: nothing is opened any more', async () => {
    let answer: (token: string) => void = () => undefined
    const { kept, sockets } = stage(() => new Promise((resolve) => (answer = resolve)))
    kept.stop()
    answer('late')
    await settle()
    expect(sockets).toHaveLength(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('while waiting for the next try: it is called off', async () => {
    const { kept, sockets } = await opened()
    sockets[0]!.falls()
    kept.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toHaveLength(1)
  })

  test('a close that arrives afterwards starts nothing', async () => {
    const { kept, sockets } = await opened()
    const [socket] = sockets
    const late = socket!.onclose
    kept.stop()
    late?.()
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('the address follows the page: secure with secure', () => {
  expect(socketUrl('t', { protocol: 'https:', host: 'a.b' })).toBe('wss://a.b/lfscada/ws/eg/signal/subscribe/t')
  expect(socketUrl('t', { protocol: 'http:', host: 'a:1' })).toBe('ws://a:1/lfscada/ws/eg/signal/subscribe/t')
})
