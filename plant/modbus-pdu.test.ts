import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerPdu } from './modbus-pdu.ts'
import { hex, toHex } from './modbus-probe.ts'
import { createRegisterBank } from './register-bank.ts'
import type { Area, Register } from './waterworks/registers.ts'

const point = (key: string, area: Area, address: number, part: Partial<Register> = {}): Register => ({
  ...{
    key,
    nameEn: key,
    nameZh: key,
    area,
    address,
    byteOrder: 'ABCD',
    unit: '',
    decimals: 0,
    groupEn: '',
    groupZh: '',
  },
  ...{ dataType: area === 'coil' || area === 'discrete' ? 'bool' : 'uint16', access: 'rw', ...part },
})

const span = (area: Area, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => point(`${area}${from + index}`, area, from + index))

const registers = [
  ...span('coil', 0, 10),
  ...span('discrete', 100, 3),
  ...span('holding', 0, 130),
  ...span('input', 8, 2),
  point('limited', 'holding', 200, { min: 0, max: 1000 }),
  point('fixed', 'holding', 201, { access: 'r' }),
]

function freshBank() {
  const bank = createRegisterBank({ registers, gaps: 'refused' })
  bank.put('coil0', true)
  bank.put('coil2', true)
  bank.put('coil9', true)
  bank.put('discrete101', true)
  bank.put('holding0', 0x022b)
  bank.put('holding2', 0x0064)
  bank.put('input8', 0x000a)
  return bank
}

const table: [what: string, request: string, answer: string][] = [
  ['01 reads coils, packed low bit first', '01 0000 000a', '01 02 05 02'],
  ['01 of one coil', '01 0002 0001', '01 01 01'],
  ['02 reads discrete inputs', '02 0064 0003', '02 01 02'],
  ['03 reads holding registers', '03 0000 0003', '03 06 02 2b 00 00 00 64'],
  ['04 reads input registers', '04 0008 0001', '04 02 00 0a'],
  ['05 switches a coil on', '05 0001 ff00', '05 00 01 ff 00'],
  ['05 switches a coil off', '05 0000 0000', '05 00 00 00 00'],
  ['06 writes a register', '06 0001 0003', '06 00 01 00 03'],
  ['15 writes coils', '0f 0000 000a 02 cd01', '0f 00 00 00 0a'],
  ['16 writes registers', '10 0001 0002 04 000a 0102', '10 00 01 00 02'],
  ['22 masks a register', '16 0002 00f2 0025', '16 00 02 00 f2 00 25'],
  ['23 writes, then reads', '17 0000 0002 0001 0001 02 00ff', '17 04 02 2b 00 ff'],
  ['an unknown function', '2b 0e 01 00', 'ab 01'],
  ['function 0', '00', '80 01'],
  ['an empty request', '', '80 01'],
  ['01 past the map', '01 0000 000b', '81 02'],
  ['02 before the map', '02 0063 0002', '82 02'],
  ['03 into a gap', '03 0081 0002', '83 02'],
  ['03 past the last address', '03 ffff 0002', '83 02'],
  ['04 not in the map', '04 0000 0001', '84 02'],
  ['05 not in the map', '05 000a ff00', '85 02'],
  ['06 not in the map', '06 00b0 0001', '86 02'],
  ['06 read-only', '06 00c9 0001', '86 02'],
  ['15 past the map', '0f 0009 0002 01 03', '8f 02'],
  ['16 past the map', '10 00b0 0001 02 0001', '90 02'],
  ['22 not in the map', '16 00b0 ffff 0000', '96 02'],
  ['23 reading not in the map', '17 00b0 0001 0001 0001 02 00ff', '97 02'],
  ['23 writing not in the map', '17 0000 0001 00b0 0001 02 00ff', '97 02'],
  ['01 of no coils', '01 0000 0000', '81 03'],
  ['01 of 2001 coils', '01 0000 07d1', '81 03'],
  ['03 of no registers', '03 0000 0000', '83 03'],
  ['03 of 126 registers', '03 0000 007e', '83 03'],
  ['04 of 126 registers', '04 0008 007e', '84 03'],
  ['03 cut short', '03 0000 00', '83 03'],
  ['05 neither on nor off', '05 0000 1234', '85 03'],
  ['06 out of range', '06 00c8 03e9', '86 03'],
  ['15 whose byte count lies', '0f 0000 000a 01 cd', '8f 03'],
  ['15 cut short', '0f 0000', '8f 03'],
  ['16 whose byte count lies', '10 0001 0002 02 000a', '90 03'],
  ['16 longer than it says', '10 0001 0001 02 000a 0b', '90 03'],
  ['16 of nothing', '10 0001 0000 00', '90 03'],
  ['22 cut short', '16 0002 00f2', '96 03'],
  ['22 out of range', '16 00c8 0000 07d0', '96 03'],
  ['23 cut short', '17 0000 0001', '97 03'],
  ['23 of no registers', '17 0000 0000 0001 0001 02 00ff', '97 03'],
  ['23 whose byte count lies', '17 0000 0001 0001 0001 04 00ff', '97 03'],
]

