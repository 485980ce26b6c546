// A page within another one: fitted to its place, with its own devices, its own clicks and its own writes.
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo, useRef } from 'react'
import { queryOf } from '../../contract/call.ts'
import { PageId } from '../../contract/fields.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../../widgets/asked-note.tsx'
import { useIsPast } from '../history/part-past.tsx'
import { type Page, pageInfo, watchPage } from './contract.ts'
import { DeviceNotes } from './device-notes.tsx'
import { devicesNamed } from './note-causes.ts'
import { PageCanvas } from './page-canvas.tsx'
import { PageDialogs } from './page-dialogs.tsx'
import { PageLock } from './page-lock.tsx'
import { equipmentsOf, fitScale } from './page-scale.ts'
import type { PageParams } from './params.ts'
import { cannotHold } from './rules.ts'
import { pageText } from './text.ts'
import { usePageHost } from './use-page-host.ts'
import { PageThrough, usePageValues } from './use-page-values.ts'
import { useRoom } from './use-room.ts'
import './page.css'

const noParams: PageParams = {}

/** The page on the screen, then those within it down to this place. */
export const PageChain = createContext<readonly number[]>([])

export function PageWithin({ pageId, params = noParams }: { pageId: number; params?: PageParams }) {
  const t = useText(pageText)
  const chain = useContext(PageChain)
  // Its values would not move along with those around it.
  const refused = useIsPast() ? 'onlyLive' : cannotHold(chain, pageId)
  const id = PageId.safeParse(pageId)
  if (refused) return <WidgetNote isFault={refused !== 'onlyLive'}>{t(refused)}</WidgetNote>
  return id.success ? <Loaded key={id.data} id={id.data} params={params} /> : <ErrorState error={{ code: 10002 }} />
}

function Loaded({ id, params }: { id: PageId; params: PageParams }) {
  const isThrough = useContext(PageThrough) !== null
  const { data, error, refetch } = useQuery<Page>({
    ...(isThrough ? queryOf(watchPage, { id, params }) : queryOf(pageInfo, { id, params })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const chain = useContext(PageChain)
  const inner = useMemo(() => [...chain, id], [chain, id])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={3} />
  if (data.needsPassword) return <PageLock id={data.id} />
  return (
    <PageChain.Provider value={inner}>
      <Fitted page={data} params={params} />
    </PageChain.Provider>
  )
}

function Fitted({ page, params }: { page: Page; params: PageParams }) {
  const { id, equipmentId, content, title } = page
  const box = useRef<HTMLDivElement>(null)
  const { width, height } = content.con
  const scale = fitScale({ width, height }, useRoom(box))
  const equipmentIds = useMemo(() => equipmentsOf(equipmentId, content), [equipmentId, content])
  const watching = usePageValues(page, equipmentIds)
  const values = watching?.values
  const names = useMemo(() => devicesNamed(content.widgets), [content])
  const hosting = usePageHost({
    ...{ values, watching, isPast: false, zone: undefined, pageId: id, params, onPage: undefined, Page: PageWithin },
  })
  return (
    <div ref={box} className="page-within">
      {values && (
        <div className="page-sheet" style={{ width: width * scale, height: height * scale }}>
          <div style={{ scale: String(scale), transformOrigin: '0 0', width, height }}>
            <PageCanvas document={content} values={values} title={title} params={params} host={hosting.host} />
          </div>
        </div>
      )}
      <div className="page-within-notes">{watching && <DeviceNotes devices={watching.devices} names={names} />}</div>
      <PageDialogs hosting={hosting} watching={watching} isPast={false} />
    </div>
  )
}
