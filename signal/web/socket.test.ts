import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { limits } from '../../contract/limits.ts'
import type { ServerMessage } from '../../contract/sockets.ts'
import { type FakeSocket, fakeLink, fakeSocket } from './fake-socket.ts'
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
  const link = fakeLink()
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
    link,
  })
  return { link, kept, sockets, tokens, messages, states, clock }
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

  test('is open only once the platform has subscribed it, so that later reads miss no change', async () => {
    const { sockets, states } = stage()
    await settle()
    sockets[0]!.connects()
    expect(states).toEqual(['connecting'])
    sockets[0]!.says({ type: 'pong', at: Date.now() })
    sockets[0]!.says({ type: 'pong', at: Date.now() })
    expect(states).toEqual(['connecting', 'open'])
  })

  test('nothing is sent to a socket that is closing', async () => {
    const { sockets } = await opened()
    const [socket] = sockets
    socket!.readyState = 2
    await vi.advanceTimersByTimeAsync(1000)
    expect(socket!.sent).toEqual([])
    socket!.falls()
    await vi.advanceTimersByTimeAsync(limits.socketReconnectMs)
    expect(sockets).toHaveLength(2)
  })

  test('a refused token is requested again after 10 s', async () => {
    const token = vi.fn().mockRejectedValueOnce(new Error('busy')).mockResolvedValue('second')
    const { tokens, states } = stage(token)
    await settle()
    expect(states).toEqual(['connecting', 'waiting'])
    await vi.advanceTimersByTimeAsync(9_999)
    expect(token).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(tokens).toEqual(['second'])
  })

  test('after a close it reconnects in 10 s, with a new token', async () => {
    const { sockets, states } = await opened()
    sockets[0]!.falls()
    expect(states.at(-1)).toBe('waiting')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sockets).toHaveLength(2)
    sockets[1]!.opens()
    expect(states.at(-1)).toBe('open')
  })

  test('an error and the close that follows count as one disconnection', async () => {
    const { sockets } = await opened()
    const [first] = sockets
    first!.onerror?.()
    first!.falls()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sockets).toHaveLength(2)
  })
})