describe('a request and its answer', () => {
  it.each(table)('%s', (_, request, answer) => {
    expect(toHex(answerPdu(hex(request), freshBank()))).toBe(answer)
  })

  it('125 registers are answered, and 123 written', () => {
    const bank = freshBank()
    expect(answerPdu(hex('03 0000 007d'), bank).length).toBe(2 + 250)
    const body = '01'.repeat(246)
    expect(toHex(answerPdu(hex(`10 0000 007b f6 ${body}`), bank))).toBe('10 00 00 00 7b')
    expect(toHex(answerPdu(hex(`10 0000 007c f8 ${body}0101`), bank))).toBe('90 03')
  })

  it('a written value is read back', () => {
    const bank = freshBank()
    answerPdu(hex('06 00c8 03e8'), bank)
    expect(toHex(answerPdu(hex('03 00c8 0001'), bank))).toBe('03 02 03 e8')
    answerPdu(hex('0f 0000 000a 02 cd01'), bank)
    expect(toHex(answerPdu(hex('01 0000 000a'), bank))).toBe('01 02 cd 01')
    answerPdu(hex('16 0002 00f2 0025'), bank)
    expect(toHex(answerPdu(hex('03 0002 0001'), bank))).toBe('03 02 00 65')
  })

  it('a refused exchange has written nothing', () => {
    const bank = freshBank()
    answerPdu(hex('17 00b0 0001 0001 0001 02 00ff'), bank)
    expect(bank.peek('holding1')).toBe(0)
  })
})

describe('a PLC that refuses a range', () => {
  it.each([2, 3, 4] as const)('answers exception %i there and data elsewhere', (code) => {
    const refuse = (area: Area, address: number, count: number) =>
      area === 'holding' && address < 20 && address + count > 10 ? code : undefined
    const ask = (request: string) => toHex(answerPdu(hex(request), freshBank(), refuse))
    expect(ask('03 0009 0002')).toBe(`83 0${code}`)
    expect(ask('06 000a 0001')).toBe(`86 0${code}`)
    expect(ask('10 0013 0001 02 0001')).toBe(`90 0${code}`)
    expect(ask('16 000a 0000 0001')).toBe(`96 0${code}`)
    expect(ask('17 000a 0001 0000 0001 02 0001')).toBe(`97 0${code}`)
    expect(ask('03 0014 0001')).toBe('03 02 00 00')
    expect(ask('01 0000 000a')).toBe('01 02 05 02')
  })
})

describe('any bytes', () => {
  it('get one answer of legal size, for the requested function', () => {
    const bank = freshBank()
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 253 }), (pdu) => {
        const answer = answerPdu(pdu, bank)
        expect(answer.length).toBeLessThanOrEqual(253)
        expect(answer[0]! & 0x7f).toBe(pdu[0]! & 0x7f)
      }),
    )
  })
})
