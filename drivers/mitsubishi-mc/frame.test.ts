// Frames against published ones, byte by byte:
// - `slmp`: the SLMP test suite of Apache PLC4X, whose frames are the worked examples of SH-080008;
// - `manual`: worked examples of SH-080008 (sections of the commands 0401, 1401, 0403 and of the 1E commands 00 to 03);
// - `fx3u`: recorded between a program and an FX3U with FX3U-ENET-L, 1E in ASCII code.
import { describe, expect, it } from 'vitest'
import type { DriverFault, Span } from '../driver.ts'
import type { Command, WordAt } from './command.ts'
import { devices } from './devices.ts'
import { findAnswer, requestOf } from './frame.ts'
import { initialMc, type McParams } from './params.ts'

type Wire = Partial<McParams> & { serial?: number }
const qBinary: Wire = { series: 'q', frame: '3E', monitorTimer: 0x10 }
const qAscii: Wire = { ...qBinary, code: 'ascii' }
const e1: Wire = { series: 'q', frame: '1E', monitorTimer: 0x0a }
const e1Ascii: Wire = { ...e1, code: 'ascii' }
const e4: Wire = { ...qBinary, frame: '4E', serial: 0x1234 }

const request = (command: Command, { serial = 0, ...more }: Wire) =>
  requestOf(command, { ...initialMc, ...more }, serial)
const read = (area: string, start: number, count: number): Command => ({ kind: 'read', span: { area, start, count } })
const write = (area: string, start: number, bytes: number[], count = bytes.length / 2): Command => ({
  kind: 'write',
  span: { area, start, count } satisfies Span,
  bytes: Uint8Array.from(bytes),
})
const random = (...words: [WordAt['area'], number][]): Command => ({
  kind: 'random',
  words: words.map(([area, start]) => ({ area, start })),
})
/** Hexadecimal text with blanks, or in double quotes the characters themselves. */
const bytesOf = (text: string): Buffer =>
  text.startsWith('"') ? Buffer.from(text.slice(1, -1), 'ascii') : Buffer.from(text.replaceAll(' ', ''), 'hex')
const shown = (bytes: Uint8Array, like: string): string =>
  like.startsWith('"') ? `"${Buffer.from(bytes).toString('ascii')}"` : Buffer.from(bytes).toString('hex')

const words = [0x19, 0x95, 0x12, 0x02, 0x11, 0x30]

