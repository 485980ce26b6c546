// Frames against published and recorded ones: requests byte for byte, answers decoded.
import { describe, expect, it } from 'vitest'
import { endFault, tcpFault } from './faults.ts'
import { answerIn, type Command, dataOf, frameOf, type Route } from './frame.ts'
import { packetIn, packetOf } from './tcp-line.ts'

const bytes = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex')
const span = (area: string, start: number, count: number) => ({ area, start, count })
const route = (to: number, from: number): Route => ({
  to: { network: 0, node: to, unit: 0 },
  from: { network: 0, node: from, unit: 0 },
})

/** Parses the answer to a command from a packet of FINS/TCP. */
function answered(packet: string, command: Command, own: Route, sid: number): string {
  const found = packetIn(bytes(packet))!
  expect(found).toMatchObject({ command: 2, error: 0, used: bytes(packet).length })
  return hex(dataOf(answerIn(found.data, command, own, sid)!, command))
}

// A session with a PLC, recorded by koszoaron/jfinslib (FinsConnection.java): handshake, H1 := 4, H1.
describe('the session of jfinslib', () => {
  const own = route(1, 0xef)

  it('starts with the same handshake', () => {
    expect(hex(packetOf(0, new Uint8Array(4)))).toBe(hex(bytes('46494e53 0000000c 00000000 00000000 00000000')))
    const answer = bytes('46494e53 00000010 00000001 00000000 000000ef 00000001 00000000 00000000')
    expect(packetIn(answer.subarray(0, 24))).toMatchObject({ command: 1, error: 0, used: 24 })
  })

  it('writes with the same packet', () => {
    const command: Command = { kind: 'write', span: span('H', 1, 1), bytes: Uint8Array.of(0, 4) }
    expect(hex(packetOf(2, frameOf(command, own, 1)))).toBe(
      hex(bytes('46494e53 0000001c 00000002 00000000 80000200010000ef0001 0102 b2 0001 00 0001 0004')),
    )
    const answer = '46494e53 00000016 00000002 00000000 c0000200ef0000010001 0102 0000'
    expect(answered(answer, command, own, 1)).toBe('')
  })

  it('reads with the same packet', () => {
    const command: Command = { kind: 'read', span: span('H', 1, 1) }
    expect(hex(packetOf(2, frameOf(command, own, 1)))).toBe(
      hex(bytes('46494e53 0000001a 00000002 00000000 80000200010000ef0001 0101 b2 0001 00 0001')),
    )
    const answer = '46494e53 00000018 00000002 00000000 c0000200ef0000010001 0101 0000 0004'
    expect(answered(answer, command, own, 1)).toBe('0004')
  })
})

// Packets that Fox-Edge gives in its test of omron.fins (TestUtils.java): W10, PLC node 10, PC node 113.
describe('the packets of Fox-Edge', () => {
  const own = route(10, 0x71)

  it('are written and read', () => {
    expect(hex(packetOf(0, Uint8Array.of(0, 0, 0, 0x71)))).toBe('46494e530000000c000000000000000000000071')
    const write: Command = { kind: 'write', span: span('W', 10, 1), bytes: Uint8Array.of(0, 6) }
    expect(hex(packetOf(2, frameOf(write, own, 0)))).toBe(
      hex(bytes('46494E53 0000001C 00000002 00000000 800002000A0000710000 0102 B1 000A 00 0001 0006')),
    )
    const read: Command = { kind: 'read', span: span('W', 10, 1) }
    expect(hex(packetOf(2, frameOf(read, own, 0xff)))).toBe(
      hex(bytes('46494E53 0000001A 00000002 00000000 800002000A00007100FF 0101 B1 000A 00 0001')),
    )
    const answer = '46494E53 00000018 00000002 00000000 C0000200710000 0A00FF 0101 0000 000C'
    expect(answered(answer, read, own, 0xff)).toBe('000c')
    const two: Command = { kind: 'read', span: span('W', 10, 2) }
    const longer = '46494E53 0000001A 00000002 00000000 C0000200710000 0A00FF 0101 0000 000C3F7B'
    expect(answered(longer, two, own, 0xff)).toBe('000c3f7b')
  })
})

