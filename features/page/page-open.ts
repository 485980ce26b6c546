// Where a click leads: another page, a link, in this window or another. [S3 Click event]
import { useCallback } from 'react'
import { usePlace, withSearch } from '../../ui/place.tsx'
import { pathOf } from '../../ui/routes.ts'
import { type Click, isSafeLink, pageOf } from '../../widgets/host/click-event.ts'
import { filled, type PageParams, paramsIn, searchOf } from './params.ts'

/** What stands in a window over a page: another page, or a site. In pixels of the screen. */
export type Opened = { name: string; isTitled: boolean } & Record<'width' | 'height' | 'left' | 'top', number> &
  ({ pageId: number; params: PageParams } | { link: string })

type Of = {
  /** Of this page: what a click passes on may name them. */
  params: PageParams
  /** Another page is shown in place. */
  onPage: ((id: number) => void) | undefined
  onWindow: (opened: Opened) => void
}

export function useOpen({ params, onPage, onWindow }: Of): (click: Click) => void {
  const { go } = usePlace()
  return useCallback(
    (click) => {
      const { width, height, left, top } = click
      const frame = { name: click.hint, isTitled: click.titleShow, width, height, left, top }
      const inWindow = click.target === 'window'
      if (click.action === 'page') {
        const given = paramsIn(filled(click.params, params))
        const pageId = pageOf(click)
        if (inWindow) return onWindow({ ...frame, pageId, params: given })
        if (onPage && Object.keys(given).length === 0) return onPage(pageId)
        const path = pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 })
        return follow(withSearch(path, searchOf(given)), click, go)
      }
      if (!isSafeLink(click.link)) return undefined
      if (inWindow && click.iframe) return onWindow({ ...frame, link: click.link })
      return follow(click.link, click, go)
    },
    [go, params, onPage, onWindow],
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