describe('a request', () => {
  it.each<[string, Wire, Command, string]>([
    [
      'slmp 0401 D350 × 2',
      { series: 'q', frame: '3E', monitorTimer: 0 },
      read('D', 350, 2),
      '500000ffff03000c000000010400005e0100a80200',
    ],
    ['0401 D100 × 3', qBinary, read('D', 100, 3), '50 00 00 FF FF 03 00 0C 00 10 00 01 04 00 00 64 00 00 A8 03 00'],
    ['0401 D100 × 3, ASCII', qAscii, read('D', 100, 3), '"500000FF03FF000018001004010000D*0001000003"'],
    ['manual 0401 TN100 × 3', qBinary, read('TN', 100, 3), '500000ffff03000c001000 01 04 00 00 64 00 00 C2 03 00'],
    ['manual 0401 TN100 × 3, ASCII', qAscii, read('TN', 100, 3), '"500000FF03FF000018001004010000TN0001000003"'],
    ['manual 0401 M100 × 8', qBinary, read('M', 100, 8), '500000ffff03000c001000 01 04 01 00 64 00 00 90 08 00'],
    ['manual 0401 M100 × 8, ASCII', qAscii, read('M', 100, 8), '"500000FF03FF000018001004010001M*0001000008"'],
    [
      '0401 D100 × 3, iQ-R',
      { ...qBinary, series: 'iq-r' },
      read('D', 100, 3),
      '500000ffff03000e001000 01 04 02 00 64 00 00 00 A8 00 03 00',
    ],
    [
      '0401 M100 × 8, iQ-R, ASCII',
      { ...qAscii, series: 'iq-r' },
      read('M', 100, 8),
      '"500000FF03FF00001C001004010003M***000001000008"',
    ],
    [
      'manual 1401 D100 × 3',
      qBinary,
      write('D', 100, words),
      '500000ffff030012001000 01 14 00 00 64 00 00 A8 03 00 95 19 02 12 30 11',
    ],
    [
      'manual 1401 D100 × 3, ASCII',
      qAscii,
      write('D', 100, words),
      '"500000FF03FF000024001014010000D*0001000003199512021130"',
    ],
    [
      'manual 1401 M100 × 8',
      qBinary,
      write('M', 100, [1, 1, 0, 0, 1, 1, 0, 0], 8),
      '500000ffff030010001000 01 14 01 00 64 00 00 90 08 00 11 00 11 00',
    ],
    [
      'manual 1401 M100 × 8, ASCII',
      qAscii,
      write('M', 100, [1, 1, 0, 0, 1, 1, 0, 0], 8),
      '"500000FF03FF000020001014010001M*000100000811001100"',
    ],
    ['1401 Y20, one bit', qBinary, write('Y', 0x20, [1], 1), '500000ffff03000d001000 01 14 01 00 20 00 00 9D 01 00 10'],
    [
      '0403 D0, TN0, M96, X20',
      qBinary,
      random(['D', 0], ['TN', 0], ['M', 96], ['X', 0x20]),
      '500000ffff030018001000 03 04 00 00 04 00 00 00 00 A8 00 00 00 C2 60 00 00 90 20 00 00 9C',
    ],
    [
      '0403 D0, X20, ASCII',
      qAscii,
      random(['D', 0], ['X', 0x20]),
      '"500000FF03FF0000200010040300000200D*000000X*000020"',
    ],
    ['manual 4E, serial 1234', e4, read('D', 100, 3), '54003412000000ffff03000c001000 01040000640000a80300'],
    [
      'manual 4E, serial 1234, ASCII',
      { ...e4, code: 'ascii' },
      read('D', 100, 3),
      '"54001234000000FF03FF000018001004010000D*0001000003"',
    ],
    [
      'the CPU 2 of a multiple CPU system, network 2, station 3',
      { ...qBinary, network: 2, pc: 3, moduleIo: 0x03e1 },
      read('D', 100, 3),
      '50000203e103000c00100001040000640000a80300',
    ],
    ['1E D100 × 3, ASCII', e1Ascii, read('D', 100, 3), '"01FF000A4420000000640300"'],
    ['1E D100 × 3', e1, read('D', 100, 3), '01 FF 0A 00 64 00 00 00 20 44 03 00'],
    ['manual 1E 00 M100 × 12', e1, read('M', 100, 12), '00 FF 0A 00 64 00 00 00 20 4D 0C 00'],
    ['manual 1E 00 M100 × 12, ASCII', e1Ascii, read('M', 100, 12), '"00FF000A4D20000000640C00"'],
    [
      'manual 1E 02 M50 × 12',
      e1,
      write('M', 50, [0, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 1], 12),
      '02 FF 0A 00 32 00 00 00 20 4D 0C 00 01 11 01 00 00 01',
    ],
    [
      'manual 1E 03 D100 × 3',
      e1,
      write('D', 100, [0x12, 0x34, 0x98, 0x76, 0x01, 0x09]),
      '03 FF 0A 00 64 00 00 00 20 44 03 00 34 12 76 98 09 01',
    ],
    [
      'manual 1E 03 D100 × 3, ASCII',
      e1Ascii,
      write('D', 100, [0x12, 0x34, 0x98, 0x76, 0x01, 0x09]),
      '"03FF000A4420000000640300123498760109"',
    ],
    ['fx3u X0 × 8', e1Ascii, read('X', 0, 8), '"00FF000A5820000000000800"'],
    ['fx3u D0 × 10', e1Ascii, read('D', 0, 10), '"01FF000A4420000000000A00"'],
    ['fx3u Y3 off', e1Ascii, write('Y', 3, [0], 1), '"02FF000A592000000003010000"'],
    ['fx3u Y7 on', e1Ascii, write('Y', 7, [1], 1), '"02FF000A592000000007010010"'],
    ['fx3u D5 = 26', e1Ascii, write('D', 5, [0, 0x1a]), '"03FF000A4420000000050100001A"'],
    ['1E, an odd number of bits', e1, read('M', 101, 1), '00 FF 0A 00 64 00 00 00 20 4D 02 00'],
    ['1E, the first bit alone', e1, read('M', 0, 1), '00 FF 0A 00 00 00 00 00 20 4D 02 00'],
  ])('%s', (_name, wire, command, frame) => {
    expect(shown(request(command, wire).bytes, frame)).toBe(shown(bytesOf(frame), frame))
  })
})

