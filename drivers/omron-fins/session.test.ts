// A PLC whose answers are late, doubled, in pieces, for another node or missing: the driver returns no wrong value.
import { createSocket } from 'node:dgram'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { finsHandshake, finsTcpPacket } from '../../testkit/peers/fins-plc.ts'
import { type Misbehaving, scriptedServer } from '../../testkit/peers/silent.ts'
import { freePort } from '../../testkit/ports.ts'
import type { Session, WriteRequest } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import type { FinsParams } from './params.ts'

const d100 = { area: 'D', start: 100, count: 2 }
const patient = { timeoutMs: 5000 }

let plc: Pick<Misbehaving, 'close'> | undefined
let session: Session | undefined
afterEach(async () => {
  await session?.close()
  await plc?.close()
})

/** Answers a FINS frame; `index` counts the frames from 0, without the handshake. */
type Script = (frame: Buffer, send: (...frames: Uint8Array[]) => void, index: number, socket?: Socket) => void

const open = async (port: number, more: Partial<FinsParams>): Promise<[Session, FinsParams]> => {
  const params: FinsParams = { ...about.initial, host: '127.0.0.1', port, timeoutMs: 100, ...more }
  session = await opener.open(params, new AbortController().signal)
  return [session, params]
}

async function openTcp(script: Script, more: Partial<FinsParams> = {}): Promise<[Session, FinsParams]> {
  let index = 0
  const server = await scriptedServer((packet, socket) => {
    if (packet.readUInt32BE(8) === 0) return finsHandshake(packet)
    const send = (...frames: Uint8Array[]) =>
      socket.write(Buffer.concat(frames.map((frame) => finsTcpPacket(2, frame))))
    script(packet.subarray(16), send, index++, socket)
    return undefined
  })
  plc = server
  return open(server.port, more)
}

