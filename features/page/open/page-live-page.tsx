// A stored page with live or past values and working clicks, without a frame around it.
import { useContext, useMemo, useState } from 'react'
import { isFitted } from '../../../contract/page-document.ts'
import { formatTime } from '../../../ui/format.ts'
import { TimesIn, useMay } from '../../../ui/me.ts'
import { useNotesDrawn } from '../../../ui/page-drawn.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { type DeviceState, useMonitoringState, useMonitoringStatus } from '../../device/open/live-monitoring.ts'
import { usePastWait } from '../../watch/open/playback-past.tsx'
import { Timeline } from '../../watch/open/playback-timeline.tsx'
import type { Page } from '../page/contract.ts'
import { drawnOf } from '../page/part-scenes.ts'
import { equipmentsOf } from '../page/rules.ts'
import { pageOf } from '../page-live/page-cache.ts'
import { PageCanvas } from '../page-live/page-canvas.tsx'
import { PageFrame } from '../page-live/page-frame.tsx'
import { loadService } from '../page-live/page-services.ts'
import { PageChain, PageWithin } from '../page-live/page-within.tsx'
import { RoomDialogs } from '../page-live/room-dialogs.tsx'
import { PageLock } from '../page-password/part-lock.tsx'
import { DeviceNotes, devicesNamed } from '../page-values/part-device-notes.tsx'
import { PageValues, saidBy } from '../page-values/part-value-list.tsx'
import '../page-live/page-live.css'
import { usePageClock } from '../page/part-owner-zone.ts'
import { missingIn, type PageParams } from '../page/part-params.ts'
import { loadUsualTypes } from '../page/part-types.ts'
import { PageDialogs } from '../page-live/page-dialogs.tsx'
import { pageLiveText } from '../page-live/text.ts'
import { usePageHost } from '../page-live/use-page-host.ts'
import { type PagePast, PastLeader, useFirstVersion, usePagePast } from '../page-past/part-past-page.ts'
import {
  PageErrors,
  type PageMonitoring,
  PageThrough,
  shownValues,
  type Through,
  usePageValues,
} from '../page-values/part-page-values.ts'

const noParams: PageParams = {}

export { loadService, loadUsualTypes, PageErrors, PageFrame, PageThrough, pageOf, type Through }

type PageWatch = {
  watching: PageMonitoring | null
  past: PagePast | null
  /** State of the page's device; on a project's page, of its first device. */
  own: DeviceState | undefined
}

/** Watches the devices of a page, or reads their past while the address has a past time; for a template, neither. */
export function usePageWatch(page: Page, params: PageParams = noParams, isTemplate = false): PageWatch {
  const { equipmentId, content } = page
  const equipmentIds = useMemo(
    () => (isTemplate ? [] : equipmentsOf(equipmentId, content)),
    [equipmentId, content, isTemplate],
  )
  const watching = usePageValues(page, equipmentIds)
  const past = usePagePast(page, params)
  const own = useMonitoringState(watching?.devices[0]?.monitoring)
  const isAnswered = own !== undefined && (own.signals !== null || own.signalsFault !== null)
  useNotesDrawn(past !== null || content.widgets.length === 0 || equipmentIds.length === 0 || isAnswered)
  useMonitoringStatus(useMemo(() => watching?.devices.map(({ monitoring }) => monitoring) ?? [], [watching]))
  return { watching, past, own }
}

type LivePageProps = {
  page: Page
  watch: PageWatch
  deviceName?: string
  /** Values for the parameters of the page. */
  params?: PageParams
  /** IANA zone of the page's device, once loaded. */
  zone?: string | undefined
  /** Shows another page in the place of this one when a click links to it. */
  onPage?: (id: number) => void
  /** True on a wall display: the page fills the screen, without controls. */
  isWall?: boolean
}

