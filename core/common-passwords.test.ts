import { expect, test } from 'vitest'
import { weakPassword } from '../contract/password-rule.ts'
import { isCommonPassword } from './common-passwords.ts'

// Each of these passwords meets the rule for passwords, and is among the first that an attacker tries.
test.each(['Passw0rd', 'Password1', 'Password123', 'Trustno1', 'Welcome1', 'Qwerty123', 'Aa123456', 'Letmein1'])(
  '%s is common',
  (password) => {
    expect(weakPassword(password)).toBeUndefined()
    expect(isCommonPassword(password)).toBe(true)
  },
)

test.each(['Waterworks1', 'kV7_tplm2Q', 'Brine-flow', ''])('%j is not', (password) =>
  expect(isCommonPassword(password)).toBe(false),
)

test('of 100,000 rare passwords fewer than 20 are taken for common', () => {
  const taken = Array.from({ length: 100_000 }, (_, i) => `Zq${(i * 7919).toString(36)}_K${i}`).filter(isCommonPassword)
  expect(taken.length).toBeLessThan(20)
})
