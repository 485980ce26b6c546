// Where a click leads: another page, a link, in this window or another. [S3 Click event]
import { useCallback, useEffect, useState } from 'react'
import { PageId } from '../../../contract/fields.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { type Click, isSafeLink, pageOf } from '../../../widgets/host/click-event.ts'
import { pageInfo, watchPage } from './contract.ts'
import { createJumps } from './jump.ts'
import { pageOf as queryOfPage } from './page-cache.ts'
import { filled, type PageParams, paramsIn, searchOf } from './params.ts'

/** What stands in a window over a page: another page, or a site. In pixels of the screen. */
export type Opened = { name: string; isTitled: boolean } & Record<'width' | 'height' | 'left' | 'top', number> &
  ({ pageId: number; params: PageParams } | { link: string })

type Of = {
  /** Of this page: what a click passes on may name them. */
  params: PageParams
  /** Pages of a project are asked for through it. */
  projectId: number | null
  /** Another page is shown in place. */
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
        // A browser opens a tab only while the click lasts.
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

/** In this tab, in another or in a window of the browser's own. */
function follow(to: string, { target, width, height, left, top }: Click, go: (to: string) => void): void {
  if (!isSafeLink(to)) return
  if (target === '_self' && to.startsWith('/')) return go(to)
  if (target === '_self') return window.location.assign(to)
  const box = `noopener,width=${width},height=${height},left=${left},top=${top}`
  window.open(to, '_blank', target === 'window' ? box : 'noopener')
}
