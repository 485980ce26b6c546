// Moves a project or one of its pages to other devices: choice of devices, proposals, and consequences.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { type EquipmentId, PageId, ProjectId } from '../../../contract/fields.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useWindowName } from '../../../ui/window-name.ts'
import { useText } from '../../../ui/words.ts'
import { queryEquipmentsByUser } from '../../device/equipment/contract.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type ProjectInfo, projectInfo, queryProjectEquips } from '../project/contract.ts'
import { planMove } from './contract.ts'
import type { Decided } from './decisions.ts'
import { type Chosen, DeviceChoice } from './device-choice.tsx'
import { MovePlanned } from './move-planned.tsx'
import { rebindingText } from './text.ts'
import './rebinding.css'

export default function MovePage() {
  const { params, search } = usePlace()
  const id = ProjectId.safeParse(params.projectId)
  const page = PageId.safeParse(search.page)
  if (!id.success) return <ErrorState error={{ code: 10002 }} />
  return <Loaded key={`${id.data} ${search.page}`} projectId={id.data} pageId={page.success ? page.data : null} />
}

function Loaded({ projectId, pageId }: { projectId: ProjectId; pageId: PageId | null }) {
  const t = useText(rebindingText)
  const named = useName()
  const project = useQuery(queryOf(projectInfo, { id: projectId }))
  const name = project.data && named(project.data.name)
  useWindowName([t('title'), name].filter(Boolean).join(' · '))
  if (project.error && !project.data) return <ErrorState error={project.error} onRetry={() => void project.refetch()} />
  if (!project.data) return <Skeleton lines={12} />
  const to = withSearch('/manage/eg/project/list', { id: String(projectId), tab: pageId ? '' : 'devices' })
  return (
    <div className="move-page">
      <PageHeader title={t('title')} above={{ to, label: name ?? '' }} />
      <Move project={project.data} pageId={pageId} back={to} />
    </div>
  )
}

function Move({ project, pageId, back }: { project: ProjectInfo; pageId: PageId | null; back: string }) {
  const t = useText(rebindingText)
  const named = useName()
  const projectId = project.id
  const equips = useQuery(queryOf(queryProjectEquips, { projectId }))
  const all = useQuery(queryOf(queryEquipmentsByUser, {}))
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [decided, setDecided] = useState<Decided>(new Map())
  const pairs = useMemo(
    () => [...chosen].filter((pair): pair is [EquipmentId, EquipmentId] => pair[1] !== null),
    [chosen],
  )
  const moving = {
    ...{ projectId, pageIds: pageId === null ? [] : [pageId] },
    ...{ from: pairs.map(([from]) => from), to: pairs.map(([, to]) => to) },
  }
  const plan = useQuery({
    ...queryOf(planMove, moving),
    enabled: pairs.length > 0,
    // Manual decisions refer to this plan, so a new one is loaded only on request.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    gcTime: 0,
  })
  const title = project.pageList.find(({ id }) => id === pageId)?.title
  const fault = [equips, all].find(({ error, data }) => error && !data)
  if (fault) return <ErrorState error={fault.error} onRetry={() => void fault.refetch()} />
  if (!equips.data || !all.data) return <Skeleton lines={10} />
  if (equips.data.length === 0) return <EmptyState icon="device">{t('noDevices')}</EmptyState>
  return (
    <>
      <p className="move-about">
        {t('about')} {title !== undefined && t('aboutPage', { title: named(title) })}
      </p>
      <DeviceChoice devices={equips.data} others={all.data} chosen={chosen} onChoose={setChosen} />
      {pairs.length === 0 ? (
        <EmptyState icon="link">{t('choose')}</EmptyState>
      ) : plan.data ? (
        <MovePlanned
          {...{ moving, decided, back }}
          onDecide={setDecided}
          plan={plan.data}
          onAgain={() => void plan.refetch()}
        />
      ) : plan.error ? (
        <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </>
  )
}
