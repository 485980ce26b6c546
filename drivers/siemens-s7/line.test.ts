// The driver and everything that a line and a faulty device can do to the handshake and to answers.
import type { Socket } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, it, test } from 'vitest'
import { type S7Cpu, type S7CpuOptions, s7Answer, s7Frame, startS7Cpu } from '../../testkit/peers/s7.ts'
import { S7Stage, spanOf } from '../../testkit/s7-stage.ts'
import { DriverFault } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'

let stage: S7Stage
afterEach(() => stage?.close())

/** A stage whose DB1 begins with 1234. */
async function startWithWord(): Promise<S7Stage> {
  stage = await S7Stage.start()
  stage.cpu.memory.get('DB1')!.set([0x12, 0x34])
  return stage
}

describe('the handshake', () => {
  test('names TSAPs, and offers messages of 960 bytes', async () => {
    stage = await S7Stage.start({}, { model: '300', connection: 'pg' })
    expect(stage.cpu.handshake).toEqual([
      '0300001611e00000000100c0010ac1020100c2020102',
      '0300001902f08032010000000100080000f0000001000103c0',
    ])
  })

  test('offers what fits into the TPDU that the CPU confirms', async () => {
    stage = await S7Stage.start({ tpduLog: 9, pduBytes: 960 })
    expect(stage.cpu.handshake[1]).toMatch(/f0000001000101e0$/)
    // 480 bytes were offered: the CPU may not grant more.
    expect(await stage.outcomes([spanOf(0, 463)])).toEqual([1718])
    expect(await stage.outcomes([spanOf(0, 462)])).toEqual(['00'.repeat(462)])
  })

  /** The fault of opening a session, with a CPU that is closed afterwards. */
  async function faultWith(options: S7CpuOptions): Promise<unknown> {
    const cpu = await startS7Cpu(options)
    const params = { ...about.initial, host: '127.0.0.1', port: cpu.port, timeoutMs: 100 }
    const outcome = await opener.open(params, new AbortController().signal).catch((error: unknown) => error)
    await cpu.close()
    return outcome
  }

  it.each<[string, string, number]>([
    ['refuses the TSAP', '0300000b06800001000703', 1722],
    ['confirms another connection', '0300000b06d00009000700', 1712],
    ['speaks another protocol', '485454502f312e31203430', 1712],
    ['announces a frame that is too long', '03007fff06d00001000700', 1712],
    ['announces a frame without content', '0300000406d00001000700', 1712],
    ['sends half a confirmation', '0300000b06d00001', 1714],
  ])('fails if the device %s', async (_name, answer, code) => {
    expect(await faultWith({ greeting: () => Buffer.from(answer, 'hex') })).toMatchObject({ code, broken: true })
  })

  test('fails if the device hangs up', async () => {
    const hangUp = await faultWith({
      greeting: (_request, _usual, socket) => {
        socket.destroy()
        return undefined
      },
    })
    expect(hangUp).toMatchObject({ code: 1722, broken: true })
  })

  test('fails with the fault of the CPU, or if it grants next to nothing', async () => {
    const refused = await faultWith({
      greeting: (request, usual) => (request[5] === 0xe0 ? usual : s7Answer(request.subarray(7), '', '', 0x8104)),
    })
    expect(refused).toMatchObject({ code: 1720, broken: true })
    expect(await faultWith({ pduBytes: 63 })).toMatchObject({ code: 1712, broken: true })
  })

  test('ends when it is aborted', async () => {
    const cpu = await startS7Cpu({ greeting: () => undefined })
    const abort = new AbortController()
    const params = { ...about.initial, host: '127.0.0.1', port: cpu.port, timeoutMs: 60_000 }
    const outcome = opener.open(params, abort.signal).catch((error: unknown) => error)
    await expect.poll(() => cpu.handshake.length).toBe(1)
    abort.abort()
    expect(await outcome).toMatchObject({ code: 1722, broken: true })
    await cpu.close()
  })
})

