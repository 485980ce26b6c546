// Faults of a serial line, one at a time; testkit/torture/line.test.ts combines them.
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Misbehaving, scriptedServer } from '../../testkit/peers/silent.ts'
import { passing, stillLine, stopTime } from '../../testkit/peers/still-time.ts'
import { Wire } from '../modbus-tcp/wire.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import { rtuFraming } from './frame.ts'
import { RtuSession } from './session.ts'
import { reopenLine } from './trust.ts'

let server: Misbehaving | undefined
afterEach(async () => {
  vi.useRealTimers()
  await server?.close()
  server = undefined
})

const signal = () => new AbortController().signal
/** The response frame with these registers. */
const words = (unit: number, ...values: number[]) =>
  rtuFraming.frameOf(
    unit,
    Uint8Array.of(3, values.length * 2, ...values.flatMap((value) => [value >> 8, value & 0xff])),
  )
/** The response of a correct device whose register n holds 1000 + n. */
const honest = (request: Buffer) => {
  const start = request.readUInt16BE(2)
  return words(request[0]!, ...Array.from({ length: request.readUInt16BE(4) }, (_, index) => 1000 + start + index))
}
/** Sends the same bytes endlessly, as fast as they are read. */
const flood = (bytes: Buffer) => (_: Buffer, socket: Socket) => {
  const go = () => {
    while (socket.writable && socket.write(bytes));
  }
  socket.on('drain', go)
  go()
  return undefined
}
const span = (start: number) => ({ area: 'H', start, count: 5 })
const first = (bytes: Uint8Array) => (bytes[0]! << 8) | bytes[1]!
const isBlock = (request: Buffer) => request[1] === 3 && request.readUInt16BE(4) === 5

type Answer = Parameters<typeof scriptedServer>[0]
async function opened(answer: Answer, timeoutMs = 5000) {
  server = await scriptedServer(answer)
  return about.params.parse({ host: '127.0.0.1', port: server.port, timeoutMs })
}

const now = () => performance.now()
let lines = 0
/** Simulates a line in simulated time, with successive connections. */
function still(answer: Answer, timeoutMs = 1000) {
  stopTime()
  const key = `still-line-${++lines}`
  const params = about.params.parse({ host: key, timeoutMs })
  const connect = () => new RtuSession({ wire: new Wire(stillLine(answer)), line: reopenLine(key, now()), now })
  return { params, connect, read: async (own: RtuSession, start: number) => passing(own.read(span(start), params)) }
}

/** A session on a line that has answered well for a while: answers are returned without confirmation. */
async function trusted(answer: Answer) {
  const { connect, read } = still(answer)
  const own = connect()
  for (const start of [10, 20, 10, 20, 10, 20, 10, 20]) await read(own, start)
  vi.advanceTimersByTime(60_000)
  return (start: number) => read(own, start)
}

