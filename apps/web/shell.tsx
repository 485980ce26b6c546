// The frame around most pages: top bar, navigation, status bar; on a phone a bottom bar. It has no words of a room.
import { Outlet } from '@tanstack/react-router'
import { startTransition, useEffect, useRef, useState } from 'react'
import './shell.css'
import { AccountFrame } from '../../features/account-security/part-account-frame.tsx'
import { takeConfirms } from '../../features/login/part-confirms.ts'
import { keep, readKept } from '../../ui/kept.ts'
import { useLink } from '../../ui/link.ts'
import { usePlace } from '../../ui/place.tsx'
import { useText } from '../../ui/words.ts'
import { LinkBanner } from './link-banner.tsx'
import { Navigation, PhoneBar } from './navigation.tsx'
import { Palette } from './palette.tsx'
import { PartsProvider } from './parts-provider.tsx'
import { useShellParts } from './shell-parts.ts'
import { StatusBar } from './status-bar.tsx'
import { webText } from './text.ts'
import { TopBar } from './top-bar.tsx'

const keptNarrow = 'nav'

export default function Shell() {
  const t = useText(webText)
  const { path } = usePlace()
  const { state } = useLink()
  const main = useRef<HTMLElement>(null)
  const [narrow, setNarrow] = useState(readKept(keptNarrow) === 'narrow')
  const isFramed = useAfterPage()
  useEffect(takeConfirms, [])

  // Another page starts at its top. The first one stands there: to scroll it would lay it out before all of it is there.
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current !== path) main.current?.scrollTo(0, 0)
    shown.current = path
  }, [path])

  const toggle = () => {
    keep(keptNarrow, narrow ? 'wide' : 'narrow')
    setNarrow(!narrow)
  }

  return (
    <PartsProvider>
      <div className={narrow ? 'shell shell-narrow' : 'shell'} data-link={state}>
        <a className="skip" href="#main">
          {t('skip')}
        </a>
        {isFramed ? <BarsBefore narrow={narrow} onToggle={toggle} /> : <Empty bars={['top-bar', 'navigation']} />}
        <LinkBanner />
        <main id="main" ref={main} tabIndex={-1}>
          {path.startsWith('/account/') ? (
            <AccountFrame>
              <Outlet />
            </AccountFrame>
          ) : (
            <Outlet />
          )}
        </main>
        {isFramed ? (
          <>
            <StatusBar />
            <PhoneBar />
          </>
        ) : (
          <Empty bars={['status-bar', 'phone-bar']} />
        )}
      </div>
    </PartsProvider>
  )
}

/** Whoever opens a page waits for what stands on it, and not for the bars around it: they are drawn when it is. */
function useAfterPage(): boolean {
  const [isAfter, setAfter] = useState(false)
  useEffect(() => startTransition(() => setAfter(true)), [])
  return isAfter
}

function BarsBefore({ narrow, onToggle }: { narrow: boolean; onToggle: () => void }) {
  const parts = useShellParts()
  const [searching, setSearching] = useState(false)
  useSearchKey(() => setSearching(true))
  return (
    <>
      <TopBar parts={parts} onSearch={() => setSearching(true)} />
      <Navigation narrow={narrow} onToggle={onToggle} />
      <Palette open={searching} parts={parts} onClose={() => setSearching(false)} />
      {parts.map(({ key, part: { Watch } }) => Watch && <Watch key={key} />)}
    </>
  )
}

/** In the places of the bars, so that nothing moves when they come. */
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
