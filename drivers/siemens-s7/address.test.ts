import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '../driver.ts'
import { parseS7Address, type S7Address } from './address.ts'

describe('an S7 address', () => {
  it.each<[string, S7Address]>([
    ['DB1.DBX0.0', { area: 'DB1', start: 0, width: 'bit', bit: 0 }],
    ['DB65535.DBX65535.7', { area: 'DB65535', start: 65_535, width: 'bit', bit: 7 }],
    ['DB10.DBB3', { area: 'DB10', start: 3, width: 'byte' }],
    ['DB10.DBW4', { area: 'DB10', start: 4, width: 'word' }],
    ['DB10.DBD6', { area: 'DB10', start: 6, width: 'dword' }],
    ['DB1.X0.0', { area: 'DB1', start: 0, width: 'bit', bit: 0 }],
    ['DB1.B3', { area: 'DB1', start: 3, width: 'byte' }],
    ['DB1.W4', { area: 'DB1', start: 4, width: 'word' }],
    ['DB1.D6', { area: 'DB1', start: 6, width: 'dword' }],
    [' %db2.dbw10 ', { area: 'DB2', start: 10, width: 'word' }],
    ['DB007.DBW010', { area: 'DB7', start: 10, width: 'word' }],
    ['I0.7', { area: 'I', start: 0, width: 'bit', bit: 7 }],
    ['E0.7', { area: 'I', start: 0, width: 'bit', bit: 7 }],
    ['%IW64', { area: 'I', start: 64, width: 'word' }],
    ['EB2', { area: 'I', start: 2, width: 'byte' }],
    ['Q4.1', { area: 'Q', start: 4, width: 'bit', bit: 1 }],
    ['A4.1', { area: 'Q', start: 4, width: 'bit', bit: 1 }],
    ['AD8', { area: 'Q', start: 8, width: 'dword' }],
    ['QB1', { area: 'Q', start: 1, width: 'byte' }],
    ['M10.3', { area: 'M', start: 10, width: 'bit', bit: 3 }],
    ['mw20', { area: 'M', start: 20, width: 'word' }],
    ['MD24', { area: 'M', start: 24, width: 'dword' }],
    ['V0.0', { area: 'DB1', start: 0, width: 'bit', bit: 0 }],
    ['VB7', { area: 'DB1', start: 7, width: 'byte' }],
    ['VW100', { area: 'DB1', start: 100, width: 'word' }],
    ['VD100', { area: 'DB1', start: 100, width: 'dword' }],
    ['T5', { area: 'T', start: 5, width: 'timer' }],
    ['C3', { area: 'C', start: 3, width: 'counter' }],
    ['Z3', { area: 'C', start: 3, width: 'counter' }],
  ])('%s', (text, address) => {
    expect(parseS7Address(text)).toEqual(address)
  })

  it.each([
    ['', 'Write it as'],
    ['DB1', 'Write it as'],
    ['DB1.', 'Write it as'],
    ['DB.DBX0.0', 'Write it as'],
    ['DB1.DBX', 'Write it as'],
    ['DB1.DBY0', 'Write it as'],
    ['DB1.DBDBW0', 'Write it as'],
    ['DB1.DBW-2', 'Write it as'],
    ['DB1 .DBW2', 'Write it as'],
    ['DB1.DBX0.0.0', 'Write it as'],
    ['MX', 'Write it as'],
    ['S0.1', 'Write it as'],
    ['40001', 'Write it as'],
    ['T', 'Write it as'],
    ['T5.1', 'Write it as'],
    ['DB0.DBW0', '1 to 65535'],
    ['DB65536.DBW0', '1 to 65535'],
    ['DB1.DBX0', 'needs its number'],
    ['M10', 'needs its number'],
    ['M10.8', '0 to 7'],
    ['DB1.DBX0.15', '0 to 7'],
    ['MW10.1', 'Only a bit'],
    ['DB1.DBW0.0', 'Only a bit'],
    ['MB65536', 'at most 65535'],
    ['T65536', 'at most 65535'],
  ])('refuses %j in both languages', (text, reason) => {
    const answer = parseS7Address(text)
    expect(isRefusal(answer) && answer.reason.en).toContain(reason)
    expect(isRefusal(answer) && answer.reason['zh-cn']).toMatch(/[\u4e00-\u9fff]/)
  })

  it('has the same meaning with and without %, in both mnemonics and in the short form', () => {
    const byte = fc.integer({ min: 0, max: 65_535 })
    fc.assert(
      fc.property(byte, fc.constantFrom('B', 'W', 'D'), (start, letter) => {
        expect(parseS7Address(`DB3.${letter}${start}`)).toEqual(parseS7Address(`%DB3.DB${letter}${start}`))
        expect(parseS7Address(`E${letter}${start}`)).toEqual(parseS7Address(`I${letter}${start}`))
        expect(parseS7Address(`A${letter}${start}`)).toEqual(parseS7Address(`Q${letter}${start}`))
        expect(parseS7Address(`V${letter}${start}`)).toEqual(parseS7Address(`DB1.DB${letter}${start}`))
      }),
    )
  })

  it('returns a result for any text, never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const answer = parseS7Address(text)
        return isRefusal(answer) || (answer.start >= 0 && answer.start <= 65_535)
      }),
    )
  })
})
