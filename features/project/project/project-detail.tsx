// One project, with a tab for each of its parts; the address contains the tab. Other rooms add theirs (part-tab.ts).
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { useMay } from '../../../ui/me.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useWindowName } from '../../../ui/window-name.ts'
import { labelIn, labelOf, useText } from '../../../ui/words.ts'
import { PageList } from '../../page/open/page-list.tsx'
import { ProjectAccounts } from '../../people/open/grant-project.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { type ProjectInfo, projectInfo } from './contract.ts'
import { projectPath } from './part-paths.ts'
import type { ProjectTab } from './part-tab.ts'
import { ProjectDevices } from './project-devices.tsx'
import { ProjectForm } from './project-form.tsx'
import { ProjectViews } from './project-views.tsx'
import { projectText } from './text.ts'

const DevicesTab = ({ project: { id } }: { project: ProjectInfo }) => <ProjectDevices id={id} />
const AccountsTab = ({ project: { id, name } }: { project: ProjectInfo }) => (
  <ProjectAccounts id={id} name={useName()(name)} />
)
const PagesTab = ({ project: { id, name } }: { project: ProjectInfo }) => (
  <PageList owner={{ equipmentId: null, projectId: id }} name={name} zone={null} />
)

const ownTabs: ProjectTab[] = [
  { key: 'pages', place: 10, label: labelOf(projectText, 'pages'), may: 'project:view', Body: PagesTab },
  { key: 'devices', place: 20, label: labelOf(projectText, 'devices'), may: 'project:view', Body: DevicesTab },
  { key: 'accounts', place: 50, label: labelOf(projectText, 'accounts'), may: 'role:view', Body: AccountsTab },
]
const roomTabs = Object.values(import.meta.glob<{ default: ProjectTab }>('../*/project-tab.tsx', { eager: true })).map(
  (room) => room.default,
)
const allTabs: readonly ProjectTab[] = [...ownTabs, ...roomTabs].sort((a, b) => a.place - b.place)

export function ProjectDetail({ id }: { id: ProjectId }) {
  const t = useText(projectText)
  const { search } = usePlace()
  const named = useName()
  const may = useMay()
  const [isEdited, setEdited] = useState(false)
  const { data: project, error, refetch } = useQuery(queryOf(projectInfo, { id }))
  const name = project && named(project.name)
  useWindowName(name ?? '')
  const language = useLanguage()
  const tabs = allTabs.filter((each) => may(each.may))
  const tab = tabs.find(({ key }) => key === search.tab) ?? tabs[0]
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
        tabs={tabs.map(({ key, label }) => ({
          ...{ to: projectPath(id, key), label: labelIn(label, language), current: key === tab?.key },
          ...(key === 'pages' && { count: project.pages }),
          ...(key === 'devices' && { count: project.equips }),
        }))}
      />
      {tab && <tab.Body project={project} />}
      {isEdited && <ProjectForm project={project} onClose={() => setEdited(false)} />}
    </>
  )
}
