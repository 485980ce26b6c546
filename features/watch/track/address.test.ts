import { describe, expect, test } from 'vitest'
import { spanOf } from '../history/part-span.ts'
import { readAsked, withAsked } from './address.ts'

const usual = { range: 'today', custom: undefined, stopMinutes: 5, radiusM: 50 }

test.each([
  [{}, usual],
  [
    { range: '7d', stop: '15', radius: '200' },
    { ...usual, range: '7d', stopMinutes: 15, radiusM: 200 },
  ],
  [
    { range: 'custom', span: '5-9' },
    { ...usual, range: 'custom', custom: { from: 5, to: 9 } },
  ],
  [{ range: 'custom' }, usual],
  [{ range: 'custom', span: '9-5' }, usual],
  [{ range: 'week', stop: '-1', radius: 'wide' }, usual],
  [
    { stop: '0', radius: '999999' },
    { ...usual, stopMinutes: 1, radiusM: 10_000 },
  ],
])('%j is %j', (search, asked) => expect(readAsked(search as Record<string, string>)).toEqual(asked))

test('a change is in the address, defaults are not', () => {
  const search = withAsked({ tab: 'track', range: '7d' }, { stopMinutes: 10 })
  expect(search).toEqual({ tab: 'track', range: '7d', span: '', stop: 10, radius: '' })
  const custom = { from: 5.4, to: 9 }
  expect(withAsked({}, { range: 'custom', custom })).toMatchObject({ range: 'custom', span: '5-9' })
})

describe('ranges in the device’s time zone', () => {
  const now = Date.UTC(2026, 10, 27, 17)
  test.each([
    ['today', Date.UTC(2026, 10, 27, 16), now],
    ['yesterday', Date.UTC(2026, 10, 26, 16), Date.UTC(2026, 10, 27, 16) - 1],
    ['8h', now - 8 * 3_600_000, now],
    ['30d', now - 30 * 86_400_000, now],
  ] as const)('%s', (range, from, to) =>
    expect(spanOf({ range, custom: undefined }, now, 'Asia/Shanghai')).toEqual({ from, to }),
  )
})
