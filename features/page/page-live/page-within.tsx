// A page embedded in another: fitted to its place, with its own devices, clicks and writes.
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo, useRef } from 'react'
import { PageId } from '../../../contract/fields.ts'
import { useZone } from '../../../ui/me.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { WidgetNote } from '../../../widgets/asked-note.tsx'
import type { InnerFit, InnerPage } from '../../../widgets/host/page-host.ts'
import { usePastWait } from '../../watch/open/playback-past.tsx'
import { type Page, pageInfo, watchPage } from '../page/contract.ts'
import type { PageParams } from '../page/part-params.ts'
import { drawnOf } from '../page/part-scenes.ts'
import { equipmentsOf } from '../page/rules.ts'
import { PageLock } from '../page-password/part-lock.tsx'
import { type PagePast, usePagePast } from '../page-past/part-past-page.ts'
import { DeviceNotes, devicesNamed } from '../page-values/part-device-notes.tsx'
import {
  PageErrors,
  type PageMonitoring,
  PageThrough,
  shownValues,
  usePageValues,
} from '../page-values/part-page-values.ts'
import { pageOf } from './page-cache.ts'
import { PageCanvas } from './page-canvas.tsx'
import { PageDialogs } from './page-dialogs.tsx'
import { innerScale } from './page-scale.ts'
import { cannotHold } from './rules.ts'
import { pageLiveText } from './text.ts'
import { usePageHost } from './use-page-host.ts'
import { useRoom } from './use-room.ts'
import './page-live.css'

const noParams: PageParams = {}

/** The numbers of the page on the screen and of the pages embedded in it down to this place. */
export const PageChain = createContext<readonly number[]>([])

export function PageWithin({ pageId, params = noParams, fit = 'whole', scrolling = 'auto' }: InnerPage) {
  const t = useText(pageLiveText)
  const chain = useContext(PageChain)
  const refused = cannotHold(chain, pageId)
  const id = PageId.safeParse(pageId)
  if (refused) return <WidgetNote isFault>{t(refused)}</WidgetNote>
  return id.success ? (
    <Loaded key={id.data} id={id.data} {...{ params, fit, scrolling }} />
  ) : (
    <ErrorState error={{ code: 10002 }} />
  )
}

type Lying = { params: PageParams; fit: InnerFit; scrolling: 'auto' | 'no' }

function Loaded({ id, ...lying }: Lying & { id: PageId }) {
  const { params } = lying
  const isThrough = useContext(PageThrough) !== null
  const { data, error, refetch } = useQuery<Page>({
    ...pageOf(isThrough ? watchPage : pageInfo, { id, params }),
    staleTime: Number.POSITIVE_INFINITY,
    // A reopened window requests the current version of its page.
    gcTime: 0,
  })
  const chain = useContext(PageChain)
  const inner = useMemo(() => [...chain, id], [chain, id])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={3} />
  if (data.needsPassword) return <PageLock id={data.id} />
  return (
    <PageChain.Provider value={inner}>
      <Watched page={data} {...lying} />
    </PageChain.Provider>
  )
}

type Of = Lying & { page: Page }

/** The embedded page with its values: live, or at the time that the outer page shows. */
function Watched({ page, ...lying }: Of) {
  const { params } = lying
  const t = useText(pageLiveText)
  const { equipmentId, content } = page
  const equipmentIds = useMemo(() => equipmentsOf(equipmentId, content), [equipmentId, content])
  const watching = usePageValues(page, equipmentIds)
  const past = usePagePast(page, params)
  if (!past) return <Fitted {...{ page, watching, past }} {...lying} />
  const { shown, fault } = past
  if (shown?.page) return <Fitted key={shown.page.version} {...{ watching, past }} {...lying} page={shown.page} />
  if (shown) return <WidgetNote>{t('notYet')}</WidgetNote>
  return fault ? <ErrorState error={fault} /> : <Skeleton lines={3} />
}

type Shown = Of & { watching: PageMonitoring | null; past: PagePast | null }

function Fitted({ page, params, fit, scrolling, watching, past }: Shown) {
  const t = useText(pageLiveText)
  const { id, projectId, title } = page
  const content = useMemo(() => drawnOf(page), [page])
  const box = useRef<HTMLDivElement>(null)
  const { width, height } = content.con
  const scale = innerScale({ width, height }, useRoom(box), fit)
  const scrolls = fit !== 'whole' && scrolling === 'auto'
  const errors = useContext(PageErrors)
  const values = useMemo(() => shownValues(past, watching, errors), [past, watching, errors])
  const isPast = past !== null
  const zone = past?.shown?.zone
  const here = useZone()
  const clock = page.equipmentId === null ? here : (zone ?? here)
  const wait = usePastWait(past?.source ?? null)
  const names = useMemo(() => devicesNamed(content.widgets), [content])
  const hosting = usePageHost({
    ...{ values, watching, isPast, zone, clock, pageId: id, projectId, params, onPage: undefined, Page: PageWithin },
  })
  return (
    <div className="page-within" data-wait={wait === 'ready' ? undefined : ''}>
      <div ref={box} className="page-within-room" data-scrolls={scrolls || undefined}>
        {values && (
          <div className="page-sheet" style={{ width: width * scale, height: height * scale }}>
            <div style={{ scale: String(scale), transformOrigin: '0 0', width, height }}>
              <PageCanvas document={content} values={values} title={title} params={params} host={hosting.host} />
            </div>
          </div>
        )}
      </div>
      <div className="page-within-notes">
        {!isPast && watching && <DeviceNotes devices={watching.devices} names={names} />}
        {past?.source.read().fault && <ErrorState error={past.source.read().fault} />}
        {past && past.unstored > 0 && <small>{t('pastUnstored', { count: past.unstored })}</small>}
      </div>
      <PageDialogs {...{ hosting, watching, values, isPast }} />
    </div>
  )
}