async function openUdp(script: Script, more: Partial<FinsParams> = {}): Promise<[Session, FinsParams]> {
  let index = 0
  const socket = createSocket('udp4')
  socket.on('message', (frame, { port }) => {
    const send = (...frames: Uint8Array[]) => {
      for (const each of frames) socket.send(each, port, '127.0.0.1')
    }
    script(frame, send, index++)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  plc = { close: () => new Promise<void>((resolve) => socket.close(() => resolve())) }
  return open(socket.address().port, { transport: 'udp', ...more })
}

/** The answer to a frame, with end code and data in hex. */
const answerTo = (frame: Buffer, data: string): Buffer => {
  const swapped = [...frame.subarray(6, 9), ...frame.subarray(3, 6)]
  return Buffer.from([
    0xc0,
    0,
    2,
    ...swapped,
    ...frame.subarray(9, 12),
    ...Buffer.from(data.replaceAll(' ', ''), 'hex'),
  ])
}
const changed = (frame: Buffer, at: number, value: number): Buffer => {
  frame[at] = value
  return frame
}
const outcome = (action: Promise<unknown>) => action.catch((error: unknown) => error)
const shown = (bytes: unknown) => Buffer.from(bytes as Uint8Array).toString('hex')

describe.each([
  ['TCP', openTcp],
  ['UDP', openUdp],
] as const)('a read by %s', (_name, openTo) => {
  it('skips the late answer to an abandoned request', async () => {
    let first: Buffer | undefined
    const [own, params] = await openTo((frame, send) => {
      if (first) send(answerTo(first, '0000 006f006f'), answerTo(frame, '0000 00de00de'))
      else first = Buffer.from(frame)
    })
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1714, broken: false })
    expect(shown(await own.read(d100, { ...params, ...patient }))).toBe('00de00de')
  })

  it('skips an answer that comes twice', async () => {
    const [own, params] = await openTo((frame, send, index) => {
      const answer = answerTo(frame, `0000 0000000${index}`)
      send(answer, answer)
    }, patient)
    expect(shown(await own.read(d100, params))).toBe('00000000')
    expect(shown(await own.read(d100, params))).toBe('00000001')
  })

  it.each<[string, (answer: Buffer) => Buffer]>([
    ['with another number', (answer) => changed(answer, 9, answer[9]! ^ 1)],
    ['of another node', (answer) => changed(answer, 7, 77)],
    ['of another unit', (answer) => changed(answer, 8, 16)],
    ['for another node', (answer) => changed(answer, 4, 77)],
    ['to another command', (answer) => changed(answer, 11, 4)],
    ['that is a command', (answer) => changed(answer, 0, 0x80)],
    ['without an end code', (answer) => answer.subarray(0, 13)],
  ])('never takes an answer %s', async (_name, bent) => {
    const [own, params] = await openTo((frame, send) => send(bent(answerTo(frame, '0000 11111111'))))
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1714, broken: false })
  })

  it.each([
    ['0000 1111', 1719],
    ['0000 111111111111', 1719],
    ['1103', 1715],
    ['1104 00000000', 1715],
    ['0040 1111', 1719],
    ['8501 0a05', 1727],
    ['2108', 1717],
    ['0204', 1711],
    ['7777', 1721],
  ])('answered with %s is the fault %d', async (data, code) => {
    const [own, params] = await openTo((frame, send) => send(answerTo(frame, data)), patient)
    expect(await outcome(own.read(d100, params))).toMatchObject({ code, broken: false })
    expect(own.isOpen).toBe(true)
  })

  it('counts the connection as dead after three timeouts', async () => {
    const [own, params] = await openTo(() => undefined, { timeoutMs: 50 })
    const outcomes: unknown[] = []
    for (let time = 0; time < 3; time++) outcomes.push(await outcome(own.read(d100, params)))
    expect(outcomes).toMatchObject([{ broken: false }, { broken: false }, { code: 1714, broken: true }])
    expect(own.isOpen).toBe(false)
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1722, broken: true })
  })

  it('never uses the number of an overdue answer again', async () => {
    let overdue: Buffer | undefined
    const numbers = new Set<number>()
    const [own, params] = await openTo((frame, send, index) => {
      if (index === 0) overdue = Buffer.from(frame)
      else send(answerTo(overdue!, '0000 006f006f'), answerTo(frame, '0000 00de00de'))
      if (index > 0) numbers.add(frame[9]!)
    })
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1714 })
    for (let time = 0; time < 300; time++)
      expect(shown(await own.read(d100, { ...params, ...patient }))).toBe('00de00de')
    expect([numbers.size, numbers.has(overdue![9]!)]).toEqual([255, false])
  })

  it('with data of another area in a scattered read is a fault', async () => {
    const [own, params] = await openTo((frame, send) => send(answerTo(frame, '0000 82 1111 b1 2222')), patient)
    const spans = [
      { area: 'D', start: 1, count: 1 },
      { area: 'D', start: 9, count: 1 },
    ]
    const answers = await own.readMany!(spans, params)
    // Halved, each block is read alone and gets an answer of the wrong length to command 0101.
    expect(answers).toMatchObject([{ code: 1719 }, { code: 1719 }])
  })

  it('of flags that are neither 0 nor 1 is a fault', async () => {
    const [own, params] = await openTo((frame, send) => send(answerTo(frame, '0000 02')), patient)
    expect(await outcome(own.read({ area: 'TS', start: 1, count: 1 }, params))).toMatchObject({ code: 1712 })
  })

  it('ends with 1722 when the session is closed', async () => {
    const [own, params] = await openTo(() => undefined, { timeoutMs: 60_000 })
    const reading = outcome(own.read(d100, params))
    await own.close()
    await own.close()
    expect(await reading).toMatchObject({ code: 1722, broken: true })
  })
})

