// The live page of one device: the header shows the state of monitoring, the URL names the tab. [S2 Device detail tabs]
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId, GatewayId } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import { useFullScreen } from '../../../ui/full-screen.ts'
import { useLink } from '../../../ui/link.ts'
import { StatusDot } from '../../../ui/marks.tsx'
import { TimesIn, useMay, useZoneOf } from '../../../ui/me.ts'
import { PageHeader, Tag } from '../../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { IconAct } from '../../../ui/plain.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { ErrorState, Skeleton, StateLink } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useWindowName } from '../../../ui/window-name.ts'
import { useText } from '../../../ui/words.ts'
import { ZoneNote } from '../../../ui/zone-note.tsx'
import { strengthNow } from '../../gateway/gateway/rules.ts'
import { SetupLine, useIsSetupKnown } from '../../gateway/open/onboarding-setup.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { useSetting } from '../../platform/open/user-config-setting.ts'
import { equipmentInfo } from '../equipment/contract.ts'
import type { LiveSignal } from '../live/contract.ts'
import { isWritable, phaseOf } from '../live/rules.ts'
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
import { useRefusal } from './live-refusal.ts'
import { TabBody, tabOf, useTabs } from './live-tabs.tsx'

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
    const back = <StateLink to={above.to}>{above.label}</StateLink>
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
      device={{
        id,
        name: name(info.data?.name ?? ''),
        sn: info.data?.sn ?? null,
        gatewayId: info.data?.gatewayId ?? null,
        zone,
        isKnown: info.data !== undefined,
        hasTabs: info.data?.menuBar ?? true,
      }}
      place={place}
      watching={watching}
      state={state}
    />
  )
}

type ShownDevice = {
  id: EquipmentId
  name: string
  sn: string | null
  gatewayId: GatewayId | null
  /** The device's time zone; the organisation's zone until the device has loaded. */
  zone: string
  /** Whether the device has loaded. */
  isKnown: boolean
  hasTabs: boolean
}

/**
 * State of the dialog that writes a variable. A link for writing a variable opens it too; the dialog says why if the
 * variable cannot be written.
 */
function useWriting() {
  const { path, search, go } = usePlace()
  const mayWrite = useMay()('signal:write')
  const [chosen, setChosen] = useState<{ first: number | undefined } | null>(null)
  return {
    /** The variable that is chosen first; null: the dialog is closed. */
    writing: chosen ?? (search.do === 'write' && mayWrite ? { first: Number(search.signal) } : null),
    write: useCallback((first?: number) => setChosen({ first }), []),
    endWriting: () => {
      setChosen(null)
      if (search.do) go(withSearch(path, { ...search, do: '' }), { replace: true })
    },
  }
}

function Detail({
  device,
  place,
  watching,
  state,
}: {
  device: ShownDevice
  place: DevicePlace
  watching: Watching | null
  state: DeviceState | undefined
}) {
  const t = useText(liveText)
  const { id, name, zone } = device
  const { isFull, toggle } = useFullScreen()
  const { writing, write, endWriting } = useWriting()
  const { noWrite } = livePast.usePastWords()
  const isPast = livePast.useIsPast()
  const refusal = useRefusal(state)
  const why = isPast ? noWrite : refusal
  const around = useAround(state, zone)
  const { tab, links } = useTabs(id)
  const writable = useMemo(() => (state?.signals ?? []).filter(isWritable), [state?.signals])
  const isSetupKnown = useIsSetupKnown(id)
  useWindowName(name)
  return (
    <div className={isFull ? 'live-page full-screen' : 'live-page'}>
      <DeviceHeader {...{ device, place, state, isPast }}>
        <IconAct
          icon={isFull ? 'close' : 'fullScreen'}
          label={t(isFull ? 'leaveFullScreen' : 'fullScreen')}
          onClick={toggle}
        />
        <HomeLink equipmentId={id} pageOf={place.pageOf} />
        <WriteAct {...{ tab, writable, why }} onWrite={write} />
      </DeviceHeader>
      {device.hasTabs && <Tabs label={t('device')} tabs={links} />}
      <SetupLine equipmentId={id} />
      {state && watching && !isPast && (
        <PhaseNote equipmentId={id} state={state} onResume={watching.monitoring.start} />
      )}
      <TimesIn value={zone}>
        <ZoneNote zone={zone} />
        {isSetupKnown ? (
          <TabBody {...{ tab, id, name, watching, state, around, zone, why }} onWrite={write} />
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

/** The head of the page: the state of the device, links to its other views, and `children`. */
function DeviceHeader({
  device: { id, name, sn, gatewayId, zone, isKnown },
  place,
  state,
  isPast,
  children,
}: {
  device: ShownDevice
  place: DevicePlace
  state: DeviceState | undefined
  isPast: boolean
  children: ReactNode
}) {
  const t = useText(liveText)
  return (
    <PageHeader
      title={name}
      above={place.above ?? { to: '/monitor/eg/list', label: t('devices') }}
      // In the past, the present state of the gateway would be taken for the state at that time.
      mark={!isPast && state?.gateway && <StatusDot state={state.gateway.state} />}
      tags={state && <HeaderTags sn={sn} zone={isKnown ? zone : undefined} state={state} isPast={isPast} />}
    >
      <DeviceViews id={id} open="monitor" />
      <DeviceLinks id={id} gatewayId={gatewayId} to={['gateway']} />
      {children}
    </PageHeader>
  )
}

/** Opens the dialog for the selected row, if it can be written; otherwise the operator chooses a variable. */
function WriteAct({
  tab,
  writable,
  why,
  onWrite,
}: {
  tab: string
  writable: readonly Pick<LiveSignal, 'id'>[]
  why: string | undefined
  onWrite: (first: number | undefined) => void
}) {
  const t = useText(liveText)
  const { search } = usePlace()
  const marked = tab === 'realTime' ? writable.find(({ id }) => String(id) === search.signal)?.id : undefined
  return (
    <Act
      kind="primary"
      may="signal:write"
      why={why ?? (writable.length === 0 ? t('readOnly') : undefined)}
      onClick={() => onWrite(marked)}
    >
      {t('writeDots')}
    </Act>
  )
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
  const percent = state.gateway && !isPast ? strengthNow(state.gateway) : null
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
