// The driver against a CPU of our own: values both ways, and what the CPU refuses.
import { afterEach, describe, expect, it, test } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { s7Answer } from '../../testkit/peers/s7.ts'
import { hexOf, S7Stage, spanOf } from '../../testkit/s7-stage.ts'
import type { Point } from '../driver.ts'
import { about } from './about.ts'

const point = (address: string, dataType: DataType, more: Partial<Point> = {}): Point => ({
  ...{ id: 1, address, dataType, access: 'rw', ...more },
})

let stage: S7Stage
afterEach(() => stage?.close())

describe('values', () => {
  it.each<[string, DataType, Value, Partial<Point>?]>([
    ['DB1.DBX0.0', 'bool', true],
    ['DB1.DBX599.7', 'bool', true],
    ['M99.7', 'bool', true],
    ['DB1.DBB1', 'int8', -128],
    ['DB1.DBB1', 'uint8', 255],
    ['DB1.DBW3', 'int16', -32_768],
    ['MW10', 'uint16', 65_535],
    ['MW10', 'bcd16', 9876],
    ['DB1.DBD6', 'int32', -2_147_483_648],
    ['DB1.DBD6', 'uint32', 4_294_967_295],
    ['DB1.DBD6', 'float32', 21.3],
    ['DB1.DBD6', 'bcd32', 12_345_678],
    ['DB1.DBD592', 'int64', '-9223372036854775808'],
    ['DB1.DBD6', 'uint64', '18446744073709551615'],
    ['DB1.DBD6', 'float64', -1e-300],
    ['DB1.DBD6', 'bcd64', '9999999999999999'],
    ['DB1.DBD6', 'float32', -0.5, { byteOrder: 'CDAB' }],
    ['DB1.DBW6', 'int16', 258, { byteOrder: 'BADC' }],
    ['DB1.DBB21', 'string', 'Line 7', { length: 9 }],
    ['DB1.DBB21', 'string', '', { length: 9 }],
    ['DB1.DBB21', 'string', 'Recipe', { length: 10, prefix: 'word' }],
  ])('are written and read back: %s as %s: %s', async (address, dataType, value, more = {}) => {
    stage = await S7Stage.start()
    const one = point(address, dataType, more)
    expect(about.checkPoint(one, stage.params)).toBeUndefined()
    expect(await stage.write(one, value)).toEqual({ kind: 'done' })
    expect(await stage.read(one)).toBe(value)
  })

  test('of single bits are written alone, without reading the byte first', async () => {
    stage = await S7Stage.start()
    stage.cpu.memory.get('M')![3] = 0b1010_0101
    await stage.write(point('M3.1', 'bool'), true)
    await stage.write(point('M3.7', 'bool'), false)
    expect(stage.cpu.memory.get('M')![3]).toBe(0b0010_0111)
    expect(stage.cpu.requests.map((request) => request[10])).toEqual([5, 5])
  })

  test('of timers and counters are read', async () => {
    const memory = { T: Uint8Array.of(0, 0, 0x25, 0x04), C: Uint8Array.of(0, 0, 0, 0, 0x01, 0x23) }
    stage = await S7Stage.start({ memory }, { model: '300' })
    expect(await stage.read(point('T1', 'uint32', { access: 'r' }))).toBe(504_000)
    expect(await stage.read(point('C2', 'bcd16', { access: 'r' }))).toBe(123)
  })

  test('beside a text of odd length remain as they are', async () => {
    stage = await S7Stage.start()
    stage.cpu.memory.get('DB1')!.fill(7, 0, 20)
    await stage.write(point('DB1.DBB4', 'string', { length: 3 }), 'a')
    expect(hexOf(stage.cpu.memory.get('DB1')!.subarray(3, 9))).toBe('076100000707')
  })
})

describe('a text that the PLC declares', () => {
  const text = point('DB1.DBB10', 'string', { length: 20, prefix: 's7' })

  test('is written without its capacity and without what is behind its characters', async () => {
    stage = await S7Stage.start()
    stage.cpu.memory.get('DB1')!.set([9, 5, 1, 1, 1, 1, 1, 1], 10)
    expect(await stage.write(text, 'abc')).toEqual({ kind: 'done' })
    expect(hexOf(stage.cpu.memory.get('DB1')!.subarray(10, 18))).toBe('0903616263010101')
    expect(await stage.read(text)).toBe('abc')
  })

  test('is not written if it is longer than declared: it would overwrite the next variable', async () => {
    stage = await S7Stage.start()
    stage.cpu.memory.get('DB1')!.set([4, 0], 10)
    const answer = await stage.write(text, 'abcde')
    expect(answer).toMatchObject({ kind: 'unsent', fault: { code: 2007, details: { needed: 5, length: 4 } } })
    expect(stage.cpu.requests.map((request) => request[10])).toEqual([4])
  })

  test('is not written if its capacity cannot be read', async () => {
    stage = await S7Stage.start({ memory: { M: new Uint8Array(100) } })
    expect(await stage.write(text, 'abc')).toMatchObject({ kind: 'unsent', fault: { code: 1715 } })
  })
})

