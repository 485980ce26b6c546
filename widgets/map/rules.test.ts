import { expect, test } from 'vitest'
import type { PlacedDevice } from '../services.ts'
import { boundsOf, countsOf, shownOf } from './rules.ts'

const device = (id: number, change: Partial<PlacedDevice> = {}): PlacedDevice => ({
  ...{ id, name: `Device ${id}`, longitude: 120, latitude: 30, address: null, state: 'online' },
  ...change,
})

test('an empty list, also one of empty entries, shows all devices', () => {
  const all = [device(1), device(2)]
  expect(shownOf(all, [])).toEqual(all)
  expect(shownOf(all, [{ equipmentId: 0, title: 'Nothing yet' }])).toEqual(all)
})

test('a list shows its devices by its own names, and none that the viewer does not see', () =>
  expect(
    shownOf(
      [device(1), device(2), device(3)],
      [
        { equipmentId: 2, title: ' Intake ' },
        { equipmentId: 3, title: ' ' },
        { equipmentId: 9, title: 'Of another company' },
      ],
    ).map(({ id, name }) => [id, name]),
  ).toEqual([
    [2, 'Intake'],
    [3, 'Device 3'],
  ]))

test('each device counts once, by the state of its gateway', () =>
  expect(
    countsOf([
      device(1),
      device(2, { state: 'offline' }),
      device(3, { state: null }),
      device(4, { state: 'sleeping' }),
    ]),
  ).toEqual({ online: 1, offline: 1, sleeping: 1, unbound: 1 }))

test('the box holds every device, on both sides of the equator', () => {
  expect(boundsOf([])).toBeUndefined()
  expect(boundsOf([device(1, { longitude: -70, latitude: -33 })])).toEqual({
    west: -70,
    south: -33,
    east: -70,
    north: -33,
  })
  expect(boundsOf([device(1, { longitude: -70, latitude: -33 }), device(2)])).toEqual({
    ...{ west: -70, south: -33 },
    ...{ east: 120, north: 30 },
  })
})
