// Requests and answers against published frames. `snap7`: captured between client and server of the C library snap7, which
// answers as an S7-300 does; `plc4x`: ParserSerializerTestsuite.xml of Apache PLC4X; `s7-comm`: tests of the npm package
// of that name; `nmap`: s7-info.nse. Only the frames are used, as facts.
import { describe, expect, it, test } from 'vitest'
import { confirmedSize, connectFrame, dataFrame } from './iso.ts'
import { answerOf, grantedPdu, type Job, jobPdu, readJob, setupJob, spansOf, writeCodeOf, writeJob } from './pdu.ts'

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const hex = (from: Uint8Array): string => Buffer.from(from).toString('hex')
const frame = (number: number, job: Job): string => hex(dataFrame(jobPdu(number, job)))
/** The message in a frame with one TPDU of data. */
const messageIn = (text: string): Uint8Array => bytes(text).subarray(7)

describe('the connection of TSAPs', () => {
  it.each([
    ['rack 0 slot 1', 0x0101, '0300001611e00000000100c0010ac1020100c2020101'],
    ['rack 1 slot 2', 0x0122, '0300001611e00000000100c0010ac1020100c2020122'],
  ])('is requested as snap7 does, %s', (_name, remote, request) => {
    expect(hex(connectFrame({ local: 0x0100, remote }))).toBe(request)
  })

  /** Parameters of a connection request by their code. */
  const options = (text: string) => {
    const [all, found] = [bytes(text), new Map<number, string>()]
    for (let at = 11; at < all.length; at += 2 + all[at + 1]!)
      found.set(all[at]!, hex(all.subarray(at + 2, at + 2 + all[at + 1]!)))
    return found
  }

  it.each([
    ['plc4x', 0x0311, 0x0100, '0300001611e00000000f00c2020100c1020311c0010a'],
    ['nmap', 0x0100, 0x0102, '0300001611e00000001400c1020100c2020102c0010a'],
  ])('is requested with the parameters of %s', (_name, local, remote, request) => {
    expect(options(hex(connectFrame({ local, remote })))).toEqual(options(request))
  })

  it.each([
    ['snap7', 1, '0300001611d00001000100c0010ac1020100c2020101'],
    ['plc4x', 15, '0300001611d0000f000b00c0010ac1020311c2020100'],
  ])('is confirmed as by %s', (_name, reference, answer) => {
    expect(confirmedSize(bytes(answer).subarray(4), reference)).toBe(1024)
  })
})

describe('the setup', () => {
  const request = '0300001902f08032010000000000080000f0000001000101e0'
  it('is requested as snap7 and nmap do', () => {
    expect(frame(0, setupJob(480))).toBe(request)
  })

  it.each([
    ['snap7', '0300001b02f080320300000000000800000000f0000001000101e0', 480],
    ['plc4x', '0300001b02f080320300000000000800000000f0000003000300f0', 240],
  ])('is answered as by %s', (_name, answer, granted) => {
    expect(grantedPdu(answerOf(messageIn(answer))!)).toBe(granted)
  })
})

const span = (area: string, start: number, count: number) => ({ area, start, count })

