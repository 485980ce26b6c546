import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base32, codeOf, fromBase32, isAppCode, plainCode, shownCode, stepAt, stepOf, uriOf } from './rules.ts'

const secret = new TextEncoder().encode('12345678901234567890')

describe('codes', () => {
  // RFC 6238, appendix B: codes with eight digits; ours are the last six.
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at %d s match the standard', (seconds, code) => {
    expect(codeOf(secret, stepAt(seconds * 1000))).toBe(code.slice(2))
  })

  test('are valid one step before and after, and no further', () => {
    const at = 1_700_000_010_000
    const step = stepAt(at)
    const found = [-2, -1, 0, 1, 2].map((away) => stepOf(secret, codeOf(secret, step + away), at))
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined])
  })
})

describe('base32', () => {
  // Test vectors of RFC 4648, section 10.
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of %j', (text, written) => {
    expect(base32(new TextEncoder().encode(text))).toBe(written)
  })

  test('decodes what it encodes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(fromBase32(base32(bytes))).toEqual(bytes)
      }),
    )
  })
})

test('spaces, dashes and case are ignored', () => {
  expect([' 123 456', '123-456', 'abcd-EFGH 2345'].map(plainCode)).toEqual(['123456', '123456', 'ABCDEFGH2345'])
  expect(['123456', '12345', '1234567', 'ABCDEF'].map(isAppCode)).toEqual([true, false, false, false])
  expect(plainCode(shownCode(base32(randomBytes(10))))).toMatch(/^[A-Z2-7]{16}$/)
})

test('names in the address of a secret are escaped', () => {
  expect(uriOf('ABC', { issuer: 'Gatehouse 水厂', account: 'a&b?c' })).toBe(
    'otpauth://totp/Gatehouse%20%E6%B0%B4%E5%8E%82:a%26b%3Fc?secret=ABC&issuer=Gatehouse%20%E6%B0%B4%E5%8E%82',
  )
})
