// The navigation: only pages that exist and that the user may open. Beside the page, or below it on a phone.
import { useEffect, useMemo, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { useLanguage } from '../../ui/language.ts'
import { mayI, useMe } from '../../ui/me.ts'
import { setNavigationTree } from '../../ui/navigation-tree.ts'
import { Go, usePlace } from '../../ui/place.tsx'
import { currentEntry, type MenuEntry, type MenuSection, menuOf } from '../../ui/routes.ts'
import { badges } from '../../ui/shell-part.ts'
import { useStore } from '../../ui/store.ts'
import { useText } from '../../ui/words.ts'
import { menu } from './menu.ts'
import { pages } from './pages.ts'
import { webText } from './text.ts'

const barRoom = 4

setNavigationTree({ tree: menu, pages })

function useMenu(): { sections: MenuSection[]; current: string | undefined } {
  const me = useMe()
  const { path } = usePlace()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what may be opened depends on who is signed in
  const sections = useMemo(() => menuOf(menu, pages, mayI), [me])
  return { sections, current: currentEntry(pages, path) }
}

export function Navigation({ narrow, onToggle }: { narrow: boolean; onToggle: () => void }) {
  const t = useText(webText)
  return (
    <nav className="navigation" aria-label={t('navigation')}>
      <MenuList narrow={narrow} />
      <button
        type="button"
        className="nav-toggle"
        aria-expanded={!narrow}
        aria-label={t(narrow ? 'expand' : 'collapse')}
        title={t(narrow ? 'expand' : 'collapse')}
        onClick={onToggle}
      >
        <Icon name={narrow ? 'expand' : 'collapse'} />
      </button>
    </nav>
  )
}

function MenuList({ narrow = false, onGo }: { narrow?: boolean; onGo?: () => void }) {
  const t = useText(webText)
  const language = useLanguage()
  const { sections, current } = useMenu()
  const counts = useStore(badges)
  const list = useRef<HTMLDivElement>(null)
  // On a low screen the list is longer than its room: the current entry is scrolled to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry is found by its mark once it is drawn
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current, sections])
  return (
    <div ref={list} className="nav-list">
      {sections.length === 0 && <p className="nav-none">{t('noPages')}</p>}
      {sections.map((section) => (
        <section key={section.label.en}>
          <h2>{section.label[language]}</h2>
          <ul>
            {section.entries.map(({ path, icon, label }) => (
              <li key={path} title={narrow ? label[language] : undefined}>
                <Go to={path} className="nav-entry" current={path === current} {...(onGo ? { onGo } : {})}>
                  <Icon name={icon} />
                  <span className="nav-label">{label[language]}</span>
                  <Badge count={counts[path]} />
                </Go>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Capped at 99+ where space is scarce would hide a fleet's size; beside the word there is room. */
function Badge({ count }: { count: number | undefined }) {
  return count ? <span className="nav-count">{count}</span> : null
}

/** Pages whose count waits for somebody; that of devices is no news. */
const warning: readonly string[] = ['/monitor/alarm']

function PhoneBadge({ count }: { count: number | undefined }) {
  return count ? <b className="phone-count nav-count">{count > 99 ? '99+' : count}</b> : null
}

/** Up to four pages a thumb reaches, and the rest behind the last. */
export function PhoneBar() {
  const t = useText(webText)
  const language = useLanguage()
  const { sections, current } = useMenu()
  const counts = useStore(badges)
  const sheet = useRef<HTMLDialogElement>(null)
  const all = sections.flatMap((section) => section.entries)
  const first = all.filter((entry) => entry.phone)
  const shown: MenuEntry[] = (first.length ? first : all).slice(0, barRoom)
  const close = () => sheet.current?.close()
  return (
    <>
      <nav className="phone-bar" aria-label={t('navigation')}>
        {shown.map(({ path, icon, label }) => (
          <Go key={path} to={path} current={path === current}>
            <span className="phone-icon">
              <Icon name={icon} size={22} />
              <PhoneBadge count={warning.includes(path) ? counts[path] : undefined} />
            </span>
            <span>{label[language]}</span>
          </Go>
        ))}
        <button type="button" aria-haspopup="dialog" onClick={() => sheet.current?.showModal()}>
          <Icon name="menu" size={22} />
          <span>{t('more')}</span>
        </button>
      </nav>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is a tap beside it */}
      <dialog
        ref={sheet}
        className="phone-sheet"
        aria-label={t('navigation')}
        onClick={(event) => event.target === sheet.current && close()}
      >
        <MenuList onGo={close} />
      </dialog>
    </>
  )
}
