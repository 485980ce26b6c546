import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  compareFractions,
  divide,
  fractionNumber,
  fractionText,
  fractionValue,
  multiply,
  parseFraction,
  rounded,
  subtract,
} from './fraction.ts'

const of = (text: string | number) => parseFraction(text)!

describe('a fraction', () => {
  it.each([
    ['3 × 0.1', multiply(of(3), of(0.1)), '0.3'],
    ['a 64-bit integer by 0.001', multiply(of('9007199254740993'), of(0.001)), '9007199254740.993'],
    ['all of uint64', of('18446744073709551615'), '18446744073709551615'],
    ['an exponent', of('1.5e-3'), '0.0015'],
    ['a negative below 1', of('-0.05'), '-0.05'],
    ['0.1 + 0.2', add(of(0.1), of(0.2)), '0.3'],
    ['1 / 3, which never ends', divide(of(1), of(3)), '0.3333333333333333'],
  ])('%s', (_, value, text) => expect(fractionText(value)).toBe(text))

  it.each(['', '.', '-', 'e5', '1e', '0x10', 'NaN', 'Infinity', '1,5', '1'.repeat(401), '1e9999'])(
    '%j is none',
    (text) => expect(parseFraction(text)).toBeUndefined(),
  )

  it('equals the double that prints it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(fractionNumber(of(value)) + 0).toBe(value + 0)
        expect(fractionValue(of(value))).toBe(value + 0)
      }),
    )
  })

  it('is sent as text if a double would lose digits', () => {
    expect(fractionValue(of('9007199254740.993'))).toBe('9007199254740.993')
    expect(fractionValue(of('21.5'))).toBe(21.5)
  })

  it('rounds to the nearest whole number, a half away from 0', () => {
    expect(['2.4', '2.5', '-2.5', '-2.4'].map((text) => rounded(of(text)))).toEqual([2n, 3n, -3n, -2n])
  })

  it('subtracts, divides and compares as numbers do', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        expect(fractionNumber(subtract(of(a), of(b)))).toBe(a - b)
        expect(compareFractions(of(a), of(b))).toBe(Math.sign(a - b))
        if (b !== 0) expect(fractionNumber(divide(of(a), of(b))) + 0).toBe(a / b + 0)
      }),
    )
  })
})
