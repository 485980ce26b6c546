// The devices that the map shows for the filter in its address. Pure.
import type { PlacedDevice } from '../../../widgets/services.ts'

const states = ['online', 'offline', 'sleeping', 'unbound'] as const
type State = (typeof states)[number]
export type Shown = State | 'alarm' | 'all'

/** The filters that an account may use: alarms only with the permission to see them. */
export const shownFor = (mayAlarms: boolean): readonly Shown[] => [
  'all',
  ...(mayAlarms ? ['alarm' as const] : []),
  ...states,
]

/** The filter in the address; all devices if the account may not use it. */
export const shownBy = (text: string, offered: readonly Shown[]): Shown =>
  offered.find((each) => each === text) ?? 'all'

const hasAlarm = ({ alarms }: PlacedDevice) => alarms !== null && Object.values(alarms).some((count) => count > 0)

const isShown = (device: PlacedDevice, shown: Shown) =>
  shown === 'all' || (shown === 'alarm' ? hasAlarm(device) : (device.state ?? 'unbound') === shown)

/** Whether name, SN or address contain all words, ignoring case. */
function isNamed({ name, sn, address }: PlacedDevice & { sn: string | null }, words: readonly string[]): boolean {
  const text = `${name} ${sn ?? ''} ${address ?? ''}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Number of the visible devices that are not on the map; 0 while either number is unknown. */
export const withoutPosition = (total: number | undefined, placed: number | undefined): number =>
  total === undefined || placed === undefined ? 0 : Math.max(0, total - placed)

type Filter = { shown: Shown; word: string }

/** The devices of a filter, and the number in each state without the state filter. */
export function filtered<D extends PlacedDevice & { sn: string | null }>(
  devices: readonly D[],
  { shown, word }: Filter,
) {
  const words = wordsOf(word)
  const named = words.length > 0 ? devices.filter((device) => isNamed(device, words)) : devices
  const counts: Record<Shown, number> = { all: named.length, alarm: 0, online: 0, offline: 0, sleeping: 0, unbound: 0 }
  for (const device of named) {
    counts[device.state ?? 'unbound'] += 1
    if (hasAlarm(device)) counts.alarm += 1
  }
  return { devices: shown === 'all' ? named : named.filter((device) => isShown(device, shown)), counts }
}
