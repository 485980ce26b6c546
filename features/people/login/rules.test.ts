import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { weakPassword } from '../../../contract/password-rule.ts'
import {
  afterFailure,
  afterSharedFailure,
  current,
  currentShared,
  forgiven,
  type Guard,
  minutesLocked,
  needsCaptcha,
  noFailures,
  strangerDelayMs,
} from './rules.ts'

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
  ])('after %i failed tries a captcha is required: %s', (count, asked) =>
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

describe('a forgiven failure', () => {
  const guard = (count: number): Guard => ({ failures: count, lockedUntil: 5000, lastAt: 1000 })
  it.each([
    [10, { failures: 9, lockedUntil: 0 }],
    [11, { failures: 10 }],
    [1, { failures: 0, lockedUntil: 0 }],
    [0, { failures: 0, lockedUntil: 0 }],
  ])('of %i with a limit of ten changes the guard', (count, change) =>
    expect(forgiven(guard(count), 10)).toEqual(change),
  )
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

describe('strangers', () => {
  it('wait from the eighth failure on, twice as long each time, an hour at most', () => {
    const minutes = [7, 8, 9, 10, 13, 14, 1000].map((failures) => strangerDelayMs(failures) / 60_000)
    expect(minutes).toEqual([0, 1, 2, 4, 32, 60, 60])
  })

  it('are remembered for twice the wait they earned, ten minutes at least', () => {
    const guard = (failures: number) => ({ failures, lockedUntil: 0, lastAt: 0 })
    expect(currentShared(guard(3), limits.lockoutMs).failures).toBe(3)
    expect(currentShared(guard(3), limits.lockoutMs + 1).failures).toBe(0)
    expect(currentShared(guard(20), 2 * 3600_000).failures).toBe(20)
    expect(currentShared(guard(20), 2 * 3600_000 + 1).failures).toBe(0)
  })

  it('never wait less for failing more', () => {
    const locked = afterSharedFailure({ failures: 13, lockedUntil: 1e9, lastAt: 0 }, 0)
    expect(locked).toEqual({ failures: 14, lastAt: 0, lockedUntil: 1e9 })
  })
})

test('a failure below the limit locks no caller, even if the clock is set back', () => {
  const once = afterSharedFailure(noFailures, 1_000_000, 60)
  expect(minutesLocked(once, 0)).toBe(0)
})
