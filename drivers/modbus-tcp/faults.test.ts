import { afterEach, describe, expect, it } from 'vitest'
import { type Misbehaving, scriptedServer } from '../../testkit/peers/silent.ts'
import { about } from './about.ts'
import { opener as tcpOpener } from './driver.ts'

const block = { area: 'H', start: 0, count: 2 }
const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
let server: Misbehaving | undefined
afterEach(async () => {
  await server?.close()
})

/** The result of reading two holding registers of unit 1 if the device answers these bytes. */
async function readOf(answer: (request: Buffer) => Uint8Array | undefined, opener = tcpOpener): Promise<unknown> {
  server = await scriptedServer(answer)
  const params = { ...about.initial, host: '127.0.0.1', port: server.port, timeoutMs: 150 }
  const session = await opener.open(params, new AbortController().signal)
  const outcome = await session.read(block, params).catch((error: unknown) => error)
  await session.close()
  return outcome
}

/** A PDU with the transaction number of the request and its length. */
const mbap = (request: Buffer, unitAndPdu: string) => {
  const rest = hex(unitAndPdu)
  return Uint8Array.from([request[0]!, request[1]!, 0, 0, 0, rest.length, ...rest])
}

describe('frames on the wire', () => {
  it('query registers as in the specification', async () => {
    const seen: string[] = []
    const bytes = await readOf((request) => {
      seen.push(request.toString('hex'))
      return mbap(request, '0103041234abcd')
    })
    expect(seen).toEqual(['000100000006010300000002'])
    expect(Buffer.from(bytes as Uint8Array).toString('hex')).toBe('1234abcd')
  })

  it('are read when they arrive in pieces', async () => {
    server = await scriptedServer((request, socket) => {
      const whole = mbap(request, '0103041234abcd')
      for (const [index, byte] of whole.entries()) setTimeout(() => socket.write(Uint8Array.of(byte)), index)
      return undefined
    })
    const params = { ...about.initial, host: '127.0.0.1', port: server.port, timeoutMs: 5000 }
    const session = await tcpOpener.open(params, new AbortController().signal)
    expect(Buffer.from(await session.read(block, params)).toString('hex')).toBe('1234abcd')
    await session.close()
  })
})

