import { expect, test } from 'vitest'
import { setLanguage } from '../../ui/language.ts'
import { bucketWords } from './bucket-words.ts'
import { stepsOf } from './custom-lines.ts'

test('a value covers its whole bucket, and a bucket without a value is a break', () =>
  expect(
    stepsOf(
      {
        ...{ times: [0, 10, 20], until: [10, 20, 30] },
        series: [{ values: [5, null, true], codes: [200, 2611, 200], parts: [false, false, false] }],
      },
      0,
    ),
  ).toEqual({ times: [0, 9, 10, 19, 20, 29], values: [5, 5, null, null, 1, 1] }))

test.each([
  ['minute', '2026-03-01 06:00'],
  ['hour', '2026-03-01 06:00'],
  ['shift', '2026-03-01 Early'],
  ['day', '2026-03-01'],
  ['week', '2026-03-01 – 03-01'],
  ['month', '2026-03'],
] as const)('a bucket of a %s is called %s', (unit, words) => {
  setLanguage('en')
  const time = Date.UTC(2026, 1, 28, 22)
  expect(bucketWords({ time, until: time + 8 * 3_600_000, shift: 'Early' }, unit, 'Asia/Shanghai')).toBe(words)
})
