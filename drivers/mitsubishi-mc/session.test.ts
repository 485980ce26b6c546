// A PLC that answers late, twice, in pieces, for another or not at all: no value may come of it.
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Misbehaving, scriptedServer } from '../../testkit/peers/silent.ts'
import type { Session, WriteRequest } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import type { McParams } from './params.ts'

const d100 = { area: 'D', start: 100, count: 2 }
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

let plc: Misbehaving | undefined
let session: Session | undefined
afterEach(async () => {
  await session?.close()
  await plc?.close()
})

type Script = (request: Buffer, socket: Socket, index: number) => Uint8Array | undefined

/** Opens a session to a PLC that follows a script; `index` counts the requests from 0. */
async function openTo(script: Script, more: Partial<McParams> = {}): Promise<[Session, McParams]> {
  let index = 0
  plc = await scriptedServer((request, socket) => script(request, socket, index++))
  const changed = { series: 'q', host: '127.0.0.1', port: plc.port, timeoutMs: 100, ...more } as const
  const params: McParams = { ...about.initial, ...changed }
  session = await opener.open(params, new AbortController().signal)
  return [session, params]
}

const answer3E = (data: string) =>
  hex(`d00000ffff0300 ${(data.length / 2 + 2).toString(16).padStart(2, '0')}00 0000 ${data}`)
/** The answer to a 4E request, with its serial number. */
const answer4E = (request: Buffer, data: string) =>
  Buffer.concat([hex('d400'), request.subarray(2, 6), answer3E(data).subarray(2)])
const outcome = (action: Promise<unknown>) => action.catch((error: unknown) => error)
const shown = (bytes: unknown) => Buffer.from(bytes as Uint8Array).toString('hex')

describe('a read without serial numbers', () => {
  it('is answered from pieces', async () => {
    const [own, params] = await openTo(
      (_request, socket) => {
        const whole = answer3E('ab560f17')
        for (const [at, byte] of whole.entries()) setTimeout(() => socket.write(Uint8Array.of(byte)), at)
        return undefined
      },
      { timeoutMs: 5000 },
    )
    expect(shown(await own.read(d100, params))).toBe('56ab170f')
  })

  it.each(['3E', '1E'] as const)('%s: a timeout closes the connection', async (frame) => {
    const [own, params] = await openTo(() => undefined, { frame })
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1714, broken: true })
    expect(own.isOpen).toBe(false)
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1722, broken: true })
  })

  it('never takes a late answer for that of the next request', async () => {
    const [own, params] = await openTo((_request, socket, index) => {
      if (index === 0) setTimeout(() => socket.write(answer3E('6f000000')), 150)
      return index === 0 ? undefined : answer3E('de000000')
    })
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1714, broken: true })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1722 })
  })

  it.each<[string, string]>([
    ['a second answer', 'd00000ffff03000600000011111111'],
    ['a stray byte', '00'],
  ])('%s behind the answer closes the connection', async (_name, more) => {
    const [own, params] = await openTo(() => Buffer.concat([answer3E('ab560f17'), hex(more)]))
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1712, broken: true })
    expect(own.isOpen).toBe(false)
  })

  it('an answer that no request explains closes the connection before the next one', async () => {
    const sockets: Socket[] = []
    const [own, params] = await openTo((_request, socket) => {
      sockets.push(socket)
      return answer3E('ab560f17')
    })
    await own.read(d100, params)
    await new Promise((resolve) => sockets[0]!.write(answer3E('11111111'), resolve))
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1712, broken: true })
  })

  it('a connection cut at any byte is 1722', async () => {
    const whole = answer3E('ab560f17')
    for (let length = 0; length < whole.length; length++) {
      const [own, params] = await openTo(
        (_request, socket) => {
          if (length === 0) socket.destroy()
          else socket.write(whole.subarray(0, length), () => socket.destroy())
          return undefined
        },
        { timeoutMs: 60_000 },
      )
      expect(await outcome(own.read(d100, params)), String(length)).toMatchObject({ code: 1722, broken: true })
      await own.close()
      await plc!.close()
    }
  })

  it.each<[string, string, number]>([
    ['another length', 'd00000ffff03000400 0000 1111', 1719],
    ['another station', 'd00000ffff03010600 0000 11111111', 1712],
    ['another protocol', '000000000000', 1712],
  ])('an answer of %s closes the connection', async (_name, answer, code) => {
    const [own, params] = await openTo(() => hex(answer))
    expect(await outcome(own.read(d100, params))).toMatchObject({ code, broken: true })
    expect(own.isOpen).toBe(false)
  })

  it('a refusal of the PLC leaves the connection open', async () => {
    const [own, params] = await openTo((_request, _socket, index) =>
      index === 0 ? hex('d00000ffff03000200 56c0') : answer3E('ab560f17'),
    )
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1715, broken: false })
    expect(shown(await own.read(d100, params))).toBe('56ab170f')
  })
})

