import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '../driver.ts'
import { addressExamples, type ModbusAddress, parseModbusAddress } from './address.ts'

describe('a Modbus address', () => {
  it.each<[string, 0 | 1, ModbusAddress]>([
    ['00001', 1, { area: 'C', start: 0 }],
    ['10001', 1, { area: 'D', start: 0 }],
    ['30001', 1, { area: 'I', start: 0 }],
    ['40001', 1, { area: 'H', start: 0 }],
    ['49999', 1, { area: 'H', start: 9998 }],
    ['400001', 1, { area: 'H', start: 0 }],
    ['465536', 1, { area: 'H', start: 65_535 }],
    ['40000', 0, { area: 'H', start: 0 }],
    ['40001', 0, { area: 'H', start: 1 }],
    ['465535', 0, { area: 'H', start: 65_535 }],
    ['40021.5', 1, { area: 'H', start: 20, bit: 5 }],
    ['30021.15', 1, { area: 'I', start: 20, bit: 15 }],
    ['H:0', 1, { area: 'H', start: 0 }],
    ['40021.H', 1, { area: 'H', start: 20, byte: 'high' }],
    ['i:7.l', 1, { area: 'I', start: 7, byte: 'low' }],
    ['h:100.3', 1, { area: 'H', start: 100, bit: 3 }],
    [' C:7 ', 0, { area: 'C', start: 7 }],
    ['D:65535', 1, { area: 'D', start: 65_535 }],
    ['I:9', 0, { area: 'I', start: 9 }],
  ])('%s with base %i', (text, base, address) => {
    expect(parseModbusAddress(text, base)).toEqual(address)
  })

  it.each([
    ['', 'Write it as'],
    ['1', 'Write it as'],
    ['4001', 'Write it as'],
    ['20001', 'Write it as'],
    ['50001', 'Write it as'],
    ['4000001', 'Write it as'],
    ['40001.', 'Write it as'],
    ['40001.123', 'Write it as'],
    ['X:1', 'Write it as'],
    ['H:-1', 'Write it as'],
    ['H 1', 'Write it as'],
    ['40000', 'count from 1'],
    ['465537', 'at most 65536'],
    ['H:65536', 'at most 65535'],
    ['40001.16', '0 to 15'],
    ['00001.1', 'no bits'],
    ['00001.H', 'no bits'],
    ['40001.X', 'Write it as'],
    ['D:5.0', 'no bits'],
  ])('refuses %j in both languages', (text, reason) => {
    const answer = parseModbusAddress(text, 1)
    expect(isRefusal(answer) && answer.reason.en).toContain(reason)
    expect(isRefusal(answer) && answer.reason['zh-cn']).toMatch(/[\u4e00-\u9fff]/)
  })

  it('has examples of every area and of bits', () => {
    const parsed = addressExamples.map(({ address }) => parseModbusAddress(address, 1) as ModbusAddress)
    expect(new Set(parsed.map(({ area }) => area))).toEqual(new Set(['C', 'D', 'I', 'H']))
    expect(parsed.some(({ bit }) => bit !== undefined)).toBe(true)
  })

  it('has the same meaning in classic and prefixed form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 65_535 }), fc.constantFrom(0, 1), (start, base) => {
        const number = String(start + base).padStart(5, '0')
        expect(parseModbusAddress(`4${number}`, base as 0 | 1)).toEqual(parseModbusAddress(`H:${start}`, 1))
      }),
    )
  })

  it('returns a result for any text, never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const answer = parseModbusAddress(text, 1)
        return isRefusal(answer) || (answer.start >= 0 && answer.start <= 65_535)
      }),
    )
  })
})
