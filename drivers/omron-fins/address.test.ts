// Addresses as in CX-Programmer and in W342, section 5-2-2.
import { describe, expect, it } from 'vitest'
import { addressExamples, parseFinsAddress } from './address.ts'

describe('an address', () => {
  it.each<[string, object]>([
    ['D100', { area: 'D', start: 100 }],
    [' d00100 ', { area: 'D', start: 100 }],
    ['DM100', { area: 'D', start: 100 }],
    ['D100.05', { area: 'D', start: 100, bit: 5 }],
    ['D100.5', { area: 'D', start: 100, bit: 5 }],
    ['D100.15', { area: 'D', start: 100, bit: 15 }],
    ['D100.H', { area: 'D', start: 100, byte: 'high' }],
    ['d100.l', { area: 'D', start: 100, byte: 'low' }],
    ['D32767', { area: 'D', start: 32_767 }],
    ['CIO0.01', { area: 'CIO', start: 0, bit: 1 }],
    ['0.01', { area: 'CIO', start: 0, bit: 1 }],
    ['100', { area: 'CIO', start: 100 }],
    ['W511.15', { area: 'W', start: 511, bit: 15 }],
    ['WR5', { area: 'W', start: 5 }],
    ['H0', { area: 'H', start: 0 }],
    ['HR511', { area: 'H', start: 511 }],
    ['A448.00', { area: 'A', start: 448, bit: 0 }],
    ['AR10', { area: 'A', start: 10 }],
    ['E0_100', { area: 'E0_', start: 100 }],
    ['EM0_100', { area: 'E0_', start: 100 }],
    ['EC_32767.07', { area: 'EC_', start: 32_767, bit: 7 }],
    ['E10_5', { area: 'E10_', start: 5 }],
    ['E18_5', { area: 'E18_', start: 5 }],
    ['E0F_5', { area: 'EF_', start: 5 }],
    ['T5', { area: 'T', start: 5 }],
    ['TIM0005', { area: 'T', start: 5 }],
    ['TS5', { area: 'TS', start: 5 }],
    ['C4095', { area: 'C', start: 4095 }],
    ['CNT5', { area: 'C', start: 5 }],
    ['CS5', { area: 'CS', start: 5 }],
  ])('%s is parsed', (text, expected) => {
    expect(parseFinsAddress(text)).toEqual(expected)
  })

  it.each([
    ['D', 'Write it as'],
    ['D-1', 'Write it as'],
    ['D1.', 'Write it as'],
    ['D1.1.1', 'Write it as'],
    ['D1.A', 'Write it as'],
    ['D100000', 'Write it as'],
    ['D32768', '0 to 32767'],
    ['CIO6144', '0 to 6143'],
    ['W512', '0 to 511'],
    ['T4096', '0 to 4095'],
    ['D1.16', 'bit must be 00 to 15'],
    ['E100', 'Write the bank'],
    ['EM100', 'Write the bank'],
    ['E19_5', 'Areas are'],
    ['EFF_5', 'Areas are'],
    ['X5', 'Areas are'],
    ['M5', 'Areas are'],
    ['T5.01', 'no bits'],
    ['TS5.01', 'no bits'],
    ['C5.H', 'no bits'],
  ])('%s is refused', (text, reason) => {
    expect(parseFinsAddress(text)).toMatchObject({ field: 'address', reason: { en: expect.stringContaining(reason) } })
  })

  it('has examples with readable texts', () => {
    const texts = addressExamples.map(({ address, about }) => `${address}: ${about.en}, ${about['zh-cn']}`)
    expect(texts.slice(0, 4)).toEqual([
      'D100: data memory 100, 数据存储器 D 100',
      'D100.05: data memory 100 bit 5, 数据存储器 D 100 位 5',
      'D100.H: data memory 100, high byte, 数据存储器 D 100 高字节',
      'CIO0.01: core I/O 0 bit 1, CIO 区 0 位 1',
    ])
  })
})
