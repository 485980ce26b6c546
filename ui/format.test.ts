import { describe, expect, it } from 'vitest'
import {
  formatAge,
  formatClock,
  formatCountdown,
  formatDate,
  formatNumber,
  formatSeconds,
  formatSize,
  formatTime,
  formatTimeLeft,
  nothingShown,
} from './format.ts'

const at = Date.UTC(2026, 10, 21, 0, 41, 7)

describe('times', () => {
  it('are written in the zone asked for', () => {
    expect(formatTime(at, 'Asia/Shanghai')).toBe('2026-11-21 08:41:07')
    expect(formatTime(at, 'UTC')).toBe('2026-11-21 00:41:07')
    expect(formatDate(at, 'America/New_York')).toBe('2026-11-20')
    expect(formatClock(at, 'UTC')).toBe('00:41:07')
  })

  it('that are not known show a dash', () => {
    expect([
      formatTime(null, 'UTC'),
      formatClock(undefined, 'UTC'),
      formatAge(null, 'en'),
      formatDate(null, 'UTC'),
    ]).toEqual(Array(4).fill(nothingShown))
  })
})

describe('ages', () => {
  it.each([
    [-5000, '0 s'],
    [1999, '1 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [14 * 60_000, '14 min'],
    [(2 * 60 + 6) * 60_000, '2 h 06'],
    [86_400_000 - 1, '23 h 59'],
    [3 * 86_400_000, '3 d'],
  ])('%d ms is %s', (ms, text) => expect(formatAge(ms, 'en')).toBe(text))

  it.each([
    [1999, '1 秒'],
    [180_000, '3 分钟'],
    [(2 * 60 + 6) * 60_000, '2 小时'],
    [3 * 86_400_000, '3 天'],
  ])('%d ms is %s in Chinese', (ms, text) => expect(formatAge(ms, 'zh-cn')).toBe(text))

  it.each([
    [552_000, '9:12'],
    [3_723_000, '1:02:03'],
    [-1, '0:00'],
  ])('%d ms left is %s', (ms, text) => expect(formatCountdown(ms)).toBe(text))

  it.each([
    [599_001, 'en', '10 min 0 s'],
    [552_000, 'en', '9 min 12 s'],
    [552_000, 'zh-cn', '9 分 12 秒'],
    [44_500, 'zh-cn', '45 秒'],
    [-5, 'en', '0 s'],
  ] as const)('%d ms left in words is %s: %s', (ms, language, text) => expect(formatTimeLeft(ms, language)).toBe(text))

  it('keep the fraction of a second, in either language', () =>
    expect([formatSeconds(0.5, 'en'), formatSeconds(90, 'zh-cn')]).toEqual(['0.5 s', '90 秒']))
})

describe('numbers', () => {
  it.each([
    [1204, undefined, '1,204'],
    [-18.4, undefined, '−18.4'],
    [0.1 + 0.2, undefined, '0.3'],
    [4.8, 2, '4.80'],
    [0, undefined, '0'],
    [-0, undefined, '0'],
    [-0.004, 2, '0.00'],
    [-0.4, 0, '0'],
    [-0.006, 2, '−0.01'],
    [1e-9, undefined, '1e-9'],
    ['18446744073709551615', undefined, '18,446,744,073,709,551,615'],
    ['-12', undefined, '−12'],
    ['PUMP-1', undefined, 'PUMP-1'],
    [Number.NaN, undefined, nothingShown],
  ])('%s (%s decimals) is %s', (value, digits, text) => expect(formatNumber(value, digits)).toBe(text))

  it('of bytes take the unit that fits', () => {
    expect([formatSize(0), formatSize(999), formatSize(4_194_304)]).toEqual(['0 B', '999 B', '4.2 MB'])
  })
})
