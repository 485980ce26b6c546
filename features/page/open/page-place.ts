// Where the pages of a device or of a project are shown and drawn.
import { pathOf } from '../../../ui/routes.ts'
import type { PageOwner } from '../page/contract.ts'

export { type PageParams, paramsOf } from '../page/params.ts'

/** Of a template nobody watches a page: it is drawn. */
type Placed = PageOwner & { isTemplate?: boolean | undefined }

/** A page on the screen of who watches. */
export const livePath = (owner: Placed, pageId: number): string =>
  owner.isTemplate ? designerPath(owner, pageId) : watchedPath(owner, pageId)

const watchedPath = ({ projectId }: PageOwner, pageId: number): string =>
  projectId === null
    ? pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 })
    : pathOf('/monitor/project/{projectId}/page/{pageId}', { projectId, pageId })

/** Where a page is drawn. */
export const designerPath = ({ equipmentId, projectId, isTemplate }: Placed, pageId: number): string =>
  isTemplate
    ? pathOf('/manage/template/{templateId}/designer/{pageId}', { templateId: equipmentId ?? 0, pageId })
    : projectId === null
      ? pathOf('/manage/eg/{equipId}/designer/{pageId}', { equipId: equipmentId ?? 0, pageId })
      : pathOf('/manage/project/{projectId}/designer/{pageId}', { projectId, pageId })