describe('a command', () => {
  it.each<[string, Command, string]>([
    ['a read of timer 5', { kind: 'read', span: span('T', 5, 1) }, '0101 89 0005 00 0001'],
    ['a read of counter 5', { kind: 'read', span: span('C', 5, 1) }, '0101 89 8005 00 0001'],
    ['a read of flags', { kind: 'read', span: span('TS', 5, 2) }, '0101 09 0005 00 0002'],
    ['a read of counter flags', { kind: 'read', span: span('CS', 5, 2) }, '0101 09 8005 00 0002'],
    ['a read of bank C', { kind: 'read', span: span('EC_', 5, 1) }, '0101 ac 0005 00 0001'],
    ['a read of bank 18', { kind: 'read', span: span('E18_', 5, 1) }, '0101 68 0005 00 0001'],
    ['a bit of bank 10', { kind: 'bit', area: 'E10_', start: 5, bit: 15, on: false }, '0102 e0 0005 0f 0001 00'],
    ['a bit of D', { kind: 'bit', area: 'D', start: 0x1234, bit: 3, on: true }, '0102 02 1234 03 0001 01'],
    ['scattered words', { kind: 'many', words: [span('D', 1, 1), span('C', 2, 1)] }, '0104 82 0001 00 89 8002 00'],
  ])('%s has the codes of W342', (_name, command, expected) => {
    expect(hex(frameOf(command, route(1, 2), 3))).toBe(hex(bytes(`80000200010000020003 ${expected}`)))
  })

  it('is a fault if it reads flags of other areas or writes bits of timers', () => {
    const bit: Command = { kind: 'bit', area: 'T', start: 5, bit: 1, on: true }
    expect(() => frameOf(bit, route(1, 2), 3)).toThrowError(expect.objectContaining({ code: 1715 }))
    const flags: Command = { kind: 'read', span: span('X', 5, 1) }
    expect(() => frameOf(flags, route(1, 2), 3)).toThrowError(expect.objectContaining({ code: 1715 }))
  })
})

describe('an end code', () => {
  it.each([0x0000, 0x0040, 0x0080, 0x00c0])('%i is no fault: flags of the CPU leave the data valid', (end) => {
    expect(endFault(end, new Uint8Array())).toBeUndefined()
  })

  it.each<[number, string, number, string]>([
    [0x1101, '', 1715, 'FINS end code 1101: the PLC has no such memory area, or no access to its bits'],
    [0x1143, '', 1715, 'FINS end code 1103: the address cannot be accessed'],
    [
      0x9005,
      '030a',
      1727,
      'FINS end code 1005: the header is wrong: check the routing tables (relay error in network 3, node 10)',
    ],
    [0x8001, '', 1721, 'FINS end code 0001: the service was cancelled (relay error)'],
    [0x2108, '', 1717, 'FINS end code 2108: the data cannot be changed'],
    [0x0401, '', 1720, 'FINS end code 0401: the command is not supported'],
    [0x0204, '', 1711, 'FINS end code 0204: the destination node is busy'],
    [0x0205, '', 1714, 'FINS end code 0205: the destination node did not answer'],
    [0x3001, '', 1745, 'FINS end code 3001: another device holds the access right'],
    [0x2506, '', 1721, 'FINS end code 2506: see the manual of the PLC'],
  ])('%i is explained', (end, more, code, message) => {
    expect(endFault(end, bytes(more))).toMatchObject({ code, message, broken: false })
  })

  it('with the flag of a relay alone is a fault', () => {
    expect(endFault(0x8000, bytes('0102'))).toMatchObject({ code: 1721 })
  })

  it('of FINS/TCP is explained', () => {
    expect(tcpFault(0x20)).toMatchObject({ code: 1722, broken: true, message: expect.stringContaining('are in use') })
    expect(tcpFault(0x99)).toMatchObject({ message: 'FINS/TCP error 99: see the manual of the PLC' })
  })
})

describe('a packet', () => {
  const whole = packetOf(2, Uint8Array.of(1, 2, 3))

  it('is complete with its last byte', () => {
    for (let length = 0; length < whole.length; length++)
      expect(packetIn(Buffer.from(whole.subarray(0, length)))).toBeUndefined()
    expect(packetIn(Buffer.concat([whole, Uint8Array.of(70)]))).toMatchObject({ used: whole.length })
  })

  it.each(['00', '46494e54', '46494e53 00000007 00000002 00000000', '46494e53 00001001 00000002 00000000'])(
    'that starts with %s is none',
    (text) => {
      expect(() => packetIn(bytes(text))).toThrowError(expect.objectContaining({ code: 1712, broken: true }))
    },
  )
})
