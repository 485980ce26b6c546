import { expect, test } from 'vitest'
import { isFresh, streamable } from './slow-streams.ts'

test('devices that are offline, asleep, unbound or in remote download are not opened', () => {
  const rows = [
    { id: 1, state: 'online', vpn: false },
    { id: 2, state: 'online', vpn: true },
    { id: 3, state: 'offline', vpn: false },
    { id: 4, state: 'sleeping', vpn: false },
    { id: 5, state: null, vpn: false },
  ] as const
  expect(streamable(rows as never)).toEqual([1])
})

test.each([
  ['told of late', 'online', 40_000, true],
  ['its gateway is there and silent', 'online', 20_000, false],
  ['not heard since the platform began', 'online', null, false],
  ['told of late, its gateway is gone', 'offline', 59_000, false],
] as const)('what a row shows stands: %s', (_, state, heardAt, stands) => {
  expect(isFresh({ state, heardAt }, 60_000)).toBe(stands)
})
