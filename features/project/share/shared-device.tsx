// A shared device as visitors see it: the menus of the share, without the frame of the product.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { PageId } from '../../../contract/fields.ts'
import type { ShareMenu } from '../../../contract/share-menus.ts'
import { chooseLanguage, screenLanguages, useScreenLanguage } from '../../../ui/language.ts'
import { later, tellUnloaded } from '../../../ui/later.tsx'
import { useLink } from '../../../ui/link.ts'
import { StatusDot } from '../../../ui/marks.tsx'
import { useMay } from '../../../ui/me.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useWindowName } from '../../../ui/window-name.ts'
import { useText } from '../../../ui/words.ts'
import { isWritable, phaseOf } from '../../device/live/rules.ts'
import { useAround } from '../../device/open/live-around.ts'
import {
  type DeviceState,
  useMonitoring,
  useMonitoringState,
  useMonitoringStatus,
  useNamedState,
  type Watching,
} from '../../device/open/live-monitoring.ts'
import { PhaseMark, PhaseNote } from '../../device/open/live-phase.tsx'
import { useRefusal } from '../../device/open/live-refusal.ts'
import { LivePage, usePageWatch } from '../../page/open/page-live-page.tsx'
import { homePage, type Page, pageInfo } from '../../page/page/contract.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { useIsPast, usePastWords } from '../../watch/open/playback-past.tsx'
import './share.css'
import { shareText } from './text.ts'
import type { VisitedDevice } from './visit.ts'

const HistoryTab = later(async () => (await import('../../watch/open/history.tsx')).HistoryTab)
const RealTime = later(async () => (await import('../../device/open/live-real-time.tsx')).RealTime)
const WriteDialog = later(async () => (await import('../../device/open/command-write.tsx')).WriteDialog)

const labels = { realTime: 'realTime', page: 'page', history: 'history' } as const satisfies Record<ShareMenu, string>

export function SharedDevice({ visited, onLeave }: { visited: VisitedDevice; onLeave: () => void }) {
  const t = useText(shareText)
  const { path, search } = usePlace()
  const name = useName()
  const { menus, topMenu } = visited
  const tab = menus.find((menu) => menu === search.tab) ?? firstOf(visited)
  useWindowName(name(visited.name))
  return (
    <main className="shared" data-bare={topMenu ? undefined : ''}>
      {topMenu && (
        <header className="shared-bar">
          <h1>{name(visited.name)}</h1>
          {menus.length > 1 && (
            <Tabs
              label={name(visited.name)}
              tabs={menus.map((menu) => ({
                to: withSearch(path, { tab: menu }),
                label: t(labels[menu]),
                current: menu === tab,
              }))}
            />
          )}
          <div className="shared-end">
            <LanguageSwitch />
            <PlainAct onClick={onLeave}>{t('leave')}</PlainAct>
          </div>
        </header>
      )}
      {tab === 'history' ? (
        <History visited={visited} />
      ) : tab === 'page' ? (
        <HomePage visited={visited} />
      ) : (
        <Values visited={visited} />
      )}
    </main>
  )
}

/** A share without its bar is embedded for its page, so it opens the page if there is one. */
const firstOf = ({ menus, topMenu }: VisitedDevice): ShareMenu =>
  (!topMenu && menus.find((menu) => menu === 'page')) || (menus[0] ?? 'realTime')

export function LanguageSwitch() {
  const now = useScreenLanguage()
  return screenLanguages()
    .filter(({ value }) => value !== now)
    .map(({ value, label, html }) => (
      <PlainAct key={value} onClick={() => void chooseLanguage(value).catch(tellUnloaded)}>
        <span lang={html}>{label}</span>
      </PlainAct>
    ))
}

function Values({ visited }: { visited: VisitedDevice }) {
  const watching = useMonitoring(visited.equipmentId)
  const state = useNamedState(useMonitoringState(watching?.monitoring))
  useMonitoringStatus(useMemo(() => (watching ? [watching.monitoring] : []), [watching]))
  return watching && state ? <Watched {...{ visited, watching, state }} /> : <Skeleton lines={10} />
}

function Watched({
  visited: { equipmentId, name: given, zone },
  watching,
  state,
}: {
  visited: VisitedDevice
  watching: Watching
  state: DeviceState
}) {
  const mayWrite = useMay()('signal:write')
  const { noWrite } = usePastWords()
  const isPast = useIsPast()
  const refusal = useRefusal(state)
  const around = useAround(state, zone)
  const name = useName()
  const [first, setFirst] = useState<number>()
  const writable = useMemo(() => (state.signals ?? []).filter(isWritable), [state.signals])
  const why = isPast ? noWrite : refusal
  return (
    <>
      <Phase state={state} isPast={isPast} />
      {!isPast && <PhaseNote equipmentId={equipmentId} state={state} onResume={watching.monitoring.start} />}
      <RealTime {...{ equipmentId, state, watching, around, why }} onWrite={setFirst} />
      {first !== undefined && mayWrite && (
        <WriteDialog
          equipment={{ id: equipmentId, name: name(given) }}
          signals={writable}
          first={first}
          why={why}
          source={watching.source}
          around={around}
          onClose={() => setFirst(undefined)}
        />
      )}
    </>
  )
}

function Phase({ state, isPast }: { state: DeviceState; isPast: boolean }) {
  const link = useLink()
  const { past } = usePastWords()
  return (
    <p className="shared-phase">
      {state.gateway && <StatusDot state={state.gateway.state} />}
      {isPast ? past : <PhaseMark phase={phaseOf(state, link.state)} />}
    </p>
  )
}

const nothing: never[] = []

function History({ visited: { equipmentId, name: given } }: { visited: VisitedDevice }) {
  const name = useName()
  return <HistoryTab equipmentId={equipmentId} name={name(given)} signals={nothing} />
}

/** The start page of the device, or the page that a click opened. */
function HomePage({ visited }: { visited: VisitedDevice }) {
  const t = useText(shareText)
  const [id, setId] = useState<number>()
  const home = useQuery(queryOf(homePage, { equipmentId: visited.equipmentId }))
  const other = useQuery({ ...queryOf(pageInfo, { id: PageId.parse(id ?? 1) }), enabled: id !== undefined })
  const { data, error, refetch } = id === undefined ? home : other
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={10} />
  if (data === null) return <EmptyState icon="page">{t('noPage')}</EmptyState>
  return <ShownPage key={`${data.id} ${data.version}`} page={data} visited={visited} onPage={setId} />
}

function ShownPage({ page, visited, onPage }: { page: Page; visited: VisitedDevice; onPage: (id: number) => void }) {
  const watch = usePageWatch(page)
  return (
    <div className="runtime shared-runtime">
      {watch.own && <Phase state={watch.own} isPast={watch.past !== null} />}
      <LivePage page={page} watch={watch} deviceName={visited.name} zone={visited.zone} onPage={onPage} />
    </div>
  )
}
