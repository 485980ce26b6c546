// The live page of one device: the header shows the state of monitoring, the URL names the tab. [S2 Device detail tabs]
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId, GatewayId } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import { useFullScreen } from '../../../ui/full-screen.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { StatusDot } from '../../../ui/marks.tsx'
import { TimesIn, useMay, useZoneOf } from '../../../ui/me.ts'
import { PageHeader, Tag } from '../../../ui/page-header.tsx'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { IconAct } from '../../../ui/plain.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useWindowName } from '../../../ui/window-name.ts'
import { labelIn, useText } from '../../../ui/words.ts'
import { ZoneNote } from '../../../ui/zone-note.tsx'
import { strengthNow } from '../../gateway/gateway/rules.ts'
import { SetupLine, useIsSetupKnown } from '../../gateway/open/onboarding-setup.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { useSetting } from '../../platform/open/user-config-setting.ts'
import { equipmentInfo } from '../equipment/contract.ts'
import { DriverHealth } from '../live/driver-health.tsx'
import { type Around, isWritable, phaseOf } from '../live/rules.ts'
import { CommandTab } from '../live/tab-command.tsx'
import { DeviceTab } from '../live/tab-device.tsx'
import { GatewayTab } from '../live/tab-gateway.tsx'
import { liveText } from '../live/text.ts'
import { WriteDialog } from './command-write.tsx'
import { DeviceLinks, DeviceViews } from './link-list.tsx'
import { useAround } from './live-around.ts'
import { useDeviceHome } from './live-home.ts'
import {
  type DeviceState,
  useMonitoring,
  useMonitoringState,
  useMonitoringStatus,
  useNamedState,
  type Watching,
} from './live-monitoring.ts'
import { livePast } from './live-past.ts'
import { PhaseMark, PhaseNote } from './live-phase.tsx'
import { RealTime } from './live-real-time.tsx'
import { useRefusal } from './live-refusal.ts'
import type { DeviceTab as BroughtTab } from './live-tab.ts'

/** Tabs of this page, and their labels. */
const ownTabs = [
  { key: 'realTime', place: 10, label: 'realTime', may: 'monitor:view' },
  { key: 'device', place: 20, label: 'deviceTab', may: 'monitor:view' },
  { key: 'gateway', place: 30, label: 'gatewayTab', may: 'gateway:view' },
  { key: 'command', place: 40, label: 'command', may: 'monitor:view' },
] as const

/** Tabs that rooms contribute. */
const roomTabs = Object.values(
  import.meta.glob<{ default: readonly BroughtTab[] }>('../../*/*/device-tab.tsx', { eager: true }),
).flatMap((room) => room.default)

const allTabs: readonly Pick<BroughtTab, 'key' | 'place' | 'may'>[] = [...ownTabs, ...roomTabs].sort(
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

/** Numbers beside the labels of tabs. */
function useTabCounts(id: EquipmentId): Partial<Record<string, number | undefined>> {
  // biome-ignore lint/correctness/useHookAtTopLevel: the list of tabs never changes
  return Object.fromEntries(roomTabs.map(({ key, useCount }) => [key, useCount?.(id)]))
}

/** The tab in the URL; a link from an alarm opens the alarm tab. */
const tabOf = ({ params, search }: Pick<ReturnType<typeof usePlace>, 'params' | 'search'>): string | undefined =>
  search.tab ?? (Number(params.alarm) > 0 ? 'alarm' : undefined)

/** The page around the device: the link above it, and the URL of its configuration pages. */
type DevicePlace = { above: { to: string; label: string } | undefined; pageOf: (pageId: number) => string }

const alone: DevicePlace = {
  above: undefined,
  pageOf: (pageId) => pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 }),
}

export function DeviceView({ id, place = alone }: { id: EquipmentId; place?: DevicePlace }) {
  const t = useText(liveText)
  const { params, search } = usePlace()
  const info = useQuery(queryOf(equipmentInfo, { id }))
  const [display] = useSetting('equipDisplay')
  const zone = useZoneOf({ zone: info.data?.zone ?? null })
  const watching = useMonitoring(id)
  const name = useName()
  const state = useNamedState(useMonitoringState(watching?.monitoring))
  useMonitoringStatus(useMemo(() => (watching ? [watching.monitoring] : []), [watching]))
  if (info.error && !info.data) {
    const above = place.above ?? { to: '/monitor/eg/list', label: t('devices') }
    const back = (
      <Go to={above.to} className="act">
        {above.label}
      </Go>
    )
    return (
      <>
        <PageHeader title={t('device')} above={above} />
        <ErrorState error={info.error} onRetry={() => void info.refetch()} act={back} />
      </>
    )
  }
  const opensAsPage =
    !tabOf({ params, search }) && (display === 'page' || (display === 'device' && info.data?.ruleType === '01'))
  if (info.data && opensAsPage) return <OpenAsPage id={id} pageOf={place.pageOf} />
  return (
    <Detail
      id={id}
      place={place}
      name={name(info.data?.name ?? '')}
      sn={info.data?.sn ?? null}
      gatewayId={info.data?.gatewayId ?? null}
      zone={zone}
      isZoneKnown={info.data !== undefined}
      menuBar={info.data?.menuBar ?? true}
      watching={watching}
      state={state}
    />
  )
}