describe('reading many blocks', () => {
  const scattered = (count: number) => Array.from({ length: count }, (_, at) => spanOf(at * 20, 2))

  it.each([
    [240, [19, 6]],
    [480, [20, 5]],
    [960, [20, 5]],
  ])('takes few requests with messages of %i bytes', async (pduBytes, items) => {
    stage = await S7Stage.start({ pduBytes })
    stage.cpu.memory.get('DB1')!.forEach((_, at, all) => {
      all[at] = at & 0xff
    })
    const spans = scattered(25)
    expect(await stage.outcomes(spans)).toEqual(spans.map(({ start }) => hexOf(Uint8Array.of(start, start + 1))))
    expect(stage.cpu.requests.map((request) => request[11])).toEqual(items)
  })

  test('judges each of them alone', async () => {
    stage = await S7Stage.start()
    expect(
      await stage.outcomes([
        spanOf(0, 2),
        spanOf(0, 2, 'DB9'),
        spanOf(599, 2),
        spanOf(0, 1),
        spanOf(0, 300),
        spanOf(4, 1),
      ]),
    ).toEqual([...['0000', 1715, 1715, '00', 1718, '00']])
  })

  test('has a fault for each if the CPU does not permit access, and the connection remains', async () => {
    stage = await S7Stage.start()
    stage.cpu.script = (request) => s7Answer(request, '', '', 0x8104)
    const answers = await stage.session.readMany!([spanOf(0, 2), spanOf(10, 2)], stage.params)
    expect(answers).toMatchObject([
      { code: 1720, broken: false, message: expect.stringContaining('PUT/GET') },
      { code: 1720, broken: false },
    ])
    stage.cpu.script = undefined
    expect(await stage.outcomes([spanOf(0, 2)])).toEqual(['0000'])
  })

  test('asks for fewer at a time after the CPU refused the size of a request', async () => {
    stage = await S7Stage.start()
    stage.cpu.script = (request, usual) => (request[11]! > 6 ? s7Answer(request, '', '', 0x8500) : usual)
    expect(await stage.outcomes(scattered(15))).toEqual(scattered(15).map(() => '0000'))
    expect(stage.cpu.requests.map((request) => request[11])).toEqual([15, 7, 3, 3, 3, 3, 3])
    stage.cpu.script = (request) => s7Answer(request, '', '', 0x8500)
    expect(await stage.outcomes(scattered(2))).toEqual([1718, 1718])
  })

  test('pauses between two requests as configured, and not after the session was closed', async () => {
    stage = await S7Stage.start({}, { waitMs: 40 })
    const from = performance.now()
    await stage.session.readMany!(scattered(25), stage.params)
    expect(performance.now() - from).toBeGreaterThan(35)
    const waiting = stage.session.readMany!(scattered(25), { ...stage.params, waitMs: 60_000 })
    await expect.poll(() => stage.cpu.requests.length).toBe(3)
    await stage.session.close()
    await expect(waiting).rejects.toMatchObject({ code: 1722, broken: true })
    expect(stage.cpu.requests).toHaveLength(3)
  })

  test('fails as a whole if nothing answers', async () => {
    stage = await S7Stage.start()
    stage.cpu.script = () => undefined
    await expect(stage.session.readMany!(scattered(3), { ...stage.params, timeoutMs: 60 })).rejects.toMatchObject({
      code: 1714,
    })
  })
})

describe('a write', () => {
  const word = point('DB1.DBW0', 'uint16')

  test('is not sent if it may not start any more', async () => {
    stage = await S7Stage.start()
    expect(await stage.session.write(about.encode(word, 1, stage.params), stage.params, () => false)).toEqual({
      kind: 'expired',
    })
    expect(stage.cpu.requests).toEqual([])
  })

  test('on a closed connection is unsent', async () => {
    stage = await S7Stage.start()
    stage.cpu.script = (_request, usual, socket) => {
      socket.end(usual)
      return undefined
    }
    await stage.session.read(spanOf(0, 2), stage.params)
    await expect.poll(() => stage.session.isOpen).toBe(false)
    expect(await stage.write(word, 1)).toMatchObject({ kind: 'unsent', fault: { code: 1722, broken: true } })
  })

  test('without an answer is not known to be executed', async () => {
    stage = await S7Stage.start()
    stage.cpu.script = () => undefined
    await expect(stage.write(word, 1, 50)).rejects.toMatchObject({ code: 1714 })
  })

  test('is not confirmed by the late answer to another', async () => {
    stage = await S7Stage.start()
    let late: Buffer | undefined
    stage.cpu.script = (_request, usual) => {
      const answer = late
      late = usual
      return answer
    }
    for (const value of [1, 2]) await expect(stage.write(word, value, 60)).rejects.toMatchObject({ code: 1714 })
  })

  it.each([
    ['05', 1715],
    ['0a', 1715],
    ['03', 1717],
    ['06', 1716],
    ['01', 1721],
  ])('which the CPU answers with %s, is fault %i', async (code, fault) => {
    stage = await S7Stage.start()
    stage.cpu.script = (request) => s7Answer(request, '0501', code)
    await expect(stage.write(word, 1)).rejects.toMatchObject({ code: fault, broken: false })
  })

  it.each([
    ['0401', 'ff040008ff', 'a read'],
    ['0502', 'ffff', 'two writes'],
    ['0501', '', 'nothing'],
  ])('is not confirmed by the answer %s %s to %s', async (parameter, data) => {
    stage = await S7Stage.start()
    stage.cpu.script = (request) => s7Answer(request, parameter, data)
    await expect(stage.write(word, 1)).rejects.toMatchObject({ code: 1712, broken: true })
  })

  test('longer than a message is unsent', async () => {
    stage = await S7Stage.start({ pduBytes: 100 })
    const text = point('DB1.DBB0', 'string', { length: 90 })
    expect(await stage.write(text, 'a')).toMatchObject({ kind: 'unsent', fault: { code: 1718 } })
    expect(stage.cpu.requests).toEqual([])
  })
})
