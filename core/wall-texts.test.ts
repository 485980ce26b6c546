import { expect, test } from 'vitest'
import { wallTexts } from './wall-texts.ts'

test('wall times are written with milliseconds, in any order of days', () => {
  const text = wallTexts()
  const times = [0, Date.UTC(2026, 2, 1, 8, 5, 9, 7), Date.UTC(2026, 1, 28, 23, 59, 59, 999), -1]
  expect(times.map(text)).toEqual(times.map((at) => new Date(at).toISOString().slice(0, 23).replace('T', ' ')))
})