function Detail({
  id,
  place,
  name,
  sn,
  gatewayId,
  zone,
  isZoneKnown,
  menuBar,
  watching,
  state,
}: {
  id: EquipmentId
  place: DevicePlace
  name: string
  sn: string | null
  gatewayId: GatewayId | null
  /** The device's time zone; the organisation's zone until the device has loaded. */
  zone: string
  isZoneKnown: boolean
  /** Whether the tabs are shown. */
  menuBar: boolean
  watching: Watching | null
  state: DeviceState | undefined
}) {
  const t = useText(liveText)
  const { noWrite } = livePast.usePastWords()
  const { params, path, search, go } = usePlace()
  const may = useMay()
  const mayWrite = may('signal:write')
  const tabs = allTabs.filter((each) => may(each.may))
  const { isFull, toggle } = useFullScreen()
  const [chosen, setWriting] = useState<{ first: number | undefined } | null>(null)
  // A link for writing a variable opens the dialog for it; the dialog says why if the variable cannot be written.
  const writing = chosen ?? (search.do === 'write' && mayWrite ? { first: Number(search.signal) } : null)
  const endWriting = () => {
    setWriting(null)
    if (search.do) go(withSearch(path, { ...search, do: '' }), { replace: true })
  }
  const isPast = livePast.useIsPast()
  const refusal = useRefusal(state)
  const around = useAround(state, zone)
  const why = isPast ? noWrite : refusal
  const home = tabOf({ params, search: {} }) ?? 'realTime'
  const tab = tabs.find(({ key }) => key === (search.tab ?? home))?.key ?? 'realTime'
  const tabWords = useTabWords()
  const tabCounts = useTabCounts(id)
  const writable = useMemo(() => (state?.signals ?? []).filter(isWritable), [state?.signals])
  const write = useCallback((first?: number) => setWriting({ first }), [])
  // The selected row, if it can be written; otherwise the operator chooses a variable.
  const marked = tab === 'realTime' ? writable.find((each) => String(each.id) === search.signal)?.id : undefined
  const isSetupKnown = useIsSetupKnown(id)
  useWindowName(name)
  return (
    <div className={isFull ? 'live-page full-screen' : 'live-page'}>
      <PageHeader
        title={name}
        above={place.above ?? { to: '/monitor/eg/list', label: t('devices') }}
        mark={state?.gateway && <StatusDot state={state.gateway.state} />}
        tags={state && <HeaderTags sn={sn} zone={isZoneKnown ? zone : undefined} state={state} isPast={isPast} />}
      >
        <DeviceViews id={id} open="monitor" />
        <DeviceLinks id={id} gatewayId={gatewayId} to={['gateway']} />
        <IconAct
          icon={isFull ? 'close' : 'fullScreen'}
          label={t(isFull ? 'leaveFullScreen' : 'fullScreen')}
          onClick={toggle}
        />
        <HomeLink equipmentId={id} pageOf={place.pageOf} />
        <Act
          kind="primary"
          may="signal:write"
          why={why ?? (writable.length === 0 ? t('readOnly') : undefined)}
          onClick={() => write(marked)}
        >
          {t('writeDots')}
        </Act>
      </PageHeader>
      {menuBar && (
        <Tabs
          label={t('device')}
          tabs={tabs.map(({ key }) => ({
            to: withSearch(path, { tab: key === home ? '' : key, at: key === 'realTime' ? search.at : '' }),
            label: tabWords(key),
            count: tabCounts[key],
            current: key === tab,
          }))}
        />
      )}
      <SetupLine equipmentId={id} />
      {state && watching && !isPast && (
        <PhaseNote equipmentId={id} state={state} onResume={watching.monitoring.start} />
      )}
      <TimesIn value={zone}>
        <ZoneNote zone={zone} />
        {isSetupKnown ? (
          <TabBody
            tab={tab}
            id={id}
            name={name}
            watching={watching}
            state={state}
            around={around}
            zone={zone}
            why={why}
            onWrite={write}
          />
        ) : (
          <Skeleton lines={10} />
        )}
      </TimesIn>
      {writing && watching && (
        <WriteDialog
          equipment={{ id, name }}
          signals={writable}
          first={writing.first}
          why={why}
          source={watching.source}
          around={around}
          onClose={endWriting}
        />
      )}
    </div>
  )
}

function TabBody({
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

function HeaderTags({
  sn,
  zone,
  state,
  isPast,
}: {
  sn: string | null
  zone: string | undefined
  state: DeviceState
  isPast: boolean
}) {
  const link = useLink()
  const { past } = livePast.usePastWords()
  const t = useText(liveText)
  const percent = state.gateway ? strengthNow(state.gateway) : null
  const strength = percent === null ? '' : t('signalStrength', { percent })
  const words = [sn ?? '', strength].filter(Boolean).join(' · ')
  return (
    <>
      {words && <Tag minor>{words}</Tag>}
      {zone && (
        <Tag minor title={t('zoneNote')}>
          {zone}
        </Tag>
      )}
      {isPast ? <Tag>{past}</Tag> : <PhaseMark phase={phaseOf(state, link.state)} />}
    </>
  )
}

/** Opens a device of rule 01 as its configuration page; a device without a start page shows its tabs. [S3 ruleType] */
function OpenAsPage({ id, pageOf }: { id: EquipmentId; pageOf: DevicePlace['pageOf'] }) {
  const { path, go } = usePlace()
  const { pageId, isPending } = useDeviceHome(id)
  useEffect(() => {
    if (isPending) return
    const page = pageId === null ? withSearch(path, { tab: 'realTime' }) : pageOf(pageId)
    go(page, { replace: true })
  }, [pageId, isPending, path, go, pageOf])
  return null
}

/** A link to the start page, if the device has one. */
function HomeLink({ equipmentId, pageOf }: { equipmentId: EquipmentId; pageOf: DevicePlace['pageOf'] }) {
  const t = useText(liveText)
  const { go } = usePlace()
  const { pageId } = useDeviceHome(equipmentId)
  if (pageId === null) return null
  return <Act onClick={() => go(pageOf(pageId))}>{t('configurationPage')}</Act>
}
