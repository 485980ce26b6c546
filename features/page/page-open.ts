// Where a click leads: another page, a link, in this window or another. [S3 Click event]
import { useCallback } from 'react'
import { usePlace, withSearch } from '../../ui/place.tsx'
import { pathOf } from '../../ui/routes.ts'
import { type Click, isSafeLink, pageOf } from '../../widgets/host/click-event.ts'
import { filled, type PageParams, paramsIn, searchOf } from './params.ts'

/** A page in a window over another, in pixels of the screen. */
export type Opened = { pageId: number; params: PageParams; name: string; width: number; height: number }

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
      const { target, width, height, left, top } = click
      const given = click.action === 'page' ? paramsIn(filled(click.params, params)) : {}
      const pageId = pageOf(click)
      if (click.action === 'page' && target === 'window')
        return onWindow({ pageId, params: given, name: click.hint, width, height })
      if (click.action === 'page' && onPage && Object.keys(given).length === 0) return onPage(pageId)
      const to =
        click.action === 'page'
          ? withSearch(pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 }), searchOf(given))
          : click.link
      if (!isSafeLink(to)) return undefined
      if (target === '_self' && to.startsWith('/')) return go(to)
      if (target === '_self') return window.location.assign(to)
      const box = `noopener,width=${width},height=${height},left=${left},top=${top}`
      window.open(to, '_blank', target === 'window' ? box : 'noopener')
      return undefined
    },
    [go, params, onPage, onWindow],
  )
}
