import { describe, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { cannotChoose, changeUntil, plainAnswer } from './rules.ts'

describe('a password', () => {
  const refusal = (password: string, loginname = 'anna') => {
    const failure = cannotChoose(password, loginname, 'en')
    return failure && [failure.code, (failure.data as { field: string }).field]
  }

  test.each([
    ['kV7_tplm2Q', undefined],
    ['kV7_tp', [10001, 'password']],
    ['kV7_tpé7', [10001, 'password']],
    ['kv7tplm2q', [10001, 'password']],
    ['kV7_tppplm', [10001, 'password']],
    ['Passw0rd', [1038, 'password']],
    ['Anna_Berg1', undefined],
  ])('%s: %j', (password, expected) => expect(refusal(password)).toEqual(expected))

  test('is not the name of the login, however it is written', () =>
    expect(refusal('aNNA_berg1', 'Anna_Berg1')).toEqual([1039, 'password']))

  test('which breaks the rule is told how, in both languages', () => {
    expect(cannotChoose('short', 'anna', 'en')!.details).toMatchObject({ reason: '8 to 15 characters' })
    expect(cannotChoose('short', 'anna', 'zh-cn')!.details).toMatchObject({ reason: '须为 8-15 个字符' })
  })
})

test.each([
  [' Old Mill Street', 'oldmillstreet'],
  ['Ｏｌｄ　ｍｉｌｌ', 'oldmill'],
  ['St. Mary’s', 'stmarys'],
  ['第一中学 ', '第一中学'],
  ['a\u200bb', 'ab'],
  ['...', ''],
])('the answer %j is compared as %j', (given, plain) => expect(plainAnswer(given)).toBe(plain))

test('what was verified is good for ten minutes', () => {
  expect(changeUntil(undefined, 1000)).toBeNull()
  expect(changeUntil(1000, 1000)).toBe(1000 + limits.changeWindowMs)
  expect(changeUntil(1000, 999 + limits.changeWindowMs)).not.toBeNull()
  expect(changeUntil(1000, 1000 + limits.changeWindowMs)).toBeNull()
})