describe('a read with serial numbers', () => {
  const frame = '4E'

  it('skips the late answer to an abandoned request', async () => {
    let first: Buffer | undefined
    const [own, params] = await openTo(
      (request, socket) => {
        if (!first) {
          first = request
          return undefined
        }
        socket.write(answer4E(first, '6f000000'))
        return answer4E(request, 'de000000')
      },
      { frame },
    )
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1714, broken: false })
    expect(shown(await own.read(d100, { ...params, timeoutMs: 5000 }))).toBe('00de0000')
  })

  it('skips an answer that comes twice', async () => {
    const [own, params] = await openTo(
      (request) => Buffer.concat([answer4E(request, 'ab560f17'), answer4E(request, '11111111')]),
      { frame, timeoutMs: 5000 },
    )
    expect(shown(await own.read(d100, params))).toBe('56ab170f')
    expect(shown(await own.read(d100, params))).toBe('56ab170f')
  })

  it('never takes an answer with another serial number', async () => {
    const [own, params] = await openTo(
      (request) => {
        const answer = answer4E(request, 'ab560f17')
        answer[2]! ^= 1
        return answer
      },
      { frame },
    )
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1714, broken: false })
  })

  it('counts the connection as dead after three timeouts', async () => {
    const [own, params] = await openTo(() => undefined, { frame, timeoutMs: 50 })
    const outcomes: unknown[] = []
    for (let time = 0; time < 3; time++) outcomes.push(await outcome(own.read(d100, params)))
    expect(outcomes).toMatchObject([{ broken: false }, { broken: false }, { code: 1714, broken: true }])
  })
})

describe('a read of many blocks', () => {
  const spans = [d100, { area: 'D', start: 500, count: 1 }]

  it('passes on a fault that concerns the connection', async () => {
    const [own, params] = await openTo(() => undefined)
    expect(await outcome(own.readMany!(spans, params))).toMatchObject({ code: 1714, broken: true })
  })

  it('with too few words is a fault, never a value', async () => {
    const [own, params] = await openTo(() => answer3E('ab560f17'))
    expect(await outcome(own.readMany!(spans, params))).toMatchObject({ code: 1719, broken: true })
  })
})

describe('a write', () => {
  const request: WriteRequest = { area: 'D', start: 100, bytes: hex('1234') }

  it('is done when the PLC says so', async () => {
    const [own, params] = await openTo(() => answer3E(''))
    expect(await own.write(request, params)).toEqual({ kind: 'done' })
  })

  it('is a fault if the PLC refuses it', async () => {
    const [own, params] = await openTo(() => hex('d00000ffff03000200 5500'))
    expect(await outcome(own.write(request, params))).toMatchObject({ code: 1717, broken: false })
  })

  it.each(['3E', '4E', '1E'] as const)('%s: has an unknown outcome after a timeout', async (frame) => {
    const [own, params] = await openTo(() => undefined, { frame })
    expect(await outcome(own.write(request, params))).toMatchObject({ code: 1714, broken: frame !== '4E' })
  })

  it('is not sent if it may not start', async () => {
    const [own, params] = await openTo(() => answer3E(''))
    expect(await own.write(request, params, () => false)).toEqual({ kind: 'expired' })
  })

  it('asks whether it may start after reading the word that it changes', async () => {
    const order: string[] = []
    const [own, params] = await openTo((asked) => {
      const isWrite = asked.readUInt16LE(11) === 0x1401
      order.push(isWrite ? asked.subarray(-2).toString('hex') : 'read')
      return answer3E(isWrite ? '' : 'f00f')
    })
    const masked = { area: 'D', start: 100, bytes: hex('0001'), mask: hex('0003') }
    const mayStart = () => order.push('may start') > 0
    expect(await own.write(masked, params, mayStart)).toEqual({ kind: 'done' })
    // 0ff0 with its two lowest bits replaced by 01, low byte first.
    expect(order).toEqual(['read', 'may start', 'f10f'])
  })

  it('is not sent if the word cannot be read first', async () => {
    const [own, params] = await openTo((_asked, _socket, index) =>
      index === 0 ? hex('d00000ffff03000200 56c0') : undefined,
    )
    const masked = { ...request, mask: hex('0003') }
    expect(await own.write(masked, params)).toMatchObject({ kind: 'unsent', fault: { code: 1715 } })
  })

  it('is not sent after bytes that no request explains', async () => {
    const [own, params] = await openTo((_asked, socket) => {
      setTimeout(() => socket.write(answer3E('')), 20)
      return answer3E('ab560f17')
    })
    await own.read(d100, params)
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(await own.write(request, params)).toMatchObject({ kind: 'unsent', fault: { code: 1712, broken: true } })
  })

  it('is not sent on a connection that the PLC has closed', async () => {
    const [own, params] = await openTo((_asked, socket) => {
      socket.end(answer3E('ab560f17'))
      return undefined
    })
    await own.read(d100, params)
    await expect.poll(() => own.isOpen).toBe(false)
    expect(await own.write(request, params)).toMatchObject({ kind: 'unsent', fault: { code: 1722, broken: true } })
  })
})
