// Opens the target of a click: another page or a link, in this window or another. [S3 Click event]
import { useCallback, useEffect, useState } from 'react'
import { PageId } from '../../../contract/fields.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { type Click, isSafeLink, pageOf } from '../../../widgets/host/click-event.ts'
import { pageInfo, watchPage } from '../page/contract.ts'
import { filled, type PageParams, paramsIn, searchOf } from '../page/part-params.ts'
import { createJumps } from './jump.ts'
import { pageOf as queryOfPage } from './page-cache.ts'

/** The content of a window over a page: another page, or a site. In screen pixels. */
export type Opened = { name: string; isTitled: boolean } & Record<'width' | 'height' | 'left' | 'top', number> &
  ({ pageId: number; params: PageParams } | { link: string })

type Of = {
  /** Parameters of this page, which a click may pass on. */
  params: PageParams
  /** The project through which the page's values are requested; null for a page of a device. */
  projectId: number | null
  /** Shows another page in the place of this one. */
  onPage: ((id: number) => void) | undefined
  onWindow: (opened: Opened) => void
}

export function useOpen({ params, projectId, onPage, onWindow }: Of): (click: Click) => void {
  const { go } = usePlace()
  const [jumps] = useState(createJumps)
  useEffect(() => jumps.leave, [jumps])
  return useCallback(
    (click) => {
      const { width, height, left, top } = click
      const frame = { name: click.hint, isTitled: click.titleShow, width, height, left, top }
      const inWindow = click.target === 'window'
      if (click.action === 'page') {
        const given = paramsIn(filled(click.params, params))
        const pageId = pageOf(click)
        if (inWindow) return onWindow({ ...frame, pageId, params: given })
        const path = pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 })
        const to = withSearch(path, searchOf(given))
        const isInPlace = onPage !== undefined && Object.keys(given).length === 0
        // Browsers allow a new tab only during the click.
        if (!isInPlace && click.target !== '_self') return follow(to, click, go)
        const asked = { id: PageId.parse(pageId), params: given }
        const { queryFn } = queryOfPage(projectId === null ? pageInfo : watchPage, asked)
        return void jumps.jump({ load: queryFn, go: () => (isInPlace ? onPage(pageId) : go(to)) })
      }
      if (!isSafeLink(click.link)) return undefined
      if (inWindow && click.iframe) return onWindow({ ...frame, link: click.link })
      return follow(click.link, click, go)
    },
    [go, jumps, params, projectId, onPage, onWindow],
  )
}

/** Opens a link in this tab, in another, or in a browser window. */
function follow(to: string, { target, width, height, left, top }: Click, go: (to: string) => void): void {
  if (!isSafeLink(to)) return
  if (target === '_self' && to.startsWith('/')) return go(to)
  if (target === '_self') return window.location.assign(to)
  const box = `noopener,width=${width},height=${height},left=${left},top=${top}`
  window.open(to, '_blank', target === 'window' ? box : 'noopener')
}
