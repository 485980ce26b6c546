import { expect, it } from 'vitest'
import { displayOf, openedBy } from './rules.ts'

it.each([
  ['00', 'list'],
  ['01', 'page'],
] as const)('rule type %s is display %s', (ruleType, display) => {
  expect(displayOf({ ruleType })).toBe(display)
  for (const before of ['00', '01'] as const) {
    expect(openedBy({ display }, before)).toBe(ruleType)
    expect(openedBy({ ruleType }, before)).toBe(ruleType)
    expect(openedBy({ display, ruleType }, before)).toBe(ruleType)
  }
})

it.each([
  ['neither leaves it as it is', {}, '01', '01'],
  ['an empty display is none', { display: null }, '01', '01'],
  ['the display that was changed counts', { display: 'page', ruleType: '00' }, '00', '01'],
  ['the rule type that was changed counts', { display: 'list', ruleType: '01' }, '00', '01'],
  ['and back again', { display: 'page', ruleType: '00' }, '01', '00'],
] as const)('%s', (_, given, before, expected) => expect(openedBy(given, before)).toBe(expected))
