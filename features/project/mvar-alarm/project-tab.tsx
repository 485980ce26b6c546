// The intermediate variables of a project, and the alarm rules of one of them.
import { usePlace } from '../../../ui/place.tsx'
import { ProjectMvars } from '../../watch/open/mvar-list.tsx'
import type { ProjectInfo } from '../project/contract.ts'
import type { ProjectTab } from '../project/part-tab.ts'
import { MvarAlarms } from './part-mvar-alarms.tsx'
import { alarmsPath } from './part-places.ts'

function MvarsTab({ project: { id } }: { project: ProjectInfo }) {
  const { search } = usePlace()
  return search.alarms ? (
    <MvarAlarms projectId={id} of={search.alarms} />
  ) : (
    <ProjectMvars id={id} alarmsPath={(mvarId) => alarmsPath(id, mvarId)} />
  )
}

export default {
  key: 'mvars',
  place: 30,
  label: { en: 'Intermediate variables', 'zh-cn': '中间变量' },
  may: 'project:view',
  Body: MvarsTab,
} satisfies ProjectTab
