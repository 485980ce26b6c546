import { expect, test } from 'vitest'
import { daysBetween, toldSince, warrantyClock, warrantyState } from './rules.ts'

const at = Date.UTC(2026, 2, 1, 18)

test.each([
  ['UTC', 30, { today: '2026-03-01', soonUntil: '2026-03-31' }],
  ['Asia/Shanghai', 30, { today: '2026-03-02', soonUntil: '2026-04-01' }],
  ['America/New_York', 365, { today: '2026-03-01', soonUntil: '2027-03-01' }],
  ['UTC', 0, { today: '2026-03-01', soonUntil: '' }],
])('the days in %s with %i days of notice', (zone, days, clock) => {
  expect(warrantyClock(zone, at, days)).toEqual(clock)
})

test.each([
  [null, 30, null],
  ['2026-02-28', 30, 'ended'],
  ['2026-03-01', 30, 'soon'],
  ['2026-03-31', 30, 'soon'],
  ['2026-04-01', 30, 'valid'],
  // Without days of notice the last day is valid.
  ['2026-03-01', 0, 'valid'],
  ['2026-02-28', 0, 'ended'],
])('a warranty until %s with %i days of notice is %s', (until, days, state) => {
  expect(warrantyState(until, warrantyClock('UTC', at, days))).toBe(state)
})

test('an end is notified for a week', () => {
  expect(toldSince(warrantyClock('UTC', at, 30))).toBe('2026-02-22')
  expect(daysBetween('2026-02-22', '2026-03-01')).toBe(7)
})
