// What a map shows of devices, and where it looks. Pure.
import type { PlacedDevice } from '../services.ts'

export type DeviceState = 'online' | 'offline' | 'sleeping' | 'unbound'
export const deviceStates: readonly DeviceState[] = ['online', 'offline', 'sleeping', 'unbound']
export const stateOf = ({ state }: Pick<PlacedDevice, 'state'>): DeviceState => state ?? 'unbound'

type Named = { equipmentId: number; title: string }

/** Those of the list, by the names they have there; an empty list is all of them. */
export function shownOf(devices: readonly PlacedDevice[], list: readonly Named[]): PlacedDevice[] {
  const named = list.filter(({ equipmentId }) => equipmentId > 0)
  if (named.length === 0) return [...devices]
  const titles = new Map(named.map(({ equipmentId, title }) => [equipmentId, title.trim()]))
  return devices.filter(({ id }) => titles.has(id)).map((each) => ({ ...each, name: titles.get(each.id) || each.name }))
}

export function countsOf(devices: readonly PlacedDevice[]): Record<DeviceState, number> {
  const counts = { online: 0, offline: 0, sleeping: 0, unbound: 0 }
  for (const each of devices) counts[stateOf(each)] += 1
  return counts
}

/** Degrees. */
export type Bounds = { west: number; south: number; east: number; north: number }

/** The smallest box with all of them; nothing without devices. */
export function boundsOf(devices: readonly Pick<PlacedDevice, 'longitude' | 'latitude'>[]): Bounds | undefined {
  if (devices.length === 0) return undefined
  const bounds = { west: 180, south: 90, east: -180, north: -90 }
  for (const { longitude, latitude } of devices) {
    bounds.west = Math.min(bounds.west, longitude)
    bounds.east = Math.max(bounds.east, longitude)
    bounds.south = Math.min(bounds.south, latitude)
    bounds.north = Math.max(bounds.north, latitude)
  }
  return bounds
}
