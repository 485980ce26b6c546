import { expect, test } from 'vitest'
import type { PlacedDevice } from '../services.ts'
import { type Cluster, clustersIn, clustersOf, isOnePlace, namedOf, pointOf } from './clusters.ts'

const device = (id: number, longitude: number, latitude: number, change: Partial<PlacedDevice> = {}): PlacedDevice => ({
  ...{ id, name: `Device ${id}`, longitude, latitude, address: null, state: 'online' },
  ...{ signalStrength: null, alarms: null, mayOpen: true },
  ...change,
})
const idsOf = (clusters: readonly Cluster[]) => clusters.map(({ devices }) => devices.map(({ id }) => id))
const severe = { alarms: { severe: 1, important: 0, normal: 0 } }

test('world coordinates run from 0 to 1, with equator and Greenwich at the centre', () => {
  expect(pointOf({ longitude: 0, latitude: 0 })).toEqual({ x: 0.5, y: 0.5 })
  expect(pointOf({ longitude: -180, latitude: 90 }).x).toBe(0)
  expect(pointOf({ longitude: 0, latitude: 90 }).y).toBeCloseTo(0, 6)
  expect(pointOf({ longitude: 0, latitude: -90 }).y).toBeCloseTo(1, 6)
})

test('devices of one town share a mark at country scale and separate at town scale', () => {
  const town = [device(1, 120.1, 30.2), device(2, 120.15, 30.22), device(3, 116.4, 39.9)]
  expect(idsOf(clustersOf(town, 3))).toEqual([[1, 2], [3]])
  expect(idsOf(clustersOf(town, 14))).toEqual([[1], [2], [3]])
})

test('a cluster has the place and name of its worst device', () => {
  const [cluster] = clustersOf([device(1, 120.1, 30.2), device(2, 120.15, 30.22, severe)], 3)
  expect(cluster).toMatchObject({ key: '2', longitude: 120.15, latitude: 30.22 })
})

test('no device is lost or repeated, and marks keep their minimum distance', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 48271) % 2147483647
    return seed / 2147483647
  }
  const devices = Array.from({ length: 2000 }, (_, i) => device(i + 1, random() * 360 - 180, random() * 160 - 80))
  for (const zoom of [0, 2, 5, 9]) {
    const clusters = clustersOf(devices, zoom)
    expect(
      idsOf(clusters)
        .flat()
        .sort((a, b) => a - b),
    ).toEqual(devices.map(({ id }) => id))
    const points = clusters.map(pointOf).map(({ x, y }) => [x * 512 * 2 ** zoom, y * 512 * 2 ** zoom] as const)
    const nearest = points.map(([x, y], i) =>
      Math.min(...points.slice(i + 1).map(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY))),
    )
    expect(Math.min(...nearest)).toBeGreaterThanOrEqual(44 - 1e-6)
  }
})

test('clusters in view and half a screen around it are returned, also across the date line', () => {
  const clusters = clustersOf([device(1, 0, 0), device(2, 14, 0), device(3, 25, 0), device(4, -179, 0)], 5)
  expect(idsOf(clustersIn(clusters, { west: -8, east: 6, south: -10, north: 10 }))).toEqual([[1]])
  expect(idsOf(clustersIn(clusters, { west: -10, east: 10, south: -10, north: 10 }))).toEqual([[1], [2]])
  expect(idsOf(clustersIn(clusters, { west: 170, east: 190, south: -10, north: 10 }))).toEqual([[4]])
})

test('devices in one building are one place, devices along a street are not', () => {
  expect(isOnePlace(clustersOf([device(1, 120, 30), device(2, 120, 30)], 19)[0]!)).toBe(true)
  expect(isOnePlace(clustersOf([device(1, 120, 30), device(2, 120.001, 30)], 3)[0]!)).toBe(false)
})

test('a name is shown only where it covers no other mark or name', () => {
  const at = (px: number) => (px / (512 * 2 ** 10)) * 360
  const row = (...px: number[]) =>
    clustersOf(
      px.map((each, i) => device(i + 1, at(each), 0)),
      10,
    )
  expect([...namedOf(row(0, 300), 10)]).toEqual(['1', '2'])
  // The name of the first device would cover the marker of the second.
  expect([...namedOf(row(0, 60), 10)]).toEqual(['2'])
  expect([...namedOf(row(0, -60), 10)]).toEqual(['1'])
})

test('a cluster of several devices has no name', () =>
  expect(namedOf(clustersOf([device(1, 0, 0), device(2, 0, 0)], 3), 3).size).toBe(0))
