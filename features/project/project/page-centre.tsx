// A project for viewers: opens its start page, or else its first page. [S2 /monitor/gm/ocInfo/{ocId}]
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { ProjectId } from '../../../contract/fields.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { projectInfo } from './contract.ts'
import { ProjectFault } from './project-fault.tsx'
import { ProjectViews } from './project-views.tsx'
import { projectText } from './text.ts'

export default function CentrePage() {
  const { params } = usePlace()
  const id = ProjectId.safeParse(params.ocId)
  return id.success ? (
    <Centre key={id.data} id={id.data} />
  ) : (
    <ProjectFault>
      <ErrorState error={{ code: 10002 }} />
    </ProjectFault>
  )
}

function Centre({ id }: { id: ProjectId }) {
  const t = useText(projectText)
  const named = useName()
  const { go } = usePlace()
  const { data: project, error, refetch } = useQuery(queryOf(projectInfo, { id }))
  const first = project?.pageList.find(({ type }) => type === 'main') ?? project?.pageList[0]
  const pageId = project?.homePageId ?? first?.id
  useEffect(() => {
    if (pageId !== undefined)
      go(pathOf('/monitor/project/{projectId}/page/{pageId}', { projectId: id, pageId }), { replace: true })
  }, [go, id, pageId])
  if (error && !project)
    return (
      <ProjectFault>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </ProjectFault>
    )
  if (!project || pageId !== undefined) return <Skeleton lines={12} />
  return (
    <>
      <PageHeader title={named(project.name)} above={{ to: '/monitor/gm/ocInfo', label: t('centres') }}>
        <ProjectViews id={id} open="monitor" />
      </PageHeader>
      <EmptyState icon="page">{t('noPage')}</EmptyState>
    </>
  )
}