describe('the codes of the devices', () => {
  // Device code list of SH-080008: binary code, and the number 10 (hexadecimal for X, Y, B, W, SB, SW, ZR) in ASCII.
  it.each<[WordAt['area'], number, string]>([
    ['SM', 0x91, 'SM000016'],
    ['SD', 0xa9, 'SD000016'],
    ['X', 0x9c, 'X*000010'],
    ['Y', 0x9d, 'Y*000010'],
    ['M', 0x90, 'M*000016'],
    ['L', 0x92, 'L*000016'],
    ['F', 0x93, 'F*000016'],
    ['V', 0x94, 'V*000016'],
    ['B', 0xa0, 'B*000010'],
    ['D', 0xa8, 'D*000016'],
    ['W', 0xb4, 'W*000010'],
    ['TS', 0xc1, 'TS000016'],
    ['TC', 0xc0, 'TC000016'],
    ['TN', 0xc2, 'TN000016'],
    ['CS', 0xc4, 'CS000016'],
    ['CC', 0xc3, 'CC000016'],
    ['CN', 0xc5, 'CN000016'],
    ['SB', 0xa1, 'SB000010'],
    ['SW', 0xb5, 'SW000010'],
    ['Z', 0xcc, 'Z*000016'],
    ['R', 0xaf, 'R*000016'],
    ['ZR', 0xb0, 'ZR000010'],
  ])('%s', (area, code, text) => {
    const binary = request(read(area, 16, 1), qBinary).bytes
    expect([...binary.subarray(-6, -2)]).toEqual([16, 0, 0, code])
    const ascii = request(read(area, 16, 1), qAscii).bytes
    expect(Buffer.from(ascii.subarray(-12, -4)).toString()).toBe(text)
  })

  it('are those of all devices', () => {
    expect(Object.keys(devices)).toHaveLength(22)
  })
})

type Found = { data: number[] } | { code: number; broken: boolean } | undefined

/** The data of an answer in received bytes, a fault of the device or of the frame, or nothing while it is incomplete. */
function found(command: Command, wire: Wire, received: string | Buffer): Found {
  const bytes = typeof received === 'string' ? bytesOf(received) : received
  try {
    const answer = findAnswer(bytes, request(command, wire))
    if (!answer) return undefined
    if ('fault' in answer) return { code: answer.fault.code, broken: answer.fault.broken }
    return { data: [...answer.data] }
  } catch (error) {
    const { code, broken } = error as DriverFault
    return { code, broken }
  }
}

