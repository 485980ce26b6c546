import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { deviceClock } from './device-clock.ts'

it.each([
  ['Asia/Shanghai', '2026-03-01T00:00:00.007Z', '2026-03-01 08:00:00.007', '+08:00'],
  ['America/St_Johns', '2026-01-01T00:00:00Z', '2025-12-31 20:30:00.000', '-03:30'],
  ['Europe/Berlin', '2026-10-25T00:59:59.999Z', '2026-10-25 02:59:59.999', '+02:00'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z', '2026-10-25 02:00:00.000', '+01:00'],
  ['Asia/Kathmandu', '1970-01-01T00:00:00Z', '1970-01-01 05:30:00.000', '+05:30'],
])('%s at %s', (zone, at, text, offset) => {
  const clock = deviceClock(zone)
  expect([clock.text(Date.parse(at)), clock.offset(Date.parse(at))]).toEqual([text, offset])
})

test('text and offset give the exact time, for any zone and order', () => {
  const zones = ['UTC', 'Asia/Shanghai', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/New_York', 'Pacific/Chatham']
  const clocks = zones.map(deviceClock)
  fc.assert(
    fc.property(fc.integer({ min: 1e11, max: 2.5e12 }), fc.nat(zones.length - 1), (at, z) => {
      const clock = clocks[z]!
      expect(Date.parse(`${clock.text(at).replace(' ', 'T')}${clock.offset(at)}`)).toBe(at)
    }),
  )
})
