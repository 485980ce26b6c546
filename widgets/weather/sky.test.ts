import { expect, test } from 'vitest'
import { skies, skyOf, windName } from './sky.ts'

test.each([
  [0, true, 'clear'],
  [1, false, 'night'],
  [2, true, 'partly'],
  [3, true, 'cloudy'],
  [45, true, 'fog'],
  [48, true, 'fog'],
  [51, true, 'rain'],
  [67, true, 'rain'],
  [71, true, 'snow'],
  [77, true, 'snow'],
  [80, true, 'rain'],
  [86, true, 'snow'],
  [95, true, 'storm'],
  [99, true, 'storm'],
  [4, true, 'unknown'],
  [70, true, 'unknown'],
])('code %i, by day %s: %s', (code, isDay, sky) => expect(skyOf(code, isDay)).toBe(sky))

test('each sky has a name in both languages', () => {
  for (const { label } of Object.values(skies)) expect(label.en && label['zh-cn']).toBeTruthy()
})

test.each([
  [0, 'N', '北风'],
  [22, 'N', '北风'],
  [23, 'NE', '东北风'],
  [180, 'S', '南风'],
  [337, 'NW', '西北风'],
  [360, 'N', '北风'],
])('wind from %i° is %s', (degrees, en, zh) =>
  expect([windName(degrees, 'en'), windName(degrees, 'zh-cn')]).toEqual([en, zh]),
)