describe('an answer', () => {
  const answers: [string, Wire, Command, string, number[]][] = [
    ['slmp D350 × 2', qBinary, read('D', 350, 2), 'd00000ffff030006000000ab560f17', [0x56, 0xab, 0x17, 0x0f]],
    ['D100 × 3', qBinary, read('D', 100, 3), 'D0 00 00 FF FF 03 00 08 00 00 00 95 19 02 12 30 11', words],
    ['D100 × 3, ASCII', qAscii, read('D', 100, 3), '"D00000FF03FF0000100000199512021130"', words],
    ['D100 × 3, lower case', qAscii, read('D', 100, 1), '"D00000FF03FF0000080000abcd"', [0xab, 0xcd]],
    [
      'manual TN100 × 3',
      qBinary,
      read('TN', 100, 3),
      'd00000ffff030008000000 34 12 02 00 EF 1D',
      [0x12, 0x34, 0, 2, 0x1d, 0xef],
    ],
    ['manual M100 × 8', qBinary, read('M', 100, 8), 'd00000ffff030006000000 00 01 00 11', [0, 0, 0, 1, 0, 0, 1, 1]],
    ['manual M100 × 8, ASCII', qAscii, read('M', 100, 8), '"D00000FF03FF00000C000000010011"', [0, 0, 0, 1, 0, 0, 1, 1]],
    ['manual five bits', qBinary, read('M', 10, 5), 'd00000ffff030005000000 10 10 10', [1, 0, 1, 0, 1]],
    ['five bits, ASCII', qAscii, read('M', 10, 5), '"D00000FF03FF000009000010101"', [1, 0, 1, 0, 1]],
    [
      'slmp 0403, its four words',
      qBinary,
      random(['D', 0], ['TN', 0], ['M', 96], ['X', 0x20]),
      'd00000ffff03000a000000 95 19 02 12 30 20 49 48',
      [0x19, 0x95, 0x12, 0x02, 0x20, 0x30, 0x48, 0x49],
    ],
    ['a write', qBinary, write('D', 100, words), 'D0 00 00 FF FF 03 00 02 00 00 00', []],
    ['a write, ASCII', qAscii, write('D', 100, words), '"D00000FF03FF0000040000"', []],
    ['4E', e4, read('D', 100, 3), 'D40034120000 00FFFF0300 0800 0000 951902123011', words],
    ['4E, ASCII', { ...e4, code: 'ascii' }, read('D', 100, 3), '"D4001234000000FF03FF0000100000199512021130"', words],
    ['1E D100 × 3', e1, read('D', 100, 3), '81 00 95 19 02 12 30 11', words],
    ['1E D100 × 3, ASCII', e1Ascii, read('D', 100, 3), '"8100199512021130"', words],
    ['manual 1E 12 bits', e1, read('M', 100, 12), '80 00 10 10 10 10 10 10', [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0]],
    ['1E, the second of two bits', e1, read('M', 101, 1), '80 00 01', [1]],
    ['1E, the second of two bits, ASCII', e1Ascii, read('M', 101, 1), '"800001"', [1]],
    ['1E, the first of two bits', e1Ascii, read('M', 0, 1), '"800010"', [1]],
    ['1E write', e1, write('D', 0, [0, 1]), '83 00', []],
    ['fx3u Y0 × 8', e1Ascii, read('Y', 0, 8), '"800011111111"', [1, 1, 1, 1, 1, 1, 1, 1]],
    [
      'fx3u D0 × 10',
      e1Ascii,
      read('D', 0, 10),
      '"8100000A000B000C00000000001A0000000000000000"',
      [0, 10, 0, 11, 0, 12, 0, 0, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0, 0],
    ],
    ['fx3u write of a bit', e1Ascii, write('Y', 7, [1], 1), '"8200"', []],
  ]

  it.each(answers)('%s', (_name, wire, command, frame, data) => {
    expect(found(command, wire, frame)).toEqual({ data })
  })

  it.each(answers)('%s is awaited to its last byte', (_name, wire, command, frame) => {
    const whole = bytesOf(frame)
    for (let length = 0; length < whole.length; length++) {
      expect(found(command, wire, whole.subarray(0, length)), String(length)).toBeUndefined()
    }
  })

  it.each<[string, Wire, Command, string, number, boolean]>([
    ['end code C051', qBinary, read('D', 100, 3), 'D00000FFFF03000B0051C000FFFF030001040000', 1718, false],
    ['end code C051, ASCII', qAscii, read('D', 100, 3), '"D00000FF03FF000016C05100FF03FF0004010000"', 1718, false],
    ['without error information', qBinary, read('D', 100, 3), 'D00000FFFF0300020051C0', 1718, false],
    ['4031, out of range', qBinary, read('D', 100, 3), 'D00000FFFF030002003140', 1715, false],
    ['C056, beyond the end', qBinary, read('D', 100, 3), 'D00000FFFF0300020056C0', 1715, false],
    ['C05B, no such device', qBinary, read('D', 100, 3), 'D00000FFFF030002005BC0', 1715, false],
    ['C05C, no such device of FX5', qBinary, read('D', 100, 3), 'D00000FFFF030002005CC0', 1715, false],
    ['C059, no such command', qBinary, read('D', 100, 3), 'D00000FFFF0300020059C0', 1720, false],
    ['0055, writing during RUN', qBinary, write('D', 0, [0, 1]), 'D00000FFFF030002005500', 1717, false],
    ['C05E, the CPU is silent', qBinary, write('D', 0, [0, 1]), 'D00000FFFF030002005EC0', 1714, false],
    ['C201, remote password', qBinary, read('D', 100, 3), 'D00000FFFF0300020001C2', 1745, false],
    ['any other end code', qBinary, read('D', 100, 3), 'D00000FFFF030002003412', 1721, false],
    ['1E 50', e1, read('D', 100, 3), '8150', 1720, false],
    ['1E 56', e1, read('D', 100, 3), '8156', 1715, false],
    ['1E 57', e1Ascii, read('D', 100, 3), '"8157"', 1718, false],
    ['1E 58', e1, read('D', 100, 3), '8158', 1715, false],
    ['1E 5B 10', e1, read('D', 100, 3), '815B10', 1721, false],
    ['1E 5B 10 00, as some modules answer', e1, read('D', 100, 3), '815B1000', 1721, false],
    ['1E 5B 10, ASCII', e1Ascii, read('D', 100, 3), '"815B10"', 1721, false],
    ['too few words', qBinary, read('D', 100, 3), 'D00000FFFF030006000000951902 12', 1719, true],
    ['too many words', qBinary, read('D', 100, 1), 'D00000FFFF03000600000095190212', 1719, true],
    [
      'too few words, with serial number',
      e4,
      read('D', 100, 3),
      'D4003412000000FFFF0300060000009519 0212',
      1719,
      false,
    ],
    ['data after a write', qBinary, write('D', 0, [0, 1]), 'D00000FFFF03000400 0000 0100', 1719, true],
    ['a length without an end code', qBinary, read('D', 100, 3), 'D00000FFFF03000100', 1712, true],
    ['an absurd length', qBinary, read('D', 100, 3), 'D00000FFFF0300FFFF', 1712, true],
    ['another station', qBinary, read('D', 350, 2), 'd00000ffff030106000000ab560f17', 1712, true],
    ['another network', qBinary, read('D', 350, 2), 'd00001ffff030006000000ab560f17', 1712, true],
    ['the header of another frame', qBinary, read('D', 350, 2), 'd400', 1712, true],
    ['a request', qBinary, read('D', 350, 2), '50', 1712, true],
    ['zeros', qBinary, read('D', 350, 2), '0000000000000000', 1712, true],
    ['another data code', qBinary, read('D', 100, 3), '"D00000FF03FF0000100000199512021130"', 1712, true],
    ['another data code', qAscii, read('D', 100, 3), 'D00000FFFF030008000000951902123011', 1712, true],
    ['no hexadecimal digits', qAscii, read('D', 100, 1), '"D00000FF03FF00000800001G95"', 1712, true],
    ['a nibble that is no bit', qBinary, read('M', 0, 2), 'd00000ffff030003000000 21', 1712, true],
    ['a character that is no bit', qAscii, read('M', 0, 2), '"D00000FF03FF000006000012"', 1712, true],
    ['another 1E command', e1, read('D', 100, 3), '8000', 1712, true],
  ])('%s is a fault, never a value: %s', (_name, wire, command, frame, code, broken) => {
    expect(found(command, wire, frame)).toEqual({ code, broken })
  })

  it('has the serial number of its request, and ends where the next answer starts', () => {
    const old = bytesOf('D40033120000 00FFFF0300 0800 0000 000001000200')
    const own = bytesOf('D40034120000 00FFFF0300 0800 0000 951902123011')
    const answer = findAnswer(Buffer.concat([old, own]), request(read('D', 100, 3), e4))
    expect(answer).toMatchObject({ serial: 0x1233, used: old.length })
  })
})
