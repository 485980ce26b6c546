// The frame around every page: top bar, navigation, content, status bar, toasts. The page comes first, the bars load after it.
import { Outlet } from '@tanstack/react-router'
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import './shell.css'
import { takeConfirms } from '../../features/people/login/part-confirms.ts'
import { openQuestion } from '../../ui/confirm.tsx'
import { keep, readKept } from '../../ui/kept.ts'
import { loadLater, tellUnloaded } from '../../ui/later.tsx'
import { useLink } from '../../ui/link.ts'
import { useDrawnInTime, usePageDrawn } from '../../ui/page-drawn.ts'
import { usePlace } from '../../ui/place.tsx'
import { isPanelClosed, routeAt } from '../../ui/routes.ts'
import { useStore } from '../../ui/store.ts'
import { ToastHost } from '../../ui/toast.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useText } from '../../ui/words.ts'
import { lazyPage } from './lazy-page.tsx'
import { LinkBanner } from './link-banner.tsx'
import { pages } from './pages.ts'
import { webText } from './text.ts'
import { useAreas } from './use-areas.ts'

type Bars = typeof import('./bars.tsx')

const loadBars = (): Promise<Bars> => import('./bars.tsx')
const AccountPage = lazyPage(() => import('./account-page.tsx'))

/** Names of the user's choice, on usual pages and on those that need the width. */
const keptNames = { usual: 'nav', beside: 'nav-beside' } as const

export default function Shell() {
  const t = useText(webText)
  const { path } = usePlace()
  const { state } = useLink()
  const main = useRef<HTMLElement>(null)
  const { narrow, toggle } = useNarrowNavigation()
  const [isSearching, setSearching] = useState(false)
  const isAsked = useStore(openQuestion) !== null
  const bars = useBars(isSearching || isAsked)
  useSearchKey(() => setSearching(true))
  useEffect(takeConfirms, [])

  // A newly opened page starts at its top. The first page is not scrolled, because scrolling would lay it out before it
  // is complete.
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current !== path) main.current?.scrollTo(0, 0)
    shown.current = path
  }, [path])

  return (
    <>
      <div className="shell" data-link={state}>
        <a className="skip" href="#main">
          {t('skip')}
        </a>
        {bars ? (
          <bars.BarsBefore narrow={narrow} onToggle={toggle} isSearching={isSearching} onSearch={setSearching} />
        ) : (
          <Empty bars={['top-bar', 'navigation']} />
        )}
        <LinkBanner />
        <main id="main" className="list-column" ref={main} tabIndex={-1}>
          {path.startsWith('/account/') ? <AccountPage /> : <Outlet />}
        </main>
        {bars ? <bars.BarsAfter onSearch={() => setSearching(true)} /> : <Empty bars={['status-bar', 'phone-bar']} />}
      </div>
      <ToastHost />
    </>
  )
}

/** Windows below this width show the rail of the navigation without its panel, unless the user has opened it. */
const wideFrom = '(min-width: 1440px)'
/** The same on pages that need the width. */
const veryWideFrom = '(min-width: 1701px)'

/**
 * Whether the panel of the navigation is closed, and how it is opened and closed; `toggle` is undefined where the page
 * has no panel.
 */
function useNarrowNavigation(): { narrow: boolean; toggle: (() => void) | undefined } {
  const { hasPanel } = useAreas()
  const { path } = usePlace()
  const needsWidth = routeAt(pages, path)?.needsWidth === true
  const isWide = useMedia(wideFrom)
  const isVeryWide = useMedia(veryWideFrom)
  const [kept, setKept] = useState(() => ({ usual: readKept(keptNames.usual), beside: readKept(keptNames.beside) }))
  const isClosed = isPanelClosed({ needsWidth, isWide, isVeryWide, kept: kept.usual, keptBeside: kept.beside })
  const narrow = !hasPanel || isClosed
  // On the root, because cards outside of the shell are placed beside the navigation.
  useLayoutEffect(() => {
    document.documentElement.dataset.panel = narrow ? 'closed' : 'open'
  }, [narrow])
  const toggle = () => {
    const next = narrow ? 'wide' : 'narrow'
    const kind = needsWidth ? 'beside' : 'usual'
    keep(keptNames[kind], next)
    setKept((now) => ({ ...now, [kind]: next }))
  }
  return { narrow, toggle: hasPanel ? toggle : undefined }
}

/**
 * The bars, once they have loaded: with a page that needs their code anyway, after the first values of a light one, or
 * immediately when the palette is opened. A failed load is repeated when the platform is back.
 */
function useBars(isAsked: boolean): Bars | undefined {
  const { path } = usePlace()
  const [isLight] = useState(() => routeAt(pages, path)?.isLight === true)
  useDrawnInTime(isLight)
  const isDrawn = usePageDrawn()
  const { returns } = useLink()
  const [bars, setBars] = useState<Bars>()
  const isWanted = (isDrawn || isAsked) && bars === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded is loaded when the platform is back
  useEffect(() => {
    if (!isWanted) return undefined
    let isLeft = false
    loadBars().then(
      (loaded) => isLeft || startTransition(() => setBars(loaded)),
      () => isLeft || tellUnloaded(),
    )
    return () => {
      isLeft = true
    }
  }, [isWanted, returns])
  useEffect(() => {
    if (isDrawn) void loadLater()
  }, [isDrawn])
  return bars
}

/** Placeholders of the bars, so that nothing moves when they appear. */
const Empty = ({ bars }: { bars: readonly string[] }) => bars.map((bar) => <div key={bar} className={bar} />)

function useSearchKey(open: () => void): void {
  const act = useRef(open)
  act.current = open
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      act.current()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
