import { expect, test } from 'vitest'
import { streamable } from './slow-streams.ts'

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