describe('FINS/TCP', () => {
  it('is answered from pieces', async () => {
    const [own, params] = await openTcp((frame, _send, _index, socket) => {
      const whole = finsTcpPacket(2, answerTo(frame, '0000 56ab170f'))
      for (const [at, byte] of whole.entries()) setTimeout(() => socket!.write(Uint8Array.of(byte)), at)
    }, patient)
    expect(shown(await own.read(d100, params))).toBe('56ab170f')
  })

  it('a connection cut at any byte is 1722', async () => {
    const bytes = finsTcpPacket(2, Buffer.alloc(18)).length
    for (let length = 0; length < bytes; length++) {
      const [own, params] = await openTcp(
        (frame, _send, _index, socket) => {
          const whole = finsTcpPacket(2, answerTo(frame, '0000 56ab170f'))
          if (length === 0) socket!.destroy()
          else socket!.write(whole.subarray(0, length), () => socket!.destroy())
        },
        { timeoutMs: 60_000 },
      )
      expect(await outcome(own.read(d100, params)), String(length)).toMatchObject({ code: 1722, broken: true })
      await own.close()
      await plc!.close()
    }
  })

  it.each<[string, () => Buffer, number]>([
    ['another protocol', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 1712],
    ['an impossible length', () => Buffer.from('46494e53ffffffff0000000200000000', 'hex'), 1712],
    ['a second handshake', () => finsTcpPacket(1, Buffer.alloc(8)), 1712],
    ['an error', () => finsTcpPacket(2, Buffer.alloc(0), 3), 1722],
    ['a failed frame', () => finsTcpPacket(3, Buffer.alloc(0), 2), 1722],
  ])('%s closes the connection', async (_name, packet, code) => {
    const [own, params] = await openTcp((_frame, _send, _index, socket) => void socket!.write(packet()), patient)
    expect(await outcome(own.read(d100, params))).toMatchObject({ code, broken: true })
    expect(own.isOpen).toBe(false)
  })

  it('ignores the keep-alive packets of the PLC', async () => {
    const [own, params] = await openTcp((frame, send, _index, socket) => {
      socket!.write(finsTcpPacket(6, Buffer.alloc(0)))
      send(answerTo(frame, '0000 56ab170f'))
    }, patient)
    expect(shown(await own.read(d100, params))).toBe('56ab170f')
  })

  it.each<[string, Buffer, RegExp]>([
    ['all connections in use', finsTcpPacket(1, Buffer.alloc(8), 0x20), /all connections/],
    ['its own node', finsTcpPacket(1, Buffer.alloc(8), 0x24), /source node is that of the PLC/],
    ['a short handshake', finsTcpPacket(1, Buffer.alloc(4)), /no handshake/],
    ['a frame', finsTcpPacket(2, Buffer.alloc(8)), /no handshake/],
  ])('a PLC that answers with %s is no connection', async (_name, answer, message) => {
    const server = await scriptedServer(() => answer)
    plc = server
    const refusal = await outcome(open(server.port, patient))
    expect(refusal).toMatchObject({ message: expect.stringMatching(message), broken: true })
  })

  it('uses the nodes of the handshake, or those of the parameters', async () => {
    const seen: string[] = []
    const script: Script = (frame, send) => {
      seen.push(frame.subarray(0, 9).toString('hex'))
      send(answerTo(frame, '0000 00000000'))
    }
    const [own, params] = await openTcp(script, patient)
    await own.read(d100, params)
    await own.read(d100, { ...params, network: 3, node: 4, unit: 5, localNetwork: 6 })
    await own.close()
    await plc!.close()
    const [other, given] = await openTcp(script, { ...patient, localNode: 7 })
    await other.read(d100, given)
    expect(seen).toEqual(['800002000a0000ef00', '80000203040506ef00', '800002000a00000700'])
  })

  it('sends no write on a connection that the PLC has closed', async () => {
    const [own, params] = await openTcp((frame, _send, _index, socket) => {
      socket!.end(finsTcpPacket(2, answerTo(frame, '0000 00000000')))
    }, patient)
    await own.read(d100, params)
    await expect.poll(() => own.isOpen).toBe(false)
    const request: WriteRequest = { area: 'D', start: 100, bytes: Buffer.from('1234', 'hex') }
    expect(await own.write(request, params)).toMatchObject({ kind: 'unsent', fault: { code: 1722, broken: true } })
  })
})

