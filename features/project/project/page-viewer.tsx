// A page of a project for viewers, with a menu of its other pages. [S2 /monitor/project/{projectId}/page/{pageId}]
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { PageId, ProjectId } from '../../../contract/fields.ts'
import { useFullScreen } from '../../../ui/full-screen.ts'
import { later } from '../../../ui/later.tsx'
import { useMay } from '../../../ui/me.ts'
import { useNotesDrawn } from '../../../ui/page-drawn.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { IconAct } from '../../../ui/plain.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useWindowName } from '../../../ui/window-name.ts'
import { useText } from '../../../ui/words.ts'
import { LivePage, loadUsualTypes, PageErrors, pageOf, usePageWatch } from '../../page/open/page-live-page.tsx'
import { designerPath, livePath, type PageParams, paramsOf } from '../../page/open/page-place.ts'
import { type Page, watchPage } from '../../page/page/contract.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { ProjectPages } from '../live/part-project-pages.tsx'
import { type ProjectInfo, projectInfo } from './contract.ts'
import { centrePath, previewPath } from './part-paths.ts'
import './project.css'
import { ProjectFault } from './project-fault.tsx'
import { projectText } from './text.ts'

loadUsualTypes()

const ProjectViews = later(async () => (await import('./project-views.tsx')).ProjectViews)

export default function ViewerPage() {
  const { params, search } = usePlace()
  const [project, page] = [ProjectId.safeParse(params.projectId), PageId.safeParse(params.pageId)]
  const given = JSON.stringify(paramsOf(search))
  return project.success && page.success ? (
    <Loaded key={`${page.data} ${given}`} projectId={project.data} id={page.data} given={given} />
  ) : (
    <ProjectFault>
      <ErrorState error={{ code: 10002 }} />
    </ProjectFault>
  )
}

type Asked = { projectId: ProjectId; id: PageId; given: string }

/** The loaded page of a project. `given`: the parameters of the address. */
function Loaded({ projectId, id, given }: Asked) {
  const t = useText(projectText)
  const params = useMemo(() => JSON.parse(given) as PageParams, [given])
  const project = useQuery(queryOf(projectInfo, { id: projectId }))
  // An open page is not replaced while it is shown; reopening it loads the current version.
  const page = useQuery({
    ...pageOf(watchPage, { id, params }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const error = page.error ?? project.error
  useNotesDrawn(error !== null)
  if (error && !(page.data && project.data))
    return (
      <ProjectFault>
        <ErrorState error={error} onRetry={() => void Promise.all([page.refetch(), project.refetch()])} />
      </ProjectFault>
    )
  if (!page.data || !project.data) return <Skeleton lines={12} />
  if (page.data.projectId !== projectId)
    return (
      <ProjectFault>
        <EmptyState kind="goneAway" icon="page" act={<Go to={centrePath(projectId)}>{t('toProject')}</Go>}>
          {t('otherProject')}
        </EmptyState>
      </ProjectFault>
    )
  return (
    <BadValues project={project.data}>
      <ProjectPages projectId={projectId}>
        <Viewer key={page.data.version} page={page.data} project={project.data} params={params} />
      </ProjectPages>
    </BadValues>
  )
}

/** Provides the project's setting for bad values. */
function BadValues({
  project: { errorValShow, errorDefaultVal },
  children,
}: {
  project: ProjectInfo
  children: ReactNode
}) {
  const errors = useMemo(() => ({ errorValShow, errorDefaultVal }), [errorValShow, errorDefaultVal])
  return <PageErrors.Provider value={errors}>{children}</PageErrors.Provider>
}

/** The page in the shell, or as a preview without the shell. */
function Viewer({ page, project, params }: { page: Page; project: ProjectInfo; params: PageParams }) {
  const t = useText(projectText)
  const { go, path } = usePlace()
  const isPreview = path.includes('/preview/')
  const named = useName()
  const { isFull, toggle } = useFullScreen()
  // A phone is too small for the designer.
  const narrow = useNarrow()
  const mayEdit = useMay()('page:edit') && !narrow && !isPreview
  const watch = usePageWatch(page, params)
  // Sub pages are opened from other pages.
  const menu = project.pageList.filter(({ type }) => type === 'main')
  useWindowName([...new Set([page.title, project.name].map(named))].join(' · '))
  return (
    <div className={['runtime', isFull && 'full-screen', isPreview && 'project-preview'].filter(Boolean).join(' ')}>
      <PageHeader title={named(page.title)} above={{ to: '/monitor/gm/ocInfo', label: named(project.name) }}>
        {!isPreview && <ProjectViews id={project.id} open="monitor" />}
        {mayEdit && <IconAct icon="design" label={t('editPage')} onClick={() => go(designerPath(page, page.id))} />}
        <IconAct
          icon={isFull ? 'close' : 'fullScreen'}
          label={t(isFull ? 'leaveFullScreen' : 'fullScreen')}
          onClick={toggle}
        />
      </PageHeader>
      {menu.length > 1 && (
        <Tabs
          label={t('menu')}
          tabs={menu.map(({ id, title }) => ({
            ...{ label: named(title), current: id === page.id },
            to: isPreview ? previewPath(project.id, id) : livePath(page, id),
          }))}
        />
      )}
      <LivePage page={page} watch={watch} params={params} />
    </div>
  )
}
