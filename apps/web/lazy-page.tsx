// A page that is loaded when it is opened. If loading fails, it shows why, stays in the shell, and loads automatically
// when the platform is back: a reload while nothing answers would replace all of Gatehouse by an error of the browser.
import { type ComponentType, createElement, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { ApiError, linkCodes } from '../../contract/call.ts'
import { platformLink } from '../../signal/web/platform-link.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLink } from '../../ui/link.ts'
import { PlainAct } from '../../ui/plain.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useText } from '../../ui/words.ts'
import { webText } from './text.ts'

type Load = () => Promise<{ default: ComponentType }>

/** The file of a page could not be loaded. */
export class PageUnloaded extends Error {
  constructor(cause: unknown) {
    super('a part of the program could not be loaded', { cause })
    this.name = 'PageUnloaded'
  }
}

/** The component of a route for the router; `preload` loads it ahead. */
export function lazyPage(load: Load): (() => ReactNode) & { preload(): Promise<void> } {
  let loading: Promise<void> | undefined
  let loaded: ComponentType | undefined
  let fault: PageUnloaded | undefined
  const preload = (): Promise<void> => {
    loading ??= load().then(
      (page) => {
        loaded = page.default
      },
      (error: unknown) => {
        fault = new PageUnloaded(error)
      },
    )
    return loading
  }
  function LazyPage() {
    if (fault) throw fault
    if (!loaded) use(preload())
    if (fault) throw fault
    return loaded ? createElement(loaded) : null
  }
  return Object.assign(LazyPage, { preload })
}

/** Shown in place of a page that could not be loaded. */
export function Unloaded() {
  const t = useText(webText)
  const { state, returns } = useLink()
  const seen = useRef(returns)
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    void platformLink.doubt().then(() => setAsked(true))
  }, [])
  // Nothing of this page is shown yet, so a reload loses nothing; its files may have new names.
  useEffect(() => {
    if (returns !== seen.current) window.location.reload()
  }, [returns])
  if (!isAsked) return <Skeleton lines={8} />
  if (state !== 'up') {
    const unreachable = new ApiError(linkCodes.unreachable, t('pageUnreachable'))
    return <ErrorState error={unreachable} onRetry={() => void platformLink.doubt()} />
  }
  return (
    <div className="plain-page" role="alert">
      <Icon name="info" size={28} />
      <h1>{t('pageGone')}</h1>
      <p>{t('pageGoneNote')}</p>
      <div className="plain-acts">
        <PlainAct kind="primary" icon="refresh" onClick={() => window.location.reload()}>
          {t('reload')}
        </PlainAct>
      </div>
    </div>
  )
}
