import { expect, test } from 'vitest'
import type { PlacedDevice } from '../services.ts'
import { alarmsOf, boundsOf, countsOf, firstOf, shownOf, strengthOf, worstOf } from './rules.ts'

const device = (id: number, change: Partial<PlacedDevice> = {}): PlacedDevice => ({
  ...{ id, name: `Device ${id}`, longitude: 120, latitude: 30, address: null, state: 'online' },
  ...{ signalStrength: null, alarms: null, mayOpen: true },
  ...change,
})

test('an empty list shows all devices, a list of entries without a device none', () => {
  const all = [device(1), device(2)]
  expect(shownOf(all, [])).toEqual(all)
  expect(shownOf(all, [{ equipmentId: 0, title: 'Nothing yet' }])).toEqual([])
})

test('a list shows its devices under its own names, without those that the viewer may not see', () =>
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

test('the box contains every device, on both sides of the equator', () => {
  expect(boundsOf([])).toBeUndefined()
  expect(boundsOf([device(1, { longitude: -70, latitude: -33 })])).toEqual({
    west: -70,
    south: -33,
    east: -70,
    north: -33,
  })
  expect(boundsOf([device(1, { longitude: -50, latitude: -33 }), device(2)])).toEqual({
    ...{ west: -50, south: -33 },
    ...{ east: 120, north: 30 },
  })
})

const alarms = (severe: number, important: number, normal: number) => ({ severe, important, normal })

test('a device is marked by its worst visible alarm', () => {
  expect(worstOf(device(1))).toBeUndefined()
  expect(worstOf(device(1, { alarms: alarms(0, 0, 0) }))).toBeUndefined()
  expect(worstOf(device(1, { alarms: alarms(0, 2, 5) }))).toBe('important')
  expect(worstOf(device(1, { alarms: alarms(1, 0, 0) }))).toBe('severe')
})

test('alarms of all devices add up by level; null if the viewer may see none', () => {
  expect(alarmsOf([device(1)])).toBeNull()
  expect(alarmsOf([device(1, { alarms: alarms(1, 0, 2) }), device(2, { alarms: alarms(0, 0, 1) })])).toEqual(
    alarms(1, 0, 3),
  )
})

test('a limited number of marks shows the worst alarms first, then the others in their order', () => {
  const devices = [device(1), device(2, { alarms: alarms(0, 0, 1) }), device(3), device(4, { alarms: alarms(1, 0, 0) })]
  expect(firstOf(devices, 3).map(({ id }) => id)).toEqual([4, 2, 1])
  expect(firstOf(devices, 4).map(({ id }) => id)).toEqual([4, 2, 1, 3])
})

test('signal strength is shown only for online gateways that report it', () => {
  expect(strengthOf(device(1))).toBeUndefined()
  expect(strengthOf(device(1, { signalStrength: 71.4 }))).toBe(71)
  expect(strengthOf(device(1, { signalStrength: 0 }))).toBe(0)
  for (const state of ['offline', 'sleeping', null] as const)
    expect(strengthOf(device(1, { signalStrength: 71, state }))).toBeUndefined()
})

test.each([
  [
    [179, -179],
    [179, 181],
  ],
  [
    [-179, 170, 179],
    [170, 181],
  ],
  [
    [180, -180],
    [180, 180],
  ],
  [
    [-70, 0, 100],
    [-70, 100],
  ],
  [
    [-90, 90],
    [-90, 90],
  ],
])('the box around the longitudes %j takes the shorter way, also across the date line', (longitudes, [west, east]) => {
  const devices = longitudes.map((longitude) => ({ longitude, latitude: 5 }))
  expect(boundsOf(devices)).toEqual({ west, south: 5, east, north: 5 })
})