describe('FINS/UDP', () => {
  it('where nothing listens is 1722, as the host reports it', async () => {
    const [own, params] = await openUdp(() => undefined, patient)
    await plc!.close()
    plc = undefined
    expect(await outcome(own.read(d100, params))).toMatchObject({ code: 1722, broken: true })
    expect(own.isOpen).toBe(false)
  })

  it('uses the last bytes of the addresses as nodes', async () => {
    const seen: string[] = []
    const [own, params] = await openUdp((frame, send) => {
      seen.push(frame.subarray(3, 9).toString('hex'))
      send(answerTo(frame, '0000 00000000'))
    }, patient)
    await own.read(d100, params)
    expect(seen).toEqual(['000100000100'])
  })

  it('ignores datagrams of another port', async () => {
    const stranger = createSocket('udp4')
    const [own, params] = await openUdp(
      (frame, send, _index) => {
        stranger.send(answerTo(frame, '0000 11111111'), sessionPort, '127.0.0.1', () =>
          send(answerTo(frame, '0000 56ab170f')),
        )
      },
      { ...patient, localPort: await freePort() },
    )
    const sessionPort = params.localPort
    expect(shown(await own.read(d100, params))).toBe('56ab170f')
    stranger.close()
  })

  it('continues the numbers of the former session, whose answers may still arrive', async () => {
    const numbers: number[] = []
    const [own, params] = await openUdp((frame, send) => {
      numbers.push(frame[9]!)
      send(answerTo(frame, '0000 00000000'))
    }, patient)
    await own.read(d100, params)
    await own.close()
    const next = await opener.open(params, new AbortController().signal)
    await next.read(d100, params)
    await next.close()
    expect(numbers[1]).toBe((numbers[0]! + 1) % 256)
  })
})

describe('a write', () => {
  const request: WriteRequest = { area: 'D', start: 100, bytes: Buffer.from('1234', 'hex') }
  const half: WriteRequest = { ...request, bytes: Buffer.from('0034', 'hex'), mask: Buffer.from('00ff', 'hex') }

  it('is a fault if the PLC refuses it', async () => {
    const [own, params] = await openTcp((frame, send) => send(answerTo(frame, '2101')), patient)
    expect(await outcome(own.write(request, params))).toMatchObject({ code: 1717, broken: false })
  })

  it('has an unknown outcome after a timeout', async () => {
    const [own, params] = await openTcp(() => undefined)
    expect(await outcome(own.write(request, params))).toMatchObject({ code: 1714, broken: false })
  })

  it('is not sent if it may not start, or without bits in the area', async () => {
    const [own, params] = await openTcp(() => undefined)
    expect(await own.write(request, params, () => false)).toEqual({ kind: 'expired' })
    const flag = { area: 'TS', start: 1, bytes: Uint8Array.of(1), count: 1 }
    expect(await own.write(flag, params)).toMatchObject({ kind: 'unsent', fault: { code: 1717 } })
  })

  it('first reads a word of which it changes a half, then checks whether it may start', async () => {
    const order: string[] = []
    const [own, params] = await openTcp((frame, send) => {
      const isWrite = frame[11] === 2
      order.push(isWrite ? frame.subarray(-2).toString('hex') : 'read')
      send(answerTo(frame, isWrite ? '0000' : '0000 abcd'))
    }, patient)
    expect(await own.write(half, params, () => order.push('may start') > 0)).toEqual({ kind: 'done' })
    expect(order).toEqual(['read', 'may start', 'ab34'])
  })

  it('is not sent if the word cannot be read first', async () => {
    const [own, params] = await openTcp((frame, send) => send(answerTo(frame, '1103')), patient)
    expect(await own.write(half, params)).toMatchObject({ kind: 'unsent', fault: { code: 1715 } })
  })
})