describe('a read', () => {
  it.each([
    [0x0200, [span('DB1', 20, 4)], '0300001f02f080320100000200000e00000401120a100200040001840000a0'],
    [0x0500, [span('DB2', 0, 32)], '0300001f02f080320100000500000e00000401120a10020020000284000000'],
    [0x0600, [span('M', 0, 8)], '0300001f02f080320100000600000e00000401120a10020008000083000000'],
    [0x0800, [span('I', 0, 4)], '0300001f02f080320100000800000e00000401120a10020004000081000000'],
    [0x0900, [span('Q', 0, 4)], '0300001f02f080320100000900000e00000401120a10020004000082000000'],
    [0x0a00, [span('C', 0, 2)], '0300001f02f080320100000a00000e00000401120a101c000200001c000000'],
    [0x0b00, [span('T', 0, 2)], '0300001f02f080320100000b00000e00000401120a101d000200001d000000'],
    [0x0100, [span('T', 16, 2)], '0300001f02f080320100000100000e00000401120a101d000200001d000010'],
    [0x0200, [span('C', 3, 1)], '0300001f02f080320100000200000e00000401120a101c000100001c000003'],
    [0x0e00, [span('DB1', 250, 32)], '0300001f02f080320100000e00000e00000401120a100200200001840007d0'],
    [
      0x0c00,
      [span('DB1', 20, 4), span('M', 0, 2), span('DB2', 8, 8)],
      '0300003702f080320100000c00002600000403120a100200040001840000a0120a10020002000083000000120a10020008000284000040',
    ],
  ])('%i is requested as snap7 does: %o', (number, spans, request) => {
    expect(frame(number, readJob(spans))).toBe(request)
  })

  test('of five areas is requested as by s7-comm', () => {
    const spans = [span('M', 0, 16), span('I', 0, 16), span('Q', 0, 16), span('T', 0, 8), span('C', 0, 8)]
    expect(hex(jobPdu(0x1b00, readJob(spans)))).toBe(
      '320100001b00003e00000405120a10020010000083000000120a10020010000081000000120a10020010000082000000120a101d000800001d000000120a101c000800001c000000',
    )
  })

  it.each<[string, ReturnType<typeof span>[], (string | number)[]]>([
    ['0300001d02f0803203000002000002000800000401ff04002012345678', [span('DB1', 20, 4)], ['12345678']],
    ['0300001a02f0803203000004000002000500000401ff040008a5', [span('DB1', 0, 1)], ['a5']],
    ['0300001d02f080320300000a000002000800000401ff09000400000000', [span('C', 0, 2)], ['00000000']],
    ['0300001902f080320300000d0000020004000004010a000004', [span('DB77', 0, 4)], [1715]],
    ['0300001902f080320300000e00000200040000040105000004', [span('DB1', 250, 32)], [1715]],
    [
      '0300002f02f080320300000c000002001a00000403ff04002012345678ff0400100000ff0400400000000000000000',
      [span('DB1', 20, 4), span('M', 0, 2), span('DB2', 8, 8)],
      ['12345678', '0000', '0000000000000000'],
    ],
  ])('is answered as by snap7: %s', (answer, spans, outcomes) => {
    const found = spansOf(answerOf(messageIn(answer))!, spans)
    expect(found.map((each) => (each instanceof Uint8Array ? hex(each) : each.code))).toEqual(outcomes)
  })

  test('of bytes is not satisfied by the bits of plc4x, also with padding after the last item', () => {
    const answer = '0300002d02f08032030000000b0002001800000404ff0300010100ff0300010100ff0300010100ff0300010100'
    const spans = [0, 1, 2, 3].map((start) => span('Q', start, 1))
    expect(spansOf(answerOf(messageIn(answer))!, spans)).toMatchObject(spans.map(() => ({ code: 1719 })))
  })

  test('is refused as in plc4x', () => {
    expect(answerOf(messageIn('0300001302f08032020000000a000000008500'))).toMatchObject({ number: 10, error: 0x8500 })
  })
})

describe('a write', () => {
  const write = (area: string, start: number, value: string, mask?: string) =>
    writeJob({ area, start, bytes: bytes(value), ...(mask ? { mask: bytes(mask) } : {}) })

  it.each([
    [
      0x0100,
      write('DB1', 20, '12345678'),
      '0300002702f080320100000100000e00080501120a100200040001840000a00004002012345678',
    ],
    [0x0300, write('DB1', 0, 'a5'), '0300002402f080320100000300000e00050501120a1002000100018400000000040008a5'],
    [0x0700, write('M', 4, 'dead'), '0300002502f080320100000700000e00060501120a1002000200008300002000040010dead'],
    [0x0400, write('M', 10, '04', '04'), '0300002402f080320100000400000e00050501120a100100010000830000520003000101'],
  ])('%i is requested as snap7 does', (number, job, request) => {
    expect(frame(number, job)).toBe(request)
  })

  it.each([0, 1, 2, 3])('of bit %i has the item of plc4x', (bit) => {
    const items = '120a10010001000082000000120a10010001000082000001120a10010001000082000002120a10010001000082000003'
    const { parameter } = write('Q', 0, '00', (1 << bit).toString(16).padStart(2, '0'))
    expect(hex(parameter)).toBe(`0501${items.slice(bit * 24, bit * 24 + 24)}`)
  })

  test('is answered as by snap7', () => {
    expect(writeCodeOf(answerOf(messageIn('0300001602f0803203000001000002000100000501ff'))!)).toBe(0xff)
  })

  test('of one item is not answered by the four codes of plc4x', () => {
    const answer = answerOf(messageIn('0300001902f08032030000000e0002000400000504ffffffff'))!
    expect(() => writeCodeOf(answer)).toThrow(expect.objectContaining({ code: 1712, broken: true }))
  })
})
