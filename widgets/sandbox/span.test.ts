import { expect, test } from 'vitest'
import { spanOf, type TimeUnit } from './span.ts'

const now = Date.UTC(2026, 10, 21, 8, 41, 7)
test.each<[TimeUnit, number, number, string, string, string]>([
  ['date', -1, 1, 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  ['date', -1, 1, 'Asia/Shanghai', '2026-11-19T16:00:00.000Z', '2026-11-20T16:00:00.000Z'],
  ['date', -28, 1, 'Europe/Berlin', '2026-10-23T22:00:00.000Z', '2026-10-24T22:00:00.000Z'],
  ['date', -27, 1, 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['hour', 0, 1, 'UTC', '2026-11-21T08:00:00.000Z', '2026-11-21T09:00:00.000Z'],
  ['hour', -2, 2, 'Asia/Kolkata', '2026-11-21T06:30:00.000Z', '2026-11-21T08:30:00.000Z'],
  ['minute', -5, 5, 'UTC', '2026-11-21T08:36:00.000Z', '2026-11-21T08:41:00.000Z'],
  ['week', 0, 1, 'UTC', '2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  ['month', -1, 1, 'UTC', '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
  ['month', -11, 12, 'UTC', '2025-12-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['year', -1, 2, 'UTC', '2025-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
])('%s %i, %i long, in %s', (timeUnit, offset, length, zone, from, to) => {
  const span = spanOf(now, { offset, length, timeUnit }, zone)
  expect([new Date(span.from).toISOString(), new Date(span.to).toISOString()]).toEqual([from, to])
})
