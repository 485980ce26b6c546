// Copies the pages of a project, for the call that copies a project.
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'
import type { ChangeCall } from '../../frame/serve.ts'
import { type Renumbered, renumberedPage } from '../page/copied.ts'
import { insertEmptyPages, loadPage, pageIdsOf, putPage } from '../page/store.ts'
import { loadPassword, putPassword } from '../page-password/part-password.ts'

/** Maps from old to new numbers of the project's variables and reports. */
type Numbers = Pick<Renumbered, 'mvars' | 'reports'>
type Copying = Numbers & { from: ProjectId; to: ProjectId }

/**
 * Copies the current version of each page, with its password, as the first version of a new page. `sight` writes to the
 * new project. Returns the number of pages.
 */
export async function copyPages(
  sight: WritableSight,
  { from, to, mvars, reports }: Copying,
  { user, now }: Pick<ChangeCall, 'user' | 'now'>,
): Promise<number> {
  const ids = await pageIdsOf(sight, { equipmentId: null, projectId: from })
  // Pages link to each other: all numbers are allocated before the first page is written.
  const made = await insertEmptyPages(sight, to, ids.length, now())
  const pages = new Map<number, PageId>(ids.map((id, at) => [id, made[at]!]))
  for (const id of ids) {
    const page = await loadPage(sight, id)
    if (!page) continue
    const { title, startup } = page
    const content = renumberedPage(page.content, { pages, mvars, reports, project: [from, to] })
    const copy = pages.get(id)!
    const entry = { equipmentId: null, projectId: to, title, startup, content }
    await putPage(sight, copy, entry, { author: user, at: now() })
    if (page.isLocked) await putPassword(sight, copy, (await loadPassword(sight, id)) ?? null)
  }
  return ids.length
}
