// Addresses of the alarm rules of an intermediate variable, within its project.
import type { MvarId, ProjectId } from '../../../contract/fields.ts'
import { withSearch } from '../../../ui/place.tsx'

/**
 * The address of alarm rules. `rule`: its id, or `new`; without it the list of rules. Without a variable the list of
 * intermediate variables.
 */
export const alarmsPath = (projectId: ProjectId, mvarId?: MvarId, rule?: number | 'new'): string =>
  withSearch('/manage/eg/project/list', { id: projectId, tab: 'mvars', alarms: mvarId, rule })
