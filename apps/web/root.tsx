// The outermost frame: gives the parts their address, names the window, and shows a page when one breaks or is missing.
import { type ErrorComponentProps, Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { ApiError, isPassing } from '../../contract/call.ts'
import { errorCode } from '../../contract/errors.ts'
import { useFace, useFavicon } from '../../features/platform/open/style-face.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLanguage } from '../../ui/language.ts'
import { useMe } from '../../ui/me.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { type Place, PlaceContext, type Search, usePlace, withSearch } from '../../ui/place.tsx'
import { PlainAct } from '../../ui/plain.tsx'
import { routeAt } from '../../ui/routes.ts'
import { ErrorState, ToStart } from '../../ui/states.tsx'
import { useStore } from '../../ui/store.ts'
import { windowCall, windowName } from '../../ui/window-name.ts'
import { type Label, labelIn, useText } from '../../ui/words.ts'
import { PageUnloaded, Unloaded } from './lazy-page.tsx'
import { pages } from './pages.ts'
import { refusalOf } from './refusal.ts'
import { webText } from './text.ts'

export function Root() {
  const place = useRouterPlace()
  const { title, favicon } = useFace()
  useWindowTitle(place.path, title)
  useFavicon(favicon)
  return (
    <PlaceContext value={place}>
      <Progress />
      <Outlet />
    </PlaceContext>
  )
}

type Move = Record<'currentLocation' | 'nextLocation', { pathname: string; search: object }>

/** Reads the matches on screen and not the address, so that a page that is being left does not see the next address. */
function useRouterPlace(): Place {
  const { history } = useRouter()
  const match = useRouterState({ select: (state) => state.matches.at(-1) })
  const path = withoutEnd(match?.pathname ?? '/')
  return useMemo(
    () => ({
      path,
      params: (match?.params ?? {}) as Record<string, string>,
      search: (match?.search ?? {}) as Search,
      go: (to, { replace = false } = {}) => (replace ? history.replace(to) : history.push(to)),
      // The address changes as soon as the user navigates, the matches on screen only when the next page is loaded.
      note: (search) => {
        const { pathname, search: query } = history.location
        const isHere = withoutEnd(pathname) === path && sameQuery(query, (match?.search ?? {}) as Search)
        if (isHere) history.replace(withSearch(pathname, search))
      },
      guard: (mayLeave, withQuery = false) =>
        history.block({
          // Another query is the same page, unless the query names the edited object.
          blockerFn: async ({ currentLocation, nextLocation }: Move) => {
            const isSamePage = currentLocation.pathname === nextLocation.pathname
            const isSame = isSamePage && (!withQuery || currentLocation.search === nextLocation.search)
            return !isSame && !(await mayLeave())
          },
          enableBeforeUnload: true,
        }),
    }),
    [history, path, match?.params, match?.search],
  )
}

const withoutEnd = (path: string): string => path.replace(/(.)\/$/, '$1')

const sameQuery = (text: string, search: Search): boolean =>
  withSearch('', Object.fromEntries(new URLSearchParams(text))) === withSearch('', search)

function useWindowTitle(path: string, product: Label): void {
  const language = useLanguage()
  const name = useStore(windowName)
  const called = useStore(windowCall)
  const route = routeAt(pages, path)
  const label = labelIn(route?.title ?? route?.menu?.label, language)
  useEffect(() => {
    document.title = called || [name, label, product[language]].filter(Boolean).join(' · ')
  }, [label, language, name, product, called])
}

/** A hairline at the top while the next page loads. */
function Progress() {
  const busy = useRouterState({ select: (state) => state.status === 'pending' })
  return busy ? <div className="progress" /> : null
}

export function Missing() {
  const { history } = useRouter()
  useEffect(() => {
    history.replace(`/404?from=${encodeURIComponent(window.location.pathname)}`)
  }, [history])
  return null
}

/**
 * Shown in place of a page that the user may not open: its name, the reason, and a link to a page that the user may
 * open.
 */
export function Refused({ error }: { error: ApiError }) {
  const t = useText(webText)
  const language = useLanguage()
  const { path } = usePlace()
  const route = routeAt(pages, path)
  const title = labelIn(route?.title ?? route?.menu?.label, language)
  const me = useMe()
  const refusal = route && refusalOf(route, me)
  return (
    <>
      {title && <PageHeader title={title} />}
      <ErrorState error={error} note={refusal && t(refusal)} act={<ToStart />} />
    </>
  )
}

const againMs = 5_000

export function Failed({ error, reset }: ErrorComponentProps) {
  const t = useText(webText)
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  const againNow = useRef(again)
  againNow.current = again
  // The session could not be checked; the check is repeated as soon as an answer is possible.
  const isWaiting = isPassing(error)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => againNow.current(), againMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  if (error instanceof PageUnloaded) return <Unloaded />
  if (error instanceof ApiError && error.code === errorCode('noPermission')) return <Refused error={error} />
  if (error instanceof ApiError) return <ErrorState error={error} onRetry={again} />
  return (
    <div className="plain-page" role="alert">
      <Icon name="alarm" size={28} />
      <h1>{t('pageBroke')}</h1>
      <p>{t('pageBrokeNote')}</p>
      <pre>{error instanceof Error ? error.message : String(error)}</pre>
      <div className="plain-acts">
        <PlainAct kind="primary" onClick={again}>
          {t('again')}
        </PlainAct>
        <PlainAct onClick={() => window.location.reload()}>{t('reload')}</PlainAct>
      </div>
    </div>
  )
}
