// Groups devices on a map so that no mark covers another. Pure.
import type { PlacedDevice } from '../services.ts'
import { type Bounds, boundsOf, firstOf, worstOf } from './rules.ts'

/** A mark of the map: one device, or several that are too close at this zoom. */
export type Cluster = { key: string; devices: readonly PlacedDevice[]; longitude: number; latitude: number }

/** Minimum distance between the centres of two marks, in pixels. */
const apartPx = 44
/** Width of the world at zoom 0, in pixels. */
const worldPx = 512
/** The maximum latitude of the Mercator projection. */
const latitudeMax = 85.051129

type Point = { x: number; y: number }

/** Position of a place on the Mercator map, from 0 to 1. */
export function pointOf({ longitude, latitude }: Pick<PlacedDevice, 'longitude' | 'latitude'>): Point {
  const sine = Math.sin((Math.min(latitudeMax, Math.max(-latitudeMax, latitude)) * Math.PI) / 180)
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

/**
 * Clusters of all devices at a whole zoom. A device joins the nearest cluster within the width of a mark; devices in
 * alarm go first, so a cluster lies at its worst device. The result does not depend on the visible part of the map.
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

/** The clusters in view, and half a view around it, so that marks exist when the user moves the map. */
export function clustersIn(clusters: readonly Cluster[], { west, south, east, north }: Bounds): Cluster[] {
  const [wide, high] = [(east - west) / 2, (north - south) / 2]
  const isNear = ({ longitude, latitude }: Cluster) =>
    latitude >= south - high &&
    latitude <= north + high &&
    // A map across the date line has longitudes beyond 180°.
    [-360, 0, 360].some((turn) => longitude + turn >= west - wide && longitude + turn <= east + wide)
  return clusters.filter(isNear)
}

/** Whether the devices are too close to be separated by any zoom. */
export function isOnePlace({ devices }: Cluster): boolean {
  const { west, south, east, north } = boundsOf(devices)!
  return east - west < 0.0005 && north - south < 0.0005
}

/** Width of a letter of a name beside its mark, in pixels; a Chinese one counts twice. */
const letterPx = 7
const wideLetter = /[⺀-鿿가-힯＀-￯]/g
const nameHighPx = 22

const lengthOf = (name: string) => name.length + (name.match(wideLetter)?.length ?? 0)

/** The side of its mark on which a name is. */
export type NameSide = 'right' | 'left'
type Span = readonly [from: number, to: number]
/** Half the width of a mark, and the distance of a name from its centre, in pixels. */
const [markPx, besidePx] = [18, 24]

function nameSpan(x: number, name: string, side: NameSide): Span {
  const length = besidePx + lengthOf(name) * letterPx
  return side === 'right' ? [x - markPx, x + length] : [x - length, x + markPx]
}

const isApart = ([from, to]: Span, [itsFrom, itsTo]: Span) => itsFrom > to || itsTo < from

/**
 * Keys of the devices whose names are shown, and on which side, so that no name covers a mark or another name. Devices
 * in alarm go first and are always named: at worst a name lies over the mark of a device without an alarm.
 */
export function namedOf(clusters: readonly Cluster[], zoom: number): Map<string, NameSide> {
  const scale = worldPx * 2 ** zoom
  const placed = clusters.map((cluster) => {
    const { x, y } = pointOf(cluster)
    const span: Span = [x * scale - markPx, x * scale + markPx]
    return { cluster, x: x * scale, y: y * scale, span, isAlarm: worstOf(cluster.devices[0]!) !== undefined }
  })
  const rows = new Map<number, typeof placed>()
  for (const each of placed) {
    const row = Math.floor(each.y / nameHighPx)
    rows.set(row, [...(rows.get(row) ?? []), each])
  }
  const named = new Map<string, NameSide>()
  for (const own of placed) {
    const [device] = own.cluster.devices
    if (!device || own.cluster.devices.length > 1) continue
    const row = Math.floor(own.y / nameHighPx)
    const near = [row - 1, row, row + 1]
      .flatMap((each) => rows.get(each) ?? [])
      .filter((other) => other !== own && Math.abs(other.y - own.y) < nameHighPx)
    const free = (sides: readonly NameSide[], others: typeof placed) =>
      sides.find((side) => others.every(({ span }) => isApart(nameSpan(own.x, device.name, side), span)))
    const either: readonly NameSide[] = ['right', 'left']
    const ofAlarm = () =>
      free(either, near) ??
      free(
        either,
        near.filter(({ isAlarm }) => isAlarm),
      ) ??
      'right'
    const side = own.isAlarm ? ofAlarm() : free(['right'], near)
    if (!side) continue
    named.set(own.cluster.key, side)
    own.span = nameSpan(own.x, device.name, side)
  }
  return named
}
