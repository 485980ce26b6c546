import { describe, expect, it, test } from 'vitest'
import { firstFault } from './input-fault.ts'
import { NewPassword } from './new-password.ts'
import { keepsRule, passwordRules, passwordStrength } from './password-rule.ts'

describe('each part of the rule alone', () => {
  it.each([
    ['', []],
    ['a', ['characters', 'repeated']],
    ['aaaaaaaa', ['length', 'characters']],
    ['Waterworks1', ['length', 'characters', 'classes', 'repeated']],
    ['Water works1', ['length', 'classes', 'repeated']],
    ['aaaWORKS1', ['length', 'characters', 'classes']],
  ])('%j meets %j', (password, kept) => {
    expect(passwordRules.filter((rule) => keepsRule(password, rule))).toEqual(kept)
  })
})

test.each([
  ['', 0],
  ['short', 1],
  ['Waterworks', 1],
  ['Waterwk1', 2],
  ['Waterworks12', 3],
  ['Waterw_1', 3],
  ['Waterworks_12', 4],
])('the strength of %j is %i', (password, strength) => expect(passwordStrength(password)).toBe(strength))

test('a rejection names the broken part in both languages', () => {
  const { error } = NewPassword.safeParse('Waaater1')
  expect(firstFault(error!, 'en').reason).toBe('no character 3 times in a row')
  expect(firstFault(error!, 'zh-cn').reason).toBe('同一字符不能连续出现 3 次')
})
