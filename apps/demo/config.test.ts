import { expect, test } from 'vitest'
import { readDemoConfig } from './config.ts'

const daysOf = (DEMO_DAYS?: string) => readDemoConfig({ DEMO_DAYS }, '/x', '/y').days

test('a month of history is generated unless fewer days are set', () => {
  expect([daysOf(), daysOf(''), daysOf('3')]).toEqual([30, 30, 3])
})

test.each(['0', '31', '1.5', 'many'])('%s days are refused', (raw) => {
  expect(() => daysOf(raw)).toThrow(`not "${raw}"`)
})

test.each([
  [{}, 'en'],
  [{ LANG: 'zh_CN.UTF-8' }, 'zh-cn'],
  [{ LANG: 'zh_CN.UTF-8', LC_ALL: 'en_GB.UTF-8' }, 'en'],
])('people of a machine that speaks %j are named in %s', (env, language) => {
  expect(readDemoConfig(env, '/x', '/y').language).toBe(language)
})
