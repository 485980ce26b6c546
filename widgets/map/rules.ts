// Which devices a map shows, with their alarms and bounds. Pure.
import { type Severity, severities } from '../../ui/marks.tsx'
import type { PlacedDevice } from '../services.ts'

export type DeviceState = 'online' | 'offline' | 'sleeping' | 'unbound'
export const deviceStates: readonly DeviceState[] = ['online', 'offline', 'sleeping', 'unbound']
export const stateOf = ({ state }: Pick<PlacedDevice, 'state'>): DeviceState => state ?? 'unbound'

type Named = { equipmentId: number; title: string }

/** The listed devices under their names in the list; an empty list means all devices. */
export function shownOf(devices: readonly PlacedDevice[], list: readonly Named[]): PlacedDevice[] {
  if (list.length === 0) return [...devices]
  const named = list.filter(({ equipmentId }) => equipmentId > 0)
  const titles = new Map(named.map(({ equipmentId, title }) => [equipmentId, title.trim()]))
  return devices.filter(({ id }) => titles.has(id)).map((each) => ({ ...each, name: titles.get(each.id) || each.name }))
}

export function countsOf(devices: readonly PlacedDevice[]): Record<DeviceState, number> {
  const counts = { online: 0, offline: 0, sleeping: 0, unbound: 0 }
  for (const each of devices) counts[stateOf(each)] += 1
  return counts
}

/** The level of the device's worst open alarm. */
export const worstOf = ({ alarms }: Pick<PlacedDevice, 'alarms'>): Severity | undefined =>
  alarms ? severities.find((level) => alarms[level] > 0) : undefined

/** Open alarms of all devices by level; null if the viewer may see none. */
export function alarmsOf(devices: readonly PlacedDevice[]): Record<Severity, number> | null {
  const sums = { severe: 0, important: 0, normal: 0 }
  const seen = devices.flatMap(({ alarms }) => (alarms ? [alarms] : []))
  for (const alarms of seen) for (const level of severities) sums[level] += alarms[level]
  return seen.length > 0 ? sums : null
}

/** Limits the number of markers; devices in alarm go first. */
export function firstOf(devices: readonly PlacedDevice[], most: number): PlacedDevice[] {
  const rank = (device: PlacedDevice) => {
    const worst = worstOf(device)
    return worst ? severities.indexOf(worst) : severities.length
  }
  return [...devices].sort((a, b) => rank(a) - rank(b)).slice(0, most)
}

/** Signal strength in per cent; undefined if the gateway reports none or is not online. */
export const strengthOf = ({ state, signalStrength }: PlacedDevice): number | undefined =>
  state === 'online' && signalStrength !== null ? Math.round(signalStrength) : undefined

/** Bounds of a map, in degrees. */
export type Bounds = { west: number; south: number; east: number; north: number }

/** The smallest box around all devices; undefined without devices. Across the date line its east is beyond 180°. */
export function boundsOf(devices: readonly Pick<PlacedDevice, 'longitude' | 'latitude'>[]): Bounds | undefined {
  if (devices.length === 0) return undefined
  let [south, north] = [90, -90]
  for (const { latitude } of devices) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  return { ...eastWestOf(devices.map(({ longitude }) => longitude)), south, north }
}

/** The shortest span with all longitudes: it leaves out the widest gap between two neighbours. */
function eastWestOf(longitudes: readonly number[]): Pick<Bounds, 'west' | 'east'> {
  const sorted = [...longitudes].sort((a, b) => a - b)
  let [west, east] = [sorted[0]!, sorted.at(-1)!]
  for (const [index, next] of sorted.entries()) {
    const before = sorted[index - 1] ?? next
    if (next - before > 360 - (east - west)) [west, east] = [next, before + 360]
  }
  return { west, east }
}
