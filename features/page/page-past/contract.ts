// A page as it was at a time. Decision 30.
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { Instant, PageId } from '../../../contract/fields.ts'
import { Page } from '../page/contract.ts'
import { PageParams } from '../page/part-params.ts'

export const pastPage = post('/lfscada/monitor/project/page/past', {
  may: 'history:view',
  on: { page: 'id' },
  through: { page: 'id' },
  about:
    'Returns the version of a page, and of its 3D scenes, that was valid at a time, with the start and the end of its validity. Widgets that are no longer on the page are returned only to callers who may list its versions. Variables of devices that the caller sees only through the project are returned only if the page is bound to them now.',
  input: z.object({ id: PageId, at: Instant, params: PageParams.optional() }),
  output: z.object({
    /** IANA zone of the page's device, or of the first device on it. */
    zone: z.string(),
    /** The page at the requested time; null if it did not exist yet. */
    page: Page.nullable(),
    /** Time of this version, or of the first one if the page did not exist yet. */
    savedAt: Instant,
    /** Time of the newest scene version in this answer; undefined if it is not newer than the page's version. */
    scenesAt: Instant.optional(),
    /** Time of the next version of the page or of a 3D scene on it. */
    until: Instant.nullable(),
  }),
})
export type PastPage = z.output<typeof pastPage.output>