describe('staying connected', () => {
  test('pings three times soon after it opened, to learn the clock, then every 60 s', async () => {
    const { sockets } = await opened()
    const [socket] = sockets
    socket!.send = (text) => {
      socket!.sent.push(text)
      socket!.says({ type: 'pong', at: Date.now() })
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(socket!.sent).toEqual(['ping', 'ping', 'ping'])
    await vi.advanceTimersByTimeAsync(54_999)
    expect(socket!.sent).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(1)
    expect(socket!.sent).toHaveLength(4)
  })

  test('an unanswered ping does not prevent the next one from synchronising the clock', async () => {
    const { sockets, clock } = await opened()
    await vi.advanceTimersByTimeAsync(2_500)
    sockets[0]!.says({ type: 'pong', at: Date.now() + 7_000 })
    expect(clock.offsetMs()).toBe(7_000)
  })

  test('the greeting is not taken for the answer to a ping that was sent before it', async () => {
    const { sockets, clock } = stage()
    await settle()
    sockets[0]!.connects()
    await vi.advanceTimersByTimeAsync(510)
    expect(sockets[0]!.sent).toEqual(['ping'])
    sockets[0]!.says({ type: 'pong', at: Date.now() + 300 })
    expect(clock.offsetMs()).toBe(0)
    await vi.advanceTimersByTimeAsync(1_000)
    sockets[0]!.says({ type: 'pong', at: Date.now() + 4_000 })
    expect(clock.offsetMs()).toBeGreaterThan(3_000)
  })

  test('a pong synchronises the clock', async () => {
    const { sockets, clock } = await opened()
    await vi.advanceTimersByTimeAsync(520)
    sockets[0]!.says({ type: 'pong', at: Date.now() - 10 + 4_000 })
    expect(clock.offsetMs()).toBe(4_000)
  })

  test('a connection without answers is closed and opened again', async () => {
    const { sockets } = await opened()
    await vi.advanceTimersByTimeAsync(19_500)
    expect(sockets[0]!.closed).toBe(true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sockets).toHaveLength(2)
  })

  test('any message proves that the connection is alive', async () => {
    const { sockets } = await opened()
    await vi.advanceTimersByTimeAsync(5_000)
    sockets[0]!.says({ type: 'signalAlarm', equipmentId: 1, alarmId: 1, signalId: 1, active: true, at: 1 })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(sockets[0]!.closed).toBe(false)
  })
})

describe('the platform', () => {
  test('is checked when a socket disconnects and when a token is refused', async () => {
    const { sockets, link } = await opened()
    sockets[0]!.falls()
    expect(link.doubts).toBe(1)
    const refused = stage(() => Promise.reject(new Error('gone')))
    await settle()
    expect(refused.link.doubts).toBe(1)
  })

  test('ends the waiting immediately when it is back', async () => {
    const { sockets, link, states } = await opened()
    sockets[0]!.falls()
    await vi.advanceTimersByTimeAsync(1_000)
    link.returns()
    await settle()
    sockets[1]!.opens()
    expect(states.at(-1)).toBe('open')
    await vi.advanceTimersByTimeAsync(9_000)
    expect(sockets).toHaveLength(2)
  })

  test('on return replaces a token request and a connection in progress, whose late answers open nothing', async () => {
    const answers: ((token: string) => void)[] = []
    const { sockets, link, tokens } = stage(() => new Promise((resolve) => answers.push(resolve)))
    link.returns()
    answers[1]!('second')
    answers[0]!('first')
    await settle()
    expect(tokens).toEqual(['second'])
    link.returns()
    answers[2]!('third')
    await settle()
    expect(sockets.map(({ closed }) => closed)).toEqual([true, false])
  })

  test('coming back, a dead connection is detected within seconds', async () => {
    const { sockets, link } = await opened()
    await vi.advanceTimersByTimeAsync(100)
    link.returns()
    expect(sockets[0]!.sent).toEqual(['ping'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sockets.length).toBeGreaterThan(1)
  })

  test('coming back, a connection that answers is kept', async () => {
    const { sockets, link } = await opened()
    sockets[0]!.send = () => sockets[0]!.says({ type: 'pong', at: Date.now() })
    link.returns()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sockets).toHaveLength(1)
  })
})

describe('messages', () => {
  test('are passed on, except for pongs and garbage', async () => {
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

  test('during a token request: nothing is opened afterwards', async () => {
    let answer: (token: string) => void = () => undefined
    const { kept, sockets } = stage(() => new Promise((resolve) => (answer = resolve)))
    kept.stop()
    answer('late')
    await settle()
    expect(sockets).toHaveLength(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('while waiting to reconnect: the attempt is cancelled', async () => {
    const { kept, sockets } = await opened()
    sockets[0]!.falls()
    kept.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toHaveLength(1)
  })

  test('the return of the platform starts nothing', async () => {
    const { kept, link, tokens } = await opened()
    kept.stop()
    link.returns()
    await settle()
    expect(tokens).toHaveLength(1)
  })

  test('a late close starts nothing', async () => {
    const { kept, sockets } = await opened()
    const [socket] = sockets
    const late = socket!.onclose
    kept.stop()
    late?.()
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('the address is secure if the page is', () => {
  expect(socketUrl('t', { protocol: 'https:', host: 'a.b' })).toBe('wss://a.b/lfscada/ws/eg/signal/subscribe/t')
  expect(socketUrl('t', { protocol: 'http:', host: 'a:1' })).toBe('ws://a:1/lfscada/ws/eg/signal/subscribe/t')
})

describe('the clock of this computer', () => {
  const values = (receivedAt: number): ServerMessage => ({
    type: 'signalVal',
    equipmentId: 1,
    receivedAt,
    ids: [1],
    values: [1],
    times: [receivedAt],
  })
  const pings = ({ sent }: FakeSocket) => sent.filter((text) => text === 'ping').length

  test('that was set while values arrive is synchronised immediately, at most once in 5 s', async () => {
    const { sockets, clock } = await opened()
    const socket = sockets[0]!
    const serverMs = 1_000_000
    socket.says(values(serverMs))
    expect(pings(socket)).toBe(0)
    vi.setSystemTime(serverMs + 300_000)
    for (let i = 0; i < 3; i += 1) socket.says(values(serverMs + i))
    expect(pings(socket)).toBe(1)
    socket.says({ type: 'pong', at: serverMs + 3 })
    expect(clock.now()).toBe(serverMs + 3)
    socket.says(values(serverMs + 4))
    expect(pings(socket)).toBe(1)
  })

  test('is not synchronised because of slightly late values', async () => {
    const { sockets } = await opened()
    sockets[0]!.says(values(1_000_000 - 4_000))
    expect(pings(sockets[0]!)).toBe(0)
  })
})
