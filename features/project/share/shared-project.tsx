// A shared project as visitors see it: its pages, without the frame of the product.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { PageId } from '../../../contract/fields.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useWindowName } from '../../../ui/window-name.ts'
import { useText } from '../../../ui/words.ts'
import { LivePage, PageErrors, usePageWatch } from '../../page/open/page-live-page.tsx'
import { type Page, watchPage } from '../../page/page/contract.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { ProjectPages } from '../live/part-project-pages.tsx'
import { type ProjectInfo, projectInfo } from '../project/contract.ts'
import './share.css'
import { LanguageSwitch } from './shared-device.tsx'
import { shareText } from './text.ts'
import type { VisitedProject } from './visit.ts'

type Props = { visited: VisitedProject; onLeave: () => void }

export function SharedProject({ visited: { projectId, topMenu, name: given }, onLeave }: Props) {
  const t = useText(shareText)
  const named = useName()
  const { path, search } = usePlace()
  const project = useQuery(queryOf(projectInfo, { id: projectId }))
  const { data, error, refetch } = project
  const pages = data?.pageList ?? []
  const menu = pages.filter(({ type }) => type === 'main')
  const asked = Number(search.page)
  const shown = pages.find(({ id }) => id === asked) ?? menu[0] ?? pages[0]
  useWindowName([...new Set([shown?.title ?? '', given].map(named))].filter(Boolean).join(' · '))
  return (
    <main className="shared" data-bare={topMenu ? undefined : ''}>
      {topMenu && (
        <header className="shared-bar">
          <h1>{named(given)}</h1>
          {menu.length > 1 && (
            <Tabs
              label={named(given)}
              tabs={menu.map(({ id, title }) => ({
                to: withSearch(path, { page: String(id) }),
                label: named(title),
                current: id === shown?.id,
              }))}
            />
          )}
          <div className="shared-end">
            <LanguageSwitch />
            <PlainAct onClick={onLeave}>{t('leave')}</PlainAct>
          </div>
        </header>
      )}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={10} />
      ) : shown ? (
        <SharedPage key={shown.id} id={shown.id} project={data} />
      ) : (
        <EmptyState icon="page">{t('noProjectPage')}</EmptyState>
      )}
    </main>
  )
}

function SharedPage({ id, project }: { id: PageId; project: ProjectInfo }) {
  // An open page is not replaced while it is shown; reopening it loads the newest version.
  const { data, error, refetch } = useQuery({
    ...queryOf(watchPage, { id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { errorValShow, errorDefaultVal } = project
  const errors = useMemo(() => ({ errorValShow, errorDefaultVal }), [errorValShow, errorDefaultVal])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={10} />
  return (
    <PageErrors.Provider value={errors}>
      <ProjectPages projectId={project.id} isVisit>
        <Shown key={data.version} page={data} />
      </ProjectPages>
    </PageErrors.Provider>
  )
}

/** A click that opens another page shows it in place. */
function Shown({ page }: { page: Page }) {
  const { go, path } = usePlace()
  const watch = usePageWatch(page)
  const open = (id: number) => go(withSearch(path, { page: String(PageId.parse(id)) }))
  return (
    <div className="runtime shared-runtime">
      <LivePage page={page} watch={watch} onPage={open} />
    </div>
  )
}
