import { expect, test } from 'vitest'
import { durationWords } from './duration.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

test.each([
  [0, '0 s', '0 秒'],
  [45 * second, '45 s', '45 秒'],
  [6 * minute, '6 min', '6 分'],
  [6 * minute + 30 * second, '6 min 30 s', '6 分 30 秒'],
  [6 * hour + 40 * minute, '6 h 40 min', '6 小时 40 分'],
  [74 * hour, '3 d 2 h', '3 天 2 小时'],
])('%d ms in at most two units', (ms, en, zh) => {
  expect(durationWords(ms, 'en')).toBe(en)
  expect(durationWords(ms, 'zh-cn')).toBe(zh)
})
