import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shareLine } from './shared-line.ts'
import type { WebSocketLike } from './socket.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Dialled = WebSocketLike & { sent: string[]; closed: boolean; token: string }

function setUp() {
  let drawn = 0
  const dialled: Dialled[] = []
  const ask = vi.fn(async () => {
    drawn += 1
    return `t${drawn}`
  })
  const portOf = shareLine(ask, (token) => {
    const made: Dialled = {
      ...{ onopen: null, onmessage: null, onclose: null, onerror: null, sent: [], closed: false, token },
      send: (text) => void made.sent.push(text),
      close() {
        made.closed = true
      },
    }
    dialled.push(made)
    return made
  })
  /** Opens the socket of a device, and collects the messages that it receives. */
  const join = async (device: number, port = portOf(device)) => {
    const heard: string[] = []
    const end = port.connect(await port.token())
    end.onopen = () => heard.push('open')
    end.onclose = () => heard.push('close')
    end.onmessage = ({ data }) => heard.push(String(data))
    return { end, heard, port }
  }
  return { ask, dialled, join }
}

const of = (equipmentId: number) => JSON.stringify({ type: 'signalVal', equipmentId })

test('all devices share one connection, and each receives its own messages', async () => {
  const { ask, dialled, join } = setUp()
  const [one, two] = await Promise.all([join(1), join(2)])
  expect([ask.mock.calls.length, dialled.length]).toEqual([1, 1])
  dialled[0]!.onopen?.()
  for (const data of [of(1), of(2), of(3), '{"type":"pong","at":5}']) dialled[0]!.onmessage?.({ data })
  expect(one.heard).toEqual(['open', of(1), '{"type":"pong","at":5}'])
  expect(two.heard).toEqual(['open', of(2), '{"type":"pong","at":5}'])
})

test('pings of all devices within a second are sent as one', async () => {
  const { dialled, join } = setUp()
  const ends = await Promise.all([1, 2, 3].map((device) => join(device)))
  dialled[0]!.onopen?.()
  for (const { end } of ends) end.send('ping')
  await vi.advanceTimersByTimeAsync(0)
  expect(dialled[0]!.sent).toEqual(['ping'])
  for (const { end } of ends) end.send('ping')
  await vi.advanceTimersByTimeAsync(500)
  expect(dialled[0]!.sent).toHaveLength(1)
  // Every ping is answered: it is delayed, not dropped.
  await vi.advanceTimersByTimeAsync(600)
  expect(dialled[0]!.sent).toHaveLength(2)
})

test('a disconnection affects all devices, and the first token request reconnects all', async () => {
  const { ask, dialled, join } = setUp()
  const [one, two] = await Promise.all([join(1), join(2)])
  dialled[0]!.onopen?.()
  dialled[0]!.onclose?.()
  expect([one.heard, two.heard]).toEqual([
    ['open', 'close'],
    ['open', 'close'],
  ])
  const again = await Promise.all([join(1, one.port), join(2, two.port)])
  expect([ask.mock.calls.length, dialled.length]).toEqual([2, 2])
  dialled[1]!.onopen?.()
  expect(again.map(({ heard }) => heard)).toEqual([['open'], ['open']])
})

test('a refused token is refused to all, and requested again', async () => {
  const { ask, dialled, join } = setUp()
  ask.mockRejectedValueOnce(new Error('away'))
  const one = join(1)
  await expect(one).rejects.toThrow('away')
  const later = await join(1)
  expect([dialled.length, dialled[0]!.token]).toEqual([1, 't1'])
  later.end.close()
  expect(dialled[0]!.closed).toBe(true)
})

test('a device that joins an open line gets an open event; the last that leaves closes the line', async () => {
  const { dialled, join } = setUp()
  const one = await join(1)
  dialled[0]!.onopen?.()
  const two = await join(2)
  await Promise.resolve()
  expect([two.heard, dialled.length]).toEqual([['open'], 1])
  one.end.close()
  expect(dialled[0]!.closed).toBe(false)
  two.end.close()
  two.end.close()
  expect(dialled[0]!.closed).toBe(true)
})

test('a device that joins a subscribed line is notified', async () => {
  const { dialled, join } = setUp()
  await join(1)
  dialled[0]!.onopen?.()
  const late = await join(2)
  expect(late.heard).toEqual(['open'])
  dialled[0]!.onmessage?.({ data: '{"type":"pong","at":5}' })
  const later = await join(3)
  expect(later.heard).toEqual(['open', '{"type":"pong","at":5}'])
})