describe('an RTU line', () => {
  it('is left, not searched for frames, if it carries too many bytes', { timeout: 10_000 }, async () => {
    // Each byte of this noise could start a long frame.
    const noise = Buffer.alloc(65_536, Uint8Array.of(1, 3, 250))
    const params = await opened(flood(noise), 60_000)
    const own = await opener.open(params, signal())
    await expect(own.read({ area: 'H', start: 0, count: 2 }, params)).rejects.toMatchObject({ broken: true })
    await own.close()
  })

  it('is queried in frames with the CRC of the specification', async () => {
    const seen: string[] = []
    const params = await opened((request) => {
      seen.push(request.toString('hex'))
      return honest(request)
    })
    const own = await opener.open(params, signal())
    expect(first(await own.read({ area: 'H', start: 0, count: 2 }, params))).toBe(1000)
    await own.close()
    // The request 01 03 0000 0002 has the CRC C4 0B.
    expect(seen).toContain('010300000002c40b')
  })

  it('reports a damaged answer as 1712 and keeps the connection', async () => {
    let damaged = true
    const params = await opened((request) => {
      const answer = honest(request)
      return damaged ? answer.map((byte, at) => (at === answer.length - 1 ? byte ^ 1 : byte)) : answer
    })
    const own = await opener.open(params, signal())
    await expect(own.read(span(10), params)).rejects.toMatchObject({ code: 1712, broken: false })
    damaged = false
    expect(first(await own.read(span(10), params))).toBe(1010)
    expect(server!.accepted()).toBe(1)
    await own.close()
  })

  it('needs one request per block once it is trusted', async () => {
    let asked = 0
    const read = await trusted((request) => {
      asked++
      return honest(request)
    })
    asked = 0
    for (const start of [10, 20, 10, 20]) expect(first(await read(start))).toBe(1000 + start)
    expect(asked).toBe(4)
  })

  it('detects an equally long answer just before the right one', async () => {
    let stray = false
    const read = await trusted((request, socket) => {
      if (stray && isBlock(request)) socket.write(words(1, 7, 7, 7, 7, 7))
      if (isBlock(request)) stray = false
      return honest(request)
    })
    stray = true
    expect(first(await read(10))).toBe(1010)
    for (const start of [20, 10, 20]) expect(first(await read(start))).toBe(1000 + start)
  })

  it('does not use a duplicated answer for the next block', async () => {
    let doubles = false
    const read = await trusted((request, socket) => {
      if (doubles) socket.write(honest(request))
      doubles = false
      return honest(request)
    })
    doubles = true
    for (const start of [10, 20, 10, 20]) expect(first(await read(start))).toBe(1000 + start)
  })

  it('ignores answers of another unit, function or size', async () => {
    const params = await opened((request, socket) => {
      if (isBlock(request)) {
        socket.write(words(2, 7, 7, 7, 7, 7))
        socket.write(rtuFraming.frameOf(1, Uint8Array.of(4, 10, 0, 7, 0, 7, 0, 7, 0, 7, 0, 7)))
        socket.write(words(1, 7, 7))
      }
      return honest(request)
    })
    const own = await opener.open(params, signal())
    const outcome = await own.read(span(10), params).then(first, ({ code }: { code: number }) => code)
    // Unit 1 sends more answers than requests each time: the result is the right value or a fault.
    expect([1010, 1712]).toContain(outcome)
    await own.close()
  })

  it('does not use a late answer on the next connection either', async () => {
    let late: Uint8Array | undefined
    let isLate = true
    const { params, connect, read } = still((request, socket) => {
      if (isLate && isBlock(request)) {
        late = honest(request)
        isLate = false
        return undefined
      }
      // The device sends its late answer to the current connection, before the requested one.
      if (late && !isBlock(request)) socket.write(late)
      if (!isBlock(request)) late = undefined
      return honest(request)
    })
    const one = connect()
    await expect(passing(one.read(span(10), params))).rejects.toMatchObject({ code: 1714, broken: false })
    await one.close()
    const other = connect()
    for (const start of [20, 10, 20]) expect(first(await read(other, start))).toBe(1000 + start)
    await other.close()
  })
})

describe('a write on an RTU line', () => {
  const request = { area: 'H', start: 7, bytes: Uint8Array.of(0x12, 0x34), function: 6 }
  const echo = (value: number) => rtuFraming.frameOf(1, Uint8Array.of(6, 0, 7, value >> 8, value & 0xff))

  it.each<[string, (socket: { write(bytes: Uint8Array): void }) => Uint8Array | undefined, object]>([
    ['its echo', () => echo(0x1234), { kind: 'done' }],
    ['accepted', () => rtuFraming.frameOf(1, Uint8Array.of(0x86, 5)), { kind: 'accepted' }],
    ['refused', () => rtuFraming.frameOf(1, Uint8Array.of(0x86, 3)), { code: 1718 }],
    ['the echo of an earlier one only', () => echo(0x1233), { code: 1714 }],
    [
      'a stale refusal before its echo',
      (socket) => {
        socket.write(rtuFraming.frameOf(1, Uint8Array.of(0x86, 3)))
        return echo(0x1234)
      },
      { code: 1712 },
    ],
  ])('reports its result: %s', async (_name, answer, outcome) => {
    const { params, connect } = still((asked, far) => (asked[1] === 6 ? answer(far) : honest(asked)))
    const own = connect()
    expect(await passing(own.write(request, params)).catch((error: unknown) => error)).toMatchObject(outcome)
    await own.close()
  })

  it('is never sent to a silent unit', async () => {
    const seen: number[] = []
    const { params, connect } = still((asked) => {
      seen.push(asked[1]!)
      return undefined
    })
    const own = connect()
    expect(await passing(own.write(request, params))).toMatchObject({ kind: 'unsent', fault: { code: 1714 } })
    expect(seen).not.toContain(6)
    await own.close()
  })

  it('is not sent when its time is over', async () => {
    const seen: number[] = []
    const params = await opened((asked) => {
      seen.push(asked[1]!)
      return honest(asked)
    })
    const own = await opener.open(params, signal())
    expect(await own.write(request, params, () => false)).toEqual({ kind: 'expired' })
    expect(seen).not.toContain(6)
    await own.close()
  })
})
