// The page of a project, with tabs for pages, devices, intermediate variables, custom reports and access; the address
// contains the tab.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import { useMay, useZone } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useWindowName } from '../../../ui/window-name.ts'
import { useText } from '../../../ui/words.ts'
import { PageList } from '../../page/open/page-list.tsx'
import { ProjectAccounts } from '../../people/open/grant-project.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { ProjectMvars } from '../../watch/open/mvar-list.tsx'
import { ProjectDisplays } from '../kiosk/part-displays.tsx'
import { MvarAlarms } from '../mvar-alarm/part-mvar-alarms.tsx'
import { alarmsPath } from '../mvar-alarm/part-places.ts'
import { ProjectReports } from '../report/part-reports.tsx'
import { ShareCard } from '../share/part-share-card.tsx'
import { type ProjectInfo, projectInfo } from './contract.ts'
import { projectPath } from './paths.ts'
import { ProjectDevices } from './project-devices.tsx'
import { ProjectForm } from './project-form.tsx'
import { ProjectViews } from './project-views.tsx'
import { projectText } from './text.ts'

const allTabs = ['pages', 'devices', 'mvars', 'reports', 'accounts', 'share', 'displays'] as const
type Tab = (typeof allTabs)[number]

export function ProjectDetail({ id }: { id: ProjectId }) {
  const t = useText(projectText)
  const { search } = usePlace()
  const named = useName()
  const may = useMay()
  const [isEdited, setEdited] = useState(false)
  const { data: project, error, refetch } = useQuery(queryOf(projectInfo, { id }))
  const name = project && named(project.name)
  useWindowName(name ?? '')
  const tabs = allTabs.filter((key): boolean =>
    key === 'accounts' ? may('role:view') : !['share', 'displays'].includes(key) || may('share:edit'),
  )
  const tab = tabs.find((key) => key === search.tab) ?? 'pages'
  const above = { to: '/manage/eg/project/list', label: t('title') }
  if (error && !project)
    return (
      <>
        <PageHeader title={t('title')} above={above} />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    )
  if (!project) return <Skeleton lines={12} />
  return (
    <>
      <PageHeader title={name} above={above}>
        <ProjectViews id={id} open="configure" />
        <Act may="project:edit" onClick={() => setEdited(true)}>
          {t('edit')}
        </Act>
      </PageHeader>
      <Tabs
        label={project.name}
        tabs={tabs.map((key) => ({
          ...{ to: projectPath(id, key), label: t(key), current: key === tab },
          ...(key === 'pages' && { count: project.pages }),
          ...(key === 'devices' && { count: project.equips }),
        }))}
      />
      <TabBody tab={tab} project={project} />
      {isEdited && <ProjectForm project={project} onClose={() => setEdited(false)} />}
    </>
  )
}

function TabBody({ tab, project: { id, name: given, pageList } }: { tab: Tab; project: ProjectInfo }) {
  const zone = useZone()
  const name = useName()(given)
  const { search } = usePlace()
  switch (tab) {
    case 'devices':
      return <ProjectDevices id={id} />
    case 'mvars':
      return search.alarms ? (
        <MvarAlarms projectId={id} of={search.alarms} />
      ) : (
        <ProjectMvars id={id} alarmsPath={(mvarId) => alarmsPath(id, mvarId)} />
      )
    case 'reports':
      return <ProjectReports id={id} />
    case 'accounts':
      return <ProjectAccounts id={id} name={name} />
    case 'share':
      return <ShareCard of={{ projectId: id }} name={name} zone={zone} />
    case 'displays':
      return <ProjectDisplays id={id} pages={pageList} />
    case 'pages':
      return <PageList owner={{ equipmentId: null, projectId: id }} name={given} zone={null} />
  }
}
