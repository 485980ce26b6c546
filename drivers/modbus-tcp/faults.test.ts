import { afterEach, describe, expect, it } from 'vitest'
import { type Misbehaving, scriptedServer } from '../../testkit/peers/silent.ts'
import { opener as rtuOpener } from '../modbus-rtu/driver.ts'
import { about } from './about.ts'
import { opener as tcpOpener } from './driver.ts'
import { faultOf } from './faults.ts'

const block = { area: 'H', start: 0, count: 2 }
const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
let server: Misbehaving | undefined
afterEach(async () => {
  await server?.close()
})

/** What one read of two holding registers of unit 1 says when the device answers these bytes. */
async function readOf(answer: (request: Buffer) => Uint8Array | undefined, opener = tcpOpener): Promise<unknown> {
  server = await scriptedServer(answer)
  const params = { ...about.initial, host: '127.0.0.1', port: server.port, timeoutMs: 150 }
  const session = await opener.open(params, new AbortController().signal)
  const outcome = await session.read(block, params).catch((error: unknown) => error)
  await session.close()
  return outcome
}

/** The request's own transaction number before a PDU with its length. */
const mbap = (request: Buffer, unitAndPdu: string) => {
  const rest = hex(unitAndPdu)
  return Uint8Array.from([request[0]!, request[1]!, 0, 0, 0, rest.length, ...rest])
}

describe('frames on the wire', () => {
  it('ask for registers as the specification writes it', async () => {
    const seen: string[] = []
    const bytes = await readOf((request) => {
      seen.push(request.toString('hex'))
      return mbap(request, '0103041234abcd')
    })
    expect(seen).toEqual(['000100000006010300000002'])
    expect(Buffer.from(bytes as Uint8Array).toString('hex')).toBe('1234abcd')
  })

  it('ask for registers in RTU frames with the CRC of the specification', async () => {
    const seen: string[] = []
    const bytes = await readOf((request) => {
      seen.push(request.toString('hex'))
      return hex('010304000600059f31')
    }, rtuOpener)
    // 01 03 0000 0002 has CRC C4 0B.
    expect(seen).toEqual(['010300000002c40b'])
    expect(bytes).toMatchObject({ code: 1712, broken: true })
  })

  it('takes an answer that arrives in pieces', async () => {
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
    ['08', 1712],
    ['0a', 1722],
    ['0b', 1714],
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

  it('no answer is 1714, and the connection is taken for dead after three', async () => {
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

  it('a late answer is not taken for the next one', async () => {
    let first: Buffer | undefined
    server = await scriptedServer((request, socket) => {
      if (first) {
        // The answer of the first request only now, then the right one.
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

  it('an aborted connection attempt is freed', async () => {
    const abort = new AbortController()
    // 192.0.2.1 is reserved for documentation: nobody answers there.
    const opening = tcpOpener.open({ ...about.initial, host: '192.0.2.1', timeoutMs: 60_000 }, abort.signal)
    abort.abort()
    await expect(opening).rejects.toMatchObject({ code: 1722 })
    await expect(tcpOpener.open(about.initial, abort.signal)).rejects.toMatchObject({ code: 1722 })
  })

  it.each([
    [{ errno: 'ETIMEDOUT' }, 1714],
    [new Error('CRC error'), 1712],
    [new Error('Data length error, expected 9 got 7'), 1719],
    [new Error('Port Not Open'), 1722],
    [undefined, 1722],
  ])('of the library: %s is %i', (error, code) => {
    expect(faultOf(error).code).toBe(code)
  })
})
