// Paths to pages of a device or of a project, for viewing and for editing.
import { pathOf } from '../../../ui/routes.ts'
import type { PageOwner } from '../page/contract.ts'

export { type PageParams, paramsOf } from '../page/part-params.ts'

/** A template's page cannot be watched; its link leads to the designer. */
type Placed = PageOwner & { isTemplate?: boolean | undefined }

/** The address at which a page is viewed. */
export const livePath = (owner: Placed, pageId: number): string =>
  owner.isTemplate ? designerPath(owner, pageId) : watchedPath(owner, pageId)

const watchedPath = ({ projectId }: PageOwner, pageId: number): string =>
  projectId === null
    ? pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 })
    : pathOf('/monitor/project/{projectId}/page/{pageId}', { projectId, pageId })

/** The address at which a page is edited. */
export const designerPath = ({ equipmentId, projectId, isTemplate }: Placed, pageId: number): string =>
  isTemplate
    ? pathOf('/manage/template/{templateId}/designer/{pageId}', { templateId: equipmentId ?? 0, pageId })
    : projectId === null
      ? pathOf('/manage/eg/{equipId}/designer/{pageId}', { equipId: equipmentId ?? 0, pageId })
      : pathOf('/manage/project/{projectId}/designer/{pageId}', { projectId, pageId })
