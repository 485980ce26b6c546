// The title of a page that is copied or imported.
import { limits } from '../../../contract/limits.ts'
import type { Sight } from '../../../db/sight.ts'
import type { PageOwner } from '../page/contract.ts'
import { noRoomFor } from '../page/part-saving.ts'
import { freeTitle } from './rules.ts'
import { loadTitles } from './store.ts'

/** A free title for a new page. Throws if the owner has no room for one. */
export async function titleFor(sight: Sight, owner: PageOwner, title: string): Promise<string> {
  const taken = await loadTitles(sight, owner)
  if (taken.length >= limits.configPages) throw noRoomFor(owner)
  return freeTitle(title, taken)
}
