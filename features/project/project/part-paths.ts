// Addresses of a project for managing and for viewing.
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import { withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'

export const projectPath = (id: ProjectId, tab = ''): string =>
  withSearch('/manage/eg/project/list', { id: String(id), tab })

/** The address of an operations centre, which opens the start page. */
export const centrePath = (id: ProjectId): string => pathOf('/monitor/gm/ocInfo/{ocId}', { ocId: id })

/** A page without the shell around it. */
export const previewPath = (projectId: ProjectId, pageId: PageId): string =>
  pathOf('/monitor/project/{projectId}/preview/{pageId}', { projectId, pageId })
