// The two views of a project: its pages for operators, and its configuration.
import type { ProjectId } from '../../../contract/fields.ts'
import { useMay } from '../../../ui/me.ts'
import { ViewSwitch } from '../../../ui/view-switch.tsx'
import { centrePath, projectPath } from './part-paths.ts'

/** Links to the two views of a project; nothing for a user who may open only one. */
export function ProjectViews({ id, open }: { id: ProjectId; open: 'monitor' | 'configure' }) {
  const may = useMay()
  if (!may('monitor:view') || !may('project:view')) return null
  return <ViewSwitch open={open} to={{ monitor: centrePath(id), configure: projectPath(id) }} />
}
