// Which variables a page shows to who watches it, for the calls that answer their values.
import { fail } from '../../contract/errors.ts'
import type { PageId } from '../../contract/fields.ts'
import type { PageBinds } from '../../contract/page-document.ts'
import type { OpenCall } from '../serve.ts'
import { reconciled } from './rules.ts'
import { forAsker } from './saving.ts'
import { loadPage } from './store.ts'

/**
 * What a stored page is bound to, as far as the caller sees it: variables of devices within his sight, in widgets of his
 * regions; nothing of a page whose password he has not entered. Throws notFound.
 */
export async function bindsShown(
  call: Pick<OpenCall, 'sight' | 'asker' | 'now'>,
  id: PageId,
): Promise<Pick<PageBinds, 'equips' | 'signals'>> {
  const page = await forAsker(await loadPage(call.sight, id), call, reconciled)
  if (!page) throw fail('notFound')
  return page.content.bind
}
