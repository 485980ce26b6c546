// One page of a wall display, with its values and their age.
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { eachBinding, signalOf } from '../../../contract/page-document.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import { everySecond } from '../../../signal/web/use-binding.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { LivePage, PageErrors, usePageWatch } from '../../page/open/page-live-page.tsx'
import { type Page, watchPage } from '../../page/page/contract.ts'
import { ProjectPages } from '../live/part-project-pages.tsx'
import type { WallState } from './contract.ts'
import { type Ages, agesOf } from './freshness.ts'

type Reporting = { onAges: (ages: Ages | null) => void; silentMs: RefObject<number> }
type Props = Reporting & { page: WallState['pages'][number]; wall: WallState }

/** A page is loaded again when its `version` changes. */
export function WallPageView({ page: { id, version }, wall, ...reporting }: Props) {
  const { data, error, refetch } = useQuery({
    ...queryOf(watchPage, { id }),
    queryKey: [watchPage.path, id, version],
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { errorValShow, errorDefaultVal, projectId } = wall
  const errors = useMemo(() => ({ errorValShow, errorDefaultVal }), [errorValShow, errorDefaultVal])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={10} />
  return (
    <PageErrors.Provider value={errors}>
      <ProjectPages projectId={projectId} isWall>
        <Shown page={data} {...reporting} />
      </ProjectPages>
    </PageErrors.Provider>
  )
}

/** The variables of the page, with their devices. */
function boundOf({ content }: Page): { equipmentId: number; name: string; signalId: number }[] {
  const found = new Map<number, { equipmentId: number; name: string; signalId: number }>()
  eachBinding(content.widgets, ({ equipId, subTitle = '', ...binding }) => {
    const signalId = signalOf(binding)
    if (signalId !== undefined) found.set(signalId, { equipmentId: Number(equipId), name: subTitle, signalId })
  })
  return [...found.values()]
}

/** Time until the first values of a page are expected. */
const beginMs = 10_000

/** The page without controls, except for its password form. */
function Shown({ page, onAges, silentMs }: Reporting & { page: Page }) {
  const watch = usePageWatch(page)
  const { watching } = watch
  const bound = useMemo(() => boundOf(page), [page])
  useEffect(() => {
    if (!watching || bound.length === 0) return onAges(null)
    const beganAt = serverClock.now()
    const cells = bound.map(({ signalId, ...of }) => ({ ...of, cell: watching.source.subscribe(signalId) }))
    const look = () => {
      const now = serverClock.now()
      const heard = cells.map(({ cell, ...of }) => {
        const { receivedAt, time } = cell.read()
        return { ...of, at: receivedAt ?? time }
      })
      const isBeginning = now - beganAt < beginMs
      const ages = agesOf(
        heard.filter(({ at }) => at !== null || !isBeginning),
        now,
      )
      onAges(ages)
      const isExpected = watching.devices.some(({ monitoring }) => monitoring.read().gateway?.online)
      silentMs.current = isExpected ? Math.min(ages.newestMs ?? Number.POSITIVE_INFINITY, now - beganAt) : 0
    }
    look()
    const end = everySecond(look)
    return () => {
      end()
      onAges(null)
      silentMs.current = 0
    }
  }, [watching, bound, onAges, silentMs])
  return (
    <div className="runtime wall-runtime" inert={!page.needsPassword}>
      <LivePage page={page} watch={watch} isWall />
    </div>
  )
}
