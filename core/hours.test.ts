import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextWithin } from './hours.ts'

const zone = 'Asia/Shanghai'
/** A local time of that week; 2026-11-23 is a Monday. */
const at = (text: string) => Date.parse(`2026-11-${text}:00+08:00`)
const clock = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

test.each([
  ['within', '07:00', '22:00', undefined, '23T12:00', '23T12:00'],
  ['at the first minute', '07:00', '22:00', undefined, '23T07:00', '23T07:00'],
  ['before', '07:00', '22:00', undefined, '23T03:30', '23T07:00'],
  ['at the end, which is not among them', '07:00', '22:00', undefined, '23T22:00', '24T07:00'],
  ['over midnight, in the evening', '22:00', '06:00', undefined, '23T23:00', '23T23:00'],
  ['over midnight, in the morning', '22:00', '06:00', undefined, '24T05:59', '24T05:59'],
  ['over midnight, by day', '22:00', '06:00', undefined, '24T06:00', '24T22:00'],
  ['a day that has none', '07:00', '22:00', [1, 2, 3, 4, 5], '28T12:00', '30T07:00'],
  ['a night that began on a day that has them', '22:00', '06:00', [5], '28T05:00', '28T05:00'],
  ['a night that began on a day that has none', '22:00', '06:00', [5], '27T05:00', '27T22:00'],
  ['the same minute: the whole day', '00:00', '00:00', [1], '23T23:59', '23T23:59'],
  ['no day at all', '07:00', '22:00', [], '23T03:00', '23T03:00'],
])('%s', (_, from, to, days, now, expected) => {
  expect(nextWithin({ from: clock(from), to: clock(to), days }, zone, at(now))).toBe(at(expected))
})

test('hours that start in the gap when the clock is put forward start after the gap', () => {
  const berlin = Date.parse('2026-03-29T00:30:00Z')
  expect(nextWithin({ from: 150, to: 300 }, 'Europe/Berlin', berlin)).toBe(Date.parse('2026-03-29T01:00:00Z'))
})

test('is never in the past, is within eight days, and is its own result', () => {
  const minute = fc.integer({ min: 0, max: 1439 })
  const hours = fc.record({
    from: minute,
    to: minute,
    days: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), { nil: undefined }),
  })
  const zones = fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia')
  fc.assert(
    fc.property(hours, zones, fc.integer({ min: 1.7e12, max: 1.9e12 }), (of, where, now) => {
      const next = nextWithin(of, where, now)
      expect(next).toBeGreaterThanOrEqual(now)
      expect(next - now).toBeLessThan(8.1 * 24 * 3600_000)
      expect(nextWithin(of, where, next)).toBe(next)
    }),
  )
})