describe('answers on the line', () => {
  test('may arrive byte by byte', async () => {
    stage = await startWithWord()
    stage.cpu.script = (_request, usual, socket) => {
      for (const [at, byte] of usual.entries()) setTimeout(() => socket.write(Uint8Array.of(byte)), at)
      return undefined
    }
    expect(await stage.word()).toBe('1234')
  })

  test('may be divided into TPDUs', async () => {
    stage = await startWithWord()
    stage.cpu.script = (_request, usual) => {
      const [first, second] = [s7Frame(usual.subarray(7, 20)), s7Frame(usual.subarray(20))]
      first[6] = 0
      return Buffer.concat([first, second])
    }
    expect(await stage.word()).toBe('1234')
  })

  test('cut at any byte are never values', async () => {
    stage = await startWithWord()
    const length = 27
    for (let cut = 0; cut < length; cut++) {
      stage.cpu.script = (_request, usual, socket) => {
        expect(usual).toHaveLength(length)
        socket.end(usual.subarray(0, cut))
        return undefined
      }
      expect(await stage.word()).toMatchObject({ code: 1722, broken: true })
      await stage.reconnect()
    }
  })

  test('cut at any byte and completed after the timeout do not reach the next request', async () => {
    stage = await startWithWord()
    for (let cut = 0; cut < 27; cut++) {
      let late: Buffer | undefined
      stage.cpu.script = (request, usual) => {
        if (late) return Buffer.concat([late, usual])
        const wrong = s7Answer(request, '0401', 'ff040010dead')
        late = wrong.subarray(cut)
        return wrong.subarray(0, cut)
      }
      expect(await stage.word(20)).toMatchObject({ code: 1714, broken: false })
      expect(await stage.word()).toBe('1234')
    }
  })

  test('sent twice, or for an older request, are discarded', async () => {
    stage = await startWithWord()
    stage.cpu.script = (request, usual) => {
      const older = Buffer.from(request)
      older.writeUInt16BE(request.readUInt16BE(4) - 1, 4)
      return Buffer.concat([s7Answer(older, '0401', 'ff040010dead'), usual, usual])
    }
    for (let time = 0; time < 3; time++) expect(await stage.word()).toBe('1234')
  })

  test('of another kind are discarded', async () => {
    stage = await startWithWord()
    const alarm = s7Frame(Buffer.from('320700000000000c0004000112081284010000000000ff090000', 'hex'))
    stage.cpu.script = (_request, usual) => Buffer.concat([alarm, usual])
    expect(await stage.word()).toBe('1234')
  })

  test('without end break the connection', async () => {
    stage = await startWithWord()
    stage.cpu.script = (request) => {
      const other = Buffer.from(request)
      other.writeUInt16BE(0, 4)
      return Buffer.concat(Array.from({ length: 200 }, () => s7Answer(other, '0401', 'ff040010dead')))
    }
    expect(await stage.word()).toMatchObject({ code: 1712, broken: true })
  })

  it.each<[string, (request: Buffer, usual: Buffer) => Buffer, number, boolean]>([
    ['of another function', (request) => s7Answer(request, '0501', 'ff'), 1712, true],
    ['with two items', (request) => s7Answer(request, '0402', 'ff0400101234ff0400101234'), 1712, true],
    ['without items', (request) => s7Answer(request, '0400', ''), 1712, true],
    ['with one byte', (request) => s7Answer(request, '0401', 'ff04000812'), 1719, false],
    ['with four bytes', (request) => s7Answer(request, '0401', 'ff04002012345678'), 1719, false],
    ['with a bit', (request) => s7Answer(request, '0401', 'ff03000101'), 1719, false],
    ['with an item that is cut', (request) => s7Answer(request, '0401', 'ff04001012'), 1712, true],
    ['of another protocol', () => s7Frame(Buffer.from('7203000000020002', 'hex')), 1712, true],
    ['that is a request', () => s7Frame(Buffer.from('32010000000200000000', 'hex')), 1712, true],
    ['that ends the connection', () => Buffer.from('0300000b06800001000700', 'hex'), 1722, true],
    [
      'in a frame of another version',
      (_request, usual) => Buffer.concat([Buffer.of(4), usual.subarray(1)]),
      1712,
      true,
    ],
    ['in a TPDU of another kind', () => Buffer.from('0300000702e080', 'hex'), 1712, true],
    ['in a frame that is too long', () => Buffer.from('0300040502f080', 'hex'), 1712, true],
    ['that is denied', (request) => s7Answer(request, '0401', '03000000'), 1717, false],
    ['of the wrong type', (request) => s7Answer(request, '0401', '06000000'), 1716, false],
    ['of a busy CPU', (request) => s7Answer(request, '', '', 0x8304), 1711, false],
  ])('%s are faults', async (_name, answer, code, broken) => {
    stage = await startWithWord()
    stage.cpu.script = answer
    expect(await stage.word()).toMatchObject({ code, broken })
  })

  test('of more parts than a message holds break the connection', async () => {
    stage = await startWithWord()
    const part = s7Frame(new Uint8Array(1000))
    part[6] = 0
    stage.cpu.script = () => Buffer.concat([part, part])
    expect(await stage.word()).toMatchObject({ code: 1712, broken: true })
  })

  test('that are missing three times break the connection', async () => {
    stage = await startWithWord()
    stage.cpu.script = () => undefined
    const outcomes: unknown[] = []
    for (let time = 0; time < 3; time++) outcomes.push(await stage.word(30))
    expect(outcomes).toMatchObject([false, false, true].map((broken) => ({ code: 1714, broken })))
  })

  test('end with the connection', async () => {
    stage = await startWithWord()
    stage.cpu.script = () => undefined
    const waiting = stage.word(60_000)
    await expect.poll(() => stage.cpu.requests.length).toBe(1)
    await stage.session.close()
    expect(await waiting).toMatchObject({ code: 1722, broken: true })
    expect(stage.session.isOpen).toBe(false)
  })
})

