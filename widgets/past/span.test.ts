import { expect, it, test } from 'vitest'
import { hasMoved, isSpan, longestMs, momentWords, rangesWith, rangeWord, spanOf } from './span.ts'

const at = Date.UTC(2026, 10, 21, 8, 41, 7, 45)

test("a range ends now, or at the page's past moment; a chosen span does not move", () => {
  expect(spanOf({ minutes: 60 }, at + 0.6)).toEqual({ from: at - 3_600_000, to: at })
  expect(spanOf({ minutes: 366 * 1440 }, at)).toEqual({ from: at - longestMs, to: at })
  expect(spanOf({ from: 5, to: 9 }, at)).toEqual({ from: 5, to: 9 })
})

it.each([
  [{ from: 5, to: 5 }, false],
  [{ from: 5, to: 6 }, true],
  [{ from: 0, to: longestMs }, true],
  [{ from: 0, to: longestMs + 1 }, false],
])('%j is allowed: %s', (span, may) => expect(isSpan(span)).toBe(may))

test.each([
  ['2026-10-22T00:00+02:00', '2026-11-21T00:00+01:00', 30, true],
  ['2026-10-22T00:00+02:00', '2026-11-21T00:01+01:00', 30, false],
  ['2026-01-01T00:00+01:00', '2026-02-01T00:00+01:00', 30, false],
  ['2026-01-01T00:00+01:00', '2026-02-01T00:00+01:00', 31, true],
])('from %s to %s is within %d days of Berlin: %s', (from, to, days, may) =>
  expect(isSpan({ from: Date.parse(from), to: Date.parse(to) }, { days, zone: 'Europe/Berlin' })).toBe(may),
)

test("the widget's own range is offered among the usual ones", () => {
  expect(rangesWith(720)).toEqual([60, 480, 720, 1440, 10_080, 43_200])
  expect(rangesWith(60)).toHaveLength(5)
  expect(rangesWith(366 * 1440)).toHaveLength(5)
  expect([45, 720, 2880].map(rangeWord)).toEqual([
    ['lastMinutes', 45],
    ['lastHours', 12],
    ['lastDays', 2],
  ])
})

it.each([
  ['YYYY-MM-DD HH:mm:ss', '2026-11-21 08:41:07'],
  ['HH:mm', '08:41'],
  ['DD.MM.YY HH:mm:ss.SSS', '21.11.26 08:41:07.045'],
  ['', '2026-11-21 08:41:07'],
  ['[x]', '[x]'],
])('a moment formatted as %s', (format, words) => expect(momentWords(at, format, 'UTC')).toBe(words))

test('a moment uses the clock of the zone, and a missing one is a dash', () => {
  expect(momentWords(at, 'HH:mm', 'Asia/Shanghai')).toBe('16:41')
  expect(momentWords(null, 'HH:mm', 'UTC')).toBe('—')
})

test('a page in the past queries again once its moment has moved', () => {
  expect([hasMoved(at, at + 5000, 60), hasMoved(at, at - 20_000, 60), hasMoved(at, at + 20_000, 720)]).toEqual([
    false,
    true,
    false,
  ])
})
