import { describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { cannotChoose, changeUntil, plainAnswer } from './rules.ts'

describe('a password', () => {
  const refusal = (password: string, loginname = 'anna') => cannotChoose(password, loginname)?.code

  test.each([
    ['kV7_tplm2Q', undefined],
    ['Passw0rd', 1038],
    ['Anna_Berg1', undefined],
  ])('%s: %j', (password, expected) => expect(refusal(password)).toBe(expected))

  test('is refused if it equals the username, regardless of case', () =>
    expect(refusal('aNNA_berg1', 'Anna_Berg1')).toBe(1039))
})

test.each([
  [' Old Mill Street', 'oldmillstreet'],
  ['Ｏｌｄ　ｍｉｌｌ', 'oldmill'],
  ['St. Mary’s', 'stmarys'],
  ['第一中学 ', '第一中学'],
  ['a\u200bb', 'ab'],
  ['...', ''],
])('the answer %j is compared as %j', (given, plain) => expect(plainAnswer(given)).toBe(plain))

test('the change window is open for ten minutes', () => {
  expect(changeUntil(undefined, 1000)).toBeNull()
  expect(changeUntil(1000, 1000)).toBe(1000 + limits.changeWindowMs)
  expect(changeUntil(1000, 999 + limits.changeWindowMs)).not.toBeNull()
  expect(changeUntil(1000, 1000 + limits.changeWindowMs)).toBeNull()
})
