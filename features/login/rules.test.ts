import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { afterFailure, current, type Guard, minutesLocked, needsCaptcha, noFailures, weakPassword } from './rules.ts'

const failures = (count: number, now = 1000): Guard => {
  let guard = noFailures
  for (let i = 0; i < count; i += 1) guard = afterFailure(guard, now)
  return guard
}

describe('the guard of a name', () => {
  it.each([
    [0, false],
    [2, false],
    [3, true],
    [7, true],
  ])('after %i failures a captcha is asked for: %s', (count, asked) =>
    expect(needsCaptcha(failures(count))).toBe(asked),
  )

  test('locks with the eighth failure for ten minutes', () => {
    expect(minutesLocked(failures(7), 1000)).toBe(0)
    expect(minutesLocked(failures(8), 1000)).toBe(10)
    expect(minutesLocked(failures(8), 1000 + limits.lockoutMs - 1)).toBe(1)
    expect(minutesLocked(failures(8), 1000 + limits.lockoutMs)).toBe(0)
  })

  test('failures older than the lockout no longer count', () => {
    const guard = failures(5)
    expect(current(guard, 1000 + limits.lockoutMs)).toBe(guard)
    expect(current(guard, 1001 + limits.lockoutMs)).toEqual(noFailures)
  })

  test('a lock never ends early', () => {
    fc.assert(
      fc.property(
        fc.nat(limits.lockoutMs - 1),
        (later) => minutesLocked(current(failures(8), 1000 + later), 1000 + later) > 0,
      ),
    )
  })
})

describe('a password', () => {
  it.each([
    ['Waterworks1', undefined],
    ['aB3_____', 'repeated'],
    ['Abcdef1', 'length'],
    ['Abcdefg1', undefined],
    ['Abcdefghijklmn1', undefined],
    ['Abcdefghijklmno1', 'length'],
    ['abcdefgh1', 'classes'],
    ['ABCDEFG1', 'classes'],
    ['abcdefg_', 'classes'],
    ['12345678', 'classes'],
    ['abcd123_', undefined],
    ['Abc 1234', 'characters'],
    ['Abc1234密码', 'characters'],
    ['Abc1234\u{1F600}', 'characters'],
    ['Ａbc12345', 'characters'],
    ['Abc11123', 'repeated'],
    ['Aaabbb123', 'repeated'],
    ['AAaa1122', undefined],
    ['Abc1234"', 'characters'],
    ['', 'length'],
  ])('%j: %s', (password, reason) => expect(weakPassword(password)).toBe(reason))
})
