// Where the alarm rules of an intermediate variable are edited: in the address of their project.
import type { MvarId, ProjectId } from '../../../contract/fields.ts'
import { withSearch } from '../../../ui/place.tsx'

/** `rule`: its number, or `new`; none: the list. Without a variable the list of those. */
export const alarmsPath = (projectId: ProjectId, mvarId?: MvarId, rule?: number | 'new'): string =>
  withSearch('/manage/eg/project/list', { id: projectId, tab: 'mvars', alarms: mvarId, rule })
