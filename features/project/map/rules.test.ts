import { expect, test } from 'vitest'
import type { PlacedDevice } from '../../../widgets/services.ts'
import { filtered, shownBy, shownFor, withoutPosition } from './rules.ts'

type Device = PlacedDevice & { sn: string | null }
const device = (id: number, change: Partial<Device> = {}): Device => ({
  ...{ id, name: `Device ${id}`, sn: null, longitude: 120, latitude: 30, address: null, state: 'online' },
  ...{ signalStrength: null, alarms: { severe: 0, important: 0, normal: 0 }, mayOpen: true },
  ...change,
})
const fleet = [
  device(1, { name: '取水泵站', sn: 'WTR-0001', address: 'River bank 3' }),
  device(2, { state: 'offline', alarms: { severe: 0, important: 1, normal: 0 } }),
  device(3, { state: null }),
  device(4, { state: 'sleeping', alarms: null }),
]
const idsOf = (shown: Parameters<typeof shownBy>[0], word = '') =>
  filtered(fleet, { shown: shownBy(shown, shownFor(true)), word }).devices.map(({ id }) => id)

test.each([
  ['', [1, 2, 3, 4]],
  ['online', [1]],
  ['offline', [2]],
  ['sleeping', [4]],
  ['unbound', [3]],
  ['alarm', [2]],
  ['broken', [1, 2, 3, 4]],
])('shown by %j: %j', (shown, ids) => expect(idsOf(shown)).toEqual(ids))

test('an account that may not see alarms is offered no filter by alarms, also not by the address', () => {
  expect(shownFor(true)).toContain('alarm')
  expect(shownFor(false)).not.toContain('alarm')
  expect(shownBy('alarm', shownFor(false))).toBe('all')
})

test.each([
  ['泵站', [1]],
  ['wtr-0001', [1]],
  ['bank  RIVER', [1]],
  ['device', [2, 3, 4]],
  ['nowhere', []],
])('the search text %j finds %j', (word, ids) => expect(idsOf('', word)).toEqual(ids))

test('counts depend on the search text, not on the state', () =>
  expect(filtered(fleet, { shown: 'online', word: 'device' }).counts).toEqual({
    ...{ all: 3, alarm: 1, online: 0, offline: 1, sleeping: 1, unbound: 1 },
  }))

test.each([
  [11, 9, 2],
  [9, 9, 0],
  // A device was deleted between the two queries.
  [8, 9, 0],
  [undefined, 9, 0],
  [11, undefined, 0],
])('of %j devices, %j on the map: %j without a position', (total, placed, count) =>
  expect(withoutPosition(total, placed)).toBe(count),
)