describe('faults of the device', () => {
  it.each([
    ['01', 1720],
    ['02', 1715],
    ['03', 1718],
    ['04', 1721],
    ['05', 1711],
    ['06', 1711],
    ['08', 1724],
    ['0a', 1725],
    ['0b', 1727],
    ['63', 1721],
  ])('exception %s is %i', async (exception, code) => {
    expect(await readOf((request) => mbap(request, `0183${exception}`))).toMatchObject({ code, broken: false })
  })

  it.each<[string, string, number, boolean]>([
    ['too few registers', '0103021234', 1719, false],
    ['another unit', '0203041234abcd', 1712, true],
    ['another function', '0104041234abcd', 1712, true],
  ])('an answer of %s', async (_name, pdu, code, broken) => {
    expect(await readOf((request) => mbap(request, pdu))).toMatchObject({ code, broken })
  })

  it('a missing answer is 1714, and after three the connection counts as dead', async () => {
    server = await scriptedServer(() => undefined)
    const params = { ...about.initial, host: '127.0.0.1', port: server.port, timeoutMs: 50 }
    const session = await tcpOpener.open(params, new AbortController().signal)
    const outcomes: unknown[] = []
    for (let time = 0; time < 3; time++) outcomes.push(await session.read(block, params).catch((e: unknown) => e))
    expect(outcomes).toMatchObject([
      { code: 1714, broken: false },
      { code: 1714, broken: false },
      { code: 1714, broken: true },
    ])
    await session.close()
  })

  it('a late answer is not used for the next request', async () => {
    let first: Buffer | undefined
    server = await scriptedServer((request, socket) => {
      if (first) {
        // The answer to the first request is sent only now, followed by the right one.
        socket.write(mbap(first, '010304dead0001'))
        return mbap(request, '0103041234abcd')
      }
      first = request
      return undefined
    })
    const params = { ...about.initial, host: '127.0.0.1', port: server.port, timeoutMs: 100 }
    const session = await tcpOpener.open(params, new AbortController().signal)
    await session.read(block, params).catch((error: unknown) => expect(error).toMatchObject({ code: 1714 }))
    const patient = { ...params, timeoutMs: 5000 }
    expect(Buffer.from(await session.read(block, patient)).toString('hex')).toBe('1234abcd')
    await session.close()
  })

  it('a hang-up in the middle of an answer is 1722', async () => {
    server = await scriptedServer((_request, socket) => {
      socket.write(Uint8Array.of(0, 1, 0), () => socket.destroy())
      return undefined
    })
    const params = { ...about.initial, host: '127.0.0.1', port: server.port, timeoutMs: 60_000 }
    const session = await tcpOpener.open(params, new AbortController().signal)
    await expect(session.read(block, params)).rejects.toMatchObject({ code: 1722, broken: true })
    await session.close()
  })

  it('an aborted connection attempt frees its socket', async () => {
    const abort = new AbortController()
    // 192.0.2.1 is reserved for documentation and never answers.
    const opening = tcpOpener.open({ ...about.initial, host: '192.0.2.1', timeoutMs: 60_000 }, abort.signal)
    abort.abort()
    await expect(opening).rejects.toMatchObject({ code: 1722 })
    await expect(tcpOpener.open(about.initial, abort.signal)).rejects.toMatchObject({ code: 1722 })
  })

  it('a frame of another protocol is refused, and the connection with it', async () => {
    const outcome = await readOf((request) =>
      Uint8Array.from(mbap(request, '0103041234abcd'), (byte, at) => (at === 3 ? 1 : byte)),
    )
    expect(outcome).toMatchObject({ code: 1712, broken: true })
  })
})

describe('the answer to a write', () => {
  const write = async (answer: (request: Buffer) => Uint8Array, code = 6) => {
    server = await scriptedServer(answer)
    const params = { ...about.initial, host: '127.0.0.1', port: server.port, timeoutMs: 5000 }
    const session = await tcpOpener.open(params, new AbortController().signal)
    const request = { area: 'H', start: 7, bytes: hex('1234'), function: code }
    const outcome = await session.write(request, params).catch((error: unknown) => error)
    await session.close()
    return outcome
  }

  it.each<[string, number, string, object]>([
    ['the echo', 6, '010600071234', { kind: 'done' }],
    ['address and count', 16, '011000070001', { kind: 'done' }],
    ['another address', 6, '010600081234', { code: 1712, broken: true }],
    ['another value', 6, '010600071235', { kind: 'altered' }],
    ['another count', 16, '011000070002', { code: 1712, broken: true }],
    ['exception 05, accepted', 6, '018605', { kind: 'accepted' }],
    ['exception 06, busy', 6, '018606', { code: 1711, broken: false }],
  ])('%s', async (_name, code, pdu, outcome) => {
    expect(await write((request) => mbap(request, pdu), code)).toMatchObject(outcome)
  })

  it('is not waited for if the device has closed the connection: nothing was sent', async () => {
    server = await scriptedServer((request, socket) => {
      socket.end(mbap(request, '0103041234abcd'))
      return undefined
    })
    const params = { ...about.initial, host: '127.0.0.1', port: server.port }
    const session = await tcpOpener.open(params, new AbortController().signal)
    await session.read(block, params)
    await expect.poll(() => session.isOpen).toBe(false)
    const answer = await session.write({ area: 'H', start: 7, bytes: hex('1234'), function: 6 }, params)
    expect(answer).toMatchObject({ kind: 'unsent', fault: { code: 1722, broken: true } })
    await session.close()
  })
})
