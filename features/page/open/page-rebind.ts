// Pages of a project for the call that rebinds them to other devices: read with the author's rights, and saved
// together.
import { fail } from '../../../contract/errors.ts'
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import type { PageWidget } from '../../../contract/page-document.ts'
import type { Call, ChangeCall } from '../../frame/serve.ts'
import type { Page } from '../page/contract.ts'
import { stored } from '../page/part-saving.ts'
import { visibleDocument, withWidgets } from '../page/part-shown.ts'
import { inOrder } from '../page/rules.ts'
import { loadPage, loadPageTitles, lockOwner } from '../page/store.ts'
import { loadPageHead } from '../page/uses-store.ts'

/** The named pages of a project, or all, with the start page first. */
export async function pagesOfProject(
  call: Pick<Call, 'sight' | 'asker'>,
  projectId: ProjectId,
  ids: readonly PageId[],
): Promise<Page[]> {
  const rows = inOrder(await loadPageTitles(call.sight, { equipmentId: null, projectId }))
  const pages: Page[] = []
  for (const { id } of ids.length > 0 ? rows.filter((row) => ids.includes(row.id)) : rows) {
    const page = await loadPage(call.sight, id)
    if (page) pages.push({ ...page, content: await visibleDocument(call, page.content) })
  }
  return pages
}

export type Rewritten = { id: PageId; version: number; widgets: PageWidget[] }

/**
 * Saves a new version of each page, with other widgets, in the transaction of the call. `version` is the version that
 * the author saw. Throws staleVersion with any page that was saved in the meantime.
 */
export async function savePages(
  call: ChangeCall,
  projectId: ProjectId,
  pages: readonly Rewritten[],
  message: string | undefined,
): Promise<void> {
  const { sight } = call
  if (!(await lockOwner(sight, { equipmentId: null, projectId }))) throw fail('notFound')
  for (const { id, version, widgets } of pages) {
    const page = await loadPage(sight, id)
    if (!page || page.projectId !== projectId) throw fail('notFound', {}, { field: 'pageIds' })
    const entry = { ...page, content: withWidgets(page.content, widgets) }
    const { put } = await stored(call, id, entry, page.content, { base: version, message })
    if ('newest' in put) await refuseStale(call, page)
  }
}

async function refuseStale({ sight }: ChangeCall, { id, title }: Page): Promise<never> {
  const head = await loadPageHead(sight, id)
  const { version = 0, savedBy = '', savedAt = 0 } = head ?? {}
  throw fail('staleVersion', {}, { page: { id, title, version, savedBy, savedAt } })
}