/** A page with live values, or as it was at a past time. */
export function LivePage({
  page: newest,
  watch,
  deviceName,
  params = noParams,
  zone,
  onPage,
  isWall = false,
}: LivePageProps) {
  const t = useText(pageLiveText)
  const mayReplay = useMay()('history:view')
  const { watching, past } = watch
  const names = useMemo(() => devicesNamed(drawnOf(newest).widgets), [newest])
  const missing = useMemo(() => missingIn(drawnOf(newest).widgets, params), [newest, params])
  const drawFirst = useFirstVersion()
  const page = past ? (past.shown?.page ?? null) : newest
  const shown = past?.shown
  const clock = usePageClock(newest, zone ?? shown?.zone)
  const notes = usePastNotes(past, clock)
  if (newest.needsPassword) return <PageLock id={newest.id} />
  const hasPast = equipmentsOf(newest.equipmentId, newest.content).length + newest.content.bind.mvars.length > 0
  return (
    <>
      {mayReplay && !isWall && (past || hasPast) && (
        <Timeline zone={clock} pageId={newest.id} past={past?.source ?? null} notes={notes} />
      )}
      {!past && !isWall && watching && <DeviceNotes devices={watching.devices} names={names} />}
      {missing.length > 0 && (
        <p className="phase-note" role="status">
          {t('missingParams', { names: missing.join(t('listComma')) })}
        </p>
      )}
      {page ? (
        <TimesIn value={clock}>
          <Drawn key={page.version} {...{ page, watch, deviceName, params, zone, onPage, isWall }} />
        </TimesIn>
      ) : shown ? (
        <EmptyState icon="clock" act={<PlainAct onClick={drawFirst}>{t('drawFirst')}</PlainAct>}>
          {t('notYet')}
        </EmptyState>
      ) : past?.fault ? (
        <ErrorState error={past.fault} />
      ) : (
        <Skeleton lines={12} />
      )}
    </>
  )
}

/** Notes on a past view: its version, and the parts without a past. */
function usePastNotes(past: PagePast | null, zone: string): string[] {
  const t = useText(pageLiveText)
  if (!past?.shown) return []
  const { page, savedAt, until } = past.shown
  const marks = { time: formatTime(savedAt, zone), version: page?.version ?? 1 }
  return [
    page === null ? t('pastNone', marks) : t(until === null ? 'pastNewest' : 'pastVersion', marks),
    ...(past.unstored > 0 ? [t('pastUnstored', { count: past.unstored })] : []),
  ]
}

function Drawn({
  page,
  watch: { watching, past },
  deviceName,
  params = noParams,
  zone,
  onPage,
  isWall = false,
}: LivePageProps) {
  const t = useText(pageLiveText)
  const { id, projectId, title, mvars } = page
  const content = useMemo(() => drawnOf(page), [page])
  const wait = usePastWait(past?.source ?? null)
  // On a phone the page is small, so its values are also listed below it.
  const narrow = useNarrow()
  const [asked, setListed] = useState<boolean | null>(null)
  const said = useMemo(() => saidBy(content.widgets), [content])
  const hasValues = said.sections.length > 0
  const isListed = hasValues && !isWall && (asked ?? narrow)
  const errors = useContext(PageErrors)
  const values = useMemo(() => shownValues(past, watching, errors), [past, watching, errors])
  const chain = useMemo(() => [id], [id])
  const clock = usePageClock(page, zone)
  const hosting = usePageHost({
    ...{
      values,
      watching,
      isPast: past !== null,
      zone,
      clock,
      pageId: id,
      projectId,
      params,
      onPage,
      Page: PageWithin,
    },
  })
  const { explain } = hosting.host
  const may = useMay()
  const mayAlarms = may('alarm:view')
  const mayEdit = may('page:edit')
  return (
    <PastLeader.Provider value={past?.source ?? null}>
      {content.widgets.length === 0 ? (
        <EmptyState icon="page">{t(mayEdit ? 'empty' : 'emptyToRead')}</EmptyState>
      ) : (
        values && (
          <div
            className="runtime-body"
            data-wait={wait === 'ready' ? undefined : ''}
            data-listed={isListed || undefined}
            data-past={past ? '' : undefined}
          >
            <PageFrame
              isWall={isWall}
              size={content.con}
              isAlwaysFitted={isFitted(content.con)}
              acts={
                hasValues && (
                  <PlainAct pressed={isListed} onClick={() => setListed(!isListed)}>
                    {t('values')}
                  </PlainAct>
                )
              }
            >
              <PageChain.Provider value={chain}>
                <PageCanvas document={content} values={values} title={title} params={params} host={hosting.host} />
              </PageChain.Provider>
            </PageFrame>
            {isListed && (
              <PageValues
                {...{ said, title, values }}
                units={mvars}
                host={mayAlarms ? hosting.host : null}
                devices={watching?.devices ?? []}
                onExplain={explain && ((bound) => explain({ widget: null, bounds: [bound], at: null }))}
              />
            )}
          </div>
        )
      )}
      <PageDialogs {...{ hosting, watching, values, deviceName }} isPast={past !== null} />
      {!past && !isWall && <RoomDialogs page={page} />}
    </PastLeader.Provider>
  )
}
