import { expect, test } from 'vitest'
import { parsed } from '../widget.ts'
import weather, { dayName, degrees } from './weather.tsx'

test.each([
  [21.4, '21 °C'],
  [-3.6, '−4 °C'],
  [-0.2, '0 °C'],
])('%d degrees are %s', (value, words) => expect(degrees(value)).toBe(words))

test.each([
  ['2026-05-01', 'Fri', '周五'],
  ['never', 'never', 'never'],
])('%s is %s', (date, en, zh) => expect([dayName(date, 'en'), dayName(date, 'zh-cn')]).toEqual([en, zh]))

test('is white with round corners and has no place by default', () =>
  expect(parsed(weather, {})).toMatchObject({
    style: { themeColor: 'white', radius: 10 },
    data: { positionType: 'manual', latitude: 0, longitude: 0, title: '' },
  }))
