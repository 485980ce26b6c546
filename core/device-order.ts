// The order of devices in the group view and beside the map. Pure.
import { byName } from './by-name.ts'

type Ordered = { id: number; sort: number | null; name: string }

/** By sort number, devices without one last; then by name. `shown`: a name in the user's language. */
export function inOrder<Device extends Ordered>(devices: readonly Device[], shown: (name: string) => string): Device[] {
  const named = devices.map((device) => ({ device, name: shown(device.name) }))
  return named
    .sort((a, b) => bySort(a.device, b.device) || byName(a.name, b.name) || a.device.id - b.device.id)
    .map(({ device }) => device)
}

const bySort = ({ sort: a }: Ordered, { sort: b }: Ordered): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a - b
