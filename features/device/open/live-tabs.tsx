// The tabs of a device page: its own and those of other rooms, their links, and the content of the open one.
import type { EquipmentId } from '../../../contract/fields.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { useMay } from '../../../ui/me.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { labelIn, useText } from '../../../ui/words.ts'
import { DriverHealth } from '../live/driver-health.tsx'
import { type Around, phaseOf } from '../live/rules.ts'
import { CommandTab } from '../live/tab-command.tsx'
import { DeviceTab } from '../live/tab-device.tsx'
import { GatewayTab } from '../live/tab-gateway.tsx'
import { liveText } from '../live/text.ts'
import type { DeviceState, Watching } from './live-monitoring.ts'
import { livePast } from './live-past.ts'
import { RealTime } from './live-real-time.tsx'
import type { DeviceTab as RoomTab } from './live-tab.ts'

/** Tabs of this page, and their labels. */
const ownTabs = [
  { key: 'realTime', place: 10, label: 'realTime', may: 'monitor:view' },
  { key: 'device', place: 20, label: 'deviceTab', may: 'monitor:view' },
  { key: 'gateway', place: 30, label: 'gatewayTab', may: 'gateway:view' },
  { key: 'command', place: 40, label: 'command', may: 'monitor:view' },
] as const

/** Tabs contributed by rooms. */
const roomTabs = Object.values(
  import.meta.glob<{ default: readonly RoomTab[] }>('../../*/*/device-tab.tsx', { eager: true }),
).flatMap((room) => room.default)

const allTabs: readonly Pick<RoomTab, 'key' | 'place' | 'may'>[] = [...ownTabs, ...roomTabs].sort(
  (a, b) => a.place - b.place,
)

/** Labels of tabs; tabs of rooms have labels in both languages. */
function useTabWords(): (key: string) => string {
  const t = useText(liveText)
  const language = useLanguage()
  return (key) => {
    const own = ownTabs.find((each) => each.key === key)
    return own ? t(own.label) : (labelIn(roomTabs.find((each) => each.key === key)?.label, language) ?? '')
  }
}

/** Present numbers beside the labels of tabs; none while the page shows a past time. */
function useTabCounts(id: EquipmentId): Partial<Record<string, number | undefined>> {
  const isPast = livePast.useIsPast()
  // biome-ignore lint/correctness/useHookAtTopLevel: the list of tabs never changes
  const counts = roomTabs.map(({ key, useCount }) => [key, useCount?.(id)])
  return isPast ? {} : Object.fromEntries(counts)
}

/** The tab that the URL requests; a link from an alarm opens the alarm tab. */
export const tabOf = ({ params, search }: Pick<ReturnType<typeof usePlace>, 'params' | 'search'>): string | undefined =>
  search.tab ?? (Number(params.alarm) > 0 ? 'alarm' : undefined)

/** The key of the open tab, and the links to all tabs that the user may see. */
export function useTabs(id: EquipmentId) {
  const { params, path, search } = usePlace()
  const may = useMay()
  const [words, counts] = [useTabWords(), useTabCounts(id)]
  const tabs = allTabs.filter((each) => may(each.may))
  const home = tabOf({ params, search: {} }) ?? 'realTime'
  const tab = tabs.find(({ key }) => key === (search.tab ?? home))?.key ?? 'realTime'
  const links = tabs.map(({ key }) => ({
    to: withSearch(path, { tab: key === home ? '' : key, at: key === 'realTime' ? search.at : '' }),
    label: words(key),
    count: counts[key],
    current: key === tab,
  }))
  return { tab, links }
}

export function TabBody({
  tab,
  id,
  name,
  watching,
  state,
  around,
  zone,
  why,
  onWrite,
}: {
  tab: string
  id: EquipmentId
  name: string
  watching: Watching | null
  state: DeviceState | undefined
  around: Around
  zone: string
  why: string | undefined
  onWrite: (id: number) => void
}) {
  const link = useLink()
  if (tab === 'device') return <DeviceTab id={id} zone={zone} />
  if (tab === 'gateway') {
    return (
      <div className="live-parts">
        <GatewayTab equipmentId={id} zone={zone} live={state?.gateway ?? null} />
        {state && <DriverHealth state={state} />}
      </div>
    )
  }
  const room = roomTabs.find(({ key }) => key === tab)
  if (room) {
    const isLive = state !== undefined && phaseOf(state, link.state) === 'live'
    return <room.Body {...{ id, name, zone, watching, state, intervalS: around.intervalS, isLive }} />
  }
  if (!watching || !state) return null
  const shared = { equipmentId: id, state, watching, around, why, onWrite }
  return tab === 'command' ? <CommandTab {...shared} /> : <RealTime {...shared} />
}
