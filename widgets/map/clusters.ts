// Which devices stand alone on a map and which together, so that no mark covers another. Pure.
import type { PlacedDevice } from '../services.ts'
import { type Bounds, boundsOf, firstOf } from './rules.ts'

/** What stands at one place of the map: a device, or several that are too near to each other at this zoom. */
export type Cluster = { key: string; devices: readonly PlacedDevice[]; longitude: number; latitude: number }

/** Marks have at least so many pixels between their centres. */
const apartPx = 44
/** The width of the world at zoom 0, in pixels. */
const worldPx = 512
/** Where Mercator's map ends. */
const latitudeMax = 85.051129

type Point = { x: number; y: number }

/** Where a place is on the map of the world, from 0 to 1. */
export function pointOf({ longitude, latitude }: Pick<PlacedDevice, 'longitude' | 'latitude'>): Point {
  const sine = Math.sin((Math.min(latitudeMax, Math.max(-latitudeMax, latitude)) * Math.PI) / 180)
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

/**
 * All devices at a whole zoom. Each stands with the first that is nearer than a mark is wide, those in alarm first: so a
 * cluster lies where its worst device is. Where they lie does not depend on what is looked at.
 */
export function clustersOf(devices: readonly PlacedDevice[], zoom: number): Cluster[] {
  const cell = apartPx / (worldPx * 2 ** zoom)
  const byCell = new Map<string, number[]>()
  const clusters: { at: Point; devices: PlacedDevice[] }[] = []
  for (const device of firstOf(devices, devices.length)) {
    const at = pointOf(device)
    const [column, row] = [Math.floor(at.x / cell), Math.floor(at.y / cell)]
    const near = nearest(at, column, row)
    if (near) {
      near.devices.push(device)
      continue
    }
    const key = `${column} ${row}`
    byCell.set(key, [...(byCell.get(key) ?? []), clusters.length])
    clusters.push({ at, devices: [device] })
  }
  return clusters.map(({ devices: [first, ...more] }) => ({
    key: `${first!.id}`,
    devices: [first!, ...more],
    longitude: first!.longitude,
    latitude: first!.latitude,
  }))

  function nearest(at: Point, column: number, row: number) {
    let [found, distance] = [undefined as (typeof clusters)[number] | undefined, cell]
    for (let x = column - 1; x <= column + 1; x += 1)
      for (let y = row - 1; y <= row + 1; y += 1)
        for (const index of byCell.get(`${x} ${y}`) ?? []) {
          const each = clusters[index]!
          const away = Math.hypot(each.at.x - at.x, each.at.y - at.y)
          if (away < distance) [found, distance] = [each, away]
        }
    return found
  }
}

/** Those that are seen, and so much around them as a hand moves the map at once. */
export function clustersIn(clusters: readonly Cluster[], { west, south, east, north }: Bounds): Cluster[] {
  const [wide, high] = [(east - west) / 2, (north - south) / 2]
  const isNear = ({ longitude, latitude }: Cluster) =>
    latitude >= south - high &&
    latitude <= north + high &&
    // A map that looks over the date line tells degrees beyond 180.
    [-360, 0, 360].some((turn) => longitude + turn >= west - wide && longitude + turn <= east + wide)
  return clusters.filter(isNear)
}

/** Nothing is gained by looking nearer: they stand at one place, as far as a map tells. */
export function isOnePlace({ devices }: Cluster): boolean {
  const { west, south, east, north } = boundsOf(devices)!
  return east - west < 0.0005 && north - south < 0.0005
}

/** Pixels that a name may take beside its mark: about so many a letter, a Chinese one twice. */
const letterPx = 7
const wideLetter = /[⺀-鿿가-힯＀-￯]/g
const nameHighPx = 22

const lengthOf = (name: string) => name.length + (name.match(wideLetter)?.length ?? 0)

/** Of which devices the name has room: none lies over another mark or over another name. Those in alarm come first. */
export function namedOf(clusters: readonly Cluster[], zoom: number): Set<string> {
  const scale = worldPx * 2 ** zoom
  const placed = clusters.map((cluster) => {
    const { x, y } = pointOf(cluster)
    return { cluster, x: x * scale, y: y * scale }
  })
  const rows = new Map<number, typeof placed>()
  for (const each of placed) {
    const row = Math.floor(each.y / nameHighPx)
    rows.set(row, [...(rows.get(row) ?? []), each])
  }
  const ends = new Map<string, number>()
  for (const { cluster, x, y } of placed) {
    const [device] = cluster.devices
    if (!device || cluster.devices.length > 1) continue
    const end = x + 24 + lengthOf(device.name) * letterPx
    const row = Math.floor(y / nameHighPx)
    const beside = [row - 1, row, row + 1].flatMap((each) => rows.get(each) ?? [])
    const isFree = beside.every((other) => {
      if (other.cluster === cluster || Math.abs(other.y - y) >= nameHighPx) return true
      const itsEnd = ends.get(other.cluster.key) ?? other.x + 18
      return other.x - 18 > end || itsEnd < x
    })
    if (isFree) ends.set(cluster.key, end)
  }
  return new Set(ends.keys())
}
