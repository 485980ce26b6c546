// A cache of pages opened in this window. A cached page is shown only after the platform has confirmed that the answer
// is still valid for the user: neither an old version nor a revoked page is ever shown. Pages with a password are not
// cached.
import { call } from '../../../contract/call.ts'
import type { PageId } from '../../../contract/fields.ts'
import { countWidgets } from '../../../contract/page-document.ts'
import { watchMe, whoAmI } from '../../../ui/me.ts'
import { type Page, pageInfo, watchPage } from '../page/contract.ts'
import type { PageParams } from '../page/part-params.ts'
import { loadTypes } from '../page/part-types.ts'

type Opening = { id: PageId; params: PageParams }
type Asked = Opening & { known?: string }
type Ending = { signal?: AbortSignal }

/** Limits of the cache: pages, and widgets in total. */
export const cacheLimits = { pages: 20, widgets: 6000 }

type Known = { tag: string; page: Page; size: number }

type PageCache = {
  open(ask: (input: Asked) => Promise<Page>, key: string, input: Opening): Promise<Page>
  forget(): void
}

export function createPageCache(): PageCache {
  /** The cached pages, in the order of their last use. */
  const known = new Map<string, Known>()
  let era = 0

  const keep = (key: string, page: Page) => {
    known.delete(key)
    const { tag } = page
    if (tag === undefined || page.isLocked || page.needsPassword) return
    known.set(key, { tag, page, size: countWidgets(page.content.widgets) })
    let total = [...known.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [oldest, { size }] of known) {
      if (known.size <= cacheLimits.pages && total <= cacheLimits.widgets) return
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
      // If the user has signed out in the meantime, the page is not cached.
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

/** Clears the cache when the user changes. */
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

/** The query of an opened page: `useQuery(pageOf(pageInfo, { id, params }))`. */
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