describe('a line that delays, repeats, drops and cuts answers', () => {
  /** Words that hold their own address. */
  function fill(memory: Uint8Array): void {
    for (let at = 0; at < memory.length; at += 2) memory.set([at >> 8, at & 0xff], at)
  }

  const lateMs = 20
  const later = (socket: Socket, bytes: Buffer): undefined => {
    setTimeout(() => socket.write(bytes), lateMs)
  }
  const acts: Record<string, NonNullable<S7Cpu['script']>> = {
    good: (_request, usual) => usual,
    late: (_request, usual, socket) => later(socket, usual),
    twice: (_request, usual) => Buffer.concat([usual, usual]),
    none: () => undefined,
    cut: (_request, usual, socket) => {
      later(socket, usual.subarray(9))
      return usual.subarray(0, 9)
    },
    end: (_request, usual, socket) => {
      socket.end(usual.subarray(0, 20))
      return undefined
    },
  }
  const chaos = fc.array(fc.constantFrom('good', ...Object.keys(acts)), { minLength: 20, maxLength: 20 })
  const places = fc.array(fc.integer({ min: 0, max: 299 }), { minLength: 1, maxLength: 25 })

  test('never delivers the value of another address', async () => {
    stage = await S7Stage.start()
    fill(stage.cpu.memory.get('DB1')!)
    const read = async (starts: readonly number[]): Promise<void> => {
      const spans = starts.map((start) => spanOf(start * 2, 2))
      const outcomes = await stage.outcomes(spans, lateMs - 5).catch((fault: DriverFault) => fault)
      if (!(outcomes instanceof DriverFault))
        return expect(outcomes).toEqual(starts.map((start) => (start * 2).toString(16).padStart(4, '0')))
      expect([1712, 1714, 1722]).toContain(outcomes.code)
      if (outcomes.broken) await stage.reconnect()
    }
    const run = fc.asyncProperty(chaos, fc.array(places, { minLength: 8, maxLength: 8 }), async (names, reads) => {
      const left = [...names]
      stage.cpu.script = (...call) => acts[left.shift() ?? 'good']!(...call)
      for (const starts of reads) await read(starts)
    })
    await fc.assert(run, { numRuns: 25 })
  })
})
