// Answers that arrive in pieces, as from a serial server or a mobile network, and converters that close the connection
// after each answer.
import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { passing, stillLine, stopTime } from '../../testkit/peers/still-time.ts'
import { Wire } from '../modbus-tcp/wire.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import { rtuFraming } from './frame.ts'
import { RtuSession } from './session.ts'
import { reopenLine } from './trust.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) await close()
})

const now = () => performance.now()
const span = { area: 'H', start: 10, count: 5 }
const request = { area: 'H', start: 7, bytes: Uint8Array.of(0x12, 0x34), function: 6 }

/** The response of a correct device whose register n holds 1000 + n. */
function honest(asked: Buffer): Uint8Array {
  if (asked[1] === 6) return asked
  const start = asked.readUInt16BE(2)
  const words = Array.from({ length: asked.readUInt16BE(4) }, (_, index) => 1000 + start + index)
  return rtuFraming.frameOf(
    asked[0]!,
    Uint8Array.of(3, words.length * 2, ...words.flatMap((word) => [word >> 8, word & 0xff])),
  )
}
const firstWord = (bytes: Uint8Array) => (bytes[0]! << 8) | bytes[1]!

let lines = 0
/** A session whose device sends the pieces of each answer `gapMs` apart. */
function piecemeal(piecesOf: (answer: Buffer) => Buffer[], gapMs: number, more: object = {}) {
  stopTime()
  const key = `piecemeal-${++lines}`
  const send = (far: Pick<Socket, 'write'>, [piece, ...rest]: Buffer[]) => {
    far.write(piece!)
    if (rest.length > 0) setTimeout(() => send(far, rest), gapMs)
  }
  const line = stillLine((asked, far) => {
    send(far, piecesOf(Buffer.from(honest(asked))))
    return undefined
  })
  const params = about.params.parse({ host: key, ...more })
  return { params, session: new RtuSession({ wire: new Wire(line), line: reopenLine(key, now()), now }) }
}

const readAnswerBytes = 5 + 2 * span.count
const writeAnswerBytes = 8
const cutAt = (at: number) => (answer: Buffer) =>
  at < answer.length ? [answer.subarray(0, at), answer.subarray(at)] : [answer]
const everyByte = (answer: Buffer) => Array.from(answer, (byte) => Buffer.of(byte))

describe('an answer in fragments', () => {
  for (const gapMs of [35, 100, 190]) {
    it.each(Array.from({ length: readAnswerBytes - 1 }, (_, at) => at + 1))(
      `is read when cut after byte %i, ${gapMs} ms apart`,
      async (at) => {
        const { params, session } = piecemeal(cutAt(at), gapMs)
        expect(firstWord(await passing(session.read(span, params)))).toBe(1010)
      },
    )

    it.each(Array.from({ length: writeAnswerBytes - 1 }, (_, at) => at + 1))(
      `is the success of a write when cut after byte %i, ${gapMs} ms apart`,
      async (at) => {
        const { params, session } = piecemeal(cutAt(at), gapMs)
        expect(await passing(session.write(request, params))).toEqual({ kind: 'done' })
      },
    )
  }

  it('is complete in any number of pieces, also when the last ones arrive after the timeout', async () => {
    const { params, session } = piecemeal(everyByte, 100, { timeoutMs: 500 })
    expect(firstWord(await passing(session.read(span, params)))).toBe(1010)
    expect(await passing(session.write(request, params))).toEqual({ kind: 'done' })
  })

  it('is damaged by a gap longer than the driver allows, and the device is read again afterwards', async () => {
    let isSlow = true
    const { params, session } = piecemeal((answer) => (isSlow ? cutAt(4)(answer) : [answer]), 300, { fragmentMs: 100 })
    await expect(passing(session.read(span, params))).rejects.toMatchObject({ code: 1712 })
    isSlow = false
    await vi.advanceTimersByTimeAsync(2000)
    expect(firstWord(await passing(session.read(span, params)))).toBe(1010)
  })

  it('is no answer if its rest never arrives, however often the device starts one', async () => {
    const { params, session } = piecemeal((answer) => [answer.subarray(0, 4)], 0)
    await expect(passing(session.read(span, params))).rejects.toMatchObject({ code: 1712 })
  })
})

describe('the gap between fragments', () => {
  it('does not change stored drivers that do not set it', () => {
    expect(about.later).toMatchObject({ fragmentMs: about.initial.fragmentMs })
    expect(about.params.parse({ host: 'h' }).fragmentMs).toBeGreaterThanOrEqual(200)
  })
})

type Converter = { port: number; accepted: () => number; writes: number[] }

/** A converter that closes each connection `afterMs` after its first answer. */
async function closingConverter(afterMs: number | undefined): Promise<Converter> {
  let accepted = 0
  const writes: number[] = []
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    accepted++
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    socket.once('data', (asked) => {
      if (asked[1] === 6) writes.push(asked.readUInt16BE(4))
      if (afterMs === undefined) return socket.end(honest(asked))
      socket.write(honest(asked))
      return setTimeout(() => socket.end(), afterMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as { port: number }).port, accepted: () => accepted, writes }
}

describe('a converter that closes the connection after each answer', () => {
  it.each([undefined, 20])('is read and written without a fault (closing after %s ms)', async (afterMs) => {
    const converter = await closingConverter(afterMs)
    const params = about.params.parse({ host: '127.0.0.1', port: converter.port, timeoutMs: 1000 })
    const session = await opener.open(params, new AbortController().signal)
    for (let turn = 0; turn < 5; turn++) expect(firstWord(await session.read(span, params))).toBe(1010)
    expect(await session.write(request, params)).toEqual({ kind: 'done' })
    expect(firstWord(await session.read(span, params))).toBe(1010)
    expect(converter.writes).toEqual([0x1234])
    expect(session.isOpen).toBe(true)
    await session.close()
  })

  it('is written once when the first request is a write', async () => {
    const converter = await closingConverter(20)
    const params = about.params.parse({ host: '127.0.0.1', port: converter.port, timeoutMs: 1000 })
    const session = await opener.open(params, new AbortController().signal)
    expect(await session.write(request, params)).toEqual({ kind: 'done' })
    expect(converter.writes).toEqual([0x1234])
    await session.close()
  })

  it('gets one connection per request, at most three requests per read', async () => {
    const converter = await closingConverter(undefined)
    const params = about.params.parse({ host: '127.0.0.1', port: converter.port, timeoutMs: 1000 })
    const session = await opener.open(params, new AbortController().signal)
    await session.read(span, params)
    const before = converter.accepted()
    for (let turn = 0; turn < 4; turn++) await session.read({ ...span, start: 20 + turn }, params)
    expect(converter.accepted() - before).toBeLessThanOrEqual(12)
    await session.close()
  })

  it('causes a fault when it is gone, without repeated reconnection', async () => {
    const converter = await closingConverter(undefined)
    const params = about.params.parse({ host: '127.0.0.1', port: converter.port, timeoutMs: 1000 })
    const session = await opener.open(params, new AbortController().signal)
    await session.read(span, params)
    await closers.pop()!()
    await expect(session.read(span, params)).rejects.toMatchObject({ code: 1722, broken: true })
    expect(session.isOpen).toBe(false)
  })
})
