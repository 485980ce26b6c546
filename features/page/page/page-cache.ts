// Pages that were opened in this window, so that one that is opened again is not loaded again. Nothing of them is shown
// before the platform has said that this very answer still stands for whoever asks: an old version never passes for a new one,
// and a right that has ended shows nothing. Pages with a password are not kept.
import { call } from '../../../contract/call.ts'
import type { PageId } from '../../../contract/fields.ts'
import { countWidgets } from '../../../contract/page-document.ts'
import { watchMe, whoAmI } from '../../../ui/me.ts'
import { type Page, pageInfo, watchPage } from './contract.ts'
import type { PageParams } from './params.ts'
import { loadTypes } from './use-types.ts'

type Opening = { id: PageId; params: PageParams }
type Asked = Opening & { known?: string }
type Ending = { signal?: AbortSignal }

/** So much is kept: pages, and their widgets together. */
export const kept = { pages: 20, widgets: 6000 }

type Known = { tag: string; page: Page; size: number }

export type PageCache = {
  open(ask: (input: Asked) => Promise<Page>, key: string, input: Opening): Promise<Page>
  forget(): void
}

export function createPageCache(): PageCache {
  /** The one that was opened last is at the end. */
  const known = new Map<string, Known>()
  let era = 0

  const keep = (key: string, page: Page) => {
    known.delete(key)
    const { tag } = page
    if (tag === undefined || page.isLocked || page.needsPassword) return
    known.set(key, { tag, page, size: countWidgets(page.content.widgets) })
    let total = [...known.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [oldest, { size }] of known) {
      if (known.size <= kept.pages && total <= kept.widgets) return
      known.delete(oldest)
      total -= size
    }
  }
  return {
    async open(ask, key, input) {
      const asked = era
      const found = known.get(key)
      const answer = await ask(found ? { ...input, known: found.tag } : input).catch((error: unknown) => {
        known.delete(key)
        throw error
      })
      const isSame = found !== undefined && answer.isKnown === true && answer.tag === found.tag
      const page = isSame ? { ...found.page, isKnown: true } : answer
      // Whoever was signed in when it was asked for is not any more.
      if (asked === era) keep(key, isSame ? found.page : answer)
      return page
    },
    forget() {
      era += 1
      known.clear()
    },
  }
}

const cache = createPageCache()
let user: number | undefined
let isWatching = false

/** Another account, or nobody: it has pages of its own. */
function watch(): void {
  if (isWatching) return
  isWatching = true
  user = whoAmI()?.userId
  watchMe(() => {
    const now = whoAmI()?.userId
    if (now !== user) cache.forget()
    user = now
  })
}

/** The query of a page that is opened: `useQuery(pageOf(pageInfo, { id, params }))`. */
export function pageOf(endpoint: typeof pageInfo | typeof watchPage, { id, params }: Opening) {
  const key = `${endpoint.path} ${id} ${JSON.stringify(params)}`
  return {
    queryKey: [endpoint.path, { id, params }] as const,
    queryFn: async ({ signal }: Ending = {}): Promise<Page> => {
      watch()
      const ending = signal ? { signal } : {}
      const ask = (input: Asked): Promise<Page> =>
        endpoint === watchPage ? call(watchPage, input, ending) : call(pageInfo, input, ending)
      const page = await cache.open(ask, key, { id, params })
      loadTypes(page.content.widgets)
      return page
    },
  }
}
